package conversation

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/model/kit"
	"parley/providers"
	"parley/store"
	"parley/teatest/desk"
)

// fakeBook says of every call what it is told to.
type fakeBook struct{ ruling coordinator.Ruling }

func (b fakeBook) Judge(_ context.Context, subjects []coordinator.Subject, _ func() []coordinator.Subject) []coordinator.Ruling {
	var out []coordinator.Ruling
	for _, s := range subjects {
		r := b.ruling
		r.ID = s.ID
		out = append(out, r)
	}
	return out
}

func (fakeBook) For(string) tool.Rules { return nil }

// ruled is a desk on which a call waits that the rules say something about.
func ruled(t *testing.T, r coordinator.Ruling) *desk.Desk {
	t.Helper()
	return called(t, nil, []providers.Call{desk.CallOf("c1", "echo", `{"say":"hello"}`)}, inForce(r))
}

// inForce makes the rules say something about every call.
func inForce(r coordinator.Ruling) func(*desk.Desk, *Options) {
	return func(_ *desk.Desk, o *Options) {
		o.Shell.World.Rules = fakeBook{r}
		env := o.Shell.State().Env
		env.Ruled = true
		o.Shell.SetEnv(env)
	}
}

func offered(t *testing.T) coordinator.Ruling {
	t.Helper()
	rule, err := rules.Parse(rules.Allow, "echo")
	if err != nil {
		t.Fatal(err)
	}
	return coordinator.Ruling{Verdict: rules.Asked, Ground: rules.Uncovered, Offers: []rules.Offer{
		{Rules: []rules.Offered{{Rule: rule}}, Where: "this conversation", Covers: "every call of echo"},
		{Rules: []rules.Offered{{Rule: rule}}, Where: "this workspace", Covers: "every call of echo"},
	}}
}

// TestAYesThatLasts: the rule is kept first, then the call runs, and both are on
// record.
func TestAYesThatLasts(t *testing.T) {
	d := ruled(t, offered(t))
	d.Calm("a").Calm("tab").Calm("enter")
	if len(d.Host.Made) != 1 || d.Host.Made[0].Rule != "echo" || d.Host.Made[0].Scope != "this workspace" || d.Host.Made[0].Permission != "c1.run" {
		t.Errorf("made %+v", d.Host.Made)
	}
	if got := result(d, "c1"); got == "" {
		t.Error("the call did not run")
	}
	var types []string
	for _, ev := range modelOf(d).o.Shell.Log().All() {
		if kind := ev.Body.Type(); kind == "rule_added" || kind == "permission_response" || kind == "tool_started" {
			types = append(types, kind)
		}
	}
	if fmt.Sprint(types) != "[rule_added permission_response tool_started]" {
		t.Errorf("on record are %v", types)
	}
}

// TestAYesThatCannotLast: if the rule cannot be kept, nothing runs, and the reason is
// given.
func TestAYesThatCannotLast(t *testing.T) {
	d := ruled(t, offered(t))
	d.Host.Err = errors.New("rules.toml: it is a link")
	d.Calm("a").Calm("enter")
	d.Shows("   ! The rule could not be kept: rules.toml: it is a link")
	if x := modelOf(d); !x.ask.open || result(d, "c1") != "" {
		t.Error("it ran, or is not asked any more")
	}
}

// TestTheKeyOfRulesIsNamedInANarrowWindow: at forty columns its key is below the question,
// on two lines or on one.
func TestTheKeyOfRulesIsNamedInANarrowWindow(t *testing.T) {
	d := ruled(t, offered(t))
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 24})
	d.Shows(" y run once   n do not run", " Y/N this turn   a from now on   ? help")
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
	d.Shows(" y run once   n no   a always   ? help")
}

// TestWhatOnlyAPersonDecides: there is no key that makes a yes last, and none for the
// turn.
func TestWhatOnlyAPersonDecides(t *testing.T) {
	d := ruled(t, coordinator.Ruling{Verdict: rules.Asked, Ground: rules.ByRule, Why: "the rule echo says to ask"})
	d.Shows("   Asked because the rule echo says to ask.")
	d.Calm("a")
	if modelOf(d).ask.permission.InRules() {
		t.Error("a list of rules is open")
	}
}

