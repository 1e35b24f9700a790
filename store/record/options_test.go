package record

import (
	"encoding/json"
	"testing"

	"parley/forms"
)

// TestTheBlanksOfAnOptionAreSeen in the words of the option and in those of the answer, where its
// value has any that a reader would lose.
func TestTheBlanksOfAnOptionAreSeen(t *testing.T) {
	options := []forms.Option{
		{Value: json.RawMessage(`"keep"`)}, {Value: json.RawMessage(`"keep "`)}, {Value: json.RawMessage(`"x y"`)}, {Value: json.RawMessage(`"x  y"`)},
		{Value: json.RawMessage(`" "`)}, {Value: json.RawMessage(`"keep␠"`)}, {Value: json.RawMessage(`"b "`), Label: "B"}, {Value: json.RawMessage(`"c d"`), Label: "C  D"},
		{Value: json.RawMessage(`2`), Label: "two  of them"},
	}
	want := []string{"keep", "keep␠", "x y", "x␠␠y", "␠", "keep<U+2420>", "B (b␠)", "C  D", "two  of them (2)"}
	for i, o := range options {
		if got := OptionWords(o); got != want[i] {
			t.Errorf("%s: %q, want %q", o.Value, got, want[i])
		}
		for kind, answer := range map[forms.Kind]string{forms.Select: string(o.Value), forms.MultiSelect: "[" + string(o.Value) + "]"} {
			a := forms.AnswerType{Kind: kind, Options: options}
			if line, all := AnswerInLine(a, json.RawMessage(answer)), AnswerWords(a, json.RawMessage(answer)); line != want[i] || all != want[i] {
				t.Errorf("%s %s: %q and %q, want %q", kind, answer, line, all, want[i])
			}
		}
	}
	several := forms.AnswerType{Kind: forms.MultiSelect, Options: options, Other: true}
	for answer, want := range map[string]string{`["keep ","x y","mine "]`: "keep␠, x y, mine␠", `[]`: "none"} {
		if got := AnswerInLine(several, json.RawMessage(answer)); got != want {
			t.Errorf("%s: %q, want %q", answer, got, want)
		}
	}
	for _, a := range []forms.AnswerType{{Kind: forms.Boolean}, {Kind: forms.Text}, {Kind: forms.Select}} {
		for _, answer := range []string{"null", "true"} {
			if got, want := AnswerInLine(a, json.RawMessage(answer)), a.Say(json.RawMessage(answer)); got != want {
				t.Errorf("%s %s: %q, want %q", a.Kind, answer, got, want)
			}
		}
	}
}
