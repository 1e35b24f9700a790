package coordinator

import (
	"slices"

	"parley/store"
)

// Outbox orders effects and writes: one append is in flight, later events go with the
// next one, and an effect starts once every event up to its step is on disk, unless it
// goes ahead of them. It is a value and does no I/O itself.
type Outbox struct {
	waiting  [][]store.Event // in order, step by step
	flying   int             // how many of those are in the current append
	starting []ordered
	ahead    []Key // effects that have started, or may start, before their events are on disk
	written  int64 // seq of the last event known to be on disk
	recorded int64 // seq of the last event taken
}

type ordered struct {
	effect Effect
	key    Key
	after  int64
}

// NewOutbox continues after an event that is on disk.
func NewOutbox(seq int64) Outbox { return Outbox{written: seq, recorded: seq} }

// Take accepts what a step decided. It returns the effects whose events are already
// on disk, to be started at once.
func (o Outbox) Take(d Did) (Outbox, []Effect) {
	if n := len(d.Events); n > 0 {
		o.waiting = append(slices.Clip(o.waiting), d.Events)
		o.recorded = d.Events[n-1].Seq
	}
	if len(d.Cancel) > 0 {
		gone := make(map[Key]bool, len(d.Cancel))
		for _, k := range d.Cancel {
			gone[k] = true
		}
		o.starting = slices.DeleteFunc(slices.Clone(o.starting), func(s ordered) bool { return gone[s.key] })
		o.ahead = slices.DeleteFunc(slices.Clone(o.ahead), func(k Key) bool { return gone[k] })
	}
	o.starting = slices.Clip(o.starting)
	for _, e := range d.Start {
		o.starting = append(o.starting, ordered{e, e.Key(), o.recorded})
	}
	return o.due()
}

// Next returns the events of the next append, if one may start.
func (o Outbox) Next() (Outbox, []store.Event) {
	if o.flying > 0 || len(o.waiting) == 0 || len(o.ahead) > 0 {
		return o, nil
	}
	o.flying = len(o.waiting)
	return o, slices.Concat(o.waiting...)
}

// Wrote ends the current append. A failed one starts nothing; its events are offered
// again by Next.
func (o Outbox) Wrote(err error) (Outbox, []Effect) {
	n := o.flying
	o.flying = 0
	if err != nil || n == 0 {
		return o, nil
	}
	last := o.waiting[n-1]
	o.written = last[len(last)-1].Seq
	o.waiting = o.waiting[n:]
	return o.due()
}

// Idle reports whether everything taken is on disk.
func (o Outbox) Idle() bool { return len(o.waiting) == 0 }

// Written is the seq of the last event known to be on disk.
func (o Outbox) Written() int64 { return o.written }

func (o Outbox) due() (Outbox, []Effect) {
	var start []Effect
	var rest []ordered
	for _, s := range o.starting {
		if s.after <= o.written || slices.Contains(o.ahead, s.key) {
			start = append(start, s.effect)
		} else {
			rest = append(rest, s)
		}
	}
	o.starting = rest
	return o, start
}
