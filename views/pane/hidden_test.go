package pane

import (
	"strings"
	"testing"

	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/text"
)

// TestNothingOfADecisionIsLeftOut: what is not seen stands by its number, in a line and in
// full, in rows of their own and in the row of the call that it allowed.
func TestNothingOfADecisionIsLeftOut(t *testing.T) {
	const hidden, seen = "a\u202etxt\u200bb", "a<U+202E>txt<U+200B>b"
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	d := Decision{Question: "q " + hidden, Answer: "say " + hidden, Who: "who " + hidden, Reason: "why " + hidden}
	then := d
	then.Then = "then " + hidden
	for _, open := range []bool{false, true} {
		look := Look{Theme: th, Width: 160, Open: open, Markdown: markdown.New(th, text.TextWidth(160))}
		for name, c := range map[string]struct {
			lines []string
			want  []string
		}{
			"a row":       {d.Draw(look), []string{"q", "say", "who", "why"}},
			"of a call":   {Call{Tool: "run_command", Verb: "Run", Summary: "x", State: CallDone, Allowed: &d}.Draw(look), []string{"say", "who", "why"}},
			"before that": {d.earlier(look), []string{"say", "who", "why"}},
			"then asked":  {then.earlier(look), []string{"say", "who", "then"}},
		} {
			got := strings.Join(strings.Fields(text.Stripped(strings.Join(c.lines, "\n"))), " ")
			for _, w := range c.want {
				if !strings.Contains(got, w+" "+seen) {
					t.Errorf("%s, open %v: %q is not spelled out:\n%s", name, open, w, strings.Join(c.lines, "\n"))
				}
			}
		}
	}
}
