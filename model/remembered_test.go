package model

import (
	"encoding/json"
	"testing"
	"time"

	"parley/coordinator/tool"
)

// grants is a tool that can be allowed for the turn.
type grants struct{ echo }

func (grants) Describe(raw json.RawMessage) string { return "Echo " + string(raw) }

func (grants) Covers(raw json.RawMessage) tool.Cover {
	return tool.Cover{Key: string(raw), Text: "exactly this"}
}

// TestWhatIsRememberedIsNamed: a list of permissions says of which command each
// is, so that the right one is taken back.
func TestWhatIsRememberedIsNamed(t *testing.T) {
	d := newDesk(t, func(_ *desk, o *Options) {
		env := o.Shell.State().Env
		env.Tools = registry(t, grants{})
		o.Shell.SetEnv(env)
	})
	d.write("go").press("enter")
	d.answer("", callOf("c1", "echo", `{"say":"a"}`), callOf("c2", "echo", `{"say":"b"}`))
	d.pass(time.Second)
	d.calm("Y", "N")
	d.write("/remembered").press("enter")
	d.shows(" · Remembered for this turn (/remembered N takes one back)",
		`   1  echo may run: exactly this (asked for: Echo {"say":"a"})`,
		`   2  echo may not run: exactly this (asked for: Echo {"say":"b"})`)
	d.write("/remembered 2").press("enter")
	d.shows(" · No longer remembered: echo may not run: exactly this (asked for: Echo", `   {"say":"b"})`)
	d.write("/remembered").press("enter")
	d.shows(`   1  echo may run: exactly this (asked for: Echo {"say":"a"})`)
}
