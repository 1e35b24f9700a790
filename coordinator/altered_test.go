package coordinator

import (
	"context"
	"encoding/json"
	"testing"

	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/store"
)

// altered is a tool that is not what it was.
type altered struct{ fakeTool }

func (altered) Altered() string { return "it is another one now" }

// TestNoRuleAllowsAToolThatIsNotWhatItWas, neither when it is decided nor when it begins.
func TestNoRuleAllowsAToolThatIsNotWhatItWas(t *testing.T) {
	spec := tool.Spec{Name: "remote", Run: tool.Ask}
	r, err := tool.NewRegistry(tool.Entry{Tool: altered{fakeTool{spec}}, Spec: spec})
	if err != nil {
		t.Fatal(err)
	}
	subjects := []Subject{{ID: "c.run", Tool: "remote", Arguments: json.RawMessage(`{}`)}}
	allowed := Ruling{ID: "c.run", Verdict: rules.Allowed, Ground: rules.Covered, Rules: []store.RuleAt{{Rule: "remote"}}}
	got := guarding(r, tool.Call{}, subjects, []Ruling{allowed})[0]
	if got.Verdict != rules.Asked || got.Ground != rules.Always || got.Why != "it is another one now" || got.Rules != nil {
		t.Errorf("the ruling is %+v", got)
	}
	denied := Ruling{ID: "c.run", Verdict: rules.Denied, Ground: rules.ByRule, Why: "no"}
	if got := guarding(r, tool.Call{}, subjects, []Ruling{denied})[0]; got.Verdict != rules.Denied || got.Why != "no" {
		t.Errorf("a deny became %+v", got)
	}

	s := &Shell{World: World{Rules: alwaysAllows{}}}
	s.state.Env.Tools = r
	c := Call{ID: "c", Name: "remote", Permit: Permit{By: store.ByRule}}
	in, _ := s.ruledRun(Key{}, c, tool.Call{Name: "remote"}, func(context.Context) (Input, Performer) { t.Error("it ran"); return nil, nil })(t.Context())
	if done, ok := in.(ToolDone); !ok || done.Outcome.(tool.Failure).Message != ruleGoneText("remote", "it is another one now") {
		t.Errorf("it ended as %+v", in)
	}
}

// alwaysAllows is a rulebook that allows everything.
type alwaysAllows struct{}

func (alwaysAllows) Judge(_ context.Context, subjects []Subject, _ func() []Subject) (all []Ruling) {
	for _, s := range subjects {
		all = append(all, Ruling{ID: s.ID, Verdict: rules.Allowed, Ground: rules.Covered})
	}
	return all
}

func (alwaysAllows) For(string) tool.Rules { return nil }
