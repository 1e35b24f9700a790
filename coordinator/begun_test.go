package coordinator

import (
	"encoding/json"
	"testing"

	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/forms"
	"parley/providers"
	"parley/store"
)

// asksAgain has the running tool ask once more, of the same or of what the context says.
func (s *story) asksAgain(context string) {
	q := boolean(false, "true")
	q.Context = context
	s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.NeedsInput{Form: mustForm(q)}})
}

// TestWhatAPersonBeganIsTheirs: a question that passed to a person, or that one answered, is for a person
// when its tool asks it again, whatever the configuration says of it.
func TestWhatAPersonBeganIsTheirs(t *testing.T) {
	no := Reviewed{Key: Review{Inquiry: "c.q.1"}.Key(), Value: json.RawMessage("false"), Reason: "no", Model: "s/small"}
	for name, passes := range map[string]struct {
		rules QuestionRules
		how   func(*story)
		from  string
	}{
		"the reviewer's no": {QuestionRules{ToAssistant: true, Escalate: true, Reviewer: "small"}, func(s *story) { s.send(no) }, "c.q.1"},
		"no review":         {QuestionRules{ToAssistant: true, Reviewer: "small"}, func(s *story) { s.send(ReviewBroke{Key: no.Key, Error: "gone"}) }, "c.q.1"},
		"asked":             {QuestionRules{}, func(*story) {}, ""},
	} {
		for what, answer := range map[string]Answered{
			"a part": {Edited: &store.Edited{Content: "part"}}, "asked again": {Again: true}, "all": {},
		} {
			for context, from := range map[string]string{"": passes.from, "it has changed": ""} { // of which no reviewer has said anything
				s := questioned(t, "patcher", boolean(false, "true"), with(passes.rules, route.PolicyDeny), true)
				passes.how(s)
				p, _ := s.state.Prompt()
				answer.Key, answer.Value = p.Key, json.RawMessage("true")
				s.send(answer)
				s.state.Env.Rules = with(QuestionRules{ToAssistant: true, Escalate: true, Reviewer: "small"}, route.PolicyDeny)
				s.asksAgain(context)
				q, _ := s.inquiry()
				p, open := s.state.Prompt()
				if !open || len(s.state.Reviews()) > 0 || q.Target != store.TargetUser || q.Escalate || q.EscalatedFrom != from || (p.Linked != nil) != (from != "") {
					t.Errorf("%s, %s, %q: put to the user: %v, %d reviews, %+v", name, what, context, open, len(s.state.Reviews()), q)
				}
			}
		}
	}
}

// TestAnotherQuestionOfTheSameName is none that passed to a person: it is reviewed, and nothing is said of
// it that a reviewer said of the first.
func TestAnotherQuestionOfTheSameName(t *testing.T) {
	s := questioned(t, "patcher", boolean(false, ""), toReviewer(true), true)
	s.send(Reviewed{Key: Review{Inquiry: "c.q.1"}.Key(), Value: json.RawMessage("false"), Reason: "no", Model: "s/small"})
	p, _ := s.state.Prompt()
	s.send(Answered{Key: p.Key, Value: json.RawMessage("true")})
	other := boolean(false, "")
	other.Text = "Delete the database?"
	s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.NeedsInput{Form: mustForm(other)}})
	if q, _ := s.inquiry(); len(s.state.Reviews()) != 1 || q.Target != store.TargetReviewer || q.EscalatedFrom != "" {
		t.Errorf("%d reviews, %+v", len(s.state.Reviews()), q)
	}
}

// TestAQuestionThatPassedToAPersonWaits: who comes to nobody in the end is not dropped, and not left open
// in a call that has ended.
func TestAQuestionThatPassedToAPersonWaits(t *testing.T) {
	for policy, open := range map[route.Policy]bool{route.PolicyPark: true, route.PolicyDeny: false} {
		s := questioned(t, "patcher", boolean(false, ""), with(QuestionRules{ToAssistant: true, Reviewer: "small"}, policy), true)
		s.send(ReviewBroke{Key: Review{Inquiry: "c.q.1"}.Key(), Error: "gone"})
		s.state.Env.SomebodyThere = false
		s.send(Looked{})
		q, a := s.inquiry()
		if q.ID != "c.q.2" || (a.ID == q.ID) == open {
			t.Errorf("%s: %s is answered by %+v", policy, q.ID, a)
		}
		if _, ended := s.told(); ended == open {
			t.Errorf("%s: the call has ended: %v", policy, ended)
		}
	}
}

