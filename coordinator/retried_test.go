package coordinator

import (
	"testing"
	"time"

	"parley/providers"
	"parley/store"
)

// TestEachRetryIsOnRecord: what the user is told about a request that fails again and
// again, in one count with the failure that ends it; the request continues meanwhile.
func TestEachRetryIsOnRecord(t *testing.T) {
	s := newStory(t, 1)
	s.send(Opened{})
	s.send(Submitted{ID: "m", Text: "go"})
	key := s.effect("model")
	for n := 1; n <= 2; n++ {
		s.send(ModelSaid{Key: key, Delta: providers.Retrying{Attempt: n, Max: 3, Wait: time.Duration(n) * time.Second, Reason: "the server is busy."}})
		if s.effect("model") != key || s.starts[key] != 1 {
			t.Errorf("the request was made anew: %v", s.starts)
		}
	}
	s.send(ModelSaid{Key: CallModel{Turn: 1, Response: "1.9", Try: 1}.Key(), Delta: providers.Retrying{Attempt: 1, Max: 3, Reason: "of a request that is gone"}})
	s.send(ModelSaid{Key: key, Delta: providers.TextDelta{Text: "It begins"}})
	s.send(ModelBroke{Key: key, Error: "It broke.", Transient: true})
	s.send(ModelBroke{Key: s.effect("model"), Error: "It broke again."})
	want := []store.ModelFailed{
		{Response: "1.1", Try: 1, Error: "Attempt 1 of 3 failed: the server is busy. Trying again in 1s.", Retried: true},
		{Response: "1.1", Try: 2, Error: "Attempt 2 of 3 failed: the server is busy. Trying again in 2s.", Retried: true},
		{Response: "1.1", Try: 3, Error: "It broke."},
		{Response: "1.1", Try: 4, Error: "It broke again.", Final: true},
	}
	for _, ev := range s.disk {
		if b, ok := ev.Body.(store.ModelFailed); ok {
			if len(want) == 0 || b != want[0] {
				t.Errorf("%+v, want %+v", b, want)
				return
			}
			want = want[1:]
		}
	}
	if len(want) > 0 {
		t.Errorf("not on record: %+v", want)
	}
}
