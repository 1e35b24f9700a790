package command

import (
	"context"
	"encoding/json"

	"parley/coordinator/tool"
)

// Foreign is run_command for a command that another program runs itself: it is asked about
// as one of ours, so that the same rules hold, and hand gives back what was allowed. Shell is
// why no rule may allow it, such as that it goes to a shell that rules do not read; "" for
// nothing.
func Foreign(shell string, hand func(context.Context, tool.Call) tool.Outcome) tool.Tool {
	return foreign{runner{}, shell, hand}
}

type foreign struct {
	runner
	shell string
	hand  func(context.Context, tool.Call) tool.Outcome
}

// Run hands back what was allowed.
func (f foreign) Run(ctx context.Context, call tool.Call) tool.Outcome { return f.hand(ctx, call) }

// Spec has what the other program says of a run beside ours.
func (f foreign) Spec() tool.Spec {
	s := f.runner.Spec()
	s.Parameters = json.RawMessage(foreignParameters)
	return s
}

// Covers is nothing: each request of another program is decided by itself.
func (foreign) Covers(json.RawMessage) tool.Cover { return tool.Cover{} }

// Altered says why no rule of the user's is for this command.
func (f foreign) Altered() string { return f.shell }
