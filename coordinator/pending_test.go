package coordinator

import (
	"encoding/json"
	"testing"

	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/forms"
	"parley/providers"
)

// TestWhatWasSaidForTheTurnHoldsNothingUp: a question that was answered for the turn in another call waits until
// that is settled. Where the other call waits for this one in turn, it is asked.
func TestWhatWasSaidForTheTurnHoldsNothingUp(t *testing.T) {
	one, other := boolean(false, ""), boolean(false, "")
	other.ID, other.Text = "other", "And this?"
	first := boolean(false, "")
	first.ID, first.Text, first.Persistence = "first", "To begin with?", forms.PersistNone
	for _, c := range []struct {
		name  string
		forms [2][]forms.Question // that the calls ask for in their first runs
		more  [2][]forms.Question // and in their second ones, as part of the same result
		live  bool                // the second call's run goes on
		want  string              // the question on the screen in the end
	}{
		{"the second call has the screen", [2][]forms.Question{{one}, {first, one}}, [2][]forms.Question{{other}, nil}, false, "d." + one.ID + ".1"},
		{"each waits for the other", [2][]forms.Question{{one}, {other}}, [2][]forms.Question{{other}, {one}}, false, "c.other.1"},
		{"the second call's run goes on", [2][]forms.Question{{one}, {one}}, [2][]forms.Question{{}, nil}, true, "d." + one.ID + ".1"},
	} {
		s := newStory(t, 1)
		s.state.Env.Rules, s.state.Env.SomebodyThere = with(QuestionRules{ToAssistant: false}, route.PolicyDeny), true
		s.send(Opened{})
		s.send(Submitted{ID: "m", Text: "go"})
		s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{
			{ID: "c", Name: "server", Arguments: `{"path":"a.go"}`}, {ID: "d", Name: "server", Arguments: `{"path":"b.go"}`},
		}}})
		run := func(call string, n int) Key { return RunTool{Turn: 1, Response: "1.1", Call: call, Run: n}.Key() }
		s.send(ToolDone{Key: run("c", 1), Outcome: tool.NeedsInput{Form: mustForm(c.forms[0]...), State: "of the server"}})
		if c.live {
			s.send(ToolAsks{Key: run("d", 1), Form: mustForm(c.forms[1]...)})
		} else {
			s.send(ToolDone{Key: run("d", 1), Outcome: tool.NeedsInput{Form: mustForm(c.forms[1]...), State: "of the server"}})
		}
		for range 8 { // say yes, for the turn where that can be said
			if p, open := s.state.Prompt(); open && p.Key.ID != c.want {
				s.send(Answered{Key: p.Key, Value: json.RawMessage("true"), Remember: p.Key.ID != "d.first.1"})
			}
		}
		for i, call := range []string{"c", "d"} {
			if len(c.more[i]) > 0 {
				s.send(ToolDone{Key: run(call, 2), Outcome: tool.NeedsInput{Form: mustForm(c.more[i]...), State: "of the server", Untold: true}})
			}
		}
		if p, open := s.state.Prompt(); !open || p.Key.ID != c.want {
			t.Errorf("%s: on the screen is %q, want %s", c.name, p.Key.ID, c.want)
		}
	}
}
