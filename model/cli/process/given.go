package process

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"
)

// moment is how long what is given up may still go on, to say what it has to say.
const moment = 50 * time.Millisecond

// Given does work that a kill may cut short anywhere: it only reads, or what it writes appears
// whole or not at all. Where the program is to end, the work has another moment and is then given
// up. It may still go on, so the caller ends the program.
func Given(ctx context.Context, work func() error) error {
	done := make(chan error, 1)
	go func() { done <- work() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		if errors.Is(err, ctx.Err()) {
			return StatusError{Status: ExitInterrupted}
		}
		return err
	case <-time.After(moment):
		return StatusError{Status: ExitInterrupted}
	}
}

// GivenUp makes a command one that is Given, and those below it.
func GivenUp(c *cobra.Command) {
	if run := c.RunE; run != nil {
		c.RunE = func(c *cobra.Command, args []string) error {
			return Given(c.Context(), func() error { return run(c, args) })
		}
	}
	for _, below := range c.Commands() {
		GivenUp(below)
	}
}
