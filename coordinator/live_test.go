package coordinator

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// serverStory is a story whose model has called a tool of a server, which runs now.
func serverStory(t *testing.T) (*story, Key) {
	t.Helper()
	s := newStory(t, 1)
	s.state.Env.Rules = storyRules{detached: route.PolicyDeny}
	s.begin(1)
	s.answerWith(t, "server")
	return s, s.at(t, OfTool)
}

// answerWith lets the model call a tool.
func (s *story) answerWith(t *testing.T, name string) {
	t.Helper()
	s.send(callsFor(s.at(t, OfModel), name))
}

// at is the key of the one running effect of a kind.
func (s *story) at(t *testing.T, kind Kind) Key {
	t.Helper()
	for _, r := range s.state.Running {
		if r.Key.Kind == kind && !r.Stopping {
			return r.Key
		}
	}
	t.Fatalf("nothing of the kind %s runs: %v", kind, s.state.Running)
	return Key{}
}

// answers gives yes, a choice and a text to a form of askerForm.
func (s *story) fills(t *testing.T) {
	t.Helper()
	for _, value := range []string{"true", `"here"`, `"a note"`} {
		s.send(Answered{Key: s.at(t, OfUser), Value: json.RawMessage(value)})
	}
}

func types(events []store.Event) string {
	var names []string
	for _, ev := range events {
		names = append(names, ev.Body.Type())
	}
	return strings.Join(names, " ")
}

// TestARunThatAsksGoesOn: its questions are asked, it is told, and may ask again.
func TestARunThatAsksGoesOn(t *testing.T) {
	s, run := serverStory(t)
	for n := range 2 {
		before := len(s.disk)
		s.send(ToolAsks{Key: run, Form: askerForm()})
		s.fills(t)
		if c := s.state.Folded.Stack[0].Calls.At(0); !c.Running || c.Run != 1 || c.Forms != n+1 {
			t.Fatalf("the call is %+v", c)
		}
		s.send(RunTold{Key: s.at(t, OfTelling)})
		if got := types(s.disk[before:]); got != "tool_asked inquiry_request inquiry_response inquiry_request inquiry_response inquiry_request inquiry_response" {
			t.Errorf("on record: %s", got)
		}
		for _, r := range s.state.Running {
			if r.Key.Kind == OfTelling {
				t.Error("it is told twice")
			}
		}
	}
	s.send(ToolDone{Key: run, Outcome: tool.Success{Content: "done"}})
	if got := types(s.disk[len(s.disk)-1:]); got != "tool_call_response" {
		t.Errorf("the last is %s", got)
	}
}

// TestDeclineIsNoCancel: the form ends, its tool goes on, and answers given before in it
// do not count.
func TestDeclineIsNoCancel(t *testing.T) {
	s, run := serverStory(t)
	s.send(ToolDone{Key: run, Outcome: tool.NeedsInput{Form: askerForm(), State: "what it wants back"}})
	s.send(Answered{Key: s.at(t, OfUser), Value: json.RawMessage("true")})
	s.send(Declined{Key: s.at(t, OfUser)})
	c := s.state.Folded.Stack[0].Calls.At(0)
	if !c.Running || c.Run != 2 || !c.Declined || len(c.Answers) != 0 || c.State != "what it wants back" {
		t.Fatalf("the call is %+v", c)
	}
	if r, ok := s.disk[len(s.disk)-2].Body.(store.InquiryResponse); !ok || r.Reason != store.CancelDecline || r.Outcome != store.Cancelled {
		t.Errorf("on record: %+v", s.disk[len(s.disk)-2].Body)
	}
}

// TestOnlyAFormThatCanBeDeclinedIs: other tools know nothing of it.
func TestOnlyAFormThatCanBeDeclinedIs(t *testing.T) {
	s := newStory(t, 1)
	s.begin(1)
	s.answerWith(t, "asker")
	s.send(ToolDone{Key: s.at(t, OfTool), Outcome: tool.NeedsInput{Form: askerForm()}})
	before := len(s.disk)
	s.send(Declined{Key: s.at(t, OfUser)})
	if len(s.disk) != before {
		t.Errorf("recorded: %s", types(s.disk[before:]))
	}
}

