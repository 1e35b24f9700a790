package headless

import (
	"context"
	"fmt"
	"io"
	"time"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/model/cli/process"
	"parley/store/system"
	"parley/views/text"
)

const (
	lookIfTaken = 20 * time.Millisecond
	toldOfTaken = 50 // after how many looks it is said why nothing is asked
)

// asking asks on a terminal, once what was printed before has been taken.
func asking(p *process.Program, tty io.ReadWriter, delay time.Duration) func(context.Context, coordinator.Prompt) coordinator.Input {
	plain := commands.NewPlain(tty).Armed(delay, p.Now, time.After).Fitted(text.Verbatim)
	return func(ctx context.Context, x coordinator.Prompt) coordinator.Input {
		if !taken(ctx, p.Out, tty) {
			return nil
		}
		return plain.Ask(ctx, x)
	}
}

// taken waits until whoever reads the program's output through a pipe has taken it: what it shows of that later
// would stand below a question, and could look like another one. It is false if ctx ends first.
func taken(ctx context.Context, out, tty io.Writer) bool {
	f, is := process.FileOf(out)
	for n := 1; is && system.Unread(f); n++ {
		if n == toldOfTaken {
			fmt.Fprintln(tty, untakenText)
		}
		select {
		case <-time.After(lookIfTaken):
		case <-ctx.Done():
			return false
		}
	}
	return true
}
