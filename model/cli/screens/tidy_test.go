package screens

import (
	"runtime"
	"testing"
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
