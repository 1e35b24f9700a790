package forms

import (
	"encoding/json"
	"testing"
)

// TestSeveralAnswersAreToldApart: one with a comma is not taken for two.
func TestSeveralAnswersAreToldApart(t *testing.T) {
	several := AnswerType{Kind: MultiSelect, Options: []Option{{Value: json.RawMessage(`"logs"`)}, {Value: json.RawMessage(`"cache"`)}, {Value: json.RawMessage(`"logs, cache"`)}}}
	for answer, want := range map[string]string{`["logs","cache"]`: "logs, cache", `["logs, cache"]`: `"logs, cache"`, `[]`: "none"} {
		if got := several.Say(json.RawMessage(answer)); got != want {
			t.Errorf("%s is told as %s, want %s", answer, got, want)
		}
	}
}
