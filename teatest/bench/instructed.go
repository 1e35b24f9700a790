package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parley/teatest"
)

// pairs is how often a start with instructions is measured, each time beside one without.
const pairs = 61

// mostInstructed is how much later the first picture may be there for instructions.
const mostInstructed = 2 * time.Millisecond

// instructed measures the start in a workspace that has an AGENTS.md of 64 KiB and 200
// skills, all trusted, half of the skills the user's own, beside a start in one without. The
// two take turns and change places, and what counts is the median of the differences.
func (b *bench) instructed() {
	plain, told := b.place(), b.place()
	for _, p := range []*teatest.Place{plain, told} {
		p.Scenario("quiet", quiet)
	}
	told.Write("AGENTS.md", strings.Repeat("Keep lines short and names plain.\n", 64<<10/34))
	for i := range 200 {
		name := fmt.Sprintf("s%03d", i)
		text := "---\nname: " + name + "\ndescription: Does one thing. Use it when that thing is to be done.\n---\n" + strings.Repeat("Do it.\n", 100)
		if file := filepath.Join(name, "SKILL.md"); i%2 == 0 {
			told.Write(filepath.Join(".agents/skills", file), text)
		} else {
			b.atHome(told, filepath.Join(".agents/skills", file), text)
		}
	}
	out, err := told.Command("config", "trust", "--yes").CombinedOutput()
	if n := strings.Count(string(out), ", whole:"); err != nil || n != 101 { // AGENTS.md, and the skills of the workspace
		b.t.Fatalf("trust: %v, %d files\n%s", err, n, out)
	}
	without, with, more := b.paired(plain, told)
	row("start with an `AGENTS.md` of 64 KiB and 200 skills, beside one without", "", fmt.Sprintf("%s, %s without: %+.1f ms", ms(median(with)), ms(median(without)), float64(median(more))/float64(time.Millisecond)),
		"2 ms more", median(more) <= mostInstructed)
}

// paired measures the start in two places that take turns and change places, and how much
// later it is in the second.
func (b *bench) paired(plain, other *teatest.Place) (without, with, more []time.Duration) {
	for n := range pairs {
		var took [2]time.Duration
		for i := range took {
			at := (i + n) % 2
			d, x := teatest.FirstFrame(b.t, width, height, []*teatest.Place{plain, other}[at].Command("-m", "script/quiet"), ready)
			took[at] = d
			x.Kill(9)
			x.Wait()
		}
		without, with, more = append(without, took[0]), append(with, took[1]), append(more, took[1]-took[0])
	}
	return without, with, more
}

// atHome writes a file of the user's own, outside of the workspace.
func (b *bench) atHome(p *teatest.Place, name, text string) {
	path := filepath.Join(p.Home, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		b.t.Fatalf("%v", err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		b.t.Fatalf("%v", err)
	}
}
