package model

import (
	"fmt"
	"testing"

	"parley/coordinator"
	"parley/store"
)

// TestWhatEnterDoesInAnInterruptedTurn: with a draft it sends the draft, and the
// status does not say otherwise.
func TestWhatEnterDoesInAnInterruptedTurn(t *testing.T) {
	var log store.Log
	for i, line := range []string{`"type":"turn_start"`, `"type":"chat_request","text":"go"`} {
		ev, err := store.Decode([]byte(fmt.Sprintf(`{"v":1,"seq":%d,"event":"e%d","time":"2026-11-21T12:00:00Z","conversation":"c1","turn":1,%s}`, i+1, i+1, line)))
		if err != nil {
			t.Fatal(err)
		}
		log = log.Append(ev)
	}
	d := newDesk(t, func(_ *desk, o *Options) {
		s := o.Shell
		o.Shell = coordinator.NewShell(t.Context(), s.World, s.State().Env, "c1", log)
	}).start()
	d.sees(" interrupted; Enter goes on, Ctrl+C ends the turn · small                    go")
	d.write("and then")
	d.sees(" › and then\n Enter send   Shift+Enter new line\n" +
		" interrupted; Enter goes on once nothing is written here · small             go")
	d.press("enter")
	d.sees(" Enter go on with the interrupted turn   / commands   @ files   ? help\n" +
		" interrupted; Enter goes on, Ctrl+C ends the turn, 1 message queued (↑ edits it)")
}
