package coordinator

import (
	"fmt"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
	"parley/teatest/logs"
)

// TestNothingTooLongEndsAConversation: a message that no model takes ends its turn, and the
// next goes on, whether the window is known or only the server says that it is too long; so
// does one with a command that printed more than the window holds.
func TestNothingTooLongEndsAConversation(t *testing.T) {
	for _, told := range []int{8000, 0} {
		t.Run(fmt.Sprint("window ", told), func(t *testing.T) {
			s := talking(told)
			s.window = 8000
			w := newWindowed(t, s, func(tool.Call) string { return "" })
			w.say("One.")
			w.say(strings.Repeat("long ", 12_000))
			if f := w.failures(); len(f) == 0 || !f[len(f)-1].Final {
				t.Fatalf("told %+v", f)
			}
			requests := len(s.requests)
			w.say("Three.")
			if len(s.requests) != requests+1 || w.shell.State().Folded.Open() {
				t.Fatalf("told %+v", w.failures())
			}
			said := all(s.requests[requests])
			if !strings.Contains(said, "only the beginning:") || !strings.HasSuffix(said, "\nThree.\n") {
				t.Errorf("the request is\n%s", said)
			}
			w.printed("u1", strings.Repeat("0123456789", 10_000)+" end")
			w.say("Four.")
			if len(s.requests) != requests+2 || w.shell.State().Folded.Open() {
				t.Fatalf("told %+v", w.failures())
			}
			said = all(s.requests[requests+1])
			if !strings.Contains(said, "456789 end\n```\nFour.\n") || !strings.Contains(said, "[98005 bytes are left out here]") {
				t.Errorf("the request is\n%s", said)
			}
			if summed := all(s.summed[len(s.summed)-1]); !strings.Contains(summed, "456789 end") {
				t.Errorf("the model that sums up is shown\n%s", summed)
			}
			before := s.requests[requests+1]
			w.again()
			if got := w.shell.seen().Request(Model{ID: "m/a", Name: "a"}).Request; !strings.HasPrefix(all(got), all(before)) {
				t.Errorf("after a restart the request is\n%s", all(got))
			}
		})
	}
}

// TestACommandThatPrintedMuchComesFirst: there was no message before it, and a small output
// stays whole.
func TestACommandThatPrintedMuchComesFirst(t *testing.T) {
	s := talking(8000)
	s.window = 8000
	w := newWindowed(t, s, func(tool.Call) string { return "" })
	w.printed("u1", strings.Repeat("small ", 300))
	w.printed("u2", strings.Repeat("0123456789", 10_000))
	w.say("One.")
	if len(s.requests) != 1 || len(s.summed) != 1 || s.refused != 0 || w.shell.State().Folded.Open() {
		t.Fatalf("%d requests, %d summaries, told %+v", len(s.requests), len(s.summed), w.failures())
	}
	if said := all(s.requests[0]); !strings.Contains(said, strings.TrimSpace(strings.Repeat("small ", 300))) {
		t.Errorf("the request is\n%s", said)
	}
}

// TestTheModelIsToldThatItHasBegun: where a summary covers calls of the turn, the message
// that it serves does not look like one that nothing was done for.
func TestTheModelIsToldThatItHasBegun(t *testing.T) {
	const told = `You have begun to work on what follows. The result of 1 call is left out here too, of "teller". ` +
		`Go on from there, and make such a call again only where you must see its result again.`
	s := &windowServer{window: 8000, told: 8000}
	s.answer = func(n int, r providers.Request) providers.Response {
		if n == 1 {
			return callOf("teller", 1)
		}
		return providers.Response{Text: "It is large."}
	}
	w := newWindowed(t, s, func(tool.Call) string { return strings.Repeat("0123456789abcdef", 1<<12) })
	w.say("Read it.")
	if n := len(s.requests); n != 2 || !strings.HasSuffix(all(s.requests[1]), told+"\nRead it.\n") {
		t.Fatalf("%d requests, the last is\n%s", n, all(s.requests[n-1]))
	}
	w.say("And now?")
	if said := all(s.requests[2]); !strings.HasPrefix(said, all(s.requests[1])) { // a server's cache holds
		t.Errorf("the request is\n%s", said)
	}
}

// printed is a command of the user's that ran and printed something.
func (w *windowed) printed(id, output string) {
	one := 0
	log := store.Log{}.Append(w.events...)
	for _, b := range []store.Body{store.UserCommand{ID: id, Command: "cat log"}, store.UserCommandEnd{ID: id, Exit: &one, Output: output}} {
		at := log.Len() + 1
		ev, err := store.New(store.Head{V: store.Version, Seq: int64(at), ID: fmt.Sprint("printed-", at), Time: logs.Moment(at), Conversation: storyConversation}, b)
		if err != nil {
			w.t.Fatal(err)
		}
		w.events = append(w.events, ev)
		log = log.Append(ev)
	}
	w.open(w.shell.state.Env, log)
}
