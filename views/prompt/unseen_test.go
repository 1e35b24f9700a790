package prompt

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/forms"
	"parley/views/markdown"
	"parley/views/text"
)

// TestWhatIsOutOfSightOfAnAnswerIsTold: who asks may have filled it in, so that Enter gives what nobody
// saw.
func TestWhatIsOutOfSightOfAnAnswerIsTold(t *testing.T) {
	th := plainTheme(t)
	long := string(quote("I agree to all." + strings.Repeat("\n", 40) + "feature/login"))
	names, values := []string{}, []string{}
	for _, name := range strings.Split("abcdefghijklmnopqrstuvwxyz", "") {
		names, values = append(names, `"`+name+`":{"type":"boolean"}`), append(values, `"`+name+`":false`)
	}
	many := forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage(`{"type":"object","properties":{` + strings.Join(names, ",") + `}}`)}
	one := forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage(`{"type":"object","properties":{"name":{"type":"string"},"tasks":{"type":"array","items":{"enum":["lint all of the sources twice","wipe production and what else there is","z"]}}}}`)}
	filled := json.RawMessage(`{"name":"I agree to all.` + strings.Repeat(" ", 100) + `bob","tasks":["wipe production and what else there is","z"]}`)
	for name, c := range map[string]struct {
		kind    forms.AnswerType
		preset  json.RawMessage
		context string
		want    []string
	}{
		"a text":                 {forms.AnswerType{Kind: forms.Text}, json.RawMessage(long), "", []string{"feature/login", " above"}},
		"a text below a context": {forms.AnswerType{Kind: forms.Text}, json.RawMessage(long), strings.Repeat("a\n\n", 50), []string{"feature/login", " above"}},
		"a long number":          {forms.AnswerType{Kind: forms.Number}, json.RawMessage(strings.Repeat("1", 2000)), "", []string{" above"}},
		"many fields":            {many, json.RawMessage("{" + strings.Join(values, ",") + "}"), "", []string{"↓ ", " more"}},
		"a field":                {one, filled, "", []string{"│ …", "bob"}},
		"several of a list":      {one, filled, "", []string{"z  2 chosen"}},
	} {
		for _, size := range [][2]int{{80, 24}, {40, 12}} {
			q := forms.Question{ID: "a", Text: "Which?", Context: c.context, AnswerType: c.kind, Default: c.preset}
			p := Prompt{Who: "x", Hints: hints("Enter", "submit"), Field: NewField(th, q, Rules{Direct: true}, Draft{})}
			got := text.Stripped(strings.Join(p.Draw(markdown.New(th, text.TextWidth(size[0])), size[0], size[1]).Lines, "\n"))
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("%s at %v has no %q:\n%s", name, size, want, got)
				}
			}
		}
	}
}

// TestWhatIsOutOfSightOfArgumentsIsTold where they are changed before the call runs.
func TestWhatIsOutOfSightOfArgumentsIsTold(t *testing.T) {
	for n, want := range map[int]string{60: " above", 40_000: "↑"} {
		p := NewPermission(plainTheme(t), Permission{Tool: "t", Text: "t", MustEdit: true, Arguments: json.RawMessage(`{"a":[` + strings.Repeat("1,", n) + `2]}`)})
		p, _ = p.Update(OpenMenu{})
		p, _ = p.Update(EditFirst{})
		if got := text.Stripped(strings.Join(p.Draw(60, 12).Lines, "\n")); !strings.Contains(got, want) {
			t.Errorf("nothing says that there is more:\n%s", got)
		}
	}
}

// TestAFieldHoldsWhatIsDrawn, also one that the cursor was never in. An emoji of several parts stays.
func TestAFieldHoldsWhatIsDrawn(t *testing.T) {
	kind := forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage(`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}`)}
	for given, want := range map[string]string{
		"main\U000E0061\U000E006C\u200b\u202e": "main",
		"main 👩‍👧":                             "main 👩‍👧",
	} {
		q := forms.Question{ID: "a", Text: "Which?", AnswerType: kind, Default: json.RawMessage(`{"a":"x","b":` + string(quote(given)) + `}`)}
		f := NewField(plainTheme(t), q, Rules{Direct: true}, Draft{})
		_, act := f.Update(Confirm{})
		a, is := act.(Answered)
		var got struct{ B string }
		if !is || json.Unmarshal(a.Value, &got) != nil || got.B != want {
			t.Errorf("%q is given as %q, not %q", given, got.B, want)
		}
	}
}

// TestWhatIsFilledInIsWhatIsGiven: a default can hold code points that are no characters yet, for which some terminals
// draw nothing. A text has none of them, and JSON has them as escapes. What the user gave before is theirs.
func TestWhatIsFilledInIsWhatIsGiven(t *testing.T) {
	th := plainTheme(t)
	free := forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage(`{}`)}
	flat := forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage(`{"type":"object","properties":{"x":{"type":"string","default":"te\u0378st"}}}`)}
	for name, c := range map[string]struct {
		kind   forms.AnswerType
		preset string
		given  string
		want   string
	}{
		"a text":            {forms.AnswerType{Kind: forms.Text}, `"te\u0378st.sh"`, "", "test.sh"},
		"a text given":      {forms.AnswerType{Kind: forms.Text}, "", `"te\u0378st.sh"`, "te\u0378st.sh"},
		"JSON":              {free, `{"k\u0378":"pr\u0378od"}`, "", "{\n  \"k\\u0378\": \"pr\\u0378od\"\n}"},
		"a field":           {flat, "", "", "test"},
		"a field of a form": {flat, `{"x":"pr\u0378od"}`, "", "{\n  \"x\": \"pr\\u0378od\"\n}"},
	} {
		q := forms.Question{ID: "a", Text: "Which?", AnswerType: c.kind}
		if c.preset != "" {
			q.Default = json.RawMessage(c.preset)
		}
		f := NewField(th, q, Rules{Direct: true, Given: json.RawMessage(c.given)}, Draft{})
		if got := f.text.Whole(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
