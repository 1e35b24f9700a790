package coordinator

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"parley/coordinator/tool"
	"parley/store"
)

// TestAPageThatWasVisitedAnswersItsQuestion, in the server's name and only after the user
// opened it, whether the question is a result or asked while the call runs.
func TestAPageThatWasVisitedAnswersItsQuestion(t *testing.T) {
	for name, ask := range map[string]func(s *story, run Key){
		"a result": func(s *story, run Key) {
			s.send(ToolDone{Key: run, Outcome: tool.NeedsInput{Form: visitForm(), State: "its state"}})
		},
		"live": func(s *story, run Key) { s.send(ToolAsks{Key: run, Form: visitForm()}) },
	} {
		s, run := serverStory(t)
		ask(s, run)
		user := s.at(t, OfUser)
		visit := AwaitVisit{Inquiry: user.ID}.Key()
		n := len(s.disk)
		s.send(Visited{Key: visit})
		if s.state.running(visit) || len(s.disk) != n {
			t.Fatalf("%s: the server answers a page that nobody opened", name)
		}
		s.send(PageOpened{Key: Key{Kind: OfUser, ID: "another"}})
		s.send(PageOpened{Key: user})
		if !s.state.runs(visit) || s.state.runs(AwaitVisit{Inquiry: "another"}.Key()) || len(s.disk) != n {
			t.Fatalf("%s: what runs is %v", name, s.state.Running)
		}
		s.send(Visited{Key: visit})
		r, ok := s.disk[n].Body.(store.InquiryResponse)
		if !ok || r.Outcome != store.Answered || string(r.Answer) != "true" || r.AnsweredBy == nil || *r.AnsweredBy != (store.AnsweredBy{By: store.ByServer}) {
			t.Errorf("%s: on record: %+v", name, s.disk[n].Body)
		}
		if s.state.runs(visit) || s.state.runs(user) {
			t.Errorf("%s: what runs is %v", name, s.state.Running)
		}
	}
}

// TestAnAnswerEndsTheWaitForAVisit, and a question without a page has none.
func TestAnAnswerEndsTheWaitForAVisit(t *testing.T) {
	s, run := serverStory(t)
	s.send(ToolAsks{Key: run, Form: visitForm()})
	user := s.at(t, OfUser)
	s.send(PageOpened{Key: user})
	s.send(Answered{Key: user, Value: json.RawMessage("false")})
	n := len(s.disk)
	s.send(Visited{Key: AwaitVisit{Inquiry: user.ID}.Key()})
	if len(s.disk) != n {
		t.Errorf("a no became %+v", s.disk[n].Body)
	}
	s.send(RunTold{Key: s.at(t, OfTelling)})
	s.send(ToolAsks{Key: run, Form: askerForm()})
	s.send(PageOpened{Key: s.at(t, OfUser)})
	if slices.ContainsFunc(s.state.Running, func(r *Running) bool { return r.Key.Kind == OfVisit && !r.Stopping }) {
		t.Errorf("what runs is %v", s.state.Running)
	}
}

// TestAVisitIsForgottenWithTheProgram: the question is open again, and the page is not.
func TestAVisitIsForgottenWithTheProgram(t *testing.T) {
	s, run := serverStory(t)
	s.send(ToolDone{Key: run, Outcome: tool.NeedsInput{Form: visitForm(), State: "its state"}})
	user := s.at(t, OfUser)
	s.send(PageOpened{Key: user})
	s.kill(len(s.disk))
	if visit := (AwaitVisit{Inquiry: user.ID}).Key(); !s.state.runs(user) || s.state.running(visit) {
		t.Errorf("what runs is %v", s.state.Running)
	}
}

// visiter is a tool that learns of visits.
type visiter struct {
	fakeTool
	told chan string
}

func (v visiter) Visited(_ context.Context, state, page string) bool {
	v.told <- state + " " + page
	return page != ""
}

// TestWhoIsAskedAboutAVisit: the tool of the call, with the state that its run asked for; a
// run still going on has none.
func TestWhoIsAskedAboutAVisit(t *testing.T) {
	for name, test := range map[string]struct {
		ask  Input
		want string
	}{
		"a result": {ToolDone{Outcome: tool.NeedsInput{Form: visitForm(), State: "its state"}}, "its state https://example.com/do"},
		"live":     {ToolAsks{Form: visitForm()}, " https://example.com/do"},
	} {
		s, run := serverStory(t)
		v := visiter{fakeTool{tool.Spec{Name: "server", Description: "asks", Run: tool.Unattended, Result: tool.Unattended, Parameters: json.RawMessage(`{"type":"object"}`)}}, make(chan string, 1)}
		r, err := tool.NewRegistry(tool.Entry{Tool: v, Spec: v.Spec()})
		if err != nil {
			t.Fatal(err)
		}
		switch ask := test.ask.(type) {
		case ToolDone:
			ask.Key = run
			s.send(ask)
		case ToolAsks:
			ask.Key = run
			s.send(ask)
		}
		s.state.Env.Tools = r
		e := AwaitVisit{Inquiry: s.at(t, OfUser).ID, Call: s.state.Folded.Stack[0].Calls.At(0).ID}
		in, _ := (&Shell{state: s.state}).awaiting(e)(t.Context())
		if got := <-v.told; got != test.want || in != (Visited{Key: e.Key()}) {
			t.Errorf("%s: it was asked about %q, and said %v", name, got, in)
		}
	}
}
