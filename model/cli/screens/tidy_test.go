package screens

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"

	"parley/model/cli/process"
)

func TestHowMuchMayBeLeftBehind(t *testing.T) {
	for live, want := range map[uint64]int{0: 100, 10 << 20: 100, 20 << 20: 50, 40 << 20: 25, 1 << 30: 10, 1 << 40: 10} {
		if got := percentOf(live); got != want {
			t.Errorf("of %d bytes: %d %%, want %d", live, got, want)
		}
	}
	kept := make([]byte, 8<<20)
	runtime.GC()
	if got := inUse(); got < 8<<20 || got > 1<<30 {
		t.Errorf("in use: %d", got)
	}
	runtime.KeepAlive(kept)
}

// TestTheCollectorWorksWhileItIsRead, unless the user has configured it.
func TestTheCollectorWorksWhileItIsRead(t *testing.T) {
	was := debug.SetGCPercent(100)
	defer debug.SetGCPercent(was)
	for _, c := range []struct {
		env  []string
		want int
	}{{[]string{"GOGC=70"}, 100}, {nil, whileReading}} {
		tight(&process.Program{Env: c.env})
		if got := debug.SetGCPercent(100); got != c.want {
			t.Errorf("with %v: %d %%, want %d", c.env, got, c.want)
		}
	}
}

// TestWhatTheListTookIsGivenBack: the conversations of the start screen are read, and
// then nothing happens by itself that would make the collector run.
func TestWhatTheListTookIsGivenBack(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	b, saved := newBeginning(t, "")
	m, err := b.Conversation("")
	screenOf(t, m, err)
	before := forced()
	got, err := host{b.session}.Start()
	if err != nil || len(got.Recent) != 1 || got.Recent[0].ID != saved {
		t.Errorf("%+v, %v", got.Recent, err)
	}
	if forced() == before {
		t.Error("nothing was given back")
	}
}

// forced is how often the collector was told to run.
func forced() uint64 {
	all := []metrics.Sample{{Name: "/gc/cycles/forced:gc-cycles"}}
	metrics.Read(all)
	return all[0].Value.Uint64()
}
