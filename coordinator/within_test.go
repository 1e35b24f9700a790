package coordinator

import (
	"context"
	"math"
	"slices"
	"strconv"
	"testing"
	"time"

	"parley/coordinator/guards"
	"parley/forms"
	"parley/store"
	"parley/store/record"
)

// bodiesOf are bodies as the events of a log.
func bodiesOf(turns []int, bodies ...store.Body) store.Log {
	var log store.Log
	for i, b := range bodies {
		log = log.Append(store.Event{Head: store.Head{V: 1, Seq: int64(i + 1), Turn: turns[i], Time: time.Unix(int64(i), 0), Conversation: "c"}, Body: b})
	}
	return log
}

// TestATurnServesOnlyOneThatWaitsForIt: within another one no turn begins but the one that a guard's choice asks for,
// once nothing of the other is under way. A file says what it likes, and so does one of which a line was lost.
func TestATurnServesOnlyOneThatWaitsForIt(t *testing.T) {
	called := []store.Body{
		store.TurnStart{}, store.ChatRequest{Text: "hi"},
		store.ToolCallRequest{Response: "1.1", ID: "k", Name: "writer", Arguments: []byte(`{}`)}, store.ResponseEnd{Response: "1.1", Calls: 1},
	}
	for name, c := range map[string]struct {
		turns  []int
		bodies []store.Body
		open   int // turns
	}{
		"a call runs":         {[]int{1, 1, 1, 1, 1, 2}, append(called[:4:4], store.ToolStarted{ID: "k", Run: 1}, store.TurnStart{Parent: 1}), 1},
		"a call waits":        {[]int{1, 1, 1, 1, 2}, append(called[:4:4], store.TurnStart{Parent: 1}), 1},
		"no guard asked":      {[]int{1, 1, 2}, []store.Body{store.TurnStart{}, store.ChatRequest{}, store.TurnStart{Parent: 1}}, 1},
		"a number beyond all": {[]int{math.MaxInt32}, []store.Body{store.TurnStart{}}, 0},
		"one that it waits for": {[]int{1, 1, 1, 1, 2}, []store.Body{
			store.TurnStart{}, store.ChatRequest{}, guards.Evidence{}.Event(guards.LoopThreshold), store.GuardResolved{Guard: guards.LoopThreshold, Choice: guards.ChoiceDebug}, store.TurnStart{Parent: 1},
		}, 2},
		"one within that one": {[]int{1, 1, 1, 1, 2, 2, 2, 3}, []store.Body{
			store.TurnStart{}, store.ChatRequest{}, guards.Evidence{}.Event(guards.LoopThreshold), store.GuardResolved{Guard: guards.LoopThreshold, Choice: guards.ChoiceDebug}, store.TurnStart{Parent: 1},
			guards.Evidence{}.Event(guards.LoopThreshold), store.GuardResolved{Guard: guards.LoopThreshold, Choice: guards.ChoiceDebug}, store.TurnStart{Parent: 2},
		}, 2},
	} {
		f := FoldAll("c", bodiesOf(c.turns, c.bodies...))
		if len(f.Stack) != c.open {
			t.Errorf("%s: %d turns are open", name, len(f.Stack))
		}
		if last := c.turns[len(c.turns)-1]; c.open > 0 && f.Turns != last {
			t.Errorf("%s: the latest turn is %d, so its number is not free", name, f.Turns)
		}
	}
}

// TestWhatBeganBeforeIsNotBegunAgain, whatever is sent to a conversation before it is opened for going on: an answer that
// is refused begins none of the runs and commands that stand in it without an end.
func TestWhatBeganBeforeIsNotBegunAgain(t *testing.T) {
	run := bodiesOf([]int{1, 1, 1, 1, 1},
		store.TurnStart{}, store.ChatRequest{Text: "hi"}, store.ToolCallRequest{Response: "1.1", ID: "k", Name: "writer", Arguments: []byte(`{}`)},
		store.ResponseEnd{Response: "1.1", Calls: 1}, store.ToolStarted{ID: "k", Run: 1})
	command := bodiesOf([]int{0}, store.UserCommand{ID: "c", Command: "touch x"})
	for name, log := range map[string]store.Log{"run": run, "command": command} {
		base := newStory(t, 1)
		shell := NewShell(context.Background(), World{
			Record: func(...store.Event) error { return nil }, Now: func() time.Time { return time.Unix(100, 0) }, Nonce: func() string { return "n" }, SettleIn: time.Second,
		}, base.state.Env, "c", log)
		begins := func(in Input) (n int) {
			for inputs := []Input{in}; len(inputs) > 0; inputs = inputs[1:] {
				_, jobs := shell.Send(inputs[0])
				for _, j := range jobs {
					switch j.Key.Kind {
					case OfTool, OfCommand:
						n++
					case ofWriting: // what is begun waits for it
						written, _ := j.Perform(j.Context)
						inputs = append(inputs, written)
					}
				}
			}
			return n
		}
		if n := begins(Sent{Digest: "0", Barred: "no", Told: func(Taken) {}}); n != 0 {
			t.Errorf("%s: a refused answer begins %d", name, n)
		}
		if n := begins(Opened{Continue: true}); n != 0 {
			t.Errorf("%s: going on begins %d", name, n)
		}
		if n := begins(Commanded{ID: "d", Command: "ls"}); n != 1 {
			t.Errorf("%s: a command of now: %d begin", name, n)
		}
	}
}

