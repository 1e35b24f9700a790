package coordinator

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"parley/store"
)

// backs is an undo of files.
func backs(paths ...string) (in Undo) {
	for _, p := range paths {
		in.Files = append(in.Files, PutBack{UndoneFile: store.UndoneFile{Path: p, Before: "b", After: "a"}, Mode: 0o644})
	}
	return in
}

// TestAnUndo is on disk before a file is put back; a message waits for its end, and what
// stays as it is goes on record too.
func TestAnUndo(t *testing.T) {
	o := newOwning(t, store.Log{})
	var put []string
	o.shell.World.PutBack = func(_ context.Context, f PutBack) error {
		if o.events() != "undone" {
			t.Errorf("on record is %s", o.events())
		}
		if put = append(put, f.Path); f.Path == "b" {
			return errors.New("changed since")
		}
		return nil
	}
	o.fault = errors.New("the disk is full")
	in := backs("a", "b", "c")
	in.LeftOut = []string{"d"}
	_, jobs := o.shell.Send(in)
	if len(jobs) != 1 || jobs[0].Key.Kind != ofWriting {
		t.Fatalf("before it is on disk: %+v", jobs)
	}
	o.fault = nil
	done, _ := jobs[0].Perform(jobs[0].Context)
	o.send(done)
	o.send(Submitted{ID: "q", Text: "go"})
	o.send(backs("again"))
	if len(o.held) != 1 || o.shell.State().Folded.Open() || o.shell.State().Busy() != Idle {
		t.Fatalf("%+v", o.held)
	}
	o.step(t)
	if got := strings.Join(put, " "); got != "a b c" || o.events() != "undone, undone, turn_start, chat_request" {
		t.Errorf("%s; %s", got, o.events())
	}
	var all []store.Undone
	for b := range o.bodies() {
		if u, ok := b.(store.Undone); ok {
			u.Prev = ""
			all = append(all, u)
		}
	}
	file := func(p string) store.UndoneFile { return store.UndoneFile{Path: p, Before: "b", After: "a"} }
	want := []store.Undone{{Files: []store.UndoneFile{file("a"), file("b"), file("c")}, LeftOut: []string{"d"}}, {LeftOut: []string{"b"}}}
	if !reflect.DeepEqual(all, want) {
		t.Errorf("got  %+v\nwant %+v", all, want)
	}
}

// TestNothingIsUndone while a turn is open, of nothing, in a session of another program, or
// by what a killed program left on record.
func TestNothingIsUndone(t *testing.T) {
	o := newOwning(t, store.Log{})
	o.send(Undo{LeftOut: []string{"a"}})
	o.send(Submitted{ID: "q", Text: "go"})
	before := o.events()
	o.held = nil
	o.send(backs("a"))
	if o.events() != before || len(o.held) != 0 {
		t.Errorf("%s; %d run", o.events(), len(o.held))
	}
	for _, log := range []store.Log{
		logOf(t, store.Observed{Program: "claude"}),
		logOf(t, store.Undone{Files: []store.UndoneFile{{Path: "../../x", After: "a"}}}),
	} {
		o := newOwning(t, log)
		o.send(Opened{Continue: true})
		if log.Len() == 1 && o.shell.State().Folded.Observed {
			o.send(backs("a"))
		}
		if len(o.held) != 0 || o.shell.Log().Len() != 1 {
			t.Errorf("%s; %d run", o.events(), len(o.held))
		}
	}
}
