package conversation

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/teatest/desk"
)

// TestThePlaceIsLookedUpOnceAtTheStart: the branch is looked up when a turn ends, but not
// for turns that had ended before a conversation was opened.
func TestThePlaceIsLookedUpOnceAtTheStart(t *testing.T) {
	var o Options
	d := newDesk(t, func(_ *desk.Desk, given *Options) { o = *given }).Start()
	for n := range 3 {
		d.Write("go").Press("enter")
		d.Say(desk.Finished("Done."))
		if want := n + 2; d.Host.Looked != want {
			t.Errorf("after %d turns it was looked up %d times, want %d", n+1, d.Host.Looked, want)
		}
	}
	d.Host.Looked = 0
	d.Top = New(o)
	if d.Start(); d.Host.Looked != 1 {
		t.Errorf("opened again, it was looked up %d times", d.Host.Looked)
	}
}

// TestWhatWaitsElsewhereIsCountedAtRest: what another process asks stands in the status line
// with nothing done here; many looks at once leave one timer, and a long look makes them rare.
func TestWhatWaitsElsewhereIsCountedAtRest(t *testing.T) {
	d := newDesk(t).Start()
	d.Pass(time.Minute)
	d.Host.WaitsElsewhere = 2
	d.Pass(elsewhereEvery)
	if got := d.Bottom(1); !strings.Contains(got, "2 wait elsewhere") {
		t.Errorf("the status is %q", got)
	}
	d.Host.WaitsElsewhere = 0
	d.Pass(elsewhereEvery)
	if got := d.Bottom(1); strings.Contains(got, "elsewhere") {
		t.Errorf("the status is %q", got)
	}
	for range 5 {
		d.Send(tea.FocusMsg{})
	}
	d.Pass(elsewhereEvery)
	if len(d.Timers) != 1 || timers(d) != 0 {
		t.Errorf("%d timers run", len(d.Timers))
	}
	m := modelOf(d)
	d.Timers = nil
	d.Send(elsewhereMsg{m.others.looks, 1, time.Second})
	if x := d.Timers; len(x) != 1 {
		t.Fatalf("%d timers run", len(x))
	}
	d.Host.WaitsElsewhere = 3
	d.Pass(elsewhereShare*time.Second - 1)
	if got := d.Bottom(1); !strings.Contains(got, "1 waits elsewhere") {
		t.Errorf("after a long look another one came early: %q", got)
	}
	d.Pass(1)
	if got := d.Bottom(1); !strings.Contains(got, "3 wait elsewhere") {
		t.Errorf("the status is %q", got)
	}
}
