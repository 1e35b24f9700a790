package coordinator

import (
	"encoding/json"
	"testing"

	"parley/coordinator/route"
	"parley/forms"
	"parley/store"
)

// TestASecretThatIsLeftOut is no secret that was given: the record and the tool have that it was left out.
func TestASecretThatIsLeftOut(t *testing.T) {
	q := forms.Question{ID: "q", Text: "Key?", AnswerType: forms.AnswerType{Kind: forms.Secret}, Optional: true}
	s := questioned(t, "patcher", q, with(QuestionRules{}, route.PolicyDeny), true)
	p, _ := s.state.Prompt()
	s.send(Answered{Key: p.Key, Value: json.RawMessage("null")})
	_, got := s.inquiry()
	if got.Outcome != store.Answered || string(got.Answer) != "null" || got.AnsweredBy.By != store.ByUser {
		t.Errorf("recorded %+v", got)
	}
	c, _ := s.state.Folded.Stack[0].Call("c")
	if got, is := s.state.answers(c)["q"]; !is || string(got.Value) != "null" {
		t.Errorf("the tool gets %+v", got)
	}
}
