package coordinator

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"parley/coordinator/tool"
	"parley/forms"
	"parley/providers"
	"parley/store"
)

// TestAWithdrawnFormCloses: its question is answered by nobody any more, what was answered in it
// before does not count, and the next form of the run is asked.
func TestAWithdrawnFormCloses(t *testing.T) {
	s, run := serverStory(t)
	s.send(ToolAsks{Key: run, Form: askerForm()})
	s.send(Answered{Key: s.at(t, OfUser), Value: json.RawMessage("true")})
	was, before := s.at(t, OfUser), len(s.disk)
	s.send(ToolWithdraws{Key: run})
	if got := types(s.disk[before:]); got != "inquiry_response" {
		t.Fatalf("on record: %s", got)
	}
	if r := s.disk[before].Body.(store.InquiryResponse); r.Outcome != store.Cancelled || r.Reason != store.CancelWithdrawn || r.ID != was.ID || r.AnsweredBy != nil {
		t.Errorf("on record: %+v", r)
	}
	for _, r := range s.state.Running {
		if r.Key.Kind == OfTelling || r.Key == was && !r.Stopping {
			t.Errorf("%v runs", r.Key)
		}
	}
	n := len(s.disk)
	s.send(Answered{Key: was, Value: json.RawMessage(`"here"`)})
	s.send(ToolWithdraws{Key: run})
	if len(s.disk) != n {
		t.Errorf("of a withdrawn form: %s", types(s.disk[n:]))
	}
	s.send(ToolAsks{Key: run, Form: askedForm("b")})
	s.send(Answered{Key: s.at(t, OfUser), Value: json.RawMessage(`"yes"`)})
	s.at(t, OfTelling)
	c := s.state.Folded.Stack[0].Calls.At(0)
	c.Answers = c.Asking.counted(c.Answers)
	if given := s.state.answers(*c); len(given) != 1 {
		t.Errorf("the run is told %v", given)
	}
	s.send(ToolWithdraws{Key: run}) // too late: it was answered
	s.at(t, OfTelling)
	s.kill(len(s.disk))
	if got := types(s.disk[len(s.disk)-2:]); got != "resumed tool_call_response" {
		t.Errorf("after a kill: %s", got)
	}
}

// TestAFormIsWithdrawnBeforeItIsShown: the record says so all the same, and its turn never comes.
func TestAFormIsWithdrawnBeforeItIsShown(t *testing.T) {
	s := newStory(t, 1)
	s.state.Env.Rules = storyRules{}
	s.begin(1)
	s.send(ModelDone{Key: s.at(t, OfModel), Response: providers.Response{Text: "text", Model: "m/a", Finish: "tool_calls", Calls: []providers.Call{
		{ID: "c1", Name: "asker", Arguments: "{}"}, {ID: "c2", Name: "server", Arguments: "{}"}}}})
	calls := s.state.Folded.Stack[0].Calls
	of := func(i int) Key {
		c := calls.At(i)
		return RunTool{Turn: 1, Response: c.Response, Call: c.ID, Run: 1}.Key()
	}
	s.send(ToolDone{Key: of(0), Outcome: tool.NeedsInput{Form: askerForm()}})
	shown, before := s.at(t, OfUser), len(s.disk)
	s.send(ToolAsks{Key: of(1), Form: patcherForm()})
	s.send(ToolWithdraws{Key: of(1)})
	if got := types(s.disk[before:]); got != "tool_asked inquiry_request inquiry_response" {
		t.Fatalf("on record: %s", got)
	}
	asked, closed := s.disk[before+1].Body.(store.InquiryRequest), s.disk[before+2].Body.(store.InquiryResponse)
	if asked.Call != "c2" || asked.Question.ID != "apply" || closed.ID != asked.ID || closed.Reason != store.CancelWithdrawn {
		t.Errorf("on record: %+v, %+v", asked, closed)
	}
	if !s.state.runs(shown) {
		t.Error("the question on the screen is gone")
	}
	s.fills(t)
	for _, r := range s.state.Running {
		if r.Key.Kind == OfUser && !r.Stopping {
			t.Errorf("%v is asked", r.Key)
		}
	}
}

// withdrawer asks twice, and wants no answer to the first form.
type withdrawer struct {
	fakeTool
	withdraw chan struct{}
	told     chan map[string]tool.Answer
}

func (w withdrawer) Run(ctx context.Context, call tool.Call) tool.Outcome {
	wanted, end := context.WithCancelCause(ctx)
	go func() { <-w.withdraw; end(tool.ErrWithdrawn) }()
	if _, err := call.Ask(wanted, tool.Meanwhile{Form: askedForm("a")}); !errors.Is(err, context.Canceled) {
		return tool.Failure{Message: "the withdrawn form was answered"}
	}
	told, err := call.Ask(ctx, tool.Meanwhile{Form: askedForm("b")})
	if err != nil {
		return tool.Failure{Message: err.Error()}
	}
	w.told <- told.Answers
	return tool.Success{Content: "done"}
}

func askedForm(id string) forms.Form {
	return mustForm(forms.Question{ID: id, Text: "Note?", AnswerType: forms.AnswerType{Kind: forms.Text}, Exclusive: true})
}

// TestALateAnswerReachesNoOtherForm: the answer is recorded just when its form is withdrawn, and is
// about to be told when the next form is asked.
func TestALateAnswerReachesNoOtherForm(t *testing.T) {
	r := newRun(RunTool{Turn: 1, Response: "r", Call: "c", Run: 1}.Key())
	w := withdrawer{withdraw: make(chan struct{}), told: make(chan map[string]tool.Answer, 1)}
	done := make(chan tool.Outcome, 1)
	go func() { done <- w.Run(t.Context(), tool.Call{Ask: r.ask}) }()
	first := (<-r.asks).(ToolAsks)
	close(w.withdraw)
	if in := <-r.asks; in != (ToolWithdraws{Key: r.key}) {
		t.Fatalf("it says %v", in)
	}
	second := (<-r.asks).(ToolAsks)
	first.to <- tool.Told{Answers: map[string]tool.Answer{"a": {}}}
	second.to <- tool.Told{Answers: map[string]tool.Answer{"b": {}}}
	if given := <-w.told; len(given) != 1 || given["b"].Value != nil {
		t.Errorf("the second form was told %v", given)
	} else if _, ok := given["b"]; !ok {
		t.Errorf("the second form was told %v", given)
	}
	if o := <-done; o != (tool.Success{Content: "done"}) {
		t.Errorf("it ended as %v", o)
	}
}

// TestAWithdrawalOfARunThatEnded waits for nobody.
func TestAWithdrawalOfARunThatEnded(t *testing.T) {
	r := newRun(Key{})
	wanted, end := context.WithCancelCause(t.Context())
	done := make(chan error, 1)
	go func() { _, err := r.ask(wanted, tool.Meanwhile{Form: askedForm("a")}); done <- err }()
	<-r.asks
	end(tool.ErrWithdrawn)
	close(r.over)
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
}
