package prompt

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/forms"
	"parley/views/markdown"
	"parley/views/text"
)

// TestWhatIsFilledInWithLookAlikesIsSpelledBelow: who asks may have filled in a name that is another than it seems to be.
func TestWhatIsFilledInWithLookAlikesIsSpelledBelow(t *testing.T) {
	th := plainTheme(t)
	words := forms.AnswerType{Kind: forms.Text}
	rows := forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage(`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}`)}
	const below = "letters that only look Latin: "
	for name, c := range map[string]struct {
		kind   forms.AnswerType
		filled string
		typed  string
		want   string // "" for no such line
	}{
		"a word":              {words, `"t\u0435st.sh"`, "", "t<U+0435>st.sh"},
		"more was typed":      {words, `"t\u0435st.sh"`, "x", "t<U+0435>st.shx"},
		"one of several":      {words, `"run t\u0435st.sh and pr\u043ed, t\u0435st.sh"`, "", "pr<U+043E>d, t<U+0435>st.sh"},
		"a row":               {rows, `{"a":"plain","b":"t\u0435st.sh now"}`, "", "t<U+0435>st.sh"},
		"JSON":                {forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage("{}")}, "{\"a\":[\"t\u0435st.sh\"]}", "", "t<U+0435>st.sh"},
		"JSON with escapes":   {forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage("{}")}, `{"a":["t\u0435st.sh"]}`, "", ""},
		"a word of a script":  {words, `"\u0442\u0435\u0441\u0442 test.sh"`, "", ""},
		"what the user wrote": {words, `"test"`, " t\u0435st.sh", ""},
		"nothing":             {words, "", "t\u0435st.sh", ""},
		"a secret":            {forms.AnswerType{Kind: forms.Secret}, "", "t\u0435st.sh", ""},
	} {
		q := forms.Question{ID: "a", Text: "Which?", AnswerType: c.kind, Default: json.RawMessage(c.filled)}
		f := NewField(th, q, Rules{Direct: true}, Draft{})
		if c.typed != "" {
			f, _ = f.Update(Insert{c.typed})
		}
		p := Prompt{Who: "x", Hints: hints("Enter", "submit"), Field: f}
		got := ""
		for _, line := range p.Draw(markdown.New(th, text.TextWidth(80)), 80, 24).Lines {
			if _, said, is := strings.Cut(strings.TrimSpace(text.Stripped(line)), below); is {
				got = said
			}
		}
		if got != c.want {
			t.Errorf("%s: %q is spelled below, want %q", name, got, c.want)
		}
	}
}

// TestADefaultInTheMenuIsSpelled there, where it is not written in.
func TestADefaultInTheMenuIsSpelled(t *testing.T) {
	th := plainTheme(t)
	q := forms.Question{ID: "a", Text: "Which?", AnswerType: forms.AnswerType{Kind: forms.Text}, Default: json.RawMessage(`"t\u0435st.sh"`)}
	p := Prompt{Who: "x", Hints: hints("Enter", "submit"), Field: NewField(th, q, Rules{}, Draft{})}
	got := text.Stripped(strings.Join(p.Draw(markdown.New(th, text.TextWidth(80)), 80, 24).Lines, "\n"))
	if !strings.Contains(got, `Answer       (default: "t<U+0435>st.sh")`) {
		t.Error(got)
	}
}
