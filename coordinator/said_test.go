package coordinator

import (
	"encoding/json"
	"slices"
	"testing"

	"parley/forms"
)

// What the program says itself above a question that is asked again is known to whoever
// compares the question with what it would be.
func TestWhatIsSaidBeforeIsKnown(t *testing.T) {
	for kind, value := range map[forms.Kind]string{forms.Boolean: "true", forms.Text: `"x"`, forms.Select: `1`} {
		q := forms.Question{AnswerType: forms.AnswerType{Kind: kind}}
		if said := askedAgainText(q, json.RawMessage(value)); !slices.Contains(saidBefore(q), said) {
			t.Errorf("%s: %q", kind, said)
		}
	}
	no := forms.Question{AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	if said := askedAgainText(no, json.RawMessage("false")); !slices.Contains(saidBefore(no), said) {
		t.Errorf("a no: %q", said)
	}
}
