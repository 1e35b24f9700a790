package replay

import (
	"parley/store"
	"parley/views/pane"
	"testing"
	"time"
)

// TestALostAnswerIsNobodys: a repair closed the permission, and did not decide it.
func TestALostAnswerIsNobodys(t *testing.T) {
	x := store.Exchange{Permission: &store.PermissionRequest{ID: "c.run", Text: "ls"}, Asked: time.Unix(0, 0), Closed: time.Unix(1, 0),
		Permitted: &store.PermissionResponse{ID: "c.run", Outcome: store.PermitCancelled, Reason: store.CancelLost, By: store.ByPolicy}}
	if d := (pane.Teller{}).Decision(x); d.Answer != "the answer was lost with a damaged line of the file" || d.Who != "" {
		t.Errorf("%q, by %q", d.Answer, d.Who)
	}
	if got, want := replayedText(x), "the answer was lost with a damaged line of the file, after 1 s"; got != want {
		t.Errorf("replayed as %q, want %q", got, want)
	}
}