// TestWhatAToolHasChangedIsTold once: the text about rules does not repeat it, unless a rule
// wants the call to be asked about.
func TestWhatAToolHasChangedIsTold(t *testing.T) {
	d := ruled(t, coordinator.Ruling{Verdict: rules.Asked, Ground: rules.Always, Why: "it changed", Changed: "it changed:\n- Says a word.\n+   Sends  it."})
	d.Shows("   it changed:", "   │ - Says a word.", "   │ +   Sends  it.")
	if strings.Contains(d.Screen(), "rules:") {
		t.Error("it is told twice")
	}
	d = ruled(t, coordinator.Ruling{Verdict: rules.Asked, Ground: rules.ByRule, Why: "the rule echo says to ask", Changed: "it changed:\n+ Sends it."})
	d.Shows("   it changed:", "   │ + Sends it.", "   Asked because the rule echo says to ask.")
}

// TestFaultsOfRulesAreTold: at the start and when the rules were read again; each once,
// and once more if it was repaired in between.
func TestFaultsOfRulesAreTold(t *testing.T) {
	const link, broken = "rules.toml: it is a link. Until that is mended it allows nothing; what it asks about and refuses holds as far as it can be read.", "rules.toml:7: the rule has two kinds"
	d := called(t, nil, []providers.Call{desk.CallOf("c1", "echo", `{"say":"hello"}`)}, func(d *desk.Desk, o *Options) {
		d.Host.Faults = []string{link}
		o.Shell.World.Rules = fakeBook{offered(t)}
		env := o.Shell.State().Env
		env.Ruled = true
		o.Shell.SetEnv(env)
	})
	begun := newDesk(t, func(d *desk.Desk, _ *Options) { d.Host.Faults = []string{broken} }) // nothing was judged here
	begun.Shows(" ! " + broken)
	told := func(text string) int { return strings.Count(strings.Join(strings.Fields(d.Screen()), " "), text) }
	if told(link) != 1 {
		t.Errorf("at the start:\n%s", d.Screen())
	}
	d.Host.Faults = []string{link, broken}
	d.Calm("y")
	if told(link) != 1 || told(broken) != 1 {
		t.Errorf("after a call:\n%s", d.Screen())
	}
	for _, faults := range [][]string{nil, {broken}} {
		d.Host.Faults = faults
		d.Top.Update(ruleFaultsMsg(d.Host.RuleFaults()))
	}
	if told(broken) != 2 {
		t.Errorf("after it was mended and broken again:\n%s", d.Screen())
	}
}

// TestRulesOnTheScreen: /rules shows those in force, and revoking one there is recorded
// here, whether or not the screen still covers the conversation.
func TestRulesOnTheScreen(t *testing.T) {
	var drop func(kit.Rule) tea.Cmd
	shown := kit.Rules{}
	d := newDesk(t, func(_ *desk.Desk, o *Options) {
		o.Rules = func(_ kit.Shared, in kit.Rules, f func(kit.Rule) tea.Cmd) kit.Covering {
			shown, drop = in, f
			return &covering{}
		}
	})
	rule := kit.Rule{Verdict: "allow", Text: "echo", Key: "k"}
	d.Host.Ruled.All = []kit.Rule{rule, {Verdict: "deny", Text: "fs_*"}}
	d.Write("/rules").Press("esc", "enter")
	if len(shown.All) != 2 {
		t.Fatalf("shown are %+v", shown)
	}
	m := d.Top.(*covering).Under.(*Model)
	revoked := func() (n int) {
		for _, ev := range m.o.Shell.Log().All() {
			if b, ok := ev.Body.(store.RuleRevoked); ok && b.Rule == "echo" && b.Verdict == "allow" && b.Scope == store.ScopeWorkspace {
				n++
			}
		}
		return n
	}
	d.Host.Err = errors.New("rules.toml: it is a link")
	m.Update(drop(rule)())
	if revoked() != 0 {
		t.Error("what failed is on record")
	}
	d.Host.Err = nil
	msg := drop(rule)().(kit.RuleDroppedMsg)
	if len(msg.Rules.All) != 1 {
		t.Errorf("left are %+v", msg.Rules)
	}
	m.Update(msg)
	if revoked() != 1 {
		t.Errorf("on record are %d", revoked())
	}
	msg.Of = nil // another conversation
	m.Update(msg)
	if revoked() != 1 {
		t.Error("what was done elsewhere is on record here")
	}
}
