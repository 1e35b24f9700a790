package prompt

import (
	"strings"
	"testing"

	"parley/forms"
	"parley/teatest/goldens"
	"parley/views/chrome"
	"parley/views/text"

	"github.com/charmbracelet/x/ansi"
)

// TestHintsOfASmallScreen: one line of forty columns names what answers and the way to
// everything else.
func TestHintsOfASmallScreen(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	fields := func(of string) forms.Question {
		return forms.Question{ID: "q", Text: "Which?", AnswerType: forms.AnswerType{Kind: forms.Schema, Schema: []byte(`{"type":"object","properties":{"it":` + of + `,"note":{"type":"string"}},"required":["it","note"]}`)}}
	}
	for name, c := range map[string]struct {
		question forms.Question
		rules    Rules
		ins      []Intent
		want     string
	}{
		"for this turn": {forms.Question{ID: "q", Text: "Outside?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}, Rules{Remember: true, CanGoBack: true, CanReply: true, CanDecline: true}, nil, " y yes   n no   Esc menu"},
		"several":       {fields(`{"type":"array","items":{"enum":["orders","billing"]}}`), Rules{}, []Intent{OpenAnswer{}}, " Tab next   Space toggle   Enter submit"},
		"one of them":   {fields(`{"enum":["one","two"]}`), Rules{}, []Intent{OpenAnswer{}}, " Tab next   ←→ choose   Enter submit"},
		"the only one": {forms.Question{ID: "q", Text: "Which?", AnswerType: forms.AnswerType{Kind: forms.Schema, Schema: []byte(`{"type":"object","properties":{"note":{"type":"string"}}}`)}},
			Rules{}, []Intent{OpenAnswer{}}, " Tab conversation   Enter submit"},
	} {
		f := NewField(th, c.question, c.rules, Draft{})
		for _, in := range c.ins {
			f, _ = f.Update(in)
		}
		var hints []chrome.Hint
		for _, b := range f.Bindings() {
			if b.Words != "" || b.Bare {
				hints = append(hints, chrome.Hint{Key: b.Shown, Words: b.Words, Rank: b.Rank})
			}
		}
		if got := ansi.Strip(strings.Join(chrome.Hints(th, hints, 40, 1), "\n")); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
