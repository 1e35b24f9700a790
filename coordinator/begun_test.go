package coordinator

import (
	"encoding/json"
	"testing"

	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// asksAgain has the running tool ask once more, of something that has changed.
func (s *story) asksAgain(standard string) {
	q := boolean(false, standard)
	q.Context = "it has changed"
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
			s := questioned(t, "patcher", boolean(false, "true"), with(passes.rules, route.PolicyDeny), true)
			passes.how(s)
			p, _ := s.state.Prompt()
			answer.Key, answer.Value = p.Key, json.RawMessage("true")
			s.send(answer)
			s.state.Env.Rules = with(QuestionRules{ToAssistant: true, Escalate: true, Reviewer: "small"}, route.PolicyDeny)
			s.asksAgain("true")
			q, _ := s.inquiry()
			p, open := s.state.Prompt()
			if !open || len(s.state.Reviews()) > 0 || q.Target != store.TargetUser || q.Escalate || q.EscalatedFrom != passes.from || (p.Linked != nil) != (passes.from != "") {
				t.Errorf("%s, %s: put to the user: %v, %d reviews, %+v", name, what, open, len(s.state.Reviews()), q)
			}
		}
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
		s.asksAgain("true")
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
