package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
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
			did := b.command(many.Command(m.args...))
			most = max(most, did.Memory)
			return did.Time
		}))
		row(m.what, "", ms(took)+", "+mb(int(most)), ms(m.most)+", 150 MB", took <= m.most, most <= 150e6)
	}
}

// command runs a command to its end, by a small process of its own: the largest memory of a
// process is never less than what the one that started it had by then.
func (b *bench) command(cmd *exec.Cmd) measured {
	self, err := os.Executable()
	if err != nil {
		b.t.Fatalf("%v", err)
	}
	by := exec.Command(self, append([]string{"-measured", cmd.Path}, cmd.Args[1:]...)...)
	by.Dir, by.Env, by.Stderr = cmd.Dir, cmd.Env, os.Stderr
	said, err := by.Output()
	var m measured
	if err == nil {
		err = json.Unmarshal(said, &m)
	}
	if err != nil {
		b.t.Fatalf("%v: %v", cmd.Args, err)
	}
	return m
}

// measured is what a command took.
type measured struct {
	Time   time.Duration
	Memory int64 // at most, in bytes
}

// measure runs a command to its end and writes what it took.
func measure(w io.Writer, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	began := time.Now()
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	m := measured{Time: time.Since(began)}
	var err error
	if m.Memory, err = peak(cmd.ProcessState); err != nil {
		return err
	}
	return json.NewEncoder(w).Encode(m)
}
