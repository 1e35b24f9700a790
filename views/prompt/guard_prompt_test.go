package prompt

import (
	"parley/forms"
	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/text"
	"testing"

	"pgregory.net/rapid"
)

func TestAGuardsQuestionNeverExceeds(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(8, 130).Draw(t, "width"), rapid.IntRange(4, 40).Draw(t, "height")
		q := goldens.GuardQuestion(goldens.GuardReview)
		q.Text = goldens.Nasty().Draw(t, "text")
		q.AnswerType = forms.AnswerType{Kind: forms.Select, Options: q.AnswerType.Options[:rapid.IntRange(1, 5).Draw(t, "options")]}
		d := Prompt{Who: "Loop Detected", Guard: true, Hints: hints("1-5", "choose"), Field: NewField(th, q, Rules{}, Draft{})}.Draw(markdown.New(th, text.TextWidth(width)), width, height)
		goldens.Fits(t, d.Lines, width, height)
	})
}