// TestWhatAnotherHandSaysWasWrittenIsNotOurs: such a file is one that the user changed, whose loss is asked about.
func TestWhatAnotherHandSaysWasWrittenIsNotOurs(t *testing.T) {
	log := bodiesOf([]int{1, 1, 1, 1, 1, 1, 1},
		store.TurnStart{}, store.ChatRequest{Text: "hi"}, store.ToolCallRequest{Response: "1.1", ID: "k", Name: "fs_create_file", Arguments: []byte(`{}`)},
		store.ResponseEnd{Response: "1.1", Calls: 1}, store.ToolStarted{ID: "k", Run: 1}, store.FileKept{ID: "k", Run: 1, Path: "a.txt", After: "12"},
		store.ToolCallResponse{ID: "k", Wrote: &store.Wrote{Path: "a.txt", Digest: "sha256:12"}})
	for _, c := range []struct {
		theirs int
		ours   bool
	}{{0, true}, {3, true}, {log.Len(), false}, {log.Len() + 1, false}} {
		s := NewShell(context.Background(), World{Theirs: c.theirs}, newStory(t, 1).state.Env, "c", log)
		f := s.State().Folded
		if f.ours("a.txt", "sha256:12") != c.ours || f.allOurs("a.txt", "sha256:12") != c.ours || f.Seq != int64(log.Len()) {
			t.Errorf("of %d lines of another hand: ours %v, all of it %v", c.theirs, f.ours("a.txt", "sha256:12"), f.allOurs("a.txt", "sha256:12"))
		}
	}
	finished := bodiesOf([]int{1, 1, 1, 1, 1, 1}, store.TurnStart{}, store.ChatRequest{Text: "hi"}, store.ToolCallRequest{Response: "1.1", ID: "k", Name: "fs_create_file", Arguments: []byte(`{}`)},
		store.ResponseEnd{Response: "1.1", Calls: 1}, store.ToolStarted{ID: "k", Run: 1}, store.ToolFinished{ID: "k", Run: 1, Outcome: store.Outcome{Type: store.OutcomeSuccess, Wrote: &store.Wrote{Path: "a.txt", Digest: "sha256:12"}}})
	for _, theirs := range []int{0, finished.Len()} {
		s := NewShell(context.Background(), World{Theirs: theirs}, newStory(t, 1).state.Env, "c", finished)
		turn, _ := s.State().Folded.Current()
		if c, _ := turn.Call("k"); c.Result == nil || (c.Result.Outcome.Wrote == nil) != (theirs > 0) {
			t.Errorf("of a result that waits, with %d lines of another hand: %+v", theirs, c.Result)
		}
	}
	for to, ours := range map[string]bool{"/a": true, "/b": false} {
		moved := store.Log{}.Append(store.Event{Head: store.Head{V: 1, Seq: 1, Conversation: "c"}, Body: store.Workspace{Root: "/a"}})
		for _, ev := range log.All() {
			ev.Seq++
			moved = moved.Append(ev)
		}
		moved = moved.Append(store.Event{Head: store.Head{V: 1, Seq: int64(log.Len() + 2), Conversation: "c"}, Body: store.Workspace{Root: to}})
		if f := FoldAll("c", moved); f.ours("a.txt", "sha256:12") != ours || f.allOurs("a.txt", "sha256:12") != ours {
			t.Errorf("where it goes on in %s, what it wrote in /a is ours: %v", to, f.ours("a.txt", "sha256:12"))
		}
	}
}

