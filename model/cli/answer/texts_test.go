package answer

import (
	"encoding/json"
	"testing"

	"parley/store"
)

// TestWhoHasItOpen is told where an answer is on record and the turn cannot be gone on with.
func TestWhoHasItOpen(t *testing.T) {
	const rest = " has the conversation open by now, so nothing goes on from here. If it does not go on there, `parley resume c1 --park --non-interactive` does once that is closed"
	for pid, who := range map[int]string{0: "another process", 12: "process 12"} {
		if got := elsewhereText(&store.LockedError{ID: "c1", PID: pid}); got != "recorded; "+who+rest {
			t.Errorf("%q", got)
		}
	}
}

// TestWhoWasFirst is told to whoever comes later, in words and not in those of the record.
func TestWhoWasFirst(t *testing.T) {
	you := &store.AnsweredBy{By: store.ByUser}
	for _, c := range []struct {
		body store.Body
		want string
	}{
		{store.PermissionResponse{Outcome: "allowed", By: store.ByUser}, "it was answered already: allowed, by you; nothing was changed"},
		{store.InquiryResponse{Outcome: store.Answered, Answer: json.RawMessage(`"a"`), AnsweredBy: you}, `it was answered already: "a", by you; nothing was changed`},
		{store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelCut}, "it is not asked any more: not answered: the call ended first; nothing was changed"},
		{store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelReply, AnsweredBy: you}, "it is not asked any more: you replied; nothing was changed"},
	} {
		if got := firstText(c.body); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}
