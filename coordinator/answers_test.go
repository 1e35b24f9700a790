package coordinator

import (
	"encoding/json"
	"reflect"
	"testing"

	"parley/coordinator/route"
	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/forms"
	"parley/providers"
	"parley/store"
)

// questioned brings a story to the point where a tool has asked one question, under rules,
// with or without somebody there, and returns it.
func questioned(t *testing.T, name string, q forms.Question, rules storyRules, somebody bool) *story {
	t.Helper()
	s := newStory(t, 1)
	s.state.Env.Rules, s.state.Env.SomebodyThere = rules, somebody
	s.send(Opened{})
	s.send(Submitted{ID: "m", Text: "go"})
	s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: "c", Name: name, Arguments: `{"path":"a.go"}`}}}})
	s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.NeedsInput{Form: mustForm(q)}})
	return s
}

func (s *story) inquiry() (store.InquiryRequest, store.InquiryResponse) {
	var q store.InquiryRequest
	var a store.InquiryResponse
	for _, ev := range s.disk {
		switch b := ev.Body.(type) {
		case store.InquiryRequest:
			q = b
		case store.InquiryResponse:
			a = b
		}
	}
	a.Prev = ""
	return q, a
}

func (s *story) told() (store.ToolCallResponse, bool) {
	for i := len(s.disk) - 1; i >= 0; i-- {
		if b, ok := s.disk[i].Body.(store.ToolCallResponse); ok {
			return b, true
		}
	}
	return store.ToolCallResponse{}, false
}

func with(q QuestionRules, detached route.Policy) storyRules {
	return storyRules{detached: detached, questions: map[string]QuestionRules{"patcher.q": q}}
}

func static(value, path string) QuestionRules {
	return QuestionRules{Statics: []Static{{Value: json.RawMessage(value), Path: path}}}
}

func boolean(exclusive bool, standard string) forms.Question {
	q := forms.Question{ID: "q", Text: "Go on?", AnswerType: forms.AnswerType{Kind: forms.Boolean}, Exclusive: exclusive}
	if standard != "" {
		q.Default = json.RawMessage(standard)
	}
	return q
}

func personal(standard string) forms.Question {
	q := boolean(false, standard)
	q.Personal = true
	return q
}

func yes(by string) store.InquiryResponse {
	return store.InquiryResponse{Outcome: store.Answered, ID: "c.q.1", Answer: json.RawMessage("true"), AnsweredBy: &store.AnsweredBy{By: by}}
}

func cancelled(tag string) store.InquiryResponse {
	return store.InquiryResponse{Outcome: store.Cancelled, ID: "c.q.1", Reason: tag}
}

