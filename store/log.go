package store

import (
	"iter"
	"sync/atomic"
)

// chunkSize is how many events share one piece of memory.
const chunkSize = 256

// chunk is filled from the front and never changed where it is filled.
type chunk struct {
	used   atomic.Int32
	events [chunkSize]Event
}

// Log is the events of a conversation in order. It is a value: Append returns a
// longer log and leaves the old one unchanged. Both share their memory, so a copy
// costs nothing and a reader in another goroutine sees a stable prefix. The zero Log
// is empty.
type Log struct {
	chunks []*chunk // all full but the last
	n      int
}

// Len is the number of events.
func (l Log) Len() int { return l.n }

// At is the event at a position from 0.
func (l Log) At(i int) Event { return *l.ref(i) }

//go:noinline
func (l Log) ref(i int) *Event {
	if i < 0 || i >= l.n {
		panic("store: Log index out of range")
	}
	return &l.chunks[i/chunkSize].events[i%chunkSize]
}

// Last is the latest event; false if the log is empty.
func (l Log) Last() (Event, bool) {
	if l.n == 0 {
		return Event{}, false
	}
	return l.At(l.n - 1), true
}

// Append returns the log with events added.
func (l Log) Append(events ...Event) Log {
	for _, e := range events {
		l = l.add(e)
	}
	return l
}

func (l Log) add(e Event) Log {
	at := l.n % chunkSize
	if at == 0 {
		c := &chunk{}
		c.used.Store(1)
		c.events[0] = e
		l.chunks = append(l.chunks[:len(l.chunks):len(l.chunks)], c)
		l.n++
		return l
	}
	last := len(l.chunks) - 1
	c := l.chunks[last]
	if !c.used.CompareAndSwap(int32(at), int32(at+1)) {
		c = c.clone(at) // another log has already grown from here
		l.chunks = append(l.chunks[:last:last], c)
	}
	c.events[at] = e
	l.n++
	return l
}

// clone copies the first n events into a chunk of its own and claims room for one
// more.
func (c *chunk) clone(n int) *chunk {
	own := &chunk{}
	own.used.Store(int32(n + 1))
	copy(own.events[:n], c.events[:n])
	return own
}

// Prefix is the log of the first n events, or the whole log if it has fewer.
func (l Log) Prefix(n int) Log {
	n = min(max(n, 0), l.n)
	return Log{chunks: l.chunks[:(n+chunkSize-1)/chunkSize], n: n}
}

// Slice copies the events at the positions from (included) up to to (excluded).
func (l Log) Slice(from, to int) []Event {
	out := make([]Event, 0, max(to-from, 0))
	for i := from; i < to; i++ {
		out = append(out, l.At(i))
	}
	return out
}

// All yields the events in order.
//
//go:noinline
func (l Log) All() iter.Seq2[int, Event] { return l.From(0) }

// From yields the events from a position on.
//
//go:noinline
func (l Log) From(start int) iter.Seq2[int, Event] {
	return func(yield func(int, Event) bool) {
		for i := max(start, 0); i < l.n; i++ {
			if !yield(i, *l.ref(i)) {
				return
			}
		}
	}
}
