package conversation

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/forms"
	"parley/providers"
)

// TestAHeldKeyAnswersOneQuestion: its repetitions begin after the period of quiet, when the
// next question is already on the screen.
func TestAHeldKeyAnswersOneQuestion(t *testing.T) {
	ask := func(id string) forms.Question {
		return forms.Question{ID: id, Text: id + "?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	}
	for name, c := range map[string]struct {
		first  time.Duration // until the terminal sends it again
		repeat bool          // it says that it does
		key    string        // the key then
		want   string        // what the tool was told before a person presses again
	}{
		"sent again":                {first: 600 * time.Millisecond, key: "y"},
		"sent again after a second": {first: 1200 * time.Millisecond, repeat: true, key: "y"},
		"another key":               {first: 600 * time.Millisecond, key: "n", want: `{"a":true,"b":false}`},
		"pressed again, later":      {first: time.Second, key: "y", want: `{"a":true,"b":true}`},
	} {
		d := called(t, []forms.Question{ask("a"), ask("b")}, []providers.Call{{ID: "c1", Name: "setup", Arguments: `{}`}})
		d.Press("y")
		d.Shows("   b?")
		d.Pass(c.first)
		for range 20 {
			d.Send(tea.KeyPressMsg{Code: rune(c.key[0]), Text: c.key, IsRepeat: c.repeat})
			if c.want != "" {
				break
			}
			d.Pass(30 * time.Millisecond)
		}
		if got := result(d, "c1"); got != c.want {
			t.Errorf("%s: the tool was told %q, want %q", name, got, c.want)
		}
		if c.want != "" {
			continue
		}
		d.Pass(time.Second) // let go
		d.Press("y")
		if got := result(d, "c1"); got != `{"a":true,"b":true}` {
			t.Errorf("%s: let go and pressed again: the tool was told %q", name, got)
		}
	}
}
