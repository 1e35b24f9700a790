package coordinator

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parley/coordinator/window"
	"parley/providers"
	"parley/store"
	"parley/teatest/logs"
)

// backs is an undo of files.
func backs(paths ...string) (in Undo) {
	for _, p := range paths {
		in.Files = append(in.Files, PutBack{UndoneFile: store.UndoneFile{Path: p, Before: "b", After: "a"}, Mode: 0o644})
	}
	return in
}

// moved is a file that goes with the one at its old name.
func moved(path, from string) PutBack {
	return PutBack{UndoneFile: store.UndoneFile{Path: path, Before: "b", After: "a"}, From: from}
}

// TestMovedFilesGoTogether: none goes without the one at its old name, also where several made room
// for one another, and each goes behind that one.
func TestMovedFilesGoTogether(t *testing.T) {
	paths := func(files []PutBack) (all string) {
		for _, f := range files {
			all += f.Path
		}
		return all
	}
	b, m, d, x := moved("b", "m"), moved("m", "d"), moved("d", ""), moved("x", "")
	for _, c := range []struct {
		files       []PutBack
		whole, last string
	}{
		{[]PutBack{b, m, d, x}, "bmdx", "dxmb"},
		{[]PutBack{b, m, x}, "x", "x"},
		{[]PutBack{x, b, d}, "xd", "xd"},
		{[]PutBack{moved("a", "b"), moved("b", "a"), x}, "abx", "xab"},
		{[]PutBack{moved("a", "b"), moved("c", "a")}, "", ""},
	} {
		whole := Whole(c.files)
		if got, last := paths(whole), paths(goingLast(whole)); got != c.whole || last != c.last {
			t.Errorf("of %s: %s, in the order %s, want %s, %s", paths(c.files), got, last, c.whole, c.last)
		}
	}
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
	if len(o.held) != 1 || o.shell.State().Folded.Open() || o.shell.State().Busy() != PuttingBack {
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

// TestAnUndoIsStopped: the file at hand is finished, and the others stay as they are, on
// record; how far it has come is known meanwhile.
func TestAnUndoIsStopped(t *testing.T) {
	for name, at := range map[string]int{"before it begins": 0, "after one": 1, "after all": 3} {
		o := newOwning(t, store.Log{})
		var put []string
		o.shell.World.PutBack = func(ctx context.Context, f PutBack) error {
			if put = append(put, f.Path); len(put) == at {
				o.send(Interrupted{})
			}
			return ctx.Err()
		}
		o.send(backs("a", "b", "c"))
		if at == 0 {
			o.send(Interrupted{})
		}
		j := o.held[0]
		o.held = nil
		var done Undid
		for n, perform := 0, j.Perform; perform != nil; n++ {
			var in Input
			in, perform = perform(j.Context)
			o.send(in)
			if p, is := in.(Putting); is && (p.Done != n+1 || o.shell.State().Undoing.Done != n+1 || o.shell.State().Busy() != PuttingBack) {
				t.Errorf("%s: %+v, %+v", name, p, o.shell.State().Undoing)
			}
			done, _ = in.(Undid)
		}
		want := []NotPut{{"a", stoppedUndoText}, {"b", stoppedUndoText}, {"c", stoppedUndoText}}[at:]
		if len(put) != at || len(done.Left) != len(want) || len(want) > 0 && !reflect.DeepEqual(done.Left, want) || done.Stopped != len(want) {
			t.Errorf("%s: put %v, %+v", name, put, done)
		}
		if o.shell.State().Undoing.ID != "" || o.shell.State().Busy() != Idle {
			t.Errorf("%s: %+v", name, o.shell.State().Undoing)
		}
		var left []string
		for b := range o.bodies() {
			if u, ok := b.(store.Undone); ok {
				left = u.LeftOut
			}
		}
		if want := []string{"a", "b", "c"}[at:]; !slices.Equal(left, want) {
			t.Errorf("%s: on record is %q", name, left)
		}
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
		logs.Of(t, store.Observed{Program: "claude"}),
		logs.Of(t, store.Undone{Files: []store.UndoneFile{{Path: "../../x", After: "a"}}}),
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

// TestWhoUndidIsOnRecord with the decision, as the system knows it, and not with what follows
// from it.
func TestWhoUndidIsOnRecord(t *testing.T) {
	o := newOwning(t, store.Log{})
	via := &store.Via{Program: "parley", PID: 7}
	o.shell.World.Who = func() *store.Via { return via }
	o.shell.World.PutBack = func(context.Context, PutBack) error { return errors.New("changed since") }
	o.send(backs("a"))
	o.step(t)
	var got []*store.Via
	for b := range o.bodies() {
		if u, ok := b.(store.Undone); ok {
			got = append(got, u.Via)
		}
	}
	if !reflect.DeepEqual(got, []*store.Via{via, nil}) {
		t.Errorf("%+v", got)
	}
}

// TestAnUndoThatWasKilled: what it did not come to is recorded when the conversation is opened
// again, once, and the model is told the truth about each file.
func TestAnUndoThatWasKilled(t *testing.T) {
	log := logs.Of(t, store.Workspace{Root: "/w"}, store.Undone{Files: backs("a", "b").undone(), LeftOut: []string{"c"}})
	o := newOwning(t, log)
	o.shell.World.Unput = []Unput{{}, {Paths: []string{"b"}}}
	o.send(Opened{})
	o.send(Opened{})
	if o.events() != "workspace, undone, undone" {
		t.Fatal(o.events())
	}
	o.send(Submitted{ID: "q", Text: "go"})
	const kept = "The user also wanted to undo changes to these files. They were not put back, because they had been changed in the meantime, could not be written, or the undo was stopped or cut off; they stay as they are:\n"
	const again = "Read a file again before you change it."
	want := []string{
		"The user undid changes of files. These stand again as they stood before:\n- \"a\"\n" + kept + "- \"c\"\n" + again,
		kept + "- \"b\"\n" + again, "go",
	}
	if got := toldTo(o.shell); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestAnUndoThatIsRepeated after it had not put back everything: of each file the model is told
// what became of it at last.
func TestAnUndoThatIsRepeated(t *testing.T) {
	o := newOwning(t, logs.Of(t,
		store.Undone{Files: backs("a", "b").undone()}, store.Undone{LeftOut: []string{"a", "b"}},
		store.UserCommand{ID: "u", Command: "make"}, store.UserCommandEnd{ID: "u"},
		store.Undone{Files: backs("a", "b").undone()}, store.Undone{LeftOut: []string{"b"}},
	))
	o.send(Submitted{ID: "q", Text: "go"})
	got := toldTo(o.shell)
	if len(got) != 4 || !strings.HasPrefix(got[0], "The user ran a command") || !strings.Contains(got[1], "stood before:\n- \"a\"\nRead") || !strings.Contains(got[2], "they stay as they are:\n- \"b\"\nRead") {
		t.Errorf("%q", got)
	}
}

// undone are the files of an undo as they stand on record.
func (u Undo) undone() (out []store.UndoneFile) {
	for _, f := range u.Files {
		out = append(out, f.UndoneFile)
	}
	return out
}

// toldTo are the texts of the user's that a model is given.
func toldTo(s *Shell) (out []string) {
	for _, m := range (window.Seen{Log: s.Log()}).Request(Model{}).Messages {
		if m.Role == providers.User {
			out = append(out, m.Text)
		}
	}
	return out
}

// TestARedoThatWasCutOff is reported as such, whether it was killed or a file had changed.
func TestARedoThatWasCutOff(t *testing.T) {
	redo := backs("a", "b")
	redo.Redo = true
	for name, play := range map[string]func(o *owning){
		"killed": func(o *owning) {
			o.shell.World.Unput = []Unput{{Paths: []string{"c"}}, {Paths: []string{"b"}, Redo: true}}
			o.send(Opened{})
		},
		"changed": func(o *owning) {
			o.shell.World.PutBack = func(_ context.Context, f PutBack) error {
				if f.Path == "b" {
					return errors.New("changed since")
				}
				return nil
			}
			o.send(redo)
			o.step(t)
		},
	} {
		o := newOwning(t, store.Log{})
		if name == "killed" {
			o = newOwning(t, logs.Of(t, store.Undone{Files: redo.undone(), Redo: true}))
		}
		play(o)
		o.held = nil
		o.send(Submitted{ID: "q", Text: "go"})
		got := strings.Join(toldTo(o.shell), "\n")
		for _, want := range []string{
			"The user took back an undo of changes of files. These stand again as they stood before:\n- \"a\"\nRead",
			"The user also wanted to take back an undo of changes to these files. They were not put back, because they had been changed in the meantime, could not be written, or the undo was stopped or cut off; they stay as they are:\n- \"b\"\n",
		} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %s", name, got)
			}
		}
		if undo := strings.Contains(got, "wanted to undo changes"); undo != (name == "killed") {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestAMovedFileIsAlwaysSomewhere: the file is back at its old name before the new one is
// removed; if that fails, the new one stays.
func TestAMovedFileIsAlwaysSomewhere(t *testing.T) {
	undo := Undo{Files: []PutBack{
		{UndoneFile: store.UndoneFile{Path: "a-new", Before: "text"}},
		{UndoneFile: store.UndoneFile{Path: "made", Before: "other"}},
		{UndoneFile: store.UndoneFile{Path: "old", After: "text"}},
	}}
	for _, c := range []struct {
		full error
		put  string
		left []NotPut
	}{
		{nil, "made old a-new", nil},
		{errors.New("no space left on device"), "made old", []NotPut{{"old", "no space left on device"}, {"a-new", "old could not be put back; it stays as it is"}}},
	} {
		o := newOwning(t, store.Log{})
		var put []string
		o.shell.World.PutBack = func(_ context.Context, f PutBack) error {
			put = append(put, f.Path)
			if f.Path == "old" {
				return c.full
			}
			return nil
		}
		o.send(undo)
		var done Undid
		for perform := o.held[0].Perform; perform != nil; {
			var in Input
			in, perform = perform(t.Context())
			done, _ = in.(Undid)
		}
		if got := strings.Join(put, " "); got != c.put || !slices.Equal(done.Left, c.left) {
			t.Errorf("%s, %+v", got, done.Left)
		}
	}
}
