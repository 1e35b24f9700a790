// Parley is a terminal assistant for programmers, built around decisions. This file starts
// it: what a process has goes in, the exit status comes out.
package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"parley/model/cli"
	"parley/model/cli/launch" // the garbage collector waits while the libraries begin
	"parley/model/cli/process"
)

func main() {
	launch.TakeName()
	log.SetOutput(io.Discard) // libraries write there what servers sent, in the middle of the screen
	os.Exit(run())
}

func run() int {
	launch.ShowTmux()
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(os.Stderr, "parley: the working directory is gone:", err)
		return process.ExitError
	}
	return cli.Main(process.Program{
		Args: os.Args[1:], Env: os.Environ(), Dir: dir,
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr, OutTTY: process.IsTerminal(os.Stdout),
		Terminal: process.OpenTerminal, Now: time.Now, Random: rand.Reader, Above: process.Above, Self: process.Self, Sleep: sleep,
	})
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
