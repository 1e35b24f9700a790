package conversation

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"parley/coordinator"
	"parley/coordinator/rules"
	"parley/store"
	"parley/views/prompt"
)

// TestTheWordsOfARule: they can be changed before the rule is made; what is wrong with
// them is said, and none of them are lost.
func TestTheWordsOfARule(t *testing.T) {
	d := ruled(t, offered(t))
	d.Calm("a").Calm("tab").Calm("e")
	d.Host.Err = errors.New("the rule ech( is no rule")
	d.Calm("backspace").Write("(").Calm("enter")
	d.Shows("   ! The rule could not be kept: the rule ech( is no rule")
	if x := modelOf(d).ask.permission; !x.InWords() || x.Typed() != "ech(" || result(d, "c1") != "" {
		t.Errorf("%q is being written, the call came to %q", x.Typed(), result(d, "c1"))
	}
	d.Calm("esc")
	if x := modelOf(d).ask.permission; x.InWords() || !x.InRules() {
		t.Error("Esc does not go back to the list")
	}
	d.Calm("e").Calm("backspace").Write("o*").Calm("shift+enter").Write("other")
	d.Host.Err = nil
	d.Calm("enter")
	var made []string
	for _, r := range d.Host.Made {
		made = append(made, r.Rule+", "+r.Scope)
	}
	if got := fmt.Sprint(made); got != "[echo*, this workspace other, this workspace]" {
		t.Errorf("made %s", got)
	}
	if result(d, "c1") == "" {
		t.Error("the call did not run")
	}
}

// TestAChangeThatLasts: a yes to the whole of a change can be made to last; its rule is
// kept first, then the change is applied, and both are on record.
func TestAChangeThatLasts(t *testing.T) {
	rule, err := rules.Parse(rules.Allow, "fs_modify_file(notes.txt)")
	if err != nil {
		t.Fatal(err)
	}
	w := newDesktop(t, notes())
	d := w.patched(modify(), inForce(coordinator.Ruling{Verdict: rules.Asked, Ground: rules.Uncovered, Offers: []rules.Offer{
		{Rules: []rules.Offered{{Rule: rule}}, Where: "this conversation", Covers: "exactly notes.txt"},
		{Rules: []rules.Offered{{Rule: rule}}, Where: "this workspace", Covers: "exactly notes.txt"},
	}}))
	d.Calm("a")
	d.Shows("── apply this change, and the like from now on? ────────────────────────────────")
	d.Calm("esc")
	if m := modelOf(d); m.ask.lasting || !m.isPatch() || len(d.Host.Made) > 0 {
		t.Error("Esc does not go back to the change")
	}
	d.Calm("space").Calm("a")
	if modelOf(d).ask.lasting {
		t.Error("a part of the change can be made to last")
	}
	d.Calm("space").Calm("a").Calm("tab").Calm("enter")
	var types []string
	for _, ev := range modelOf(d).o.Shell.Log().All() {
		switch b := ev.Body.(type) {
		case store.RuleAdded:
			types = append(types, b.Type()+" "+b.Rule+" "+b.Scope)
		case store.InquiryResponse:
			types = append(types, b.Type()+" "+string(b.Answer))
		}
	}
	if got := strings.Join(types, ", "); got != "rule_added fs_modify_file(notes.txt) this workspace, inquiry_response true" {
		t.Errorf("on record are %s", got)
	}
	if w.read() == notes() {
		t.Error("nothing was written")
	}
}

// TestARuleOfOnesOwn: where no rule is offered, the key a opens one that the user writes; the
// call runs once it is kept. A number goes to its place.
func TestARuleOfOnesOwn(t *testing.T) {
	own := rules.Own{Why: "echo runs files", Rules: []string{"echo"}, Scopes: []rules.Scope{{Conversation: "c"}, {Root: "/r", Folder: "f"}}}
	d := ruled(t, coordinator.Ruling{Verdict: rules.Asked, Ground: rules.Uncovered, Own: own})
	d.Shows(" y run once   n do not run   Y/N this turn   a own rule   r skip and say why")
	d.Calm("a").Calm("2")
	d.Shows("   › 2  this workspace, in your words", " ↑↓ Enter write the rule   Tab changes the scope   Esc back, nothing is allowed")
	d.Calm("enter")
	if x := modelOf(d).ask.permission; !x.InWords() || x.Typed() != "" || result(d, "c1") != "" {
		t.Errorf("%q is being written, the call came to %q", x.Typed(), result(d, "c1"))
	}
	d.Write("echo").Calm("enter")
	if len(d.Host.Made) != 1 || d.Host.Made[0].Rule != "echo" || d.Host.Made[0].Scope != "this workspace" || result(d, "c1") == "" {
		t.Errorf("made %+v, the call came to %q", d.Host.Made, result(d, "c1"))
	}
}

// TestNoRuleCanHold: it is said why, and there is no key.
func TestNoRuleCanHold(t *testing.T) {
	d := ruled(t, coordinator.Ruling{Verdict: rules.Asked, Ground: rules.Uncovered, Own: rules.Own{Why: "the shell changes *.go"}})
	d.Shows("   No rule is offered: the shell changes *.go.")
	d.Calm("a")
	if modelOf(d).ask.permission.InRules() {
		t.Error("a list of rules is open")
	}
}

// TestTheNumbersOfOffersChoose: each number beside a rule goes to it.
func TestTheNumbersOfOffersChoose(t *testing.T) {
	d := ruled(t, offered(t))
	d.Calm("a").Calm("2").Calm("enter")
	if len(d.Host.Made) != 1 || d.Host.Made[0].Scope != "this workspace" {
		t.Errorf("made %+v", d.Host.Made)
	}
}

// TestWhatAYesDoesWithAFile is said in the hints, where "run" would be no word for it.
func TestWhatAYesDoesWithAFile(t *testing.T) {
	for tool, want := range map[string]string{
		"fs_create_file": " y create it   n do not ", "fs_delete_file": " y delete it   n do not ", "fs_move_file": " y move it   n do not ",
		"fs_read_file": " y run once   n do not run ", "github__create": " y run once   n do not run ",
	} {
		m := Model{w: 80}
		m.ask.permission = prompt.Permission{Tool: tool}
		yes, no := m.permissionBindings()[0], m.permissionBindings()[1]
		if got := fmt.Sprintf(" %s %s   %s %s ", yes.Shown, yes.Words, no.Shown, no.Words); got != want {
			t.Errorf("%s: %q, want %q", tool, got, want)
		}
	}
}
