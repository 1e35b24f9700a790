package coordinator

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"parley/coordinator/guards"
	"parley/store"
)

// TestALineThatChangesNothingIsNotWritten: what is owed stays owed if the fold ignores the line
// that was to settle it. Here two calls have one id, which no record leads to, so that the end of
// the first is taken for the second's.
func TestALineThatChangesNothingIsNotWritten(t *testing.T) {
	same := newCalls([]Call{{ID: "a", Name: "nowhere"}, {ID: "a", Name: "nowhere"}})
	was := State{more: true, Folded: Folded{Conversation: "c1", Seq: 7, Turns: 1, Stack: []Turn{{N: 1, Complete: true, Responses: 1, Calls: same, History: &guards.History{}}}}}
	state, did := Step(was, Msg{Time: time.Unix(1_900_000_000, 0), Nonce: "n", Body: Settling{}})
	const want = `this conversation cannot go on from here: the line "tool_call_response" would follow again and again and change nothing, ` +
		`so it was not written. That is a fault of Parley. Go on from an earlier message: /fork`
	if did.Err == nil || did.Err.Error() != want {
		t.Fatalf("told %v, want %s", did.Err, want)
	}
	if len(did.Events) > 0 || did.More || !reflect.DeepEqual(state, was) {
		t.Errorf("%d lines are to be written, more %v, and the state changed", len(did.Events), did.More)
	}
}

// TestLinesThatTakeTurnsEnd: a few lines that follow from each other without end are found, and
// lines that only look alike are none.
func TestLinesThatTakeTurnsEnd(t *testing.T) {
	for period := 1; period <= 4; period++ {
		var a again
		n := 0
		for ; !a.alike(); n++ {
			if n > 100 {
				t.Fatalf("%d lines that take turns go on", period)
			}
			a = a.with(store.ToolStarted{ID: "a", Run: n % period})
		}
		if n != period+mostAlike+1 {
			t.Errorf("%d lines that take turns end after %d", period, n)
		}
	}
	var a again
	for i := range 1000 {
		if a = a.with(store.ToolStarted{ID: fmt.Sprint("call_", i/2), Run: 1}); a.alike() {
			t.Fatalf("pairs end after %d", i)
		}
	}
}