// TestWhoAnswersWithoutAPerson compares each row that needs nobody with what is recorded
// and what the model is told. A row without a text runs the tool again.
func TestWhoAnswersWithoutAPerson(t *testing.T) {
	off, on := false, true
	secret := forms.Question{ID: "q", Text: "Key?", AnswerType: forms.AnswerType{Kind: forms.Secret}}
	human := "patcher requires a human answer and cannot be routed to the assistant. Do not retry this tool call in this turn."
	nobody := "patcher cannot run because no interactive terminal is available. Do not retry this tool call in this turn; " +
		"continue without user input or explain what information is missing."
	policy := `patcher asked "Go on?" and nobody is there to answer. Do not retry this tool call in this turn; continue without it ` +
		`or explain what is missing. (To answer it ahead: conversation.tools.patcher.questions.q.answer, or --answers with "patcher.q".)`
	alone := `patcher asked "Go on?" and nobody is there to answer. Only a person can allow this, each time anew; no setting and no answer given ahead ` +
		"does. Do not retry this tool call in this turn, and do not try to get the same done in another way; continue without it and say what the user is to change themselves."
	for _, c := range []struct {
		name     string
		q        forms.Question
		rules    storyRules
		somebody bool
		target   string
		want     store.InquiryResponse
		text     string
	}{
		{"0 configured", personal("true"), with(static("true", "x"), route.PolicyDeny), false, "user", cancelled("policy_denied"), alone},
		{"0 for a reviewer", personal("true"), with(QuestionRules{ToAssistant: true, Escalate: true}, route.PolicyDeny), false, "user", cancelled("policy_denied"), alone},
		{"0 auto", personal("true"), with(QuestionRules{}, route.PolicyAuto), false, "user", cancelled("policy_denied"), alone},
		{"0 defaults", personal("true"), with(QuestionRules{}, route.PolicyDefaults), false, "user", cancelled("policy_denied"), alone},
		{"0 no longer exclusive", personal("true"), with(QuestionRules{Exclusive: &off}, route.PolicyDefaults), false, "user", cancelled("policy_denied"), alone},
		{"2 configured", boolean(false, ""), with(static("true", "x"), route.PolicyDeny), true, "user", yes("static"), ""},
		{"2 also when exclusive", boolean(true, ""), with(static("true", "x"), route.PolicyDeny), false, "user", yes("static"), ""},
		{"2 a secret is redacted", secret, with(static(`"s3cret"`, "x"), route.PolicyDeny), false, "user",
			store.InquiryResponse{Outcome: store.Redacted, ID: "c.q.1", AnsweredBy: &store.AnsweredBy{By: "static"}}, ""},
		{"2 a secret that is left out", forms.Question{ID: "q", Text: "Key?", AnswerType: secret.AnswerType, Optional: true}, with(static(`null`, "x"), route.PolicyDeny), false, "user",
			store.InquiryResponse{Outcome: store.Answered, ID: "c.q.1", Answer: json.RawMessage("null"), AnsweredBy: &store.AnsweredBy{By: "static"}}, ""},
		{"3 of the wrong type", boolean(false, ""), with(static(`"yes"`, "conversation.tools.patcher.questions.q.answer"), route.PolicyDeny), true, "user",
			cancelled("invalid_static_answer"), "patcher: the configured conversation.tools.patcher.questions.q.answer value does not match the " +
				"question's answer_type. Update the configuration; do not retry."},
		{"3 from --answers", boolean(false, ""), with(static(`1`, "--answers patcher.q"), route.PolicyDeny), true, "user",
			cancelled("invalid_static_answer"), "patcher: the configured --answers patcher.q value does not match the question's answer_type. " +
				"Update the configuration; do not retry."},
		{"4 exclusive", boolean(true, ""), with(QuestionRules{ToAssistant: true}, route.PolicyDeny), true, "reviewer", cancelled("assistant_routing_denied"), human},
		{"4 exclusive, escalating", boolean(true, ""), with(QuestionRules{ToAssistant: true, Escalate: true}, route.PolicyDeny), true, "reviewer", cancelled("assistant_routing_denied"), human},
		{"4 secret", secret, with(QuestionRules{ToAssistant: true}, route.PolicyDeny), true, "reviewer", cancelled("assistant_routing_denied"), human},
		{"4 made exclusive by the configuration", boolean(false, ""), with(QuestionRules{ToAssistant: true, Exclusive: &on}, route.PolicyDeny), true, "reviewer", cancelled("assistant_routing_denied"), human},
		{"7 exclusive", boolean(true, "true"), with(QuestionRules{}, route.PolicyDefaults), false, "user", cancelled("no_prompt_backend"), nobody},
		{"7 secret", secret, with(QuestionRules{}, route.PolicyAuto), false, "user", cancelled("no_prompt_backend"), nobody},
		{"8 deny", boolean(false, "true"), with(QuestionRules{}, route.PolicyDeny), false, "user", cancelled("policy_denied"), policy},
		{"8 defaults without one", boolean(false, ""), with(QuestionRules{}, route.PolicyDefaults), false, "user", cancelled("policy_denied"), policy},
		{"9 defaults", boolean(false, "true"), with(QuestionRules{}, route.PolicyDefaults), false, "user", yes("default"), ""},
		{"9 no longer exclusive", boolean(true, "true"), with(QuestionRules{Exclusive: &off}, route.PolicyDefaults), false, "user", yes("default"), ""},
	} {
		s := questioned(t, "patcher", c.q, c.rules, c.somebody)
		q, a := s.inquiry()
		if q.Target != c.target || !reflect.DeepEqual(a, c.want) {
			t.Errorf("%s:\ngot  %s %+v\nwant %s %+v", c.name, q.Target, a, c.target, c.want)
		}
		r, ended := s.told()
		switch {
		case c.text == "" && (ended || s.state.Busy() != Working):
			t.Errorf("%s: the tool does not run again: %+v", c.name, r)
		case c.text != "" && (r.Content != c.text || !r.IsError):
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, r.Content, c.text)
		}
	}
}

func TestAnAnswerForAllQuestionsIsUsedOnlyWhereItFits(t *testing.T) {
	rules := with(QuestionRules{Statics: []Static{{Value: json.RawMessage(`"staging"`), Path: "star", OnlyIfFits: true}}}, route.PolicyDeny)
	s := questioned(t, "patcher", boolean(false, ""), rules, true)
	if p, ok := s.state.Prompt(); !ok || p.Inquiry.ID != "c.q.1" {
		t.Errorf("the user is not asked: %+v", p)
	}
}

