// Still is the program with a clock that stands still from its start. A decision that
// takes a second or more shows its length on the screen, and how long a test takes to
// decide depends on the machine, not on the program; so what a test compares cell by cell
// is shown by this one. Only the time of day stands still: what waits and ticks does so as
// always.
package main

import (
	"crypto/rand"
	"fmt"
	"os"
	"time"

	"parley/model/cli"
	_ "parley/model/cli/launch" // as in the program
	"parley/model/cli/process"
	"parley/providers/script"
)

func main() { os.Exit(run(time.Now())) }

func run(now time.Time) int {
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(os.Stderr, "still: the working directory is gone:", err)
		return process.ExitError
	}
	return cli.Main(process.Program{
		Args: os.Args[1:], Env: os.Environ(), Dir: dir,
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr, OutTTY: process.IsTerminal(os.Stdout),
		Terminal: process.OpenTerminal, Now: func() time.Time { return now }, Random: rand.Reader, Sleep: script.RealSleep,
	})
}
