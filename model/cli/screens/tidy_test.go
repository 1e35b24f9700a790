package screens

import (
	"runtime"
	"runtime/debug"
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
