// Bench measures the program as a person has it: the built binary in a terminal of 120 by
// 40 cells, beside the floor program in the same run. It prints the table of
// docs/performance.md, with what was promised and whether the promise is kept.
//
//	go run ./teatest/bench [-long] [-only NAME] [-beside PROGRAM]
//	go run ./teatest/bench -check [-long]
//
// With -check it fails if a limit that holds on any machine is not kept: a ratio in the same
// run, or an amount (limits.go). That takes some seconds; with -long, all of them are looked at.
//
// With -long the response that arrives at 200 tokens a second has 20,000 tokens instead of
// 2,000, which takes 100 seconds.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"parley/teatest"
)

func main() {
	long := flag.Bool("long", false, "20,000 tokens at 200 a second")
	keys := flag.Int("keys", 1000, "keys for each echo")
	only := flag.String("only", "", "measure only what begins with this: start, told, tools, echo, stream, motion, served, flat, scroll, rest, memory, spin, saved, stop, flood, hook, size")
	check := flag.Bool("check", false, "fail if a ratio or an amount is worse than its limit")
	beside := flag.String("beside", "", "another build of the `program`, measured in turns where an answer comes from a server")
	inside := flag.Bool("measured", false, "run the `command` that follows and write what it took: the benchmark's own use")
	flag.Parse()
	if *inside {
		if err := measure(os.Stdout, flag.Arg(0), flag.Args()[1:]...); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if err := os.Setenv("CGO_ENABLED", "0"); err != nil { // as in a release
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	if err := teatest.Alone(func(t teatest.T) {
		b := &bench{t: t, long: *long, keys: *keys, rounds: 21, typical: median, chance: rand.New(rand.NewPCG(1, 2)), beside: *beside, release: []string{"-trimpath", "-ldflags=-s -w"}}
		if *check && !*long {
			b.check()
		} else {
			b.all(*only)
		}
		if *check {
			if err := b.verdict(); err != nil {
				t.Fatalf("%v", err)
			}
		}
	}); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// all measures everything whose name begins with only.
func (b *bench) all(only string) {
	heading()
	for _, m := range []struct {
		name string
		do   func()
	}{
		{"start", b.starts}, {"told", b.instructed}, {"tools", b.servers}, {"echo", b.echoes}, {"stream", b.streams}, {"motion", b.motions}, {"served", b.served}, {"flat", b.flats},
		{"scroll", b.scrolls}, {"rest", b.rest}, {"memory", b.memory}, {"spin", b.spins},
		{"saved", b.saved}, {"stop", b.stops}, {"flood", b.floods}, {"hook", b.hook}, {"size", b.size},
	} {
		if strings.HasPrefix(m.name, only) {
			m.do()
		}
	}
}

func heading() {
	fmt.Printf("%s, %d CPUs, %s\n\n", runtime.Version(), runtime.NumCPU(), time.Now().Format("2006-01-02"))
	fmt.Println("| what | floor | Parley | at most | kept |")
	fmt.Println("| --- | --- | --- | --- | --- |")
}

// bench is one run of all measurements.
type bench struct {
	t    teatest.T
	long bool
	keys int
	// rounds is how often each start is measured; the floor and the program take turns, so
	// that other activity on the machine affects both.
	rounds   int
	brief    bool                                // it is a check
	typical  func([]time.Duration) time.Duration // of the starts
	chance   *rand.Rand
	release  []string // the flags of a build that is released
	beside   string   // another build
	markdown response // what Markdown takes as fast as possible, once it was measured
	broken   []string // rows whose limit is not kept, on whatever machine
}

// The screen that everything is measured on.
const width, height = 120, 40

// row prints a line of the table. A promise is kept if all of its parts are.
func row(what, floor, parley, most string, kept ...bool) {
	word := ""
	if len(kept) > 0 {
		word = "yes"
	}
	for _, k := range kept {
		if !k {
			word = "**no**"
		}
	}
	fmt.Printf("| %s | %s | %s | %s | %s |\n", what, floor, parley, most, word)
}

func (b *bench) place() *teatest.Place { return teatest.NewPlace(b.t, b.release...) }

// floor is the floor program, with Bubble Tea's defaults or with arguments of its own.
func (b *bench) floor(args ...string) *exec.Cmd {
	cmd := exec.Command(teatest.BuildPackage(b.t, "./teatest/floor", b.release...), args...)
	cmd.Env = teatest.Environment(b.t.TempDir())
	return cmd
}

// often is Parley's default frame rate. Bubble Tea's own is 60, and its first picture
// waits for the first frame.
const often = "120"

// between lets some time pass before the next key, so that keys are not in step with the
// program's frames: a person's are not either.
func (b *bench) between() { pause(time.Duration(b.chance.Int64N(int64(2 * time.Second / 60)))) }

func (b *bench) leave(x *teatest.Terminal) {
	x.Kill(15)
	x.Wait()
}
