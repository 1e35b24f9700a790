package window

import (
	"slices"

	"parley/providers"
	"parley/store"
)

// window is what a request has in place of earlier messages, derived from the events
// (docs/events.md).
type window struct {
	summary *store.ContextSummary // replaces the events up to summed; nil: none
	summed  int                   // the index of the last of them in the log, -1: none
	trimmed int                   // the index of the last event whose results are left out, -1: none

	record gathering         // what is carried over of the events that it replaces
	turns  []int             // the open turns
	kept   []kept            // messages that stay despite the summary
	called map[string]string // by call that it covers, the tool
	done   []done            // calls that it covers with their results
	tools  map[string]string
	holds  map[string]bool   // calls whose results hold an answer or a refusal by the user
	asked  map[string]string // by permission or inquiry, the call
}

// kept is a message that a summary does not replace.
type kept struct {
	message providers.Message
	said    *store.ChatRequest // what the message is made from, nil for one that the program makes
	event   string
	turn    int // 0: it stays whichever turn is open
}

// done is a call whose result a summary covers.
type done struct {
	turn int
	tool string
}

// Placed is a trimming or a summary in force: what a model sees in place of earlier
// messages.
type Placed struct {
	Event   string // its own event id
	Upto    string // the last event that it replaces
	Summary bool
	At      int // the index of that event
}

// windowOf finds what replaces earlier messages in a log. A later summary replaces an
// earlier one.
func windowOf(log store.Log, placed []Placed) window {
	w := window{summed: -1, trimmed: -1}
	if len(placed) == 0 {
		return w
	}
	var summary, trimming Placed
	for _, p := range placed {
		if p.Summary {
			summary = p
		} else {
			trimming = p
		}
	}
	for i, ev := range log.All() {
		switch b := ev.Body.(type) {
		case store.ContextSummary:
			if ev.ID == summary.Event {
				w.summary = &b
			}
		default:
			if ev.ID == summary.Upto {
				w.summed = i
			}
			if ev.ID == trimming.Upto {
				w.trimmed = i
			}
		}
	}
	if w.summary == nil {
		w.summed = -1
	} else {
		w.record, w.called = gather(), map[string]string{}
	}
	w.tools, w.holds, w.asked = map[string]string{}, map[string]bool{}, map[string]string{}
	return w
}

// skip records what stays of an event that the summary covers.
func (w *window) skip(ev store.Event) {
	w.record.add(ev)
	switch b := ev.Body.(type) {
	case store.TurnStart:
		w.turns = append(w.turns, ev.Turn)
	case store.TurnEnd:
		if at := slices.Index(w.turns, ev.Turn); at >= 0 {
			w.turns = w.turns[:at]
		}
	case store.ChatRequest:
		w.kept = append(w.kept, kept{said: &b, event: ev.ID, turn: ev.Turn})
	case store.ToolCallRequest:
		w.called[b.ID] = b.Name
	case store.ToolCallResponse:
		w.done = append(w.done, done{ev.Turn, w.called[b.ID]})
	}
}

// doneText tells the model that it has made calls for the messages that stay: a model that
// sees none would begin anew.
func (w *window) doneText() string {
	var tools []string
	n := 0
	for _, d := range w.done {
		if !slices.Contains(w.turns, d.turn) {
			continue
		}
		n++
		if name := sayable(d.tool); !slices.Contains(tools, name) {
			tools = append(tools, name)
		}
	}
	if n == 0 {
		return ""
	}
	return doneCallsText(n, tools)
}

// stands are the messages with which the summary is told. A reviewer gets what is
// carried, but not the written text. said gives a message as it was sent.
func (w *window) stands(reviewer bool, said func(store.ChatRequest) providers.Message) []providers.Message {
	stays := map[string]bool{}
	var after []providers.Message
	for _, k := range w.kept {
		if k.turn == 0 || slices.Contains(w.turns, k.turn) {
			stays[k.event] = true
			if k.said != nil {
				k.message = said(*k.said)
			}
			after = append(after, k.message)
		}
	}
	s := *w.summary
	s.Carried = nil
	for _, c := range asRecorded(*w.summary, w.record.all()) {
		if !stays[c.Event] {
			s.Carried = append(s.Carried, c)
		}
	}
	if reviewer {
		s.Text = ""
	}
	text := summaryText(s)
	if done := w.doneText(); done != "" && len(after) > 0 && !reviewer {
		text += "\n\n" + done
	}
	return append([]providers.Message{{Role: providers.User, Text: text}}, after...)
}

// note remembers what must be known about a call before its result is left out.
func (w *window) note(body store.Body) {
	switch b := body.(type) {
	case store.ToolCallRequest:
		w.tools[b.ID] = b.Name
	case store.InquiryRequest:
		w.asked[b.ID] = b.Call
		w.holds[b.Call] = w.holds[b.Call] || b.Source.Source == "assistant"
	case store.PermissionRequest:
		w.asked[b.ID] = b.Call
	case store.PermissionResponse:
		if !store.Permits(b.Outcome) {
			w.holds[w.asked[b.ID]] = true
		}
	case store.InquiryResponse:
		if b.Outcome != store.Answered || string(b.Answer) == "false" {
			w.holds[w.asked[b.ID]] = true
		}
	}
}

// result is what a model sees of a result: one line in its place if it is left out.
func (w *window) result(at int, r store.ToolCallResponse) string {
	if w.whole(at, r) {
		return r.Content
	}
	if line := trimmedText(w.tools[r.ID], len(r.Content)); len(line) < len(r.Content) {
		return line
	}
	return r.Content
}

// whole reports whether a result is not left out of the request.
func (w *window) whole(at int, r store.ToolCallResponse) bool {
	return at > w.trimmed || w.holds[r.ID] || r.Refused
}
