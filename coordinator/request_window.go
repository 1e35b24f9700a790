package coordinator

import (
	"slices"

	"parley/providers"
	"parley/store"
)

// window is what a request says in the place of what was said before, as it follows from
// the events (docs/events.md).
type window struct {
	summary *store.ContextSummary // stands for the events up to summed; nil: none stands
	summed  int                   // the place of the last of them in the log, -1: none
	trimmed int                   // the place of the last event of which results are left out, -1: none

	carried map[string]bool // events that the summary names, true once they were seen
	turns   []int           // the open turns
	kept    []kept          // of what the summary stands for: what stays as it is
	tools   map[string]string
	holds   map[string]bool   // calls whose results hold an answer or a refusal of the user's
	asked   map[string]string // by permission or inquiry, the call
}

// kept is a message that a summary does not take the place of.
type kept struct {
	message providers.Message
	event   string
	turn    int // 0: it stays whatever turn is open
}

// windowOf finds what stands in a log. A later summary takes the place of an earlier one.
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
		w.carried = map[string]bool{}
		for _, c := range w.summary.Carried {
			w.carried[c.Event] = false
		}
	}
	w.tools, w.holds, w.asked = map[string]string{}, map[string]bool{}, map[string]string{}
	return w
}

// skip notes of an event that the summary stands for what stays of it.
func (w *window) skip(ev store.Event) {
	if _, named := w.carried[ev.ID]; named {
		w.carried[ev.ID] = true
	}
	switch b := ev.Body.(type) {
	case store.TurnStart:
		w.turns = append(w.turns, ev.Turn)
	case store.TurnEnd:
		if at := slices.Index(w.turns, ev.Turn); at >= 0 {
			w.turns = w.turns[:at]
		}
	case store.ChatRequest:
		w.kept = append(w.kept, kept{providers.Message{Role: providers.User, Text: b.Text}, ev.ID, ev.Turn})
	}
}

// stands are the messages that the summary is told with. A reviewer gets what is carried,
// and not what was written of it.
func (w *window) stands(reviewer bool) []providers.Message {
	stays := map[string]bool{}
	var after []providers.Message
	for _, k := range w.kept {
		if k.turn == 0 || slices.Contains(w.turns, k.turn) {
			stays[k.event] = true
			after = append(after, k.message)
		}
	}
	s := *w.summary
	s.Carried = nil
	for _, c := range w.summary.Carried {
		if w.carried[c.Event] && !stays[c.Event] {
			s.Carried = append(s.Carried, c)
		}
	}
	if reviewer {
		s.Text = ""
	}
	return append([]providers.Message{{Role: providers.User, Text: summaryText(s)}}, after...)
}

// note remembers what is to be known of a call before its result is left out.
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
		if !allows(b.Outcome) {
			w.holds[w.asked[b.ID]] = true
		}
	case store.InquiryResponse:
		if b.Outcome != store.Answered || string(b.Answer) == "false" {
			w.holds[w.asked[b.ID]] = true
		}
	}
}

// result is what a model sees of a result: a line in its place where it is left out.
func (w *window) result(at int, r store.ToolCallResponse) string {
	if at > w.trimmed || w.holds[r.ID] || r.Refused {
		return r.Content
	}
	if line := trimmedText(w.tools[r.ID], len(r.Content)); len(line) < len(r.Content) {
		return line
	}
	return r.Content
}
