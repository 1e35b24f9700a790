package prompt

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"parley/forms"
	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/text"
)

// TestTheCountSaysWhatItCounts: beside a filter, "0 of 12" alone would be read as the
// number of matches.
func TestTheCountSaysWhatItCounts(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for _, c := range []struct {
		name   string
		limits string
		other  bool
		of     int
		do     []Intent
		match  bool
		foot   string
	}{
		{"none", "", false, 12, nil, true, "0 of 12 chosen"},
		{"a filter", "", false, 12, []Intent{OpenFilter{}, Insert{"12"}}, true, "0 of 12 chosen"},
		{"chosen and then filtered away", "", false, 12, []Intent{Toggle{}, OpenFilter{}, Insert{"12"}}, true, "1 of 12 chosen"},
		{"no match", "", false, 12, []Intent{Toggle{}, OpenFilter{}, Insert{"xyz"}}, false, "1 of 12 chosen"},
		{"no match but one's own", "", true, 12, []Intent{OpenFilter{}, Insert{"xyz"}}, false, "0 of 12 chosen"},
		{"limits", `"min":2`, false, 6, []Intent{ToggleAll{}}, true, "6 of 6 chosen · at least 2"},
		{"one's own is one more", "", true, 3, []Intent{ToggleAll{}, Edge{true}, Toggle{}, Insert{"mine"}, Confirm{}}, true, "4 of 4 chosen"},
	} {
		a := forms.AnswerType{Kind: forms.MultiSelect, Options: options(c.of), Other: c.other}
		if c.limits != "" {
			a.Limits = map[string]json.RawMessage{}
			if err := json.Unmarshal([]byte("{"+c.limits+"}"), &a.Limits); err != nil {
				t.Fatal(err)
			}
		}
		f := NewField(th, forms.Question{ID: "q", Text: "Which?", AnswerType: a}, Rules{}, Draft{})
		for _, i := range c.do {
			f, _ = f.Update(i)
		}
		for width := 30; width <= 130; width++ {
			d := Prompt{Who: "Assistant", Asks: true, Field: f}.Draw(markdown.New(th, text.TextWidth(width)), width, 12)
			lines := strings.Split(text.Stripped(strings.Join(d.Lines, "\n")), "\n")
			found := false
			for _, line := range lines {
				found = found || hiddenWords.ReplaceAllString(strings.TrimSpace(line), "") == c.foot
			}
			if !found {
				t.Fatalf("%s, %d wide: %q is not a line of\n%s", c.name, width, c.foot, strings.Join(lines, "\n"))
			}
			if got := strings.Contains(strings.Join(lines, "\n"), "nothing matches"); got == c.match {
				t.Fatalf("%s, %d wide: nothing matches: %v\n%s", c.name, width, got, strings.Join(lines, "\n"))
			}
		}
	}
}

// hiddenWords say what of a list is out of sight.
var hiddenWords = regexp.MustCompile(`^(\d+ above)?( · )?(↓ \d+ more)?\s+`)

// TestAListSaysWhatIsOutOfSight: options above and below those that are seen, beside the
// tally of a long list and in a line of their own without one.
func TestAListSaysWhatIsOutOfSight(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.ASCII()))
	for _, c := range []struct {
		kind   forms.Kind
		of     int
		down   int
		height int
		want   string
	}{
		{forms.MultiSelect, 12, 0, 15, "                                              0 of 12 chosen"},
		{forms.MultiSelect, 12, 0, 14, "     v 1 more                                 0 of 12 chosen"},
		{forms.MultiSelect, 12, 6, 10, "     3 above - v 2 more                       0 of 12 chosen"},
		{forms.MultiSelect, 12, 11, 14, "     1 above                                  0 of 12 chosen"},
		{forms.Select, 12, 11, 9, "     6 above                                        12 of 12"},
		{forms.Select, 8, 0, 10, "     8  option 8"},
		{forms.Select, 8, 0, 9, "     v 2 more"},
		{forms.Select, 8, 7, 9, "     2 above"},
		{forms.Select, 8, 0, 5, "     3  option 3"},
	} {
		f := NewField(th, forms.Question{ID: "q", Text: "Which?", AnswerType: forms.AnswerType{Kind: c.kind, Options: options(c.of)}}, Rules{}, Draft{})
		f, _ = f.Update(Step{c.down})
		d := Prompt{Who: "Assistant", Asks: true, Field: f}.Draw(markdown.New(th, 58), 62, c.height)
		if got := strings.TrimRight(text.Stripped(d.Lines[len(d.Lines)-1]), " "); got != c.want {
			t.Errorf("%s of %d, %d down, %d lines: the last is %q, want %q\n%s", c.kind, c.of, c.down, c.height, got, c.want, strings.Join(d.Lines, "\n"))
		}
	}
}

// TestTheOwnValueIsNotCutInASCII: there the mark of an ellipsis says that something was cut.
func TestTheOwnValueIsNotCutInASCII(t *testing.T) {
	q := forms.Question{ID: "q", Text: "Which?", AnswerType: forms.AnswerType{Kind: forms.Select, Other: true, Options: options(1)}}
	for _, c := range []struct {
		g    text.Glyphs
		want string
	}{{text.Unicode(), "     2  other…"}, {text.ASCII(), "     2  other..."}} {
		th := goldens.Must(text.NewTheme(text.ThemePlain, c.g))
		d := Prompt{Who: "Assistant", Asks: true, Field: NewField(th, q, Rules{}, Draft{})}.Draw(markdown.New(th, 58), 62, 15)
		if last := text.Stripped(d.Lines[len(d.Lines)-1]); last != c.want {
			t.Errorf("the last line is %q, want %q", last, c.want)
		}
	}
}
