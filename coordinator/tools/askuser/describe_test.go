package askuser

import (
	"encoding/json"
	"testing"
)

func TestDescribe(t *testing.T) {
	for arguments, want := range map[string]string{
		`{"question":"Which one?","answer_type":"text"}`:                           "Which one?",
		`{"questions":[{"id":"a","text":"Where?"},{"id":"b","question":"When?"}]}`: "Where? When?",
		`{"questions":"[{\"text\":\"Held by a string?\"}]"}`:                       "Held by a string?",
		`{"questions":[{"id":"a"},7,null]}`:                                        "",
		`{"questions":[]}`:                                                         "",
		`nothing`:                                                                  "",
	} {
		if got := (asker{}).Describe(json.RawMessage(arguments)); got != want {
			t.Errorf("%s: %q, want %q", arguments, got, want)
		}
	}
}
