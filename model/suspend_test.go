package model

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/store"
)

// TestEveryScreenIsSuspended: Ctrl+Z works wherever the keys go, and what is being
// written there stays.
func TestEveryScreenIsSuspended(t *testing.T) {
	conversation := func(keys ...string) func() *desk {
		return func() *desk { return newDesk(t).write("words").press(keys...) }
	}
	for name, at := range map[string]func() *desk{
		"a conversation": conversation(), "its pane": conversation("tab"), "its search": conversation("tab", "/"),
		"a form": func() *desk { return asked(t, `{"id":"go","text":"Shall we?","answer_type":"boolean"}`) },
		"a form too soon": func() *desk {
			d := asked(t, `{"id":"go","text":"Shall we?","answer_type":"boolean"}`)
			d.model().arm()
			return d
		},
		"a text": func() *desk {
			return asked(t, `{"id":"n","text":"Why?","answer_type":"text"}`).calm("enter").write("words")
		},
		"a first run": func() *desk { return firstRun(t, &fakeBeginning{}) },
		"an address":  func() *desk { return firstRun(t, &fakeBeginning{}).press("1").write("http") },
		"a replay":    func() *desk { return newScreening(t, storyLog(t)) },
		"its field":   func() *desk { return newScreening(t, storyLog(t)).press(":").write("4") },
		"a conversation that is held": func() *desk {
			d := newDesk(t)
			d.m = NewHeld(d.model().shared(), &store.LockedError{ID: "c1"})
			return d.start()
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := at()
			before := d.screen()
			d.press("ctrl+z")
			suspended := 0
			for _, msg := range d.out {
				if _, ok := msg.(tea.SuspendMsg); ok {
					suspended++
				}
			}
			if suspended != 1 || d.screen() != before {
				t.Errorf("suspended %d times; the screen is\n%s\n--- and was\n%s", suspended, d.screen(), before)
			}
		})
	}
}
