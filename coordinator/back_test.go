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

// TestGoingBackTakesAnAnswerForTheTurnBack: whoever goes back to a question is asked it, and what they said
// there for the rest of the turn answers nothing, here or in another call, until they say it again. So it is with
// all that they said in a form to which they then replied instead.
func TestGoingBackTakesAnAnswerForTheTurnBack(t *testing.T) {
	one, two, three := boolean(false, ""), boolean(false, ""), boolean(false, "")
	two.ID, two.Text, three.ID, three.Text = "two", "And this?", "three", "And that?"
	three.Persistence = forms.PersistNone
	for name, c := range map[string]struct {
		back   int                        // so often
		say    func(*story, Key)          // then
		want   map[string]json.RawMessage // what the next call is answered from memory
		within string                     // the question that is asked after going back
	}{
		"reply without going back": {0, func(s *story, key Key) { s.send(Replied{Key: key, Text: "no"}) }, nil, "three"},
		"reply at once":            {1, func(s *story, key Key) { s.send(Replied{Key: key, Text: "no"}) }, nil, "two"},
		"reply at the first":       {2, func(s *story, key Key) { s.send(Replied{Key: key, Text: "no"}) }, nil, "q"},
		"other answers": {2, func(s *story, key Key) {
			for range 3 {
				p, _ := s.state.Prompt()
				s.send(Answered{Key: p.Key, Value: json.RawMessage("false")})
			}
		}, nil, "q"},
		"said again": {2, func(s *story, key Key) {
			for range 3 {
				p, _ := s.state.Prompt()
				s.send(Answered{Key: p.Key, Value: json.RawMessage("false"), Remember: true})
			}
		}, map[string]json.RawMessage{"q": json.RawMessage("false"), "two": json.RawMessage("false")}, "q"},
	} {
		form := mustForm(one, two, three)
		s := newStory(t, 1)
		s.state.Env.Rules, s.state.Env.SomebodyThere = with(QuestionRules{}, route.PolicyDeny), true
		s.send(Opened{})
		s.send(Submitted{ID: "m", Text: "go"})
		call := func(id string) {
			s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: id, Name: "patcher", Arguments: `{"path":"a.go"}`}}}})
			s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.NeedsInput{Form: form}})
		}
		call("c")
		for range 2 {
			p, _ := s.state.Prompt()
			s.send(Answered{Key: p.Key, Value: json.RawMessage("true"), Remember: true})
		}
		for range c.back {
			p, _ := s.state.Prompt()
			s.send(WentBack{Key: p.Key})
		}
		p, open := s.state.Prompt()
		if !open || p.Inquiry.Question.ID != c.within {
			t.Errorf("%s: the question after going back is %q (%v)", name, p.Inquiry.Question.ID, open)
			continue
		}
		c.say(s, p.Key)
		if _, ended := s.told(); !ended {
			s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.Success{Content: "ok"}})
		}
		call("d")
		got := map[string]json.RawMessage{}
		for _, ev := range s.disk {
			if a, is := ev.Body.(store.InquiryResponse); is && a.AnsweredBy != nil && a.AnsweredBy.By == store.ByTurnCache {
				got[map[string]string{"d.q.1": "q", "d.two.1": "two"}[a.ID]] = a.Answer
			}
		}
		if len(got) != len(c.want) || string(got["q"]) != string(c.want["q"]) || string(got["two"]) != string(c.want["two"]) {
			t.Errorf("%s: %s is used, want %s", name, got, c.want)
		}
	}
}

// TestAnAnswerForTheTurnHoldsOnceItStands: two calls ask the same form. What is said for the turn in the first
// one answers the second only when the first goes on by it: until then it can be taken back.
func TestAnAnswerForTheTurnHoldsOnceItStands(t *testing.T) {
	one, two := boolean(false, ""), boolean(false, "")
	two.ID, two.Text, two.Persistence = "two", "And this?", forms.PersistNone
	for name, back := range map[string]bool{"it stands": false, "it is taken back": true} {
		s := newStory(t, 1)
		s.state.Env.Rules, s.state.Env.SomebodyThere = with(QuestionRules{}, route.PolicyDeny), true
		s.send(Opened{})
		s.send(Submitted{ID: "m", Text: "go"})
		s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{
			{ID: "c", Name: "patcher", Arguments: `{"path":"a.go"}`}, {ID: "d", Name: "patcher", Arguments: `{"path":"b.go"}`},
		}}})
		for _, id := range []string{"c", "d"} {
			s.send(ToolDone{Key: RunTool{Turn: 1, Response: "1.1", Call: id, Run: 1}.Key(), Outcome: tool.NeedsInput{Form: mustForm(one, two)}})
		}
		say := func(call, question, value string, remember bool) {
			t.Helper()
			p, _ := s.state.Prompt()
			if p.Call != call || p.Inquiry.Question.ID != question {
				t.Fatalf("%s: %s of %s is asked", name, p.Inquiry.Question.ID, p.Call)
			}
			s.send(Answered{Key: p.Key, Value: json.RawMessage(value), Remember: remember})
		}
		say("c", "q", "true", true)
		if turn, _ := s.state.Folded.Current(); turn.Calls.At(1).Asking.Given != nil {
			t.Errorf("%s: the second call is answered before the first goes on", name)
		}
		if back {
			p, _ := s.state.Prompt()
			s.send(WentBack{Key: p.Key})
			say("c", "q", "false", false)
		}
		say("c", "two", "true", false)
		if back {
			say("d", "q", "false", false)
		}
		p, _ := s.state.Prompt()
		turn, _ := s.state.Folded.Current()
		if given := turn.Calls.At(1).Asking.Given; p.Call != "d" || p.Inquiry.Question.ID != "two" || len(given) != 1 || (string(given[0].Value) == "true") == back {
			t.Errorf("%s: %s of %s is asked, after %+v", name, p.Inquiry.Question.ID, p.Call, given)
		}
	}
}

