package prompt

import (
	"encoding/json"
	"testing"

	"parley/forms"
	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/text"
)

// TestOptionsLeaveTheLastColumnFree, whatever stands at the end of their lines.
func TestOptionsLeaveTheLastColumnFree(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	a := forms.AnswerType{Kind: forms.Select, Options: []forms.Option{
		{Value: json.RawMessage(`"staging"`), Description: "safe, the data is anonymised, and nobody waits for it there"},
		{Value: json.RawMessage(`"production"`), Description: "needs the maintenance window", Recommended: true},
	}}
	for width := 40; width <= 90; width++ {
		d := Prompt{Who: "x", Asks: true, Field: NewField(th, forms.Question{Text: "Which?", AnswerType: a}, Rules{}, Draft{})}.Draw(markdown.New(th, text.TextWidth(width)), width, 24)
		for i, line := range d.Lines {
			if d.Choices[i] >= 0 && text.Width(text.Stripped(line)) >= width {
				t.Errorf("%d: %q reaches the last column", width, line)
			}
		}
	}
}
