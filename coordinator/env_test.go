package coordinator

import (
	"encoding/json"
	"testing"

	"parley/forms"
)

// The nearest configured answer decides; one meant for questions of any kind only if it
// fits.
func TestTheNearestConfiguredAnswerDecides(t *testing.T) {
	q := forms.Question{ID: "q", Text: "Which?", AnswerType: forms.AnswerType{Kind: forms.Text}}
	a := func(v string, onlyIfFits bool) Static {
		return Static{Value: json.RawMessage(v), OnlyIfFits: onlyIfFits}
	}
	for name, c := range map[string]struct {
		answers []Static
		value   string
		fits    bool
	}{
		"none":                           {nil, "", false},
		"the nearest":                    {[]Static{a(`"x"`, false), a("1", false)}, `"x"`, true},
		"the nearest, which is no text":  {[]Static{a("1", false), a(`"x"`, false)}, "1", false},
		"one for all that does not fit":  {[]Static{a("1", true), a(`"x"`, false)}, `"x"`, true},
		"two for all that do not fit":    {[]Static{a("1", true), a("2", true)}, "", false},
		"one for all that fits, nearest": {[]Static{a(`"y"`, true), a(`"x"`, false)}, `"y"`, true},
	} {
		got, fits := QuestionRules{Statics: c.answers}.Static(q)
		if string(got.Value) != c.value || fits != c.fits {
			t.Errorf("%s: %s, fits %v; want %s, %v", name, got.Value, fits, c.value, c.fits)
		}
	}
}
