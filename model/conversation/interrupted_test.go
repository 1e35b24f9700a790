package conversation

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parley/coordinator"
	"parley/model/kit"
	"parley/providers"
	"parley/store"
	"parley/teatest/desk"
)

// withLog is the desk of a conversation that was saved.
func withLog(t *testing.T, lines ...string) *desk.Desk {
	t.Helper()
	var log store.Log
	for i, line := range lines {
		ev, err := store.Decode([]byte(fmt.Sprintf(`{"v":1,"seq":%d,"event":"e%d","time":"2026-11-21T12:00:00Z","conversation":"c1","turn":1,%s}`, i+1, i+1, line)))
		if err != nil {
			t.Fatal(err)
		}
		log = log.Append(ev)
	}
	return newDesk(t, func(_ *desk.Desk, o *Options) {
		s := o.Shell
		o.Shell = coordinator.NewShell(t.Context(), s.World, s.State().Env, "c1", log)
	})
}

// TestATurnGoesOnWithAKeyThatWasPressedForIt: neither with the Enter that opened it, or that is
// held down since, nor with one that comes before it was seen.
func TestATurnGoesOnWithAKeyThatWasPressedForIt(t *testing.T) {
	const ms = time.Millisecond
	said := []string{`"type":"turn_start"`, `"type":"chat_request","text":"go"`}
	for name, lines := range map[string][]string{
		"interrupted": said,
		"paused":      append(said[:2:2], `"type":"turn_ending","reason":"paused"`, `"type":"turn_end","reason":"paused"`),
	} {
		for way, come := range map[string]func(*desk.Desk){
			"held since it was opened": func(d *desk.Desk) {
				d.Send(kit.SeenMsg{Key: "enter"})
				for d.Pass(500 * ms); d.Now.Second() < 5; d.Pass(33 * ms) {
					d.Press("enter")
				}
			},
			"at once": func(d *desk.Desk) { d.Press("enter") },
			"early":   func(d *desk.Desk) { d.Pass(299 * ms); d.Press("enter") },
		} {
			d := withLog(t, lines...).Start()
			d.Send(kit.SeenMsg{})
			come(d)
			if n := len(d.Server.Requests); n > 0 {
				t.Errorf("%s, %s: it goes on", name, way)
			}
			d.Pass(time.Second)
			if d.Press("enter"); len(d.Server.Requests) != 1 {
				t.Errorf("%s, %s: it does not go on:\n%s", name, way, d.Screen())
			}
		}
	}
	d := newDesk(t).Start().Write("Add a flag").Press("enter")
	d.Fail(&providers.Error{Provider: "openai", Status: 401, Message: "OpenAI refused the key (401)."})
	for d.Pass(500 * ms); d.Now.Second() < 5; d.Pass(33 * ms) {
		d.Press("enter")
	}
	d.Shows(" " + kit.TextHeld + " · small")
	if n := len(d.Server.Requests); n != 1 {
		t.Errorf("the server was asked %d times by one key", n)
	}
	d.Pass(time.Second)
	d.Press("enter").Pass(time.Minute)
	d.Fail(&providers.Error{Provider: "openai", Status: 401, Message: "OpenAI refused the key (401)."})
	if d.Press("enter"); len(d.Server.Requests) != 2 {
		t.Error("a key that came with the error goes on")
	}
}

// TestAnInterruptedReviewIsNone: nobody has the question until the turn goes on.
func TestAnInterruptedReviewIsNone(t *testing.T) {
	log := modelOf(underReview(t, desk.CallOf("a", "gate", "{}"))).o.Shell.Log()
	d := newDesk(t, judged(t), func(_ *desk.Desk, o *Options) {
		s := o.Shell
		o.Shell = coordinator.NewShell(t.Context(), s.World, s.State().Env, "c1", log)
	}).Start()
	d.Pass(time.Second)
	d.Shows(" · gate" + strings.Repeat(" ", 68) + "next")
	d.Press("enter").Shows(" ⠋ gate" + strings.Repeat(" ", 50) + "judge␛[2J reviews, 1 s")
}

// TestWhatEnterDoesInAnInterruptedTurn: with a draft it sends the draft and continues the
// turn, and the status says so.
func TestWhatEnterDoesInAnInterruptedTurn(t *testing.T) {
	d := withLog(t, `"type":"turn_start"`, `"type":"chat_request","text":"go"`).Start()
	d.Sees(" interrupted; Enter goes on, Ctrl+C ends the turn · small")
	d.Write("and then")
	d.Sees(" › and then\n Enter send   Ctrl+J new line\n" +
		" interrupted; Enter sends this and goes on with the turn · small")
	d.Press("enter")
	d.Sees(" Esc stop   / commands   @ files   ? help\n" +
		" ⠋ waiting for small")
	d.Answer("It is done.")
	d.Answer("And that, too.")
	if n := len(d.Server.Requests); n != 2 {
		t.Fatalf("the model was asked %d times", n)
	}
	last := d.Server.Requests[1].Messages
	if got := last[len(last)-1].Text; got != "and then" {
		t.Errorf("the model was asked %q last", got)
	}
}

// TestAfterAnErrorTheMessageIsTriedAgain: nothing is said twice, unless it is changed.
func TestAfterAnErrorTheMessageIsTriedAgain(t *testing.T) {
	d := newDesk(t).Start().Write("Add a flag").Press("enter")
	d.Fail(&providers.Error{Provider: "openai", Status: 401, Message: "OpenAI refused the key (401)."})
	d.Sees(" › Add a flag\n Enter try again   Ctrl+J new line\n small")
	d.Pass(time.Second)
	d.Press("enter")
	d.Fail(&providers.Error{Provider: "openai", Status: 401, Message: "OpenAI refused the key (401)."})
	var said []string
	for _, ev := range modelOf(d).o.Shell.Log().All() {
		if b, ok := ev.Body.(store.ChatRequest); ok {
			said = append(said, b.Text)
		}
	}
	desk.Same(t, said, []string{"Add a flag"})
	for i, r := range d.Server.Requests {
		if n := len(r.Messages); n != 1 || r.Messages[0].Text != "Add a flag" {
			t.Errorf("request %d has %d messages", i+1, n)
		}
	}
	d.Press("end").Write(" now")
	d.Sees(" › Add a flag now\n Enter send   Ctrl+J new line\n small")
	d.Press("enter")
	d.Answer("Done.")
	last := d.Server.Requests[2].Messages
	if got := last[len(last)-1].Text; got != "Add a flag now" {
		t.Errorf("the model was asked %q", got)
	}
}