// TestAReplyEndsARunThatAsks, and a run that ends closes what it asked.
func TestAReplyEndsARunThatAsks(t *testing.T) {
	s, run := serverStory(t)
	s.send(ToolAsks{Key: run, Form: askerForm()})
	s.send(Replied{Key: s.at(t, OfUser), Text: "later"})
	if r, ok := s.disk[len(s.disk)-1].Body.(store.ToolCallResponse); !ok || r.Content != `The user did not answer and replied: "later"` {
		t.Errorf("on record: %+v", s.disk[len(s.disk)-1].Body)
	}
	for _, r := range s.state.Running {
		if r.Key == run {
			t.Error("the run goes on")
		}
	}

	s, run = serverStory(t)
	s.send(ToolAsks{Key: run, Form: askerForm()})
	s.send(ToolDone{Key: run, Outcome: tool.Failure{Message: "it gave up"}})
	n := len(s.disk)
	if r, ok := s.disk[n-2].Body.(store.InquiryResponse); !ok || r.Reason != store.CancelCut {
		t.Errorf("the question: %+v", s.disk[n-2].Body)
	}
	if r, ok := s.disk[n-1].Body.(store.ToolCallResponse); !ok || r.Content != "it gave up" {
		t.Errorf("the call: %+v", s.disk[n-1].Body)
	}
}

// TestARunThatAskedIsLostWithTheProgram: its question closes, and the model is told that
// it may have taken effect.
func TestARunThatAskedIsLostWithTheProgram(t *testing.T) {
	s, run := serverStory(t)
	s.send(ToolAsks{Key: run, Form: askerForm()})
	n := len(s.disk)
	s.kill(n)
	if got := types(s.disk[n:]); got != "resumed inquiry_response tool_call_response" {
		t.Fatalf("on record: %s", got)
	}
	if r := s.disk[n+1].Body.(store.InquiryResponse); r.Reason != store.CancelCut {
		t.Errorf("the question: %+v", r)
	}
	if r := s.disk[n+2].Body.(store.ToolCallResponse); r.Content != interruptedText("server") || !r.IsError {
		t.Errorf("the call: %+v", r)
	}
}

// TestADeclinedRunIsLostWithTheProgram: the model is told of the no, whether or not the run
// had been.
func TestADeclinedRunIsLostWithTheProgram(t *testing.T) {
	for _, told := range []bool{false, true} {
		s, run := serverStory(t)
		s.send(ToolAsks{Key: run, Form: askerForm()})
		s.send(Declined{Key: s.at(t, OfUser)})
		if told {
			s.send(RunTold{Key: s.at(t, OfTelling)})
		}
		n := len(s.disk)
		s.kill(n)
		if got := types(s.disk[n:]); got != "resumed tool_call_response" {
			t.Fatalf("on record: %s", got)
		}
		want := "server was interrupted when the program stopped. The user had declined what it asked, and it may not have been told so. " +
			"Check the state of things, and do not call it again for the same purpose unless the user asks for it."
		if r := s.disk[n+1].Body.(store.ToolCallResponse); r.Content != want || !r.IsError {
			t.Errorf("told: %t, the call: %+v", told, r)
		}
	}
}

// TestNobodyIsWaitedForByARun: a question that would be parked is refused, since its run
// cannot wait.
func TestNobodyIsWaitedForByARun(t *testing.T) {
	s, run := serverStory(t)
	s.state.Env.SomebodyThere, s.state.Env.Rules = false, storyRules{detached: route.PolicyPark}
	s.send(ToolAsks{Key: run, Form: patcherForm()})
	if r, ok := s.disk[len(s.disk)-1].Body.(store.ToolCallResponse); !ok || !r.IsError {
		t.Errorf("on record: %+v", s.disk[len(s.disk)-1].Body)
	}
}

func callsFor(key Key, name string) Input {
	return ModelDone{Key: key, Response: providers.Response{Text: "text", Model: "m/a", Finish: "tool_calls", Calls: []providers.Call{{ID: "c1", Name: name, Arguments: `{"path":"a.go"}`}}}}
}
