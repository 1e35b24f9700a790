package headless

import (
	"context"
	"fmt"
	"io"
	"time"

	"parley/model/cli/process"
	"parley/store/system"
)

const (
	lookIfTaken = 20 * time.Millisecond
	toldOfTaken = 50 // after how many looks it is said why nothing is asked
)

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
