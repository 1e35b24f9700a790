package coordinator

import (
	"iter"
	"slices"

	"parley/coordinator/guards"
)

// Calls are the calls of a response, in its order. It is a value: set returns another
// one, which shares what did not change, so that a step costs much the same whether
// the response has three calls or a thousand.
type Calls struct {
	pieces [][]*Call      // of pieceSize calls each, except the last; never changed
	at     map[string]int // by id; never changed
	n      int
	open   int // calls that have not ended
	atWork int // calls that run
}

// pieceSize is how many calls are copied when one changes.
const pieceSize = 32

// part is a call of a response without an end, linked to those before it.
type part struct {
	before *part
	call   Call
	n      int
}

func (p *part) with(c Call) *part {
	n := 1
	if p != nil {
		n += p.n
	}
	return &part{before: p, call: c, n: n}
}

// callsOf are the calls of a response that ended with an event.
func callsOf(last *part, seq int64) Calls {
	if last == nil {
		return Calls{}
	}
	all := make([]Call, last.n)
	for i := last.n - 1; last != nil; i, last = i-1, last.before {
		all[i] = last.call
		all[i].Arrival = seq
	}
	return newCalls(all)
}

func newCalls(all []Call) Calls {
	cs := Calls{at: make(map[string]int, len(all)), n: len(all)}
	for i := range all {
		if i%pieceSize == 0 {
			cs.pieces = append(cs.pieces, make([]*Call, 0, min(pieceSize, len(all)-i)))
		}
		last := len(cs.pieces) - 1
		cs.pieces[last] = append(cs.pieces[last], &all[i])
		cs.at[all[i].ID] = i
		cs.count(&all[i], 1)
	}
	return cs
}

// Len is the number of calls.
func (cs Calls) Len() int { return cs.n }

// At is the call at an index. It must not be changed.
//
//go:noinline
func (cs Calls) At(i int) *Call { return cs.pieces[i/pieceSize][i%pieceSize] }

// All yields the calls in order. They must not be changed.
func (cs Calls) All() iter.Seq2[int, *Call] { return cs.from(0) }

// from yields the calls from an index on.
func (cs Calls) from(start int) iter.Seq2[int, *Call] {
	return func(yield func(int, *Call) bool) {
		for i := start; i < cs.n; i++ {
			if !yield(i, cs.At(i)) {
				return
			}
		}
	}
}

// find returns the index of a call.
func (cs Calls) find(id string) (int, bool) {
	i, ok := cs.at[id]
	return i, ok
}

// where returns the index of the first call that satisfies a condition, -1 if none
// does.
func (cs Calls) where(is func(*Call) bool) int {
	for i, c := range cs.All() {
		if is(c) {
			return i
		}
	}
	return -1
}

// set returns the calls with one of them replaced.
func (cs Calls) set(i int, c Call) Calls {
	cs.count(cs.At(i), -1)
	cs.count(&c, 1)
	cs.pieces = slices.Clone(cs.pieces)
	own := slices.Clone(cs.pieces[i/pieceSize])
	own[i%pieceSize] = &c
	cs.pieces[i/pieceSize] = own
	return cs
}

// count adds a call, or takes it away, in the numbers of those that have not ended and that run.
func (cs *Calls) count(c *Call, by int) {
	if !c.Done {
		cs.open += by
		if c.Running && !c.asksLive() {
			cs.atWork += by
		}
	}
}

// each returns the calls with change applied to a copy of each.
func (cs Calls) each(change func(*Call)) Calls {
	all := cs.values()
	for i := range all {
		change(&all[i])
	}
	return newCalls(all)
}

// values are copies of the calls.
func (cs Calls) values() []Call {
	all := make([]Call, 0, cs.n)
	for _, c := range cs.All() {
		all = append(all, *c)
	}
	return all
}

// ended are the calls as the guards see them.
func (cs Calls) ended() []guards.Ended {
	all := make([]guards.Ended, 0, cs.n)
	for _, c := range cs.All() {
		all = append(all, c.ended())
	}
	return all
}
