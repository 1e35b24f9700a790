package coordinator

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
	"parley/store/record"
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

// changed is a tool that can tell what changed.
type changed struct {
	altered
	now *string
}

func (c changed) Changed() string { return *c.now }

// TestAChangedToolIsAPersonsWhoKnows: the permission shows the change, which is recorded; no
// yes for the turn covers it; and if the tool changes after somebody was asked, nothing is
// done.
func TestAChangedToolIsAPersonsWhoKnows(t *testing.T) {
	now := "it changed:\n+ a line"
	spec := tool.Spec{Name: "remote", Description: "remote", Run: tool.Ask, Result: tool.Unattended}
	r, err := tool.NewRegistry(tool.Entry{Tool: changed{altered{fakeTool{spec}}, &now}, Spec: spec})
	if err != nil {
		t.Fatal(err)
	}
	s := called(t)
	s.state.Env.Tools, s.state.Env.Ruled = r, true
	ask := func(call string) store.PermissionRequest {
		t.Helper()
		s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{{ID: call, Name: "remote", Arguments: `{}`}}}})
		in, _ := (&Shell{state: s.state}).judging(Judge{})(t.Context())
		s.send(Judged{Key: s.effect("rules"), Rulings: in.(Judged).Rulings})
		p, ok := s.state.Prompt()
		if !ok || p.Permission.Changed != now || !slices.Contains(record.Cautions(*p.Permission), now) {
			t.Fatalf("before the user is %+v, %v", p.Permission, ok)
		}
		return *p.Permission
	}
	s.send(Submitted{ID: "n", Text: "on"})
	first := ask("one")
	s.send(Permitted{Key: AskUser{ID: first.ID}.Key(), Scope: store.ScopeTurn, Outcome: store.PermitAllowed})
	s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.Success{Content: "done"}})
	second := ask("two") // though there is a yes for the turn

	for name, c := range map[string]struct {
		by, told, now string
		runs          bool
	}{
		"as told":             {store.ByUser, now, now, true},
		"it is as it was now": {store.ByUser, now, "", true},
		"another change":      {store.ByUser, now, "it changed again", false},
		"one for the turn":    {store.ByTurnCache, "", now, false},
		"nobody was asked":    {store.ByPolicy, "", now, true},
	} {
		now = c.now
		second.Changed = c.told
		call := Call{ID: "two", Name: "remote", Permit: Permit{Asked: &second, By: c.by}}
		shell, ran := &Shell{World: World{Rules: alwaysAllows{}}}, false
		shell.state.Env.Tools = r
		in, _ := shell.ruledRun(Key{}, call, tool.Call{Name: "remote", Attempt: 1}, func(context.Context) (Input, Performer) { ran = true; return nil, nil })(t.Context())
		if ran != c.runs || !ran && in.(ToolDone).Outcome.(tool.Failure).Message != changedMeanwhileText("remote") {
			t.Errorf("%s: it ran: %v, %+v", name, ran, in)
		}
	}
}

// TestARuleThatAsksSinceNobodyDidIsHeard: where a rule says to ask by the time that an answer is acted on
// which no person gave, nothing is done.
func TestARuleThatAsksSinceNobodyDidIsHeard(t *testing.T) {
	r, err := tool.NewRegistry(tool.Entry{Tool: altered{fakeTool{tool.Spec{Name: "remote"}}}, Spec: tool.Spec{Name: "remote"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		permit, answer string
		attempt        int
		runs           bool
	}{
		{"", store.ByReviewer, 2, false},
		{"", store.ByDefault, 2, false},
		{store.ByPolicy, store.ByReviewer, 3, false},
		{"", store.ByUser, 2, true},
		{"", store.ByStatic, 2, true},
		{store.ByUser, store.ByReviewer, 2, true},
		{store.ByTurnCache, store.ByDefault, 2, true},
	} {
		call := Call{ID: "c", Name: "remote", Permit: Permit{By: c.permit}, Answers: []Answer{{By: store.ByUser}, {By: c.answer}}}
		shell, ran := &Shell{World: World{Rules: asksAll{}}}, false
		shell.state.Env.Tools = r
		in, _ := shell.ruledRun(Key{}, call, tool.Call{Name: "remote", Attempt: c.attempt}, func(context.Context) (Input, Performer) { ran = true; return nil, nil })(t.Context())
		const want = "remote was not run: the user's rules do not allow it any more: the rule remote says to ask. " +
			"Nothing was done. Call it again if it is still needed; the user is asked then."
		if ran != c.runs || !ran && in.(ToolDone).Outcome.(tool.Failure).Message != want {
			t.Errorf("%+v: it ran: %v, %+v", c, ran, in)
		}
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

// TestWhatAPersonAllowedWasAsked: the rules of a call that a person allowed ask about nothing any
// more; those of any other call do.
func TestWhatAPersonAllowedWasAsked(t *testing.T) {
	s := &Shell{World: World{Rules: asksAll{}}}
	for p, want := range map[Permit]bool{
		{}: true,
		{Outcome: store.PermitAllowed, By: store.ByUser}:      false,
		{Outcome: store.PermitAllowed, By: store.ByTurnCache}: false,
		{Outcome: store.PermitAllowed, By: store.ByRule}:      true,
		{Outcome: store.PermitAllowed, By: store.ByReviewer}:  true,
		{Outcome: store.PermitDenied, By: store.ByUser}:       true,
	} {
		if got := s.rulesFor(Call{Permit: p}).Asks("a"); got != want {
			t.Errorf("%+v: %v", p, got)
		}
	}
}

// asksAll is a rulebook that asks about everything.
type asksAll struct{ tool.Rules }

func (asksAll) For(string) tool.Rules { return asksAll{} }
func (asksAll) Asks(string) bool      { return true }

func (asksAll) Judge(context.Context, []Subject, func() []Subject) []Ruling {
	return []Ruling{{Verdict: rules.Asked, Ground: rules.ByRule, Why: "the rule remote says to ask"}}
}
