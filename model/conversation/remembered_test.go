package conversation

import (
	"encoding/json"
	"testing"
	"time"

	"parley/coordinator/tool"
	"parley/teatest/desk"
)

// grants is a tool that can be allowed for the turn.
type grants struct{ desk.Echo }

func (grants) Describe(raw json.RawMessage) string { return "Echo " + string(raw) }

func (grants) Covers(raw json.RawMessage) tool.Cover {
	return tool.Cover{Key: string(raw), Text: "exactly this"}
}

// TestWhatIsRememberedIsNamed: a list of permissions names the command of each, so that
// the right one is revoked.
func TestWhatIsRememberedIsNamed(t *testing.T) {
	d := newDesk(t, func(_ *desk.Desk, o *Options) {
		env := o.Shell.State().Env
		env.Tools = desk.Registry(t, grants{})
		o.Shell.SetEnv(env)
	})
	d.Write("go").Press("enter")
	d.Answer("", desk.CallOf("c1", "echo", `{"say":"a"}`), desk.CallOf("c2", "echo", `{"say":"b"}`))
	d.Pass(time.Second)
	d.Calm("Y", "N")
	d.Write("/remembered").Press("enter")
	d.Shows(" · Remembered for this turn (/remembered N takes one back)",
		`   1  echo may run: exactly this (asked for: Echo {"say":"a"})`,
		`   2  echo may not run: exactly this (asked for: Echo {"say":"b"})`)
	d.Write("/remembered 2").Press("enter")
	d.Shows(" · No longer remembered: echo may not run: exactly this (asked for: Echo", `   {"say":"b"})`)
	d.Write("/remembered").Press("enter")
	d.Shows(`   1  echo may run: exactly this (asked for: Echo {"say":"a"})`)
}

// TestWhatIsRememberedIsToldToTheLetter: two permissions that differ in a blank, or in a later line, are told in
// different words.
func TestWhatIsRememberedIsToldToTheLetter(t *testing.T) {
	d := newDesk(t, func(_ *desk.Desk, o *Options) {
		env := o.Shell.State().Env
		env.Tools = desk.Registry(t, grants{})
		o.Shell.SetEnv(env)
	})
	d.Write("go").Press("enter")
	d.Answer("", desk.CallOf("c1", "echo", `{"say":"a b"}`), desk.CallOf("c2", "echo", `{"say":"a  b"}`))
	d.Pass(time.Second)
	d.Calm("Y", "Y")
	d.Write("/remembered").Press("enter")
	d.Shows(`   1  echo may run: exactly this (asked for: Echo {"say":"a b"})`, `   2  echo may run: exactly this (asked for: Echo {"say":"a  b"})`)
}
