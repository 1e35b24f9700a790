package export

import (
	"strings"
	"testing"
	"time"

	"parley/forms"
	"parley/store"
	"parley/store/record"
)

// TestMarksOfAStrangerInWhatWasAllowed: a mark that really stands in a command, an argument or a
// change is a number wherever a decision is shown; those of a call's result stay.
func TestMarksOfAStrangerInWhatWasAllowed(t *testing.T) {
	user := &store.AnsweredBy{By: store.ByUser}
	s := logOf(t, store.TurnStart{}, store.ChatRequest{Text: "x"},
		store.ToolCallRequest{Response: "r", ID: "c", Name: "run_command", Arguments: raw(`{"command":"echo a␠\necho b\tc␛"}`)},
		store.ResponseEnd{Response: "r", Calls: 1, Model: "m"},
		store.PermissionRequest{ID: "p", Call: "c", Kind: store.PermitRun, Tool: "run_command", Text: "echo a␠ … (2 lines)", Arguments: raw(`{"command":"echo a␠\necho b\tc␛"}`)},
		store.PermissionResponse{ID: "p", Outcome: store.PermitAllowed, By: store.ByUser, Scope: store.ScopeOnce},
		store.ToolStarted{ID: "c", Run: 1},
		store.InquiryRequest{ID: "q", Call: "c", Source: store.Source{Source: "tool", Name: "t"}, Question: forms.Question{ID: "apply", Text: "Apply?",
			Context: "```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a␉\n+b␛\n```", AnswerType: forms.AnswerType{Kind: forms.Boolean}}},
		store.InquiryResponse{ID: "q", Outcome: store.Answered, Answer: raw("true"), AnsweredBy: user},
		store.ToolCallResponse{ID: "c", Content: "said"})
	for format, write := range writers() {
		var b strings.Builder
		if err := write(&b, s, Options{Now: time.Time{}}); err != nil {
			t.Fatal(err)
		}
		if format == "json" {
			continue // it has the text as it is
		}
		for line := range strings.Lines(b.String()) {
			if strings.ContainsAny(line, "␠␛") || strings.Contains(line, "a␉") {
				t.Errorf("%s: %s", format, line)
			}
		}
		for _, want := range []string{"echo b␉c", "2420", "241B", "2409"} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s lacks %s", format, want)
			}
		}
	}
}

// TestADecisionThatDoesNotFit is called one, and not an event that is not known.
func TestADecisionThatDoesNotFit(t *testing.T) {
	got := markWords(&record.Mark{Body: store.Unchained{Decision: store.Undone{}}})
	if want := "A decision that does not fit the one before it, so that it does not count: changes are undone"; got != want {
		t.Errorf("got %q", got)
	}
}