// again has the tool ask the same question a second time in another call.
func (s *story) again(q forms.Question) {
	s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.Success{Content: "ok"}})
	s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: "d", Name: "patcher", Arguments: `{"path":"a.go"}`}}}})
	s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.NeedsInput{Form: mustForm(q)}})
}

func TestWhatIsRememberedIsTheVerySameQuestion(t *testing.T) {
	first := boolean(false, "")
	first.Context, first.Digest = "the patch", "d1"
	for name, c := range map[string]struct {
		change func(*forms.Question)
		asked  bool
	}{
		"the same":        {func(*forms.Question) {}, false},
		"another text":    {func(q *forms.Question) { q.Text = "Go on now?" }, true},
		"another context": {func(q *forms.Question) { q.Context = "another patch" }, true},
		"another digest":  {func(q *forms.Question) { q.Digest = "d2" }, true},
		"another header":  {func(q *forms.Question) { q.Header = "Another" }, true},
		"another kind":    {func(q *forms.Question) { q.AnswerType.Kind = forms.Text }, true},
		"a choice": {func(q *forms.Question) {
			q.AnswerType = forms.AnswerType{Kind: forms.Select, Options: []forms.Option{{Value: json.RawMessage("true"), Label: "Delete all"}}}
		}, true},
		"not to be kept":     {func(q *forms.Question) { q.Persistence = forms.PersistNone }, true},
		"exclusive all same": {func(q *forms.Question) { q.Exclusive = true }, false},
	} {
		s := questioned(t, "patcher", first, with(QuestionRules{}, route.PolicyDeny), true)
		p, _ := s.state.Prompt()
		s.send(Answered{Key: p.Key, Value: json.RawMessage("true"), Remember: true})
		second := first
		c.change(&second)
		s.again(second)
		if _, asked := s.state.Prompt(); asked != c.asked {
			t.Errorf("%s: asked again is %v", name, asked)
		}
		if _, a := s.inquiry(); !c.asked && (a.AnsweredBy.By != store.ByTurnCache || a.ID != "d.q.1") {
			t.Errorf("%s: recorded %+v", name, a)
		}
	}
}

func TestRememberedStandsBeforeAFaultyStaticAnswerAndCanBeRevoked(t *testing.T) {
	q := boolean(false, "")
	s := questioned(t, "patcher", q, with(QuestionRules{}, route.PolicyDeny), true)
	p, _ := s.state.Prompt()
	s.send(Answered{Key: p.Key, Value: json.RawMessage("true"), Remember: true})
	s.state.Env.Rules = with(static(`"nonsense"`, "x"), route.PolicyDeny)
	s.again(q)
	if _, a := s.inquiry(); a.AnsweredBy == nil || a.AnsweredBy.By != store.ByTurnCache {
		t.Errorf("recorded %+v", a)
	}
	s.send(Revoked{ID: "c.q.1"})
	s.send(Revoked{ID: "never-given"})
	t1, _ := s.state.Folded.Current()
	if last := s.disk[len(s.disk)-1].Body; !reflect.DeepEqual(last, store.MemoryRevoked{ID: "c.q.1"}) || len(t1.Memory) != 0 {
		t.Errorf("last %+v, memory %+v", last, t1.Memory)
	}
}

func TestOnlyTheUsersYIsRemembered(t *testing.T) {
	for name, rules := range map[string]storyRules{
		"static": with(static("true", "x"), route.PolicyDeny), "default": with(QuestionRules{}, route.PolicyDefaults),
	} {
		s := questioned(t, "patcher", boolean(false, "true"), rules, false)
		if turn, _ := s.state.Folded.Current(); len(turn.Memory) != 0 {
			t.Errorf("%s: remembered %+v", name, turn.Memory)
		}
	}
	s := questioned(t, "patcher", boolean(false, ""), with(QuestionRules{ToAssistant: true, Escalate: true}, route.PolicyDeny), true)
	s.send(Reviewed{Key: s.state.Running[0].Key, Value: json.RawMessage("false"), Reason: "no", Model: "m"})
	s.state.rulings = s.state.rulings.with("c.q.2", Ruling{ID: "c.q.2", Why: "no rule covers it", Offers: []rules.Offer{{}}})
	p, _ := s.state.Prompt()
	if p.Ruling.Why == "" || len(p.Ruling.Offers) > 0 {
		t.Errorf("a rule can be made of what a reviewer gave to the user: %+v", p.Ruling)
	}
	if p.Memorable || p.Inquiry.EscalatedFrom != "c.q.1" || p.Inquiry.ID != "c.q.2" {
		t.Errorf("the escalated prompt is %+v", p)
	}
	s.send(Answered{Key: p.Key, Value: json.RawMessage("true"), Remember: true})
	if turn, _ := s.state.Folded.Current(); len(turn.Memory) != 0 {
		t.Errorf("escalated: remembered %+v", turn.Memory)
	}
}

