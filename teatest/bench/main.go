// Bench measures the program as a person has it: the built binary in a terminal
// of 120 by 40 cells, beside the floor program in the same run. It prints the
// table of docs/performance.md.
//
//	go run ./teatest/bench [-long]
//
// With -long the answer that arrives at 200 tokens a second has 20,000 tokens
// instead of 2,000, which takes 100 seconds.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"parley/store"
	"parley/teatest"
)

func main() {
	long := flag.Bool("long", false, "20,000 tokens at 200 a second")
	keys := flag.Int("keys", 300, "keys for each echo")
	only := flag.String("only", "", "measure only what begins with this")
	flag.Parse()
	if err := teatest.Alone(func(t teatest.T) {
		b := &bench{t: t, long: *long, keys: *keys, stripped: "-ldflags=-s -w"}
		b.all(*only)
	}); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// all measures everything whose name begins with only.
func (b *bench) all(only string) {
	fmt.Printf("%s, %d CPUs, %s\n\n", runtime.Version(), runtime.NumCPU(), time.Now().Format("2006-01-02"))
	fmt.Println("| what | floor | Parley | at most |")
	fmt.Println("| --- | --- | --- | --- |")
	for _, m := range []struct {
		name string
		do   func()
	}{
		{"start", b.starts}, {"echo", b.echoes}, {"stream", b.streams}, {"scroll", b.scrolls}, {"rest", b.rest}, {"saved", b.saved}, {"size", b.size},
	} {
		if strings.HasPrefix(m.name, only) {
			m.do()
		}
	}
}

// bench is one run of all measurements.
type bench struct {
	t        teatest.T
	long     bool
	keys     int
	stripped string
}

// The screen that everything is measured on.
const width, height = 120, 40

func row(what, floor, parley, most string) {
	fmt.Printf("| %s | %s | %s | %s |\n", what, floor, parley, most)
}

func (b *bench) place() *teatest.Place { return teatest.NewPlace(b.t, b.stripped) }

func (b *bench) floor() *exec.Cmd {
	cmd := exec.Command(teatest.BuildPackage(b.t, "./teatest/floor", b.stripped))
	cmd.Env = teatest.Environment(b.t.TempDir())
	return cmd
}

// quiet is a scenario that the program is opened with.
const quiet = "[[answer]]\ntext = \"ok\"\nrepeat = \"always\"\n"

func ready(s teatest.Screen) bool { return s.Has("Ask, or") }

// starts measures from the start of the process to the first usable picture.
func (b *bench) starts() {
	floor := b.median(9, func() time.Duration {
		d, x := teatest.FirstFrame(b.t, width, height, b.floor(), func(s teatest.Screen) bool { return s.Has("ready") })
		x.Press("ctrl+c")
		x.Wait()
		return d
	})
	measure := func(p *teatest.Place, args ...string) time.Duration {
		return b.median(9, func() time.Duration {
			d, x := teatest.FirstFrame(b.t, width, height, p.Command(args...), ready)
			b.leave(x)
			return d
		})
	}
	p := b.place()
	p.Scenario("quiet", quiet)
	row("start to first frame", ms(floor), ms(measure(p, "-m", "script/quiet")), "1.5 × floor")
	b.conversation(p, 10_000)
	row("… with a conversation of 10,000 events", "", ms(measure(p, "--resume", "long")), "1.5 × floor")
}

// echoes measures from a key to its letter on the screen.
func (b *bench) echoes() {
	x := teatest.Start(b.t, width, height, b.floor())
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
	row("key to echo at rest, p50 / p95 / p99", spread(floor), spread(rest), "p50 7 ms")
	x = p.Open(width, height, "-m", "script/slow", "go")
	x.WaitFor("answering")
	busy := b.echo(x, "ctrl+u")
	b.leave(x)
	row("… while 200 tokens a second arrive", "", spread(busy), "p95 10 ms, p99 33 ms")
}

// echo types lines of letters and clears each with a key.
func (b *bench) echo(x *teatest.Terminal, clear string) []time.Duration {
	const letters = "qzjxkvqzjxkvqzjxkvqzjxkvqzjxkv"
	var took []time.Duration
	for len(took) < b.keys {
		took = append(took, x.Echo(letters)...)
		x.Press(clear)
		x.Until("the line to be empty", func(s teatest.Screen) bool { return !s.Has("qz") })
	}
	return took
}

// streams measures long answers.
func (b *bench) streams() {
	p := b.place()
	tokens := 2_000
	if b.long {
		tokens = 20_000
	}
	generate := func(tokens int) string {
		return fmt.Sprintf("[[answer]]\ngenerate = { kind = \"markdown\", tokens = %d, seed = 7 }\n", tokens) + quiet
	}
	p.Scenario("slow", "tokens_per_second = 200\n"+generate(tokens))
	p.Scenario("fast", generate(20_000))
	p.Scenario("code", fmt.Sprintf("[[answer]]\ntext = %q\n", "```go\n"+strings.Repeat("\tif n > 10 { return n - 1 }\n", 1_800)+"```\n")+quiet)
	p.Scenario("paragraph", fmt.Sprintf("[[answer]]\ntext = %q\n", strings.Repeat("some plain words of one paragraph ", 3_300))+quiet)
	_, cpu, bytes := b.answer(p, "slow")
	scale := time.Duration(20_000 / tokens)
	row(fmt.Sprintf("%d tokens at 200 a second, scaled to 20,000: CPU", tokens), "", ms(cpu*scale), "10 s")
	row("… bytes written", "", fmt.Sprintf("%d kB", bytes*int(scale)/1000), "1,000 kB")
	for _, name := range []string{"fast", "code", "paragraph"} {
		took, cpu, bytes := b.answer(p, name)
		row("20,000 tokens as fast as possible, "+map[string]string{"fast": "Markdown", "code": "one code block", "paragraph": "one paragraph"}[name],
			"", fmt.Sprintf("%s, CPU %s, %d kB", ms(took), ms(cpu), bytes/1000), "1.2 s, CPU 1.2 s; others twice that")
	}
}

// answer lets a model answer once and returns what that took.
func (b *bench) answer(p *teatest.Place, scenario string) (took, cpu time.Duration, bytes int) {
	cmd := p.Command("-m", "script/"+scenario)
	x := teatest.Start(b.t, width, height, cmd)
	x.WaitFor("Ask, or")
	cpuBefore, bytesBefore := used(b.t, cmd), len(x.Raw())
	x.Type("go")
	x.WaitFor("go")
	began := time.Now()
	x.Press("enter")
	x.Until("the answer's end", func(s teatest.Screen) bool {
		return s.Has(" tokens") && !s.Has("answering") && !s.Has("waiting for the model")
	})
	took, cpu, bytes = time.Since(began), used(b.t, cmd)-cpuBefore, len(x.Raw())-bytesBefore
	b.leave(x)
	return took, cpu, bytes
}

// scrolls measures paging up through a long conversation.
func (b *bench) scrolls() {
	p := b.place()
	p.Scenario("quiet", quiet)
	b.conversation(p, 10_000)
	cmd := p.Command("--resume", "long")
	x := teatest.Start(b.t, width, height, cmd)
	x.Until("the conversation", ready)
	var took []time.Duration
	before := x.Screen().String()
	for range 100 {
		began := time.Now()
		x.Press("pgup")
		s := x.Until("another page", func(s teatest.Screen) bool { return s.String() != before })
		took = append(took, time.Since(began))
		before = s.String()
	}
	row("page up in 10,000 events, first / p50 / p99", "", ms(took[0])+" / "+spread(took[1:]), "33 ms")
	b.leave(x)
}

// rest measures what a program takes that nobody touches.
func (b *bench) rest() {
	p := b.place()
	p.Scenario("quiet", quiet)
	b.conversation(p, 10_000)
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
	fm, fc, fb := measure(b.floor(), func(s teatest.Screen) bool { return s.Has("ready") })
	m, c, n := measure(p.Command("-m", "script/quiet"), ready)
	lm, lc, ln := measure(p.Command("--resume", "long"), ready)
	row("resident memory at rest", mb(fm), mb(m), "45 MB")
	row("… with 10,000 events", "", mb(lm), "90 MB")
	row("CPU at rest", percent(fc), percent(c)+", with 10,000 events "+percent(lc), "0.3 %")
	row("bytes written at rest in 10 s", fmt.Sprint(fb), fmt.Sprintf("%d, with 10,000 events %d", n, ln), "0")
}

func (b *bench) size() {
	info, err := os.Stat(b.place().Command().Path)
	if err != nil {
		b.t.Fatalf("%v", err)
	}
	row("stripped binary", "", mb(int(info.Size())), "25 MB")
}

func (b *bench) leave(x *teatest.Terminal) {
	x.Kill(15)
	x.Wait()
}

func (b *bench) median(n int, f func() time.Duration) time.Duration {
	all := make([]time.Duration, n)
	for i := range all {
		all[i] = f()
	}
	slices.Sort(all)
	return all[n/2]
}

// conversation stores an ordinary conversation of n events under the id "long".
func (b *bench) conversation(p *teatest.Place, n int) {
	if err := os.MkdirAll(p.Store(), 0o700); err != nil {
		b.t.Fatalf("%v", err)
	}
	var file strings.Builder
	begun := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	seq, turn := int64(0), 0
	add := func(body store.Body) {
		seq++
		e, err := store.New(store.Head{V: store.Version, Seq: seq, ID: fmt.Sprint("e", seq), Time: begun.Add(time.Duration(seq) * time.Second),
			Conversation: "long", Turn: turn}, body)
		if err != nil {
			b.t.Fatalf("%v", err)
		}
		file.Write(e.Line)
		file.WriteByte('\n')
	}
	add(store.ConfigDelta{Set: map[string]json.RawMessage{"assistant.model.id": json.RawMessage(`"script/quiet"`)}})
	text := strings.Repeat("Some words of an answer with `code` and **weight**. ", 8)
	for int(seq) < n-8 {
		turn++
		r, c := fmt.Sprint(turn, ".1"), fmt.Sprint("c", turn)
		for _, body := range []store.Body{
			store.TurnStart{}, store.ChatRequest{Text: "What of part " + fmt.Sprint(turn) + "?"}, store.ChatResponse{Response: r, Text: text},
			store.ToolCallRequest{Response: r, ID: c, Name: "fs_read_file", Arguments: json.RawMessage(`{"path":"main.go"}`)},
			store.ResponseEnd{Response: r, Calls: 1, Finish: "tool_calls"}, store.ToolStarted{ID: c, Run: 1},
			store.ToolCallResponse{ID: c, Content: text + text},
			store.ChatResponse{Response: r + "b", Text: "# Heading\n\n" + text + "\n\n- one\n- two\n\n```go\nfunc main() {}\n```\n"},
			store.ResponseEnd{Response: r + "b", Finish: "stop"}, store.TurnEnd{Reason: store.ReasonDone},
		} {
			add(body)
		}
	}
	dir := filepath.Join(p.Store(), "long")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		b.t.Fatalf("%v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "events.jsonl"), []byte(file.String()), 0o600); err != nil {
		b.t.Fatalf("%v", err)
	}
}
