package conversation

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"parley/store"
	"parley/teatest/desk"
)

// TestWhatWasSetElsewhereIsAskedFirst: it is shown whole, a yes sets it here, and a no
// leaves it out and says so.
func TestWhatWasSetElsewhereIsAskedFirst(t *testing.T) {
	set := map[string]json.RawMessage{"conversation.tools.run_command.run": json.RawMessage(`"unattended"`)}
	for key, want := range map[string]string{"y": `"conversation.tools.run_command.run":"unattended"`, "n": ""} {
		d := newDesk(t, func(_ *desk.Desk, o *Options) {
			o.Withheld = []Withheld{{Set: set, Parts: []TrustPart{{Title: "It would set:", Lines: []string{`conversation.tools.run_command.run = "unattended"`}}}}}
		}).Start()
		d.Shows("   Take over what this conversation set elsewhere?")
		if context := modelOf(d).ask.prompt.Inquiry.Question.Context; !strings.Contains(context, `conversation.tools.run_command.run = "unattended"`) {
			t.Errorf("it shows %s", context)
		}
		d.Pass(time.Second)
		d.Calm(key)
		got := ""
		for _, ev := range modelOf(d).o.Shell.Log().All() {
			if b, ok := ev.Body.(store.ConfigDelta); ok {
				for k, v := range b.Set {
					got += `"` + k + `":` + string(v)
				}
			}
		}
		if got != want {
			t.Errorf("after %s it is set: %q", key, got)
		}
		if key == "n" {
			d.Shows(" ! What the conversation set elsewhere does not count here.")
		}
	}
}

// TestTheNameOfWhatIsTrusted: what turns or hides text in a path is spelled out.
func TestTheNameOfWhatIsTrusted(t *testing.T) {
	w := Withheld{File: "/w/\u202egpj.\u200b/.parley/config.toml"}
	for _, got := range []string{w.question(), w.refused()} {
		if strings.ContainsAny(got, "\u202e\u200b") || !strings.Contains(got, "U+202E") || !strings.Contains(got, "U+200B") {
			t.Errorf("%q", got)
		}
	}
}