func TestAnEscalatedQuestionWithNobodyThere(t *testing.T) {
	rejected := "The proposed changes to 'a.go' were reviewed by a secondary assistant (m) and rejected.\n\nReason: \"off topic\"\n\n" +
		"The changes were not applied. You may retry with different changes or ask the user to review."
	for policy, want := range map[route.Policy]struct {
		response store.InquiryResponse
		text     string
	}{
		route.PolicyDeny: {store.InquiryResponse{Outcome: store.Cancelled, ID: "c.q.2", Reason: "policy_denied"}, rejected},
		route.PolicyAuto: {store.InquiryResponse{Outcome: store.Cancelled, ID: "c.q.2", Reason: "policy_denied"}, rejected},
		route.PolicyDefaults: {store.InquiryResponse{Outcome: store.Answered, ID: "c.q.2", Answer: json.RawMessage("true"),
			AnsweredBy: &store.AnsweredBy{By: "default"}}, ""},
	} {
		s := questioned(t, "patcher", boolean(false, "true"), with(QuestionRules{ToAssistant: true, Escalate: true}, policy), false)
		s.send(Reviewed{Key: s.state.Running[0].Key, Value: json.RawMessage("false"), Reason: "off topic", Model: "m"})
		q, a := s.inquiry()
		if q.EscalatedFrom != "c.q.1" || !reflect.DeepEqual(a, want.response) {
			t.Errorf("%s: %+v, %+v", policy, q, a)
		}
		if r, _ := s.told(); r.Content != want.text {
			t.Errorf("%s: told %q", policy, r.Content)
		}
	}
}

func TestWhatTheModelIsToldAfterANo(t *testing.T) {
	s := func(name string, rules storyRules) *story {
		return questioned(t, name, boolean(false, ""), rules, true)
	}
	user := with(QuestionRules{}, route.PolicyDeny)
	for name, c := range map[string]struct {
		story func() *story
		out   tool.Outcome
		want  string
	}{
		"the user's, with words": {func() *story {
			x := s("patcher", user)
			p, _ := x.state.Prompt()
			x.send(Answered{Key: p.Key, Value: json.RawMessage("false"), Note: "not today"})
			return x
		}, tool.Failure{Message: "refused", Refused: true}, "The user reviewed the proposed changes to 'a.go' and rejected them.\n\nThe user said: \"not today\"\n\nThe changes were not applied."},
		"the user's, another fault": {func() *story {
			x := s("patcher", user)
			p, _ := x.state.Prompt()
			x.send(Answered{Key: p.Key, Value: json.RawMessage("false")})
			return x
		}, tool.Failure{Message: "disk full"}, "The user reviewed the proposed changes to 'a.go' and rejected them.\n\nThe changes were not applied.\n\nThe tool said: disk full"},
		"configured": {func() *story { return s("patcher", with(static("false", "x"), route.PolicyDeny)) },
			tool.Failure{Message: "refused", Refused: true}, "refused"},
		"the default's": {func() *story {
			return questioned(t, "patcher", boolean(false, "false"), with(QuestionRules{}, route.PolicyDefaults), false)
		}, tool.Failure{Message: "refused", Refused: true}, "Nobody was there to answer \"Go on?\", and no is the default.\n\nrefused"},
		"the default's, told as a success": {func() *story {
			return questioned(t, "patcher", boolean(false, "false"), with(QuestionRules{}, route.PolicyDefaults), false)
		}, tool.Success{Content: "left as it was", Refused: true}, "left as it was\n\nNobody was there to answer \"Go on?\", and no is the default."},
		"the default's, and then another fault": {func() *story {
			return questioned(t, "patcher", boolean(false, "false"), with(QuestionRules{}, route.PolicyDefaults), false)
		}, tool.Failure{Message: "disk full"}, "Nobody was there to answer \"Go on?\", and no is the default.\n\nThe tool said: disk full"},
		"the reviewer's, told as a success": {func() *story {
			x := s("patcher", with(QuestionRules{ToAssistant: true}, route.PolicyDeny))
			x.send(Reviewed{Key: x.state.Running[0].Key, Value: json.RawMessage("false"), Reason: "why", Model: "m"})
			return x
		}, tool.Success{Content: "left as it was", Refused: true}, "left as it was\n\nThe proposed changes to 'a.go' were reviewed by a secondary assistant (m) and rejected.\n\nReason: \"why\"\n\n" +
			"The changes were not applied. You may retry with different changes or ask the user to review."},
		"the reviewer's, and the work was done without": {func() *story {
			x := s("patcher", with(QuestionRules{ToAssistant: true}, route.PolicyDeny))
			x.send(Reviewed{Key: x.state.Running[0].Key, Value: json.RawMessage("false"), Reason: "why", Model: "m"})
			return x
		}, tool.Success{Content: "changed, without a backup"}, "changed, without a backup"},
		"the user's, told as a success without a word": {func() *story {
			x := s("patcher", user)
			p, _ := x.state.Prompt()
			x.send(Answered{Key: p.Key, Value: json.RawMessage("false"), Note: "not now"})
			return x
		}, tool.Success{Refused: true}, "The user reviewed the proposed changes to 'a.go' and rejected them.\n\nThe user said: \"not now\"\n\nThe changes were not applied."},
		"a refusal that nobody said": {func() *story {
			x := s("patcher", user)
			p, _ := x.state.Prompt()
			x.send(Answered{Key: p.Key, Value: json.RawMessage("true")})
			return x
		}, tool.Success{Content: "left", Refused: true}, "left"},
		"the user's, and the work was done without": {func() *story {
			x := s("patcher", user)
			p, _ := x.state.Prompt()
			x.send(Answered{Key: p.Key, Value: json.RawMessage("false")})
			return x
		}, tool.Success{Content: "went on without"}, "went on without"},
	} {
		x := c.story()
		x.send(ToolDone{Key: x.state.Running[0].Key, Outcome: c.out})
		if r, _ := x.told(); r.Content != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, r.Content, c.want)
		}
	}
}

