package replay

import (
	"runtime"
	"testing"

	"parley/views/pane"
	"parley/views/text"
)

// TestReplayMemory: what a replay of 50,000 events keeps beside the events, once every
// part of it was looked at, stays far below 150 MB.
func TestReplayMemory(t *testing.T) {
	events := 50_000
	if testing.Short() {
		events = 5_000 // which race no less
	}
	l := longLog(t, events)
	theme, err := text.NewTheme(text.ThemeDark, text.Unicode())
	if err != nil {
		t.Fatal(err)
	}
	before := heap()
	p := NewPlayer(PlayerOptions{Theme: theme, Paused: true, Teller: pane.Teller{Took: true}})
	p.Update(reelMsg{of: p, reel: newReel(l)})
	for point := 1; point <= l.Len(); point += 397 {
		p.jump(point)
		p.picture.Old()
		p.View()
	}
	p.jump(l.Len())
	kept := heap() - before
	t.Logf("%d kB beside %d events", kept>>10, l.Len())
	if kept > 40<<20 {
		t.Errorf("it keeps %d MB", kept>>20)
	}
	runtime.KeepAlive(p)
	runtime.KeepAlive(l)
}

// heap is how many bytes are in use.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
