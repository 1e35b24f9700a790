package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"parley/teatest"
)

// quiet is a scenario that the program is opened with.
const quiet = "[[answer]]\ntext = \"ok\"\nrepeat = \"always\"\n"

func ready(s teatest.Screen) bool { return s.Has("Ask, or") }

// opened reports whether the whole conversation is there, not only its end: the status
// line names its model, and says before that it is being opened.
func opened(s teatest.Screen) bool { return ready(s) && s.Has("quiet") }

func floorReady(s teatest.Screen) bool { return s.Has("ready") }

// floors is how many of the starts are the floor's.
const floors = 2

// starts measures from the start of the process to the first usable picture, and
// to the echo of a key that was pressed before there was anything.
func (b *bench) starts() {
	fresh, long := b.place(), b.place()
	for _, p := range []*teatest.Place{fresh, long} {
		p.Scenario("quiet", quiet)
	}
	b.conversation(long, 10_000, usual)
	starts := []struct {
		name  string
		cmd   func() *exec.Cmd
		ready func(teatest.Screen) bool
	}{
		{"", func() *exec.Cmd { return b.floor() }, floorReady},
		{"", func() *exec.Cmd { return b.floor(often) }, floorReady},
		{"start to first frame", func() *exec.Cmd { return fresh.Command("-m", "script/quiet") }, ready},
		{"… with a conversation of 10,000 events", func() *exec.Cmd { return long.Command("--resume", "long") }, ready},
	}
	first, echo := make([][]time.Duration, len(starts)), make([][]time.Duration, len(starts))
	for range b.rounds {
		for i, s := range starts {
			d, x := teatest.FirstFrame(b.t, width, height, s.cmd(), s.ready)
			first[i] = append(first[i], d)
			x.Kill(9)
			x.Wait()
			if i < floors {
				continue // they take no keys before they have the focus
			}
			began := time.Now()
			x = teatest.Start(b.t, width, height, s.cmd())
			x.Type("zqj")
			x.Until("the echo of the first keys", func(sc teatest.Screen) bool { return sc.Alt && sc.Has("zqj") })
			echo[i] = append(echo[i], time.Since(began))
			x.Kill(9)
			x.Wait()
		}
	}
	for i, s := range starts[floors:] {
		d, f, fast := b.typical(first[i+floors]), b.typical(first[0]), b.typical(first[1])
		times := func(f time.Duration) string { return fmt.Sprintf("%s (%.2f ×)", ms(d), float64(d)/float64(f)) }
		b.hold(s.name, ms(f), times(f), float64(d)/float64(f))
		row("… beside the floor at "+often+" frames a second", ms(fast), times(fast), "")
		row("… to the echo of keys pressed before it", "", ms(median(echo[i+floors])), "")
	}
}

// echoes measures from a key to its letter on the screen.
func (b *bench) echoes() {
	x := teatest.Start(b.t, width, height, b.floor(often))
	x.WaitFor("ready")
	floor := b.echo(x, "ctrl+u")
	x.Press("ctrl+c")
	x.Wait()
	p := b.place()
	p.Scenario("quiet", quiet)
	p.Scenario("slow", "tokens_per_second = 200\n[[answer]]\ngenerate = { kind = \"markdown\", tokens = 20000, seed = 7 }\n")
	x = p.Open(width, height, "-m", "script/quiet")
	x.WaitFor("Ask, or")
	rest := b.echo(x, "ctrl+u")
	b.leave(x)
	b.holdIn("key to echo at rest, p50 / p95 / p99", spread(floor), spread(rest), at(rest, 50) <= 7*time.Millisecond, float64(at(rest, 50))/float64(at(floor, 50)))
	x = p.Open(width, height, "-m", "script/slow", "go")
	x.WaitFor(" writes")
	busy := b.echo(x, "ctrl+u")
	b.leave(x)
	row("… while 200 tokens a second arrive", "", spread(busy), "p95 10 ms, p99 33 ms",
		at(busy, 95) <= 10*time.Millisecond, at(busy, 99) <= 33*time.Millisecond)
}

// echo types lines of letters, at an uneven pace, and clears each with a key.
func (b *bench) echo(x *teatest.Terminal, clear string) []time.Duration {
	const letters = "qzjxkvqzjxkvqzjxkvqzjxkvqzjxkv"
	var took []time.Duration
	for len(took) < b.keys {
		took = append(took, x.Echo(letters, b.between)...)
		x.Press(clear)
		x.Until("the line to be empty", func(s teatest.Screen) bool { return !s.Has("qz") })
	}
	return took
}

// scrolls measures paging up through a long conversation.
func (b *bench) scrolls() {
	p := b.place()
	p.Scenario("quiet", quiet)
	b.conversation(p, 10_000, usual)
	x := teatest.Start(b.t, width, height, p.Command("--resume", "long"))
	x.Until("the conversation", opened)
	var took []time.Duration
	before := x.Screen().String()
	for range 300 {
		b.between()
		began := time.Now()
		x.Press("pgup")
		s := x.Until("another page", func(s teatest.Screen) bool { return s.String() != before })
		took = append(took, time.Since(began))
		before = s.String()
	}
	row("page up in 10,000 events, first / p50 / p95 / p99", "", ms(took[0])+" / "+spread(took[1:]), "33 ms",
		took[0] <= frame, at(took[1:], 99) <= frame)
	b.leave(x)
}

