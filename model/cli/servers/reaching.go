package servers

import (
	"context"
	"fmt"
	"strings"
	"time"

	"parley/coordinator/tools/mcp"
	"parley/model/cli/process"
)

// quiet is how long nothing is said while servers are being reached.
const quiet = 2 * time.Second

// Reaching reaches servers, and says after a while which it still waits for. If the user ends that,
// there is nothing to tell of them, and the error is the status of an interrupted command.
func Reaching(ctx context.Context, p *process.Program, set *mcp.Set, words func(names []string) string, reach func()) error {
	waits, stop := context.WithCancel(ctx)
	said := make(chan struct{})
	go func() {
		defer close(said)
		if p.Sleep(waits, quiet) != nil {
			return
		}
		var names []string
		for _, s := range set.States() {
			if s.Trying {
				names = append(names, s.Name)
			}
		}
		if len(names) > 0 {
			process.Say(p.Err, p.Shown(words(names)))
		}
	}()
	reach()
	stop()
	<-said
	if ctx.Err() != nil {
		return process.StatusError{Status: process.ExitInterrupted, Err: nil}
	}
	return nil
}

// WaitingText says which servers are waited for, and how long.
func WaitingText(names []string) string {
	return fmt.Sprintf("still waiting for %s, at most %d s in all, or longer while a program that is started says something; Ctrl+C ends this", strings.Join(names, ", "), int(mcp.Patience.Seconds()))
}
