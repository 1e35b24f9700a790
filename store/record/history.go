package record

import (
	"iter"
	"slices"

	"parley/store"
)

// History is a conversation at every point of its past: the transcript as it was
// after any number of its events. It keeps, for each entry, which events the entry is
// made of, and builds the entry when it is asked for. So going back costs as much as
// going forward, and the memory grows with the number of events only. A point is the
// number of events that have happened by then. Several goroutines may read it.
type History struct {
	log     store.Log
	entries []int32      // by point: the number of entries
	touched []int32      // the entries that each event began or changed, event after event
	until   []int32      // by point: where its part of touched ends
	own     [][]int32    // by entry: the indexes of its events, in order
	late    map[int]bool // the entries that begin with the end of their response, which came before them
	within  []string     // by entry: the debugging turn that it belongs to
}

// NewHistory reads a log once.
func NewHistory(l store.Log) *History {
	h := &History{log: l, late: map[int]bool{}, entries: make([]int32, 1, l.Len()+1), until: make([]int32, 1, l.Len()+1)}
	t := NewTranscript(store.Log{})
	ends := map[string]int32{} // in a damaged file the end of a response may precede its parts
	for i, e := range l.All() {
		t.Add(e)
		id, ended := endingOf(e.Body)
		if _, known := ends[id]; ended && !known {
			ends[id] = int32(i)
		}
		for _, at := range t.touched {
			h.touched = append(h.touched, int32(at))
			h.note(at, i, ends)
			if at == len(h.within) {
				h.within = append(h.within, t.At(at).Within)
			}
		}
		h.entries = append(h.entries, int32(t.Len()))
		h.until = append(h.until, int32(len(h.touched)))
	}
	return h
}

// note adds an event to those of an entry.
func (h *History) note(at, event int, ends map[string]int32) {
	if at == len(h.own) {
		h.own = append(h.own, nil)
		if response := store.PartOf(h.log.At(event).Body); response != "" {
			if end, over := ends[response]; over {
				h.own[at], h.late[at] = append(h.own[at], end), true
			}
		}
	}
	h.own[at] = append(h.own[at], int32(event))
}

// endingOf is the response that an event ends.
func endingOf(b store.Body) (response string, ok bool) {
	switch b := b.(type) {
	case store.ResponseEnd:
		return b.Response, true
	case store.ResponseDropped:
		return b.Response, true
	}
	return "", false
}

// Len is the number of events, and so the latest point.
func (h *History) Len() int { return h.log.Len() }

// Event is the event that leads to a point, from 1 to Len.
func (h *History) Event(point int) store.Event { return h.log.At(point - 1) }

// Entries is the number of entries at a point.
func (h *History) Entries(point int) int { return int(h.entries[point]) }

// Changed yields the entries that were begun or changed by the events after one point
// up to a later one, once for each such event.
func (h *History) Changed(after, to int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, at := range h.touched[h.until[after]:h.until[to]] {
			if !yield(int(at)) {
				return
			}
		}
	}
}

// First is the event that began an entry.
func (h *History) First(entry int) store.Event {
	own := h.own[entry]
	if h.late[entry] {
		own = own[1:]
	}
	return h.log.At(int(own[0]))
}

// Within is the id of the debugging turn that an entry belongs to, "" for none.
func (h *History) Within(entry int) string { return h.within[entry] }

// Version tells the states of an entry apart; it grows at each point at which the
// entry changed.
func (h *History) Version(entry, point int) int {
	n, _ := slices.BinarySearch(h.own[entry], int32(point))
	return n
}

// Entry is an entry as it was at a point at which it had begun. It shares nothing
// with any other entry.
func (h *History) Entry(entry, point int) Entry {
	t, first := NewTranscript(store.Log{}), 0
	for i, at := range h.own[entry][:h.Version(entry, point)] {
		t.Add(h.log.At(int(at)))
		if i == 0 && h.late[entry] {
			first = len(t.entries) // that end may be an entry by itself
		}
	}
	made := t.entries[first] // whatever other entries its events began is built for these
	made.Within = h.within[entry]
	return made
}
