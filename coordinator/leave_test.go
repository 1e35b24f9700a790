package coordinator

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// leaving is a shell whose writes are done at once, and the lines it wrote.
type leaving struct {
	shell *Shell
	lines []string
	fault error
}

func newLeaving(t *testing.T, log store.Log) *leaving {
	t.Helper()
	r, err := tool.NewRegistry()
	if err != nil {
		t.Fatal(err)
	}
	l, n := &leaving{}, 0
	l.shell = NewShell(t.Context(), World{
		Record: func(events ...store.Event) error {
			for _, e := range events {
				l.lines = append(l.lines, string(e.Line()))
			}
			return l.fault
		},
		Model: func(context.Context) (Model, error) { return Model{}, errors.New("nobody asks") },
		Now:   func() time.Time { return time.Unix(1_800_000_000, 0) },
		Nonce: func() string { n++; return fmt.Sprintf("n%d.%d-", log.Len(), n) },
	}, Env{Tools: r, Rules: storyRules{}}, "c", log)
	return l
}

// send sends and does the writes; nothing else runs.
func (l *leaving) send(in Input) {
	_, jobs := l.shell.Send(in)
	for _, j := range jobs {
		if j.Key.Kind == ofWriting {
			done, _ := j.Perform(j.Context)
			l.send(done)
		}
	}
}

// answering is a turn whose model has said something.
func answering(t *testing.T, l *leaving, text string) {
	t.Helper()
	l.send(Submitted{ID: "q", Text: "go"})
	if len(l.shell.State().Running) != 1 {
		t.Fatalf("%+v runs", l.shell.State().Running)
	}
	l.send(ModelSaid{Key: l.shell.State().Running[0].Key, Delta: providers.ReasoningDelta{Text: "hm"}})
	l.send(ModelSaid{Key: l.shell.State().Running[0].Key, Delta: providers.TextDelta{Text: text}})
}

// TestWhatArrivedIsKeptWhenTheProgramEnds, marked, in a turn that stays open and
// is continued afterwards.
func TestWhatArrivedIsKeptWhenTheProgramEnds(t *testing.T) {
	l := newLeaving(t, store.Log{})
	answering(t, l, "Half an ans")
	before := len(l.lines)
	if err := l.shell.Leave(); err != nil {
		t.Fatal(err)
	}
	var log store.Log
	for _, line := range l.lines {
		ev, err := store.Decode([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		log = log.Append(ev)
	}
	var kept []string
	for _, ev := range log.Slice(before, log.Len()) {
		switch b := ev.Body.(type) {
		case store.Reasoning:
			kept = append(kept, fmt.Sprintf("reasoning %s %t", b.Text, b.Partial))
		case store.ChatResponse:
			kept = append(kept, fmt.Sprintf("text %s %t", b.Text, b.Partial))
		default:
			kept = append(kept, b.Type())
		}
	}
	if got := strings.Join(kept, ", "); got != "reasoning hm true, text Half an ans true" {
		t.Errorf("kept %s", got)
	}
	if f := FoldAll("c", log); !f.Open() {
		t.Error("the turn has ended")
	}

	again := newLeaving(t, log)
	again.send(Opened{})
	again.send(Continued{})
	if len(again.shell.State().Running) != 1 {
		t.Fatalf("%+v runs", again.shell.State().Running)
	}
	again.send(ModelDone{Key: again.shell.State().Running[0].Key, Response: providers.Response{Text: "The whole answer."}})
	if f := again.shell.State().Folded; f.Open() || !strings.Contains(strings.Join(again.lines, ""), `"text":"The whole answer."}`) {
		t.Errorf("the turn is open after %q", again.lines)
	}
}

// TestNothingIsKeptOfNothing: no turn, no text, or a file that cannot be written.
func TestNothingIsKeptOfNothing(t *testing.T) {
	l := newLeaving(t, store.Log{})
	if err := l.shell.Leave(); err != nil || len(l.lines) > 0 {
		t.Errorf("%v, %q", err, l.lines)
	}
	l.send(Submitted{ID: "q", Text: "go"})
	before := len(l.lines)
	if err := l.shell.Leave(); err != nil || len(l.lines) != before {
		t.Errorf("%v, %q", err, l.lines[before:])
	}
	l = newLeaving(t, store.Log{})
	answering(t, l, "Half")
	l.fault = errors.New("the disk is full")
	if err := l.shell.Leave(); !errors.Is(err, l.fault) {
		t.Errorf("got %v", err)
	}
}

// TestWhatCouldNotBeWrittenIsTriedOnceMore when the program ends, together with what came
// after it; if it fails again, that is told.
func TestWhatCouldNotBeWrittenIsTriedOnceMore(t *testing.T) {
	full := errors.New("the disk is full")
	for _, still := range []bool{false, true} {
		l := newLeaving(t, store.Log{})
		l.shell.World.Sleep = func(context.Context, time.Duration) error { return errors.New("it does not wait") }
		l.fault = full
		_, jobs := l.shell.Send(Submitted{ID: "q", Text: "go"})
		failed, _ := jobs[0].Perform(jobs[0].Context)
		_, again := l.shell.Send(failed)
		l.shell.Send(Submitted{ID: "q2", Text: "and this"})
		if !still {
			l.fault = nil
		}
		l.lines = nil
		if err := l.shell.Leave(); err != nil {
			t.Error(err)
		}
		if got := strings.Count(strings.Join(l.lines, ""), `"type":"turn_start"`); got != 1 {
			t.Errorf("%d turns were written", got)
		}
		err, want := l.shell.Unsaved(), "cannot save the conversation: the disk is full; what came after is not saved"
		if still && (err == nil || err.Error() != want || !errors.Is(err, full)) || !still && (err != nil || !l.shell.Saved()) {
			t.Errorf("still full: %t, got %v", still, err)
		}
		n := len(l.lines)
		if again[0].Perform(again[0].Context); len(l.lines) != n {
			t.Error("the late append wrote again")
		}
	}
}

// TestTheAppendUnderWayIsWaitedFor when the program ends, and what came after it is written.
func TestTheAppendUnderWayIsWaitedFor(t *testing.T) {
	l := newLeaving(t, store.Log{})
	_, jobs := l.shell.Send(Submitted{ID: "q", Text: "go"})
	l.shell.Send(Interrupted{})
	first, _ := jobs[0].Perform(jobs[0].Context)
	if err := l.shell.Leave(); err != nil || !l.shell.Saved() || l.shell.Unsaved() != nil {
		t.Errorf("%v, saved %t, unsaved %v, after %v", err, l.shell.Saved(), l.shell.Unsaved(), first)
	}
	if all := strings.Join(l.lines, "\n"); strings.Count(all, `"type":"turn_start"`) != 1 || strings.Count(all, `"type":"turn_end"`) != 1 {
		t.Errorf("written:\n%s", all)
	}
}
