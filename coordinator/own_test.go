package coordinator

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parley/store"
	"parley/teatest/logs"
)

// owning is a shell whose commands say what they were given. The line "hang" prints
// something and waits until it is ended.
type owning struct {
	*leaving
	ran  []string
	held []Job
}

func newOwning(t *testing.T, log store.Log) *owning {
	t.Helper()
	o := &owning{leaving: newLeaving(t, log)}
	o.shell.World.Command = func(ctx context.Context, line string, live io.Writer) store.UserCommandEnd {
		o.ran = append(o.ran, line)
		switch line {
		case "hang":
			fmt.Fprint(live, "hanging")
			<-ctx.Done()
			return store.UserCommandEnd{Output: "hung"}
		case "panic":
			panic("no")
		}
		zero := 0
		return store.UserCommandEnd{ID: "another", Exit: &zero, Output: line + " printed"}
	}
	return o
}

// send sends, does the writes, and holds back everything else that would run.
func (o *owning) send(in Input) {
	_, jobs := o.shell.Send(in)
	for _, j := range jobs {
		if j.Key.Kind == ofWriting {
			done, _ := j.Perform(j.Context)
			o.send(done)
			continue
		}
		o.held = append(o.held, j)
	}
}

// perform runs what is held back to its end.
func (o *owning) perform() (said []string) {
	for len(o.held) > 0 {
		j := o.held[0]
		o.held = o.held[1:]
		for perform := j.Perform; perform != nil; {
			var in Input
			in, perform = perform(j.Context)
			if live, ok := in.(ToolSaid); ok {
				said = append(said, live.Text)
				o.send(CommandStopped{ID: live.Key.ID})
			}
			o.send(in)
		}
	}
	return said
}

// events are the types of what was written, with what matters of them.
func (o *owning) events() string {
	var out []string
	for _, ev := range o.shell.Log().All() {
		switch b := ev.Body.(type) {
		case store.UserCommand:
			out = append(out, fmt.Sprintf("%d %s begins", ev.Turn, b.Command))
		case store.UserCommandEnd:
			exit := "signal"
			if b.Exit != nil {
				exit = fmt.Sprint(*b.Exit)
			}
			if b.Interrupted {
				exit = "interrupted"
			}
			out = append(out, fmt.Sprintf("%d %s: %s", ev.Turn, exit, b.Output))
		default:
			out = append(out, ev.Body.Type())
		}
	}
	return strings.Join(out, ", ")
}

// TestACommandOfTheUsers runs once it is on disk, while a turn is open or none is, and its
// end is put on record.
func TestACommandOfTheUsers(t *testing.T) {
	o := newOwning(t, store.Log{})
	o.fault = errors.New("the disk is full")
	_, jobs := o.shell.Send(Commanded{Command: "make"})
	if len(jobs) != 1 || jobs[0].Key.Kind != ofWriting {
		t.Fatalf("before it is on disk: %+v", jobs)
	}
	o.fault = nil
	done, _ := jobs[0].Perform(jobs[0].Context)
	o.send(done)
	if busy := o.shell.State().Busy(); busy != Idle || o.shell.Quiet() {
		t.Errorf("while it runs: busy %v, quiet %v", busy, o.shell.Quiet())
	}
	o.perform()
	o.send(Commanded{Command: " \n"})
	o.send(Submitted{ID: "q", Text: "go"})
	o.held = nil // the model
	o.send(Commanded{Command: "panic"})
	o.perform()
	want := "0 make begins, 0 0: make printed, turn_start, chat_request, 1 panic begins, 1 interrupted: a fault in the program: no"
	if got := o.events(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !slices.Equal(o.ran, []string{"make", "panic"}) {
		t.Errorf("%q ran", o.ran)
	}
}

// TestACommandOfTheUsersIsEnded: what it had printed is kept, even if it had not begun
// because it was not on disk.
func TestACommandOfTheUsersIsEnded(t *testing.T) {
	o := newOwning(t, store.Log{})
	o.send(Commanded{Command: "hang"})
	if said := o.perform(); !slices.Equal(said, []string{"hanging"}) {
		t.Errorf("it showed %q", said)
	}
	_, jobs := o.shell.Send(Commanded{Command: "hang"})
	o.send(CommandStopped{ID: "none"})
	o.send(CommandStopped{ID: o.shell.State().Folded.Commands[0].ID})
	done, _ := jobs[0].Perform(jobs[0].Context)
	o.send(done)
	o.perform()
	if want := "0 hang begins, 0 signal: hung, 0 hang begins, 0 signal: hung"; o.events() != want || len(o.shell.halted) != 0 {
		t.Errorf("got  %s\nwant %s; %d halted", o.events(), want, len(o.shell.halted))
	}
}

// TestACommandWithoutAPerson is not run: whoever drives the shell gave it no way to.
func TestACommandWithoutAPerson(t *testing.T) {
	o := newOwning(t, store.Log{})
	o.shell.World.Command = nil
	o.send(Commanded{Command: "make"})
	o.perform()
	if want := "0 make begins, 0 interrupted: no command of the user's own is run here"; o.events() != want {
		t.Errorf("got %s", o.events())
	}
}

// TestNothingGoesOnInASessionOfAnotherProgram: no message, no command, and no request to a
// model after one of its questions was answered.
func TestNothingGoesOnInASessionOfAnotherProgram(t *testing.T) {
	log := logs.Of(t, store.Observed{Program: "claude"}, store.TurnStart{}, store.ChatRequest{Text: "hi", Author: "bridge.claude"})
	for _, in := range []Input{Submitted{ID: "q", Text: "go"}, Commanded{Command: "make"}, Unpaused{}, Continued{}} {
		o := newOwning(t, log)
		o.send(Opened{})
		before := o.events()
		o.send(in)
		if err := o.shell.Trouble(); err != errObserved || o.events() != before || len(o.held) > 0 {
			t.Errorf("%T: %v, %s, %d run", in, err, o.events(), len(o.held))
		}
	}
	s := State{Folded: FoldAll("c", log), Env: Env{Tools: storyTools(), Rules: storyRules{}}}
	if owed := Owed(s.Folded, s.env()); !reflect.DeepEqual(owed, []Effect(nil)) {
		t.Errorf("%+v is owed", owed)
	}
}
