// Bench measures the program as a person has it: the built binary in a terminal of 120 by
// 40 cells, beside the floor program in the same run. It prints the table of
// docs/performance.md, with what was promised and whether the promise is kept.
//
//	go run ./teatest/bench [-long] [-only NAME] [-beside PROGRAM]
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
	only := flag.String("only", "", "measure only what begins with this: start, told, echo, stream, motion, served, flat, scroll, rest, memory, spin, saved, stop, size")
	beside := flag.String("beside", "", "another build of the `program`, measured in turns where an answer comes from a server")
	flag.Parse()
	if err := teatest.Alone(func(t teatest.T) {
		b := &bench{t: t, long: *long, keys: *keys, chance: rand.New(rand.NewPCG(1, 2)), beside: *beside, stripped: "-ldflags=-s -w"}
		b.all(*only)
	}); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// all measures everything whose name begins with only.
func (b *bench) all(only string) {
	fmt.Printf("%s, %d CPUs, %s\n\n", runtime.Version(), runtime.NumCPU(), time.Now().Format("2006-01-02"))
	fmt.Println("| what | floor | Parley | at most | kept |")
	fmt.Println("| --- | --- | --- | --- | --- |")
	for _, m := range []struct {
		name string
		do   func()
	}{
		{"start", b.starts}, {"told", b.instructed}, {"echo", b.echoes}, {"stream", b.streams}, {"motion", b.motions}, {"served", b.served}, {"flat", b.flats},
		{"scroll", b.scrolls}, {"rest", b.rest}, {"memory", b.memory}, {"spin", b.spins},
		{"saved", b.saved}, {"stop", b.stops}, {"size", b.size},
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
	chance   *rand.Rand
	stripped string
	beside   string // another build
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

func (b *bench) place() *teatest.Place { return teatest.NewPlace(b.t, b.stripped) }

// floor is the floor program, with Bubble Tea's defaults or with arguments of its own.
func (b *bench) floor(args ...string) *exec.Cmd {
	cmd := exec.Command(teatest.BuildPackage(b.t, "./teatest/floor", b.stripped), args...)
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
