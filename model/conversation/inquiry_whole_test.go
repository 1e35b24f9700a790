package conversation

import (
	"encoding/json"
	"testing"
	"time"

	"parley/coordinator/tool"
	"parley/teatest/desk"
)

// setting says what it got, and has a default.
type setting struct{ desk.Echo }

func (setting) Spec() tool.Spec {
	s := desk.Echo{}.Spec()
	s.Parameters = json.RawMessage(`{"type":"object","properties":{"say":{"type":"string"},"env":{"type":"string","default":"production"}}}`)
	return s
}

// TestAnEditThatLeavesOutADefaultIsShownWhole before it runs.
func TestAnEditThatLeavesOutADefaultIsShownWhole(t *testing.T) {
	d := newDesk(t, func(_ *desk.Desk, o *Options) {
		env := o.Shell.State().Env
		env.Tools = desk.Registry(t, setting{})
		o.Shell.SetEnv(env)
	}).Start()
	d.Write("go").Press("enter")
	d.Answer("", desk.CallOf("c1", "echo", `{"say":"\u0068i"}`))
	d.Pass(time.Second)
	d.Shows(" │ say: hi", " │ env: production")
	d.Calm("e")
	d.Shows(` │   "say": "hi",`, ` │   "env": "production"`)
	d.Calm("up", "up", "home", "ctrl+k", "down", "home", "ctrl+k")
	for _, key := range []string{`"`, "s", "a", "y", `"`, ":", `"`, "h", "o", `"`} {
		d.Calm(key)
	}
	if d.Calm("ctrl+s"); result(d, "c1") != "" {
		t.Fatalf("it ran:\n%s", d.Screen())
	}
	d.Shows(` │   "say": "ho",`, ` │   "env": "production"`,
		"   ! Not run yet: this is the call as the tool gets it, with its defaults for",
		"     what you left out. Ctrl+S again runs it.")
	if d.Calm("ctrl+s"); result(d, "c1") != "ho" {
		t.Errorf("the tool said %q\n%s", result(d, "c1"), d.Screen())
	}
}
