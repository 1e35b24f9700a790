package kit

import (
	"cmp"
	"fmt"
	"time"

	"parley/store"
	"parley/store/record"
	"parley/views/pane"
)

// faults merges repetitions of a fault, with nothing said in between, into one block
// that says how often it occurred and when last. A conversation that was resumed several
// times in a row says so once. The record keeps each of them.
type faults struct {
	resumed string    // the block of the latest entry, if it says that the conversation was resumed
	since   time.Time // when that was

	last *fault            // the latest fault, nil if something else came last
	of   map[string]*fault // by the id of each failure
	ends map[string]string // ends of turns, and resumptions, that are shown as an earlier one
}

// fault is a failure that is shown, with its repetitions.
type fault struct {
	note  pane.Note // of the first
	times int
	at    time.Time // of the last
	end   string    // id of the end of the turn below it
	tries string    // the response that was asked for again, "" if it was not
}

const textAgain = "%s\n%d times, last %s"

// fold returns what to show of an entry that is drawn as v.
func (f *faults) fold(x record.Entry, v pane.Entry, zone *time.Location) pane.Entry {
	n, isNote := v.(pane.Note)
	if mark, ok := x.Item.(*record.Mark); ok && isNote && mark.Body.Type() == (store.Resumed{}).Type() {
		f.last = nil
		return f.again(x, n)
	}
	f.passed(x)
	switch item := x.Item.(type) {
	case *record.Failure:
		if isNote {
			return f.failed(x, n, item, zone)
		}
	case *record.Mark:
		if end, ok := item.Body.(store.TurnEnd); ok && isNote && f.last != nil && end.Reason == store.ReasonError {
			if f.last.end == "" {
				f.last.end = x.ID
			} else if f.last.end != x.ID {
				f.ends[x.ID] = f.last.end
				n.Key = f.last.end
			}
			return n
		}
	}
	f.last = nil
	return v
}

// passed notes that something stands behind the latest resumption. What began earlier
// stands before it.
func (f *faults) passed(x record.Entry) {
	if !x.Time.Before(f.since) {
		f.resumed = ""
	}
}

// again is the block of a resumption: that of the one before, if nothing stands between.
func (f *faults) again(x record.Entry, n pane.Note) pane.Note {
	if f.ends == nil {
		f.ends = map[string]string{}
	}
	if _, known := f.ends[x.ID]; !known {
		f.resumed = cmp.Or(f.resumed, n.Key)
		f.ends[x.ID], f.since = f.resumed, x.Time
	}
	n.Key = f.ends[x.ID]
	return n
}

// failed is the block of a failure. The attempts at a response have one, which says how
// many there were; the last attempt says it.
func (f *faults) failed(x record.Entry, n pane.Note, item *record.Failure, zone *time.Location) pane.Note {
	if f.of == nil {
		f.of = map[string]*fault{}
	}
	if f.ends == nil {
		f.ends = map[string]string{}
	}
	one, known := f.of[x.ID]
	if last := f.last; !known && item.Retried && last != nil && last.tries == item.Response {
		f.of[x.ID] = last
		last.note.Text, last.note.Rev = n.Text, last.note.Rev+1
		return last.note
	}
	if !known {
		if one = f.last; one == nil || one.note.Text != n.Text || one.note.Kind != n.Kind {
			one = &fault{note: n}
			if item.Retried {
				one.tries = item.Response
			}
		}
		one.times++
		f.of[x.ID], one.at = one, x.Time
	}
	f.last = one
	shown := one.note
	if one.times > 1 {
		at := one.at
		if zone != nil {
			at = at.In(zone)
		}
		shown.Rev += one.times
		shown.Text = fmt.Sprintf(textAgain, shown.Text, one.times, at.Format("15:04"))
	}
	return shown
}

// shown is the id of the block that an entry is in.
func (f *faults) shown(id string) string {
	if end, ok := f.ends[id]; ok {
		return end
	}
	if one, ok := f.of[id]; ok {
		return one.note.Key
	}
	return id
}
