package main

import (
	"os/exec"
	"syscall"
	"time"

	"parley/teatest"
)

// saved measures finding among many conversations and opening a long one.
func (b *bench) saved() {
	p := b.place()
	p.Scenario("quiet", quiet)
	v := teatest.NewInvented(2)
	if err := v.Save(p.Store(), "long", 0, 50_000); err != nil {
		b.t.Fatalf("%v", err)
	}
	start := median(repeated(9, func() time.Duration {
		d, x := teatest.FirstFrame(b.t, width, height, p.Command("--resume", "long"), ready)
		b.leave(x)
		return d
	}))
	row("start with a conversation of 50,000 events", "", ms(start), "80 ms", start <= 80*time.Millisecond)

	many := b.place()
	if _, err := teatest.SaveMany(many.Store(), 10_000, 120<<20); err != nil {
		b.t.Fatalf("%v", err)
	}
	b.command(many.Command("ls", "--all")) // makes the cache
	for _, m := range []struct {
		what string
		most time.Duration
		args []string
	}{
		{"`parley ls --all`, 10,000 conversations", 60 * time.Millisecond, []string{"ls", "--all"}},
		{"`parley search` of a rare word in 120 MB", 300 * time.Millisecond, []string{"search", teatest.Rare}},
		{"… of a word that is nowhere", 300 * time.Millisecond, []string{"search", "Qwertz"}},
	} {
		var most int64
		took := median(repeated(9, func() time.Duration {
			began := time.Now()
			memory := b.command(many.Command(m.args...))
			most = max(most, memory)
			return time.Since(began)
		}))
		row(m.what, "", ms(took)+", "+mb(int(most)), ms(m.most)+", 150 MB", took <= m.most, most <= 150e6)
	}
}

// command runs a command to its end and returns its peak memory.
func (b *bench) command(cmd *exec.Cmd) int64 {
	if err := cmd.Run(); err != nil {
		b.t.Fatalf("%v: %v", cmd.Args, err)
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		b.t.Fatalf("the system does not say how much memory %v had", cmd.Args)
	}
	return usage.Maxrss << 10
}
