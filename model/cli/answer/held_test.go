package answer

import (
	"context"
	"testing"
	"time"

	"parley/coordinator"
	"parley/model/cli/socket"
	"parley/store"
)

// TestWhoAnswersIsToldThatTheHolderTakesItsTime: one that has lent its terminal to an editor takes the
// answer when that has ended.
func TestWhoAnswersIsToldThatTheHolderTakesItsTime(t *testing.T) {
	r := newRaceTrack(t)
	srv, err := socket.Serve(r.run, raced, "NO_SUCH_MARK=1", nil)
	if err != nil {
		t.Fatal(err)
	}
	h, told, waits := r.racer(t, "slow", nil), make(chan struct{}), time.Duration(0)
	h.slow = func() { close(told) }
	h.after = func(d time.Duration, f func()) *time.Timer { waits = d; return time.AfterFunc(0, f) }
	go func() {
		<-told
		(<-srv.Inputs()).(coordinator.Sent).Told(coordinator.Taken{Done: true})
	}()
	taken, err := h.Answer(context.Background(), r.digest, coordinator.Act{Do: coordinator.ActPermit, Outcome: store.PermitAllowed}, store.Via{Said: "slow"})
	if err != nil || !taken.Done || waits != soon {
		t.Errorf("%+v, %v, told after %v", taken, err, waits)
	}
	want := "the program that has c1 open has not taken the answer yet; if an editor is open there, it does so when that ends"
	if got := slowText("c1"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if err := srv.Close(); err != nil {
		t.Error(err)
	}
}
