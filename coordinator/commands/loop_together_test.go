package commands

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"parley/coordinator"
	"parley/providers"
	"parley/store"
)

// TestWhatARunBeginsWithIsWrittenTogether: whoever ends the program after the first line finds the
// message on record as well, and after a disk that was full too.
func TestWhatARunBeginsWithIsWrittenTogether(t *testing.T) {
	for _, fails := range []int{0, 2} {
		b := newBench(t, allow, providers.Response{Text: "done"})
		b.disk.fails = fails
		var first []store.Event
		b.loop.Shell.World.Written = func(all []store.Event) {
			if first == nil {
				first = all
			}
		}
		b.loop.Run(context.Background(), coordinator.Opened{}, coordinator.Changed{Delta: store.ConfigDelta{Set: map[string]json.RawMessage{"a": json.RawMessage("1")}}},
			coordinator.Submitted{ID: "m", Text: "go"})
		if len(first) != 4 || first[0].Body.Type() != "config_delta" || first[3].Body.Type() != "chat_request" {
			t.Errorf("%d failed: the first lines are %v", fails, first)
		}
		if got, want := b.types(), "config_delta workspace turn_start chat_request chat_response response_end turn_ending turn_end"; got != want {
			t.Errorf("got %s", got)
		}
	}
}

// TestAnAskEndsBeforeTheNextBegins: two beside each other would both read from the terminal, and each
// would leave it as it found it, which is as the other one had set it.
func TestAnAskEndsBeforeTheNextBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asking atomic.Int32
		elsewhere := make(chan coordinator.Input)
		ask := func(ctx context.Context, p coordinator.Prompt) coordinator.Input {
			if asking.Add(1) > 1 {
				t.Error("two prompts at once")
			}
			defer asking.Add(-1)
			skipped := coordinator.Permitted{Key: p.Key, Outcome: store.PermitSkipped}
			if p.Of == 1 {
				return skipped
			}
			elsewhere <- skipped
			<-ctx.Done()
			synctest.Wait()
			return nil
		}
		b := newBench(t, ask, calls("one", "two"), providers.Response{Text: "done"})
		b.loop.Outside = elsewhere
		b.loop.Run(context.Background(), coordinator.Opened{}, coordinator.Submitted{ID: "m", Text: "go"})
		if b.loop.Left() || !strings.HasSuffix(b.types(), "turn_end") {
			t.Errorf("it ended with %s", b.types())
		}
	})
}