// TestAnAnswerForTheTurnIsForgottenWithItsForm: a call that ends before its form does was told of no answer in it.
func TestAnAnswerForTheTurnIsForgottenWithItsForm(t *testing.T) {
	one, two := boolean(false, ""), boolean(false, "")
	two.ID, two.Text, two.Persistence = "two", "And this?", forms.PersistNone
	for name, ends := range map[string]func(*story){
		"the server ends the call": func(s *story) {
			s.send(ToolDone{Key: RunTool{Turn: 1, Response: "1.1", Call: "c", Run: 1}.Key(), Outcome: tool.Success{Content: "ok"}})
		},
		"the program ends": func(s *story) { s.kill(len(s.disk)); s.send(Continued{}) },
	} {
		s := newStory(t, 1)
		s.state.Env.Rules, s.state.Env.SomebodyThere = with(QuestionRules{}, route.PolicyDeny), true
		s.send(Opened{})
		s.send(Submitted{ID: "m", Text: "go"})
		call := func(id string) {
			s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{{ID: id, Name: "server", Arguments: `{"path":"a.go"}`}}}})
			s.send(ToolAsks{Key: s.effect("tool"), Form: mustForm(one, two)})
		}
		call("c")
		p, _ := s.state.Prompt()
		s.send(Answered{Key: p.Key, Value: json.RawMessage("true"), Remember: true})
		ends(s)
		call("d")
		if p, open := s.state.Prompt(); !open || p.Call != "d" || p.Inquiry.Question.ID != "q" {
			t.Errorf("%s: %s of %s is asked", name, p.Inquiry.Question.ID, p.Call)
		}
	}
}

// TestAnAnswerForTheTurnHoldsOnceItIsTold: a server asks for several forms at once, and is told of all of them
// together. What was said for the turn in the first holds from then on, and is forgotten where it never is.
func TestAnAnswerForTheTurnHoldsOnceItIsTold(t *testing.T) {
	one, two := boolean(false, ""), boolean(false, "")
	two.ID, two.Text, two.Persistence = "two", "And this?", forms.PersistNone
	for name, c := range map[string]struct {
		say   func(*story, Key)
		holds bool
	}{
		"told":       {func(s *story, key Key) { s.send(Answered{Key: key, Value: json.RawMessage("true")}) }, true},
		"never told": {func(s *story, key Key) { s.send(Replied{Key: key, Text: "stop"}) }, false},
	} {
		s := newStory(t, 1)
		s.state.Env.Rules, s.state.Env.SomebodyThere = with(QuestionRules{}, route.PolicyDeny), true
		s.send(Opened{})
		s.send(Submitted{ID: "m", Text: "go"})
		s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{
			{ID: "c", Name: "server", Arguments: `{"path":"a.go"}`}, {ID: "d", Name: "server", Arguments: `{"path":"b.go"}`},
		}}})
		run := func(call string, n int) Key { return RunTool{Turn: 1, Response: "1.1", Call: call, Run: n}.Key() }
		s.send(ToolDone{Key: run("c", 1), Outcome: tool.NeedsInput{Form: mustForm(one), State: "of the server"}})
		s.send(ToolDone{Key: run("d", 1), Outcome: tool.NeedsInput{Form: mustForm(one)}})
		p, _ := s.state.Prompt()
		s.send(Answered{Key: p.Key, Value: json.RawMessage("true"), Remember: true})
		s.send(ToolDone{Key: run("c", 2), Outcome: tool.NeedsInput{Form: mustForm(two), State: "of the server", Untold: true}})
		turn, _ := s.state.Folded.Current()
		if d := turn.Calls.At(1); d.Asking != nil && len(d.Asking.Given) > 0 || d.Run > 1 {
			t.Errorf("%s: the second call goes on before the server was told of the first", name)
		}
		c.say(s, AskUser{ID: "c.two.1"}.Key())
		if turn, _ := s.state.Folded.Current(); turn.Calls.At(0).Run == 3 {
			s.send(ToolDone{Key: run("c", 3), Outcome: tool.Success{Content: "ok"}})
		}
		p, open := s.state.Prompt()
		if asked := open && p.Call == "d"; asked == c.holds {
			t.Errorf("%s: %s is asked about: %v", name, p.Call, open)
		}
	}
}
