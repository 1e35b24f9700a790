package coordinator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// pen is a tool that writes a file, and first says what is there.
type pen struct {
	did *[]string
	out tool.Outcome // the outcome of its write
}

func (pen) Spec() tool.Spec {
	return tool.Spec{Name: "pen", Description: "writes", Parameters: json.RawMessage(`{"type":"object"}`), Run: tool.Unattended, Result: tool.Unattended}
}

func (p pen) Run(context.Context, tool.Call) tool.Outcome {
	say := func(what string) { *p.did = append(*p.did, what) }
	say("run")
	return tool.Writes{
		Files: []tool.Change{
			{Path: "a", Before: store.Digest([]byte("old")), After: "e", Data: []byte("old"), Mode: 0o640},
			{Path: "b", After: "e"},
		},
		Write: func(ctx context.Context) tool.Outcome { say("write"); return p.out },
		Drop:  func() { say("drop") },
	}
}

// penned is a shell with a call of the pen that is about to run, and what it does.
func penned(t *testing.T, out tool.Outcome, full error) (*owning, *[]string) {
	t.Helper()
	o, did := newOwning(t, store.Log{}), new([]string)
	x := pen{did, out}
	r, err := tool.NewRegistry(tool.Entry{Tool: x, Spec: x.Spec()})
	if err != nil {
		t.Fatal(err)
	}
	o.shell.SetEnv(Env{Tools: r, Rules: storyRules{}})
	record := o.shell.World.Record
	o.shell.World.Record = func(events ...store.Event) error {
		for _, e := range events {
			if k, ok := e.Body.(store.FileKept); ok {
				*did = append(*did, fmt.Sprintf("record %s %.2s>%.2s %s", k.Path, k.Before, k.After, k.Mode))
			}
		}
		return record(events...)
	}
	o.shell.World.Keep = func(data []byte) (string, error) {
		*did = append(*did, "keep "+string(data))
		return store.Digest(data), full
	}
	o.send(Submitted{ID: "q", Text: "go"})
	o.held = nil // the model, which answers at once
	o.send(ModelDone{Key: o.shell.State().Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: "w", Name: "pen", Arguments: `{}`}}}})
	return o, did
}

// lastOf is how the call ended.
func lastOf(o *owning) string {
	for _, ev := range slices.Backward(slices.Collect(o.bodies())) {
		if r, ok := ev.(store.ToolCallResponse); ok {
			return r.Content
		}
	}
	return "none"
}

func (o *owning) bodies() func(func(store.Body) bool) {
	return func(yield func(store.Body) bool) {
		for _, ev := range o.shell.Log().All() {
			if !yield(ev.Body) {
				return
			}
		}
	}
}

// step runs the one job that is held back, to its end.
func (o *owning) step(t *testing.T) {
	t.Helper()
	if len(o.held) != 1 {
		t.Fatalf("%d jobs", len(o.held))
	}
	j := o.held[0]
	o.held = nil
	for perform := j.Perform; perform != nil; {
		var in Input
		in, perform = perform(j.Context)
		o.send(in)
	}
}

// TestAWrite is an effect of its own: what is there is kept first, then recorded, and only
// then is the file written.
func TestAWrite(t *testing.T) {
	o, did := penned(t, tool.Success{Content: "written", Wrote: &tool.Wrote{Path: "a", Digest: "sha256:e"}}, nil)
	o.step(t)
	if len(o.held) != 1 || o.held[0].Key.String() != "write/w/1" {
		t.Fatalf("%+v", o.held)
	}
	o.step(t)
	want := "run, keep old, record a cb>e 0640, record b >e , write"
	if got := strings.Join(*did, ", "); got != want || lastOf(o) != "written" || len(o.shell.writes) != 0 {
		t.Errorf("got  %s: %s, %d left\nwant %s", got, lastOf(o), len(o.shell.writes), want)
	}
}

