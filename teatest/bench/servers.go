package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parley/teatest"
)

// deadServers is how many servers of tools a start is to bear that are of no use.
const deadServers = 13

// userConfig is where the user's configuration is, below their home.
const userConfig = ".config/parley/config.toml"

// mostLooks is how often the list of servers is looked at until all are there.
const mostLooks = 200

// leavesWithin is how long a quit may wait for servers of tools.
const leavesWithin = 500 * time.Millisecond

// servers measures the start with servers of tools that are dead, beside one with none, and
// how long a quit takes with servers that do not end.
func (b *bench) servers() {
	plain, dead := b.place(), b.place()
	for _, p := range []*teatest.Place{plain, dead} {
		p.Scenario("quiet", quiet)
	}
	program := teatest.BuildPackage(b.t, "./teatest/mcpserver", b.release...)
	b.configure(dead, func(i int) string {
		switch i % 4 {
		case 0:
			return `command = "no-such-program"`
		case 1:
			return fmt.Sprintf("command = %q\nargs = [\"dead\"]", program)
		case 2:
			return fmt.Sprintf("command = %q\nargs = [\"mute\"]", program)
		}
		return `url = "http://127.0.0.1:1/mcp"`
	})
	b.kept(dead, program)
	without, with, more := b.paired(plain, dead)
	a, c := median(without), median(with)
	row(fmt.Sprintf("start with %d dead servers of tools, one of which had 500, beside one with none", deadServers), "",
		fmt.Sprintf("%s, %s without (%.2f ×)", ms(c), ms(a), float64(a+median(more))/float64(a)), "1.02 ×", float64(a+median(more)) <= 1.02*float64(a))

	stubborn := b.place()
	stubborn.Scenario("quiet", quiet)
	b.configure(stubborn, func(int) string { return fmt.Sprintf("command = %q\nargs = [\"stay\"]", program) })
	var took []time.Duration
	for range 5 {
		x := stubborn.Open(width, 2*height, "-m", "script/quiet") // high enough for the whole list
		x.Until("the start", ready)
		for tries := 0; !connected(x.Screen().String()); tries++ {
			if tries == mostLooks {
				b.t.Fatalf("%d servers of tools are not there yet:\n%s", deadServers, x.Screen())
			}
			x.Type("/mcp\r")
			pause(300 * time.Millisecond)
		}
		began := time.Now()
		x.Kill(15)
		x.Wait()
		took = append(took, time.Since(began))
	}
	row(fmt.Sprintf("quit with %d servers of tools that do not end by themselves, the longest of 5", deadServers), "", ms(at(took, 100)), ms(leavesWithin), at(took, 100) <= leavesWithin)
}

// kept makes one of the servers one that had 500 tools and is not there any more.
func (b *bench) kept(p *teatest.Place, program string) {
	gone := filepath.Join(p.Home, "gone")
	data, err := os.ReadFile(program)
	if err == nil {
		err = os.WriteFile(gone, data, 0o700)
	}
	text, readErr := os.ReadFile(filepath.Join(p.Home, userConfig))
	if err = errors.Join(err, readErr); err != nil {
		b.t.Fatalf("%v", err)
	}
	b.atHome(p, userConfig, strings.Replace(string(text), `command = "no-such-program"`, fmt.Sprintf("command = %q\nargs = [\"many=500\"]", gone), 1))
	flags := []string{"mcp", "ls"}
	for i := 1; i < deadServers; i++ {
		flags = append(flags, "-c", fmt.Sprintf("mcp.s%02d.enable=false", i))
	}
	if out, err := p.Command(flags...).CombinedOutput(); err != nil || !strings.Contains(string(out), "s00: 517 tools, connected") {
		b.t.Fatalf("%v\n%s", err, out)
	}
	if err := os.Remove(gone); err != nil {
		b.t.Fatalf("%v", err)
	}
}

// connected reports whether the list of servers that stands last says that all are there.
func connected(screen string) bool {
	return strings.Count(screen[max(strings.LastIndex(screen, "s00: "), 0):], " tools, connected,") == deadServers
}

// configure sets servers of tools up for the user of a place.
func (b *bench) configure(p *teatest.Place, of func(i int) string) {
	var all strings.Builder
	for i := range deadServers {
		fmt.Fprintf(&all, "[mcp.s%02d]\n%s\n", i, of(i))
	}
	b.atHome(p, userConfig, all.String())
}
