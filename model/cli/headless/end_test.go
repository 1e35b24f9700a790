package headless

import (
	"testing"
	"time"

	"parley/model/cli/session"
)

// TestWhatIsWaitedForAtTheEndLeavesTimeToEnd: a program that is told to end does so within 200 ms,
// and what does not end with it is waited for twice.
func TestWhatIsWaitedForAtTheEndLeavesTimeToEnd(t *testing.T) {
	if all := graceTime + session.StopLimit; all > 150*time.Millisecond {
		t.Errorf("%v", all)
	}
}
