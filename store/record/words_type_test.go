package record

import (
	"testing"

	"parley/store"
)

// TestEveryTypeHasWords of its own. A type of a newer program is named as it is.
func TestEveryTypeHasWords(t *testing.T) {
	seen := map[string]string{"": "no type"}
	for _, b := range everyType(t) {
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
	reviewer := &store.AnsweredBy{By: store.ByReviewer}
	for _, c := range []struct {
		body store.Body
		want string
	}{
		{store.TurnEnd{}, "the turn has ended"},
		{store.InquiryResponse{Outcome: store.Answered}, "the question is answered"},
		{store.InquiryResponse{Outcome: store.Redacted}, "the question is answered"},
		{store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelBack}, "you went back"},
		{store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelUser, AnsweredBy: reviewer}, "you stopped the review"},
		{store.PermissionResponse{Outcome: store.PermitAllowed, By: store.ByUser}, "permission is given"},
		{store.PermissionResponse{Outcome: store.PermitEdited, By: store.ByUser}, "permission is given"},
		{store.PermissionResponse{Outcome: store.PermitSkipped, By: store.ByUser}, "you said no"},
		{store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByPolicy}, "the policy said no"},
		{store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByTurnCache}, "you said no, remembered"},
		{store.PermissionResponse{Outcome: store.PermitCancelled, Reason: store.CancelEndTurn, By: store.ByUser}, "you ended the turn"},
	} {
		if got := EventWords(c.body); got != c.want {
			t.Errorf("%+v: %q, want %q", c.body, got, c.want)
		}
	}
}
