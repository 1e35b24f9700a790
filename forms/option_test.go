package forms

import (
	"encoding/json"
	"testing"
)

func TestWordsOfOptions(t *testing.T) {
	a := AnswerType{Kind: Select, Options: []Option{
		{Value: json.RawMessage(`"eu-1"`), Label: "Europe"}, {Value: json.RawMessage(`"a \"b\""`)}, {Value: json.RawMessage(`2.0`)}, {Value: json.RawMessage(`true`)},
	}}
	for i, want := range []string{"Europe", `a "b"`, "2.0", "true"} {
		if got := a.Options[i].Words(); got != want {
			t.Errorf("option %d reads %q, not %q", i, got, want)
		}
	}
	for value, want := range map[string]string{
		`"eu-1"`: "Europe", `"\u0065u-1"`: "Europe", `2`: "2.0", `"own"`: "own", `3`: "3", `"2"`: "2",
	} {
		if got := a.Words(json.RawMessage(value)); got != want {
			t.Errorf("%s reads %q, not %q", value, got, want)
		}
	}
}
