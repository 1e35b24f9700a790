package forms

import (
	"encoding/json"
	"testing"
)

func TestWordsOfOptions(t *testing.T) {
	a := AnswerType{Kind: Select, Options: []Option{
		{Value: json.RawMessage(`"eu-1"`), Label: "Europe"}, {Value: json.RawMessage(`"a \"b\""`)}, {Value: json.RawMessage(`2.0`)}, {Value: json.RawMessage(`true`)},
	}}
	for i, want := range []string{"Europe (eu-1)", `a "b"`, "2.0", "true"} {
		if got := a.Options[i].Words(); got != want {
			t.Errorf("option %d reads %q, not %q", i, got, want)
		}
	}
	for value, want := range map[string]string{
		`"eu-1"`: "Europe (eu-1)", `"\u0065u-1"`: "Europe (eu-1)", `2`: "2.0", `"own"`: "own", `3`: "3", `"2"`: "2",
	} {
		if got := a.Words(json.RawMessage(value)); got != want {
			t.Errorf("%s reads %q, not %q", value, got, want)
		}
	}
}

// TestALabelDoesNotHideItsValue: whoever asks writes both, and the value is the answer.
func TestALabelDoesNotHideItsValue(t *testing.T) {
	for _, c := range []struct{ value, label, want string }{
		{`"delete"`, "No, keep", "No, keep (delete)"}, {`true`, "No", "No (true)"}, {`false`, "yes", "yes (false)"},
		{`true`, "Yes", "Yes"}, {`false`, "no", "no"}, {`"true"`, "Yes", "Yes (true)"}, {`"1"`, "-1", "-1 (1)"}, {`-1`, "1", "1 (-1)"},
		{`15`, "1.5", "1.5 (15)"}, {`1`, "2", "2 (1)"}, {`"no"`, "n,o", "n,o (no)"}, {`"a-1"`, "a1", "a1 (a-1)"},
		{`"good-morning"`, "Good morning.", "Good morning."}, {`"good_morning"`, "Good morning!", "Good morning!"}, {`"!"`, ".", ". (!)"}, {`"x"`, "x\u200b", "x\u200b (x)"},
	} {
		if got := (Option{Value: json.RawMessage(c.value), Label: c.label}).Words(); got != c.want {
			t.Errorf("%s with the label %q reads %q, not %q", c.value, c.label, got, c.want)
		}
	}
}
