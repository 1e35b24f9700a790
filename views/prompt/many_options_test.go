package prompt

import (
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parley/forms"
	"parley/teatest/goldens"
	"parley/views/text"
)

// TestManyProposedCostWhatTheyAre: a model may offer tens of thousands of options and propose
// all of them. Until such a question stands there no key is taken, not even Ctrl+C.
func TestManyProposedCostWhatTheyAre(t *testing.T) {
	theme := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for name, asks := range map[string]func(q *forms.Question, list string){
		"several of a list": func(q *forms.Question, list string) {
			q.Default = []byte(list)
			q.AnswerType = forms.AnswerType{Kind: forms.MultiSelect}
			for _, o := range strings.Split(strings.Trim(list, "[]"), ",") {
				q.AnswerType.Options = append(q.AnswerType.Options, forms.Option{Value: []byte(o)})
			}
		},
		"a field of a schema": func(q *forms.Question, list string) {
			q.Default = []byte(`{"tags":` + list + `}`)
			q.AnswerType = forms.AnswerType{Kind: forms.Schema, Schema: []byte(`{"type":"object","properties":{"tags":{"type":"array","items":{"enum":` + list + `}}}}`)}
		},
	} {
		cost := func(n int) float64 {
			options := make([]string, n)
			for i := range options {
				options[i] = strconv.Quote("option " + strconv.Itoa(i))
			}
			var q forms.Question
			asks(&q, "["+strings.Join(options, ",")+"]")
			return testing.AllocsPerRun(1, func() { NewField(theme, q, Rules{Direct: true, CanReply: true}, Draft{}) })
		}
		if few, many := cost(100), cost(1000); many > 20*few {
			t.Errorf("%s: to open 1000 that are proposed takes %.0f allocations, 100 of them %.0f", name, many, few)
		}
	}
}

// TestADescriptionThatIsNotShownIsMarked: an option says that there is more about it.
func TestADescriptionThatIsNotShownIsMarked(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for label, want := range map[string]string{"Keep": "Keep …", "Keep all of the": "Keep all of th…"} {
		lines, isCut, unsaid := optionLine(th, Label{Words: label}, "and then deletes the originals", "", 15, 15)
		if got := ansi.Strip(lines[0]); got != want || !isCut || unsaid != (label != "Keep") {
			t.Errorf("%s: %q, cut %v, unsaid %v", label, got, isCut, unsaid)
		}
	}
	if lines, isCut, _ := optionLine(th, Label{Words: "Keep"}, "", "", 15, 15); ansi.Strip(lines[0]) != "Keep" || isCut {
		t.Errorf("without one, %q", lines[0])
	}
}
