package hook

import (
	"encoding/json"
	"testing"
)

// without is a yes to a call that a person took one part out of.
func without(field string) func(Message, Request) (Decision, bool) {
	return func(m Message, _ Request) (Decision, bool) {
		m.Dir, m.Input = "/there/project/sub", json.RawMessage(`{"command":"make","timeout":600000,"run_in_background":true}`)
		r := m.Request("/there/project")
		var in map[string]any
		if json.Unmarshal([]byte(r.Arguments), &in) != nil || in[field] == nil {
			return Decision{}, true // there is nothing to take out
		}
		delete(in, field)
		return m.Permitted(r, json.RawMessage(encoded(in)))
	}
}

// TestWhatCannotBeSaidIsNotSaid: an edit that the program could not carry out leaves the
// decision to it.
func TestWhatCannotBeSaidIsNotSaid(t *testing.T) {
	for name, c := range map[string]struct {
		program, payload string
		decide           func(Message, Request) (Decision, bool)
	}{
		"another folder for a command":  {Claude, "PermissionRequest-Bash-deny", edited("directory", "sub")},
		"no folder for a command":       {Claude, "PermissionRequest-Bash-deny", without("directory")},
		"no time for it":                {Claude, "PermissionRequest-Bash-deny", without("timeout_ms")},
		"to be waited for":              {Claude, "PermissionRequest-Bash-deny", without("run_in_background")},
		"no command any more":           {Claude, "PermissionRequest-Bash-deny", without("command")},
		"no command":                    {Claude, "PermissionRequest-Bash-deny", edited("command", "")},
		"a changed command of Codex":    {Codex, "PermissionRequest-Bash-allow", edited("command", "ls")},
		"a changed patch, asked later":  {Codex, "PermissionRequest-apply_patch", edited("patch", "x")},
		"another plan":                  {Claude, "PermissionRequest-ExitPlanMode", edited("plan", "x")},
		"answers that are no object":    {Claude, "PermissionRequest-AskUserQuestion-deny", func(m Message, _ Request) (Decision, bool) { return m.Answers(json.RawMessage(`"x"`)) }},
		"a change of a file that is so": {Claude, "PermissionRequest-Edit", func(m Message, r Request) (Decision, bool) { return m.Approved(r, "a\n", "a\n") }},
	} {
		m := message(t, c.program, c.payload)
		if d, ok := c.decide(m, m.Request("/there/project")); ok {
			t.Errorf("%s: %+v", name, d)
		}
	}
}