// TestANoThatWasTakenBackIsNoReason: why a call failed is not what its user said before they went back.
func TestANoThatWasTakenBackIsNoReason(t *testing.T) {
	one, two := boolean(false, ""), boolean(false, "")
	one.ID, two.ID = "one", "two"
	two.When = &forms.When{QuestionID: "one", Equals: json.RawMessage("true")}
	last := forms.Question{ID: "last", Text: "When?", AnswerType: forms.AnswerType{Kind: forms.Text}}
	s := newStory(t, 1)
	s.state.Env.Rules, s.state.Env.SomebodyThere = with(QuestionRules{}, route.PolicyDeny), true
	s.send(Opened{})
	s.send(Submitted{ID: "m", Text: "go"})
	s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: "c", Name: "patcher", Arguments: `{"path":"a.go"}`}}}})
	s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.NeedsInput{Form: mustForm(one, two, last)}})
	for _, say := range []string{"true", "false", "", "", "false"} {
		p, _ := s.state.Prompt()
		if say == "" {
			s.send(WentBack{Key: p.Key})
			continue
		}
		s.send(Answered{Key: p.Key, Value: json.RawMessage(say)})
	}
	c, _ := s.state.Folded.Stack[0].Call("c")
	if c.Judged == nil || c.Judged.Question.ID != "one" || c.Judged.Before != nil {
		t.Errorf("judged %+v", c.Judged)
	}
}

// TestAnAnswerIsNotOneToALaterQuestion of the same name that was left out.
func TestAnAnswerIsNotOneToALaterQuestion(t *testing.T) {
	s := questioned(t, "patcher", boolean(false, ""), with(QuestionRules{}, route.PolicyDeny), true)
	p, _ := s.state.Prompt()
	s.send(Answered{Key: p.Key, Value: json.RawMessage("true")})
	where, drop := boolean(false, ""), boolean(false, "")
	where.ID, drop.Text = "where", "Drop all tables?"
	drop.When = &forms.When{QuestionID: "where", Equals: json.RawMessage("true")}
	s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.NeedsInput{Form: mustForm(where, drop)}})
	p, _ = s.state.Prompt()
	s.send(Answered{Key: p.Key, Value: json.RawMessage("false")})
	c, _ := s.state.Folded.Stack[0].Call("c")
	if got := s.state.answers(c); len(got) != 1 || string(got["where"].Value) != "false" {
		t.Errorf("the tool gets %+v", got)
	}
}

// TestNobodyEndsWhatAPersonBegan: with nobody there, the question is answered by none of what answers
// others.
func TestNobodyEndsWhatAPersonBegan(t *testing.T) {
	for policy, outcome := range map[route.Policy]string{route.PolicyDeny: store.CancelPolicyDenied, route.PolicyAuto: store.CancelPolicyDenied, route.PolicyDefaults: store.CancelPolicyDenied, route.PolicyPark: ""} {
		s := questioned(t, "patcher", boolean(false, "true"), with(QuestionRules{}, policy), true)
		p, _ := s.state.Prompt()
		s.send(Answered{Key: p.Key, Value: json.RawMessage("true"), Edited: &store.Edited{Content: "part"}})
		s.state.Env.SomebodyThere = false
		s.asksAgain("it has changed")
		q, a := s.inquiry()
		if a.ID != q.ID {
			a = store.InquiryResponse{}
		}
		if q.ID != "c.q.2" || len(s.state.Reviews()) > 0 || a.Outcome == store.Answered || a.Reason != outcome {
			t.Errorf("%s: %s is answered %+v, %d reviews", policy, q.ID, a, len(s.state.Reviews()))
		}
	}
}

// TestGoingBackToWhatPassedToAPerson: who said no to what a reviewer rejected is asked again, and nobody
// says yes in their place.
func TestGoingBackToWhatPassedToAPerson(t *testing.T) {
	one, two, three := boolean(false, ""), boolean(false, ""), boolean(false, "")
	one.ID, two.ID, two.Text, three.ID = "one", "q", "Drop it?", "three"
	for escalate, in := range map[bool]Input{
		true:  Reviewed{Key: Review{Inquiry: "c.q.1"}.Key(), Value: json.RawMessage("false"), Model: "s/small"},
		false: ReviewBroke{Key: Review{Inquiry: "c.q.1"}.Key(), ByUser: true},
	} {
		s := newStory(t, 1)
		s.state.Env.Rules, s.state.Env.SomebodyThere = toReviewer(escalate), true
		s.send(Opened{})
		s.send(Submitted{ID: "m", Text: "go"})
		s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: "c", Name: "patcher", Arguments: `{"path":"a.go"}`}}}})
		s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.NeedsInput{Form: mustForm(one, two, three)}})
		say := func(value string) {
			p, open := s.state.Prompt()
			if !open {
				t.Fatalf("nothing is asked (escalated: %v)", escalate)
			}
			s.send(Answered{Key: p.Key, Value: json.RawMessage(value)})
		}
		say("true")
		s.send(in)
		say("false")
		p, _ := s.state.Prompt()
		s.send(WentBack{Key: p.Key})
		p, open := s.state.Prompt()
		if !open || p.Inquiry.Question.ID != "q" || len(s.state.Reviews()) > 0 {
			t.Errorf("escalated %v: after going back %+v is before the user (%v), %d reviews", escalate, p.Inquiry, open, len(s.state.Reviews()))
			continue
		}
		if filled, is := p.Walk.Draft("q"); !is || string(filled) != "false" {
			t.Errorf("escalated %v: %q is filled in", escalate, filled)
		}
	}
}
