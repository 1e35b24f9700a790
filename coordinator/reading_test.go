package coordinator

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"parley/providers"
)

// TestLongArgumentsAreReadWhereTheyArrive: what checks them later, while a key waits, finds what is
// known of them, and copies it at most.
func TestLongArgumentsAreReadWhereTheyArrive(t *testing.T) {
	const long = 1 << 20
	written := func(letter string) string { return `{"path": "` + strings.Repeat(letter, long) + `"}` }
	tools := storyTools()
	checks := func(arguments string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := tools.Check("reader", recordedArguments(arguments)); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if b := checks(written("x")); b < 4*long {
		t.Fatalf("a check takes %d bytes: nothing can be told from that", b)
	}
	done := ModelDone{Response: providers.Response{Calls: []providers.Call{{ID: "c", Name: "reader", Arguments: written("y")}}}}
	if said, rest := reading(tools, result(done))(context.Background()); said.(ModelDone).Response.Calls[0].ID != "c" || rest != nil {
		t.Fatalf("%v became %v", done, said)
	}
	if b := checks(written("y")); b > 3*long {
		t.Errorf("once it has arrived, a check takes %d bytes", b)
	}
}
