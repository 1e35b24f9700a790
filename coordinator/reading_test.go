package coordinator

import (
	"context"
	"encoding/json"
	"runtime"
	"strings"
	"testing"
	"time"

	"parley/providers"
	"parley/store"
)

// TestLongArgumentsAreReadWhereTheyArrive: what checks them later, while a key waits, finds what is
// known of them, and copies it at most.
func TestLongArgumentsAreReadWhereTheyArrive(t *testing.T) {
	const long = 1 << 20
	written := func(letter string) string { return `{"path": "` + strings.Repeat(letter, long) + `"}` }
	tools := storyTools()
	checks := func(arguments json.RawMessage) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := tools.Check("reader", arguments); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if b := checks(recordedArguments(written("x"))); b < 4*long {
		t.Fatalf("a check takes %d bytes: nothing can be told from that", b)
	}
	done := ModelDone{Response: providers.Response{Calls: []providers.Call{{ID: "c", Name: "reader", Arguments: written("y")}}}}
	said, rest := reading(tools, "/work", result(done))(context.Background())
	if said.(ModelDone).Response.Calls[0].ID != "c" || rest != nil {
		t.Fatalf("%v became %v", done, said)
	}
	ready := said.(ModelDone).recorded(0)
	if b := checks(ready); b > 3*long {
		t.Errorf("once it has arrived, a check takes %d bytes", b)
	}
	request := store.ToolCallRequest{Response: "1.1", ID: "c", Name: "reader", Arguments: ready}
	ev, err := store.New(store.Head{V: store.Version, Seq: 1, ID: "e1", Time: time.Unix(1_900_000_000, 0), Conversation: "c1", Turn: 1}, request)
	if got := ev.Body.(store.ToolCallRequest).Arguments; err != nil || &got[0] != &ready[0] {
		t.Errorf("the record holds other bytes than those that were read (%v)", err)
	}
}
