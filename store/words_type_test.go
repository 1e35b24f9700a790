package store

import "testing"

// TestEveryTypeHasWords of its own. A type of a newer program is named as it is.
func TestEveryTypeHasWords(t *testing.T) {
	seen := map[string]string{"": "no type"}
	for _, b := range bodies() {
		tag := b.Type()
		words := typeWords(tag)
		if other, twice := seen[words]; twice {
			t.Errorf("%s: %q is what %s says", tag, words, other)
		}
		seen[words] = tag
	}
	for tag, want := range map[string]string{
		"turn_end": "the turn has ended", "chat_request": "a message", "inquiry_response": "the question is answered",
		"undone": "changes are undone", "frobnicate": "frobnicate", "": "",
	} {
		if got := TypeWords(tag); got != want {
			t.Errorf("%q: %q, want %q", tag, got, want)
		}
	}
}

// TestADecisionIsNamedByItsOutcome, and any other event by its type.
func TestADecisionIsNamedByItsOutcome(t *testing.T) {
	reviewer := &AnsweredBy{By: ByReviewer}
	for _, c := range []struct {
		body Body
		want string
	}{
		{TurnEnd{}, "the turn has ended"},
		{InquiryResponse{Outcome: Answered}, "the question is answered"},
		{InquiryResponse{Outcome: Redacted}, "the question is answered"},
		{InquiryResponse{Outcome: Cancelled, Reason: CancelBack}, "you went back"},
		{InquiryResponse{Outcome: Cancelled, Reason: CancelUser, AnsweredBy: reviewer}, "you stopped the review"},
		{PermissionResponse{Outcome: PermitAllowed, By: ByUser}, "permission is given"},
		{PermissionResponse{Outcome: PermitEdited, By: ByUser}, "permission is given"},
		{PermissionResponse{Outcome: PermitSkipped, By: ByUser}, "you said no"},
		{PermissionResponse{Outcome: PermitDenied, By: ByPolicy}, "the policy said no"},
		{PermissionResponse{Outcome: PermitDenied, By: ByTurnCache}, "you said no, remembered"},
		{PermissionResponse{Outcome: PermitCancelled, Reason: CancelEndTurn, By: ByUser}, "you ended the turn"},
	} {
		if got := EventWords(c.body); got != c.want {
			t.Errorf("%+v: %q, want %q", c.body, got, c.want)
		}
	}
}