// TestInstructionsAreGivenAnewWhereAnotherHandSaysThatTheyWere: once, with the next message.
func TestInstructionsAreGivenAnewWhereAnotherHandSaysThatTheyWere(t *testing.T) {
	log := bodiesOf([]int{0, 1, 1, 1}, agents("AGENTS.md"), store.TurnStart{}, store.ChatRequest{Text: "hi"}, store.TurnEnd{Reason: store.ReasonUser})
	for _, theirs := range []int{0, 2, log.Len()} {
		s := newStory(t, 1)
		s.state = NewShell(context.Background(), World{Theirs: theirs}, s.state.Env, "c", log).State()
		s.state.Env.Instructs = true
		s.send(Opened{})
		s.send(Submitted{ID: "m", Text: "and"})
		wanted := s.state.Wanted.First
		if wanted != (theirs > 0) {
			t.Errorf("of %d lines of another hand: instructions are looked for %v", theirs, wanted)
		}
		if !wanted {
			continue
		}
		s.send(Instructed{Key: s.state.Wanted.Key(), Told: agents("AGENTS.md")})
		want(t, s, "instructions AGENTS.md", "message and")
	}
}

// TestAPermissionIsAskedByTheIDOfItsCall: by another one, which a file may say, an answer would be for another call.
func TestAPermissionIsAskedByTheIDOfItsCall(t *testing.T) {
	for id, asked := range map[string]bool{"k.run": true, "l.run": false, "l.deliver": false, "X": false, "k.run.2": false} {
		f := FoldAll("c", bodiesOf([]int{1, 1, 1, 1, 1, 1}, store.TurnStart{}, store.ChatRequest{Text: "hi"},
			store.ToolCallRequest{Response: "1.1", ID: "k", Name: "writer", Arguments: []byte(`{}`)}, store.ToolCallRequest{Response: "1.1", ID: "l", Name: "writer", Arguments: []byte(`{}`)},
			store.ResponseEnd{Response: "1.1", Calls: 2}, store.PermissionRequest{ID: id, Call: "k", Kind: store.PermitRun, Tool: "writer"}))
		turn, _ := f.Current()
		if c, _ := turn.Call("k"); (c.Permit.Asked != nil) != asked {
			t.Errorf("%s: asked is %+v", id, c.Permit.Asked)
		}
	}
}

// TestWhoEndedATurnIsTold: what is open when a turn ends says "you ended the turn" of whoever did, and of nobody where a limit or
// an error ended it.
func TestWhoEndedATurnIsTold(t *testing.T) {
	called := []store.Body{
		store.TurnStart{}, store.ChatRequest{Text: "hi"},
		store.ToolCallRequest{Response: "1.1", ID: "k", Name: "writer", Arguments: []byte(`{}`)}, store.ResponseEnd{Response: "1.1", Calls: 1},
	}
	permission := []store.Body{store.PermissionRequest{ID: "k.run", Call: "k", Kind: store.PermitRun, Tool: "writer"}}
	question := []store.Body{
		store.ToolStarted{ID: "k", Run: 1}, store.ToolAsked{ID: "k", Run: 1, Form: []forms.Question{{ID: "q", Text: "Go?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}}},
		store.InquiryRequest{ID: "k.q.1", Call: "k", Source: store.Source{Source: "tool", Name: "writer"}, Target: "user", Question: forms.Question{ID: "q", Text: "Go?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}},
	}
	for reason, words := range map[string]string{
		store.ReasonUser: "you ended the turn", store.ReasonCancelled: "you ended the turn", store.ReasonPaused: "you ended the turn",
		store.ReasonGuard: "not answered: it was closed first", store.ReasonError: "not answered: it was closed first",
	} {
		for what, asked := range map[string][]store.Body{"permission": permission, "question": question} {
			bodies := append(slices.Clone(called), append(asked, store.TurnEnding{Reason: reason})...)
			f := FoldAll("c", bodiesOf(slices.Repeat([]int{1}, len(bodies)), bodies...))
			if got := record.EventWords(f.Stack[0].closing(Env{})); got != words {
				t.Errorf("a %s when a turn ended by %q: %q", what, reason, got)
			}
		}
	}
}

// TestCommandsWithoutAnEnd are few, since each is ended in the step that opens the conversation.
func TestCommandsWithoutAnEnd(t *testing.T) {
	var bodies []store.Body
	for i := range 3 * mostCommands {
		bodies = append(bodies, store.UserCommand{ID: strconv.Itoa(i), Command: "ls"})
	}
	f := FoldAll("c", bodiesOf(make([]int, len(bodies)), bodies...))
	if ends := f.interrupted(); len(ends) != mostCommands {
		t.Errorf("%d are ended", len(ends))
	}
}
