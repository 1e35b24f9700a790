package coordinator

import (
	"slices"

	"parley/store"
)

// Outbox orders what a step decided against the disk: one append is in flight,
// later events go with the next, and an effect starts when every event up to its
// step is on disk. It is a value and does no I/O itself.
type Outbox struct {
	waiting  []store.Event
	flying   int // how many of waiting are in the append under way
	starting []ordered
	written  int64 // seq of the last event known to be on disk
	recorded int64 // seq of the last event taken
}

type ordered struct {
	effect Effect
	after  int64
}

// NewOutbox continues after an event that is on disk.
func NewOutbox(seq int64) Outbox { return Outbox{written: seq, recorded: seq} }

// Take accepts what a step decided. Effects whose events are on disk already are
// returned to be started at once.
func (o Outbox) Take(d Did) (Outbox, []Effect) {
	for _, ev := range d.Events {
		o.waiting = append(slices.Clip(o.waiting), ev)
		o.recorded = ev.Seq
	}
	o.starting = slices.DeleteFunc(slices.Clone(o.starting), func(s ordered) bool {
		return slices.Contains(d.Cancel, s.effect.Key())
	})
	for _, e := range d.Start {
		o.starting = append(o.starting, ordered{e, o.recorded})
	}
	return o.due()
}

// Next returns the events of the next append, if one may start.
func (o Outbox) Next() (Outbox, []store.Event) {
	if o.flying > 0 || len(o.waiting) == 0 {
		return o, nil
	}
	o.flying = len(o.waiting)
	return o, o.waiting[:o.flying:o.flying]
}

// Wrote ends the append under way. A failed one starts nothing; its events are
// offered again by Next.
func (o Outbox) Wrote(err error) (Outbox, []Effect) {
	n := o.flying
	o.flying = 0
	if err != nil || n == 0 {
		return o, nil
	}
	o.written = o.waiting[n-1].Seq
	o.waiting = o.waiting[n:]
	return o.due()
}

// Idle says whether everything taken is on disk.
func (o Outbox) Idle() bool { return len(o.waiting) == 0 }

// Written is the seq of the last event known to be on disk.
func (o Outbox) Written() int64 { return o.written }

func (o Outbox) due() (Outbox, []Effect) {
	var start []Effect
	var rest []ordered
	for _, s := range o.starting {
		if s.after <= o.written {
			start = append(start, s.effect)
		} else {
			rest = append(rest, s)
		}
	}
	o.starting = rest
	return o, start
}
