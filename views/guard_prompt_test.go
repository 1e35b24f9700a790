package views

import (
	"parley/forms"
	"parley/teatest/goldens"
	"testing"

	"pgregory.net/rapid"
)

func TestAGuardsQuestionNeverExceeds(t *testing.T) {
	th := goldens.Must(NewTheme(ThemeDark, Unicode()))
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(8, 130).Draw(t, "width"), rapid.IntRange(4, 40).Draw(t, "height")
		q := guardQuestion(guardReview)
		q.Text = nasty().Draw(t, "text")
		q.AnswerType = forms.AnswerType{Kind: forms.Select, Options: q.AnswerType.Options[:rapid.IntRange(1, 5).Draw(t, "options")]}
		d := Prompt{Who: "Loop Detected", Guard: true, Hints: "1-5 choose", Field: NewField(th, q, Rules{}, Draft{})}.Draw(NewMarkdown(th, TextWidth(width)), width, height)
		goldens.Fits(t, d.Lines, width, height)
	})
}
