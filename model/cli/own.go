package cli

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"time"

	"parley/model/cli/launch"
	"parley/model/cli/process"
)

// Own runs the program with what this process has, and returns its exit status.
func Own() int {
	launch.ShowTmux()
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(os.Stderr, "parley: the working directory is gone:", err)
		return process.ExitError
	}
	return Main(process.Program{
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
