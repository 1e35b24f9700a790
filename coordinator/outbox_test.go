package coordinator

import (
	"errors"
	"reflect"
	"testing"

	"parley/store"
)

func numbered(seqs ...int64) []store.Event {
	var out []store.Event
	for _, n := range seqs {
		out = append(out, store.Event{Head: store.Head{Seq: n}})
	}
	return out
}

func TestAnEffectStartsWhenItsEventsAreOnDisk(t *testing.T) {
	first, second := AskUser{ID: "first"}, AskUser{ID: "second"}
	o := NewOutbox(0)
	o, start := o.Take(Did{Events: numbered(1, 2), Start: []Effect{first}})
	if len(start) != 0 {
		t.Errorf("started %v before anything was written", start)
	}
	o, batch := o.Next()
	if !reflect.DeepEqual(batch, numbered(1, 2)) {
		t.Errorf("wrote %v", batch)
	}
	o, start = o.Take(Did{Events: numbered(3), Start: []Effect{second}})
	if _, more := o.Next(); more != nil || len(start) != 0 {
		t.Errorf("a second append %v, started %v while the first was under way", more, start)
	}
	o, start = o.Wrote(nil)
	if !reflect.DeepEqual(start, []Effect{first}) || o.Written() != 2 || o.Idle() {
		t.Errorf("started %v, written %d", start, o.Written())
	}
	o, batch = o.Next()
	if !reflect.DeepEqual(batch, numbered(3)) {
		t.Errorf("wrote %v", batch)
	}
	if o, start = o.Wrote(nil); !reflect.DeepEqual(start, []Effect{second}) || !o.Idle() {
		t.Errorf("started %v", start)
	}
}

func TestAFailedAppendStartsNothingAndIsOfferedAgain(t *testing.T) {
	o, _ := NewOutbox(7).Take(Did{Events: numbered(8), Start: []Effect{AskUser{ID: "x"}}})
	o, _ = o.Next()
	o, start := o.Wrote(errors.New("disk full"))
	if len(start) != 0 || o.Written() != 7 {
		t.Errorf("started %v, written %d", start, o.Written())
	}
	o, _ = o.Take(Did{Events: numbered(9)})
	o, batch := o.Next()
	if !reflect.DeepEqual(batch, numbered(8, 9)) {
		t.Errorf("offered %v", batch)
	}
	if _, start = o.Wrote(nil); len(start) != 1 {
		t.Errorf("started %v", start)
	}
}

func TestACancelledEffectNeverStarts(t *testing.T) {
	e := AskUser{ID: "x"}
	o, _ := NewOutbox(0).Take(Did{Events: numbered(1), Start: []Effect{e}})
	o, _ = o.Next()
	o, _ = o.Take(Did{Cancel: []Key{e.Key()}})
	if _, start := o.Wrote(nil); len(start) != 0 {
		t.Errorf("started %v", start)
	}
}

func TestAnEffectWithoutEventsStartsAtOnceWhenAllIsWritten(t *testing.T) {
	if _, start := NewOutbox(3).Take(Did{Start: []Effect{AskUser{ID: "x"}}}); len(start) != 1 {
		t.Errorf("started %v", start)
	}
}