// TestAWriteWaitsForTheRecord: if the record cannot be written, nothing is.
func TestAWriteWaitsForTheRecord(t *testing.T) {
	o, did := penned(t, tool.Success{Content: "written"}, nil)
	j := o.held[0]
	o.held, o.fault = nil, errors.New("the disk is full")
	in, rest := j.Perform(j.Context)
	_, jobs := o.shell.Send(in)
	if rest != nil || len(jobs) != 1 || jobs[0].Key.Kind != ofWriting {
		t.Fatalf("%+v", jobs)
	}
	failed, _ := jobs[0].Perform(jobs[0].Context)
	_, jobs = o.shell.Send(failed)
	for _, j := range jobs {
		if j.Key.Kind != ofWriting {
			t.Errorf("%s begins", j.Key)
		}
	}
	if slices.Contains(*did, "write") {
		t.Errorf("%q", *did)
	}
}

// TestWhatCannotBeKeptIsNotWritten.
func TestWhatCannotBeKeptIsNotWritten(t *testing.T) {
	o, did := penned(t, tool.Success{Content: "written"}, errors.New("no space left on device"))
	o.step(t)
	want := "a was not changed: what stands in it could not be kept, so that the change could not have been undone (no space left on device). Nothing was changed. Tell the user."
	if got := strings.Join(*did, ", "); got != "run, keep old, drop" || lastOf(o) != want {
		t.Errorf("%s: %s", got, lastOf(o))
	}
}

// TestWhereThingsAreKeptIsNotTold to the model.
func TestWhereThingsAreKeptIsNotTold(t *testing.T) {
	for want, err := range map[string]error{
		"mkdir files: file already exists":    fmt.Errorf("a file cannot be kept: %w", &fs.PathError{Op: "mkdir", Path: "/home/me/c1/files", Err: fs.ErrExist}),
		"rename 9f86: permission denied":      errors.Join(&os.LinkError{Op: "rename", Old: "/home/me/9f86.tmp", New: "/home/me/9f86", Err: syscall.EACCES}),
		"it is open for reading only":         errors.New("it is open for reading only"),
		"write 9f86: no space left on device": &fs.PathError{Op: "write", Path: "/home/me/9f86", Err: syscall.ENOSPC},
	} {
		got := notKeptText("a", err)
		if want = "a was not changed: what stands in it could not be kept, so that the change could not have been undone (" + want + "). Nothing was changed. Tell the user."; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestAWriteThatIsNotWantedAnyMore releases what it holds.
func TestAWriteThatIsNotWantedAnyMore(t *testing.T) {
	for name, stop := range map[string]func(o *owning, in Input){
		"before it is told": func(o *owning, in Input) { o.send(Interrupted{}); o.send(in) },
		"while it waits for the disk": func(o *owning, in Input) {
			_, _ = o.shell.Send(in)
			o.send(Interrupted{})
		},
	} {
		o, did := penned(t, tool.Success{Content: "written"}, nil)
		j := o.held[0]
		o.held = nil
		in, _ := j.Perform(j.Context)
		stop(o, in)
		if (*did)[len(*did)-1] != "drop" && (*did)[len(*did)-2] != "drop" || slices.Contains(*did, "write") || len(o.shell.writes) != 0 {
			t.Errorf("%s: %q, %d left", name, *did, len(o.shell.writes))
		}
	}
}

// TestAKillBeforeTheWrite: the call ends as interrupted, and nothing is written.
func TestAKillBeforeTheWrite(t *testing.T) {
	o, _ := penned(t, tool.Success{Content: "written"}, nil)
	o.step(t)
	o.endsInterrupted(t)
}

// endsInterrupted tells whether the call ends after a kill, and nothing of it begins again.
func (o *owning) endsInterrupted(t *testing.T) {
	t.Helper()
	again := newOwning(t, o.shell.Log())
	again.shell.SetEnv(o.shell.State().Env)
	again.send(Opened{Continue: true})
	for _, j := range again.held {
		if j.Key.Kind == OfFiles || j.Key.Kind == OfTool {
			t.Errorf("%s begins", j.Key)
		}
	}
	if got := lastOf(again); got != interruptedText("pen") {
		t.Errorf("%s", got)
	}
}