func TestAReplyIsNotAnAnswer(t *testing.T) {
	for text, want := range map[string]string{
		"why?": `The user did not answer and replied: "why?"`,
		"":     "The user declined to answer: Go on?",
	} {
		s := questioned(t, "patcher", boolean(false, ""), with(QuestionRules{}, route.PolicyDeny), true)
		p, _ := s.state.Prompt()
		s.send(Replied{Key: p.Key, Text: text})
		if r, _ := s.told(); r.Content != want || !r.IsError {
			t.Errorf("told %+v, want %q", r, want)
		}
	}
}

func TestAToolThatAsksTheSameAgainAndAgainFails(t *testing.T) {
	q := boolean(false, "")
	s := questioned(t, "patcher", q, with(QuestionRules{}, route.PolicyDeny), true)
	asked := 0
	for range 20 {
		p, ok := s.state.Prompt()
		if !ok {
			break
		}
		asked++
		s.send(Answered{Key: p.Key, Value: json.RawMessage("true")})
		s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.NeedsInput{Form: mustForm(q)}})
	}
	want := `patcher asked "Go on?" again and again, although it was answered each time, so the call was ended. Do not retry it with the same arguments.`
	if r, _ := s.told(); asked != 1+maxRepeats || r.Content != want {
		t.Errorf("asked %d times, told %q", asked, r.Content)
	}
}

// TestWhatGivesPermissionIsAskedWhateverIsConfigured checks row 0 where somebody is there:
// the person is asked each time, and nothing is remembered.
func TestWhatGivesPermissionIsAskedWhateverIsConfigured(t *testing.T) {
	for name, rules := range map[string]storyRules{
		"nothing":     with(QuestionRules{}, route.PolicyDeny),
		"an answer":   with(static("true", "x"), route.PolicyAuto),
		"a bad one":   with(static(`"nonsense"`, "x"), route.PolicyAuto),
		"a reviewer":  with(QuestionRules{ToAssistant: true}, route.PolicyAuto),
		"an escalate": with(QuestionRules{ToAssistant: true, Escalate: true}, route.PolicyAuto),
	} {
		q := personal("true")
		s := questioned(t, "patcher", q, rules, true)
		p, ok := s.state.Prompt()
		if !ok || p.Inquiry.ID != "c.q.1" || p.Memorable || p.Inquiry.ToAssistant || p.Inquiry.Escalate || !p.Inquiry.Question.Personal {
			t.Fatalf("%s: the user is asked %v: %+v", name, ok, p)
		}
		s.send(Answered{Key: p.Key, Value: json.RawMessage("true"), Remember: true})
		if _, a := s.inquiry(); a.AnsweredBy.By != store.ByUser || a.Remember != "" {
			t.Errorf("%s: recorded %+v", name, a)
		}
		s.again(q)
		if p, asked := s.state.Prompt(); !asked || p.Inquiry.ID != "d.q.1" {
			t.Errorf("%s: a second change is asked: %v", name, asked)
		}
	}
}