// frame is how late a picture may be without anybody noticing.
const frame = 33 * time.Millisecond

// rest measures what the program uses while nobody touches it.
func (b *bench) rest() {
	p := b.place()
	p.Scenario("quiet", quiet)
	b.conversation(p, 10_000, usual)
	measure := func(cmd *exec.Cmd, wanted func(teatest.Screen) bool) (memory int, cpu float64, bytes int) {
		x := teatest.Start(b.t, width, height, cmd)
		x.Until("the first picture", wanted)
		pause(2 * time.Second)
		cpuBefore, bytesBefore := used(b.t, cmd), len(x.Raw())
		pause(10 * time.Second)
		cpu = 100 * float64(used(b.t, cmd)-cpuBefore) / float64(10*time.Second)
		memory, bytes = resident(b.t, cmd), len(x.Raw())-bytesBefore
		b.leave(x)
		return memory, cpu, bytes
	}
	fm, fc, fb := measure(b.floor(often), floorReady)
	m, c, n := measure(p.Command("-m", "script/quiet"), ready)
	lm, lc, ln := measure(p.Command("--resume", "long"), ready)
	b.hold("resident memory at rest", mb(fm), mb(m), float64(m))
	b.hold("… with 10,000 events", "", mb(lm), float64(lm))
	b.holdIn("CPU at rest, with 10,000 events", percent(fc), percent(c)+", "+percent(lc), c <= 0.3 && lc <= 0.3, c/fc, lc/fc)
	b.hold("bytes written at rest in 10 s, with 10,000 events", fmt.Sprint(fb), fmt.Sprintf("%d, %d", n, ln), float64(n), float64(ln))
}

// memory measures what long conversations take, at rest and after paging: of 8.3 MB and,
// with longer texts, of 17.7 MB.
func (b *bench) memory() {
	b.memoryOf("25,000 events", usual)
	b.memoryOf("25,000 events of 17.7 MB", 26)
}

func (b *bench) memoryOf(what string, sentences int) {
	p := b.place()
	p.Scenario("quiet", quiet)
	b.conversation(p, 25_000, sentences)
	cmd := p.Command("--resume", "long")
	x := teatest.Start(b.t, width, height, cmd)
	x.Until("the conversation", opened)
	pause(2 * time.Second)
	rest := resident(b.t, cmd)
	most, before := rest, x.Screen().String()
	for range 100 {
		x.Press("pgup")
		before = x.Until("another page", func(s teatest.Screen) bool { return s.String() != before }).String()
		most = max(most, resident(b.t, cmd))
	}
	b.hold("… with "+what+", at rest / at most while 100 pages are turned", "", mb(rest)+" / "+mb(most), float64(most))
	b.leave(x)
}

// working is a scenario whose command takes its time: its row and the status line
// have a spinner and the seconds.
const working = "[[answer]]\n[[answer.call]]\nname = \"run_command\"\narguments = { command = \"sleep 60\" }\n"

// spins measures what moves while a command runs and nothing else happens.
func (b *bench) spins() {
	p := b.place()
	p.Scenario("working", working)
	cmd := p.Command("-m", "script/working", "-c", "conversation.tools.run_command.run=unattended", "go")
	x := teatest.Start(b.t, width, height, cmd)
	x.WaitFor("2 s")
	cpu, bytes := used(b.t, cmd), len(x.Raw())
	pause(10 * time.Second)
	share, each := 100*float64(used(b.t, cmd)-cpu)/float64(10*time.Second), (len(x.Raw())-bytes)/10
	b.leave(x)
	row("CPU of two spinners with seconds", "", percent(share), "1.5 %", share <= 1.5)
	b.hold("… bytes a second", "", fmt.Sprint(each), float64(each))
}

// hook measures what other programs wait for each time they start their hook, beside a Go
// program that does nothing. They take turns, and what else the machine does only adds.
func (b *bench) hook() {
	empty := filepath.Join(b.t.TempDir(), "empty")
	if err := os.WriteFile(empty+".go", []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		b.t.Fatalf("%v", err)
	}
	if out, err := exec.Command("go", slices.Concat([]string{"build"}, b.release, []string{"-o", empty, empty + ".go"})...).CombinedOutput(); err != nil {
		b.t.Fatalf("%v: %s", err, out)
	}
	names := []string{empty, teatest.BuildPackage(b.t, "./model/cli/parley-hook", b.release...)}
	least := []time.Duration{time.Hour, time.Hour}
	for range 50 {
		for i, name := range names {
			began := time.Now()
			if err := exec.Command(name).Run(); err != nil {
				b.t.Fatalf("%v", err)
			}
			least[i] = min(least[i], time.Since(began))
		}
	}
	b.hold("start to end of parley-hook with nothing to say", ms(least[0]), ms(least[1]), float64(least[1])/float64(least[0]))
}

func (b *bench) size() {
	info, err := os.Stat(b.place().Command().Path)
	if err != nil {
		b.t.Fatalf("%v", err)
	}
	b.hold("stripped binary", "", mb(int(info.Size())), float64(info.Size()))
}
