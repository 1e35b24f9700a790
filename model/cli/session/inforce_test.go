package session

import (
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/config"
	"parley/config/private"
	"parley/coordinator"
	"parley/coordinator/rules"
	"parley/model/cli/process"
	"parley/store"
)

// opened is a new conversation in a workspace of its own.
func opened(t *testing.T) *Session {
	t.Helper()
	dir := t.TempDir()
	p := &process.Program{
		Env: []string{"HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "XDG_STATE_HOME=" + dir, "XDG_DATA_HOME=" + dir},
		Dir: t.TempDir(), Out: io.Discard, Err: io.Discard, Random: rand.Reader, Now: time.Now,
	}
	set, cfg, err := Configuration(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := Open(t.Context(), p, set, cfg, "", true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

// TestTheRulesInForce: those of this conversation, of this workspace and of everywhere,
// with who made each; a revoked one is gone from the file, and no other.
func TestTheRulesInForce(t *testing.T) {
	x := opened(t)
	here := x.Setup.Here()
	file := x.Setup.Places.Rules
	at := time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)
	err := private.AddRules(t.Context(), file,
		private.SavedRule{Kind: "allow", Text: "run_command(one)", Conversation: x.Saved.ID(), Root: here.Root, Folder: here.Folder, When: at, From: x.Saved.ID() + "/c1.run"},
		private.SavedRule{Kind: "allow", Text: "run_command(two)", Conversation: "another", Root: here.Root, Folder: here.Folder},
		private.SavedRule{Kind: "ask", Text: "run_command(three)", Root: here.Root, Folder: here.Folder, When: at, From: "parley rules add"},
		private.SavedRule{Kind: "allow", Text: "run_command(four)", Root: here.Root, Folder: "another"},
		private.SavedRule{Kind: "deny", Text: "run_command(five)"},
		private.SavedRule{Kind: "allow", Text: "run_command(six)", Conversation: x.Saved.ID(), Root: here.Root, Folder: "another"},
	)
	if err != nil {
		t.Fatal(err)
	}
	all, faults, _ := x.InForce()
	var got []string
	for _, r := range all {
		got = append(got, strings.Join([]string{string(r.Kind), r.String(), r.Scope, r.Where, strings.Replace(r.From, x.Saved.ID(), "ID", 1)}, " "))
	}
	want := "allow run_command(one) conversation rules.toml:1 ID/c1.run\nask run_command(three) workspace rules.toml:15 parley rules add\ndeny run_command(five) everywhere rules.toml:27 "
	if strings.Join(got, "\n") != want || len(faults) > 0 {
		t.Fatalf("in force are\n%s\nfaults %v", strings.Join(got, "\n"), faults)
	}
	revoked, err := x.DropRule(all[1].Key)
	if err != nil || len(revoked) != 1 || revoked[0] != (store.RuleRevoked{Rule: "run_command(three)", Verdict: "ask", Scope: store.ScopeWorkspace}) {
		t.Errorf("%+v, %v", revoked, err)
	}
	if _, err := x.DropRule(all[1].Key); err == nil || err.Error() != "it is not there any more" {
		t.Errorf("taken back twice: %v", err)
	}
	left, _, err := private.ReadRules(file)
	if err != nil || len(left) != 5 {
		t.Errorf("left are %+v, %v", left, err)
	}
	if held, _ := x.ruled.Set(); rules.Decide(held, rules.Call{Tool: "run_command", Command: "three", Root: here.Root}, rules.Facts{}).Ground == rules.ByRule {
		t.Error("the rule still decides")
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	all, faults, _ = x.InForce()
	if len(all) != 1 || all[0].String() != "run_command(five)" || all[0].Key != "" || len(faults) != 1 || faults[0] != file+": others can read or write it; chmod 600 makes it yours alone. Until that is mended it allows nothing; what it asks about and refuses holds as far as it can be read." {
		t.Errorf("%+v, %q", all, faults)
	}
	if told := x.RuleFaults(); len(told) != 1 || told[0] != faults[0] {
		t.Errorf("told is %q", told)
	}
}

// TestWhereARuleOfTheConfigurationHolds: one of the user's file everywhere, one of the workspace's there, one of a flag in this
// conversation.
func TestWhereARuleOfTheConfigurationHolds(t *testing.T) {
	x := opened(t)
	cfg := x.Current()
	for kind, from := range map[config.OriginKind]string{config.FromUser: "user", config.FromWorkspace: "workspace", config.FromFlag: "flag"} {
		cfg.Conversation.Rules = append(cfg.Conversation.Rules, config.Rule{Kind: "deny", Text: "run_command(" + from + ")", Origin: config.Origin{Kind: kind, Name: from}})
	}
	held, _ := heldRules(cfg, x.Setup.Places.Rules)
	for _, h := range held {
		want := map[string]string{"run_command(user)": store.ScopeEverywhere, "run_command(workspace)": store.ScopeWorkspace, "run_command(flag)": store.ScopeConversation}[h.String()]
		if got := placeOf(h); got != want {
			t.Errorf("%s: %s, want %s", h.String(), got, want)
		}
	}
}

// TestRulesThatAreWritten: they replace the offered ones, in the offer's scope, and are
// read as `parley rules add` reads them; of faulty ones none is kept.
func TestRulesThatAreWritten(t *testing.T) {
	x := opened(t)
	if err := os.WriteFile(filepath.Join(x.Setup.Dir, "tool"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	one, err := rules.Parse(rules.Allow, "run_command(git log -1)")
	if err != nil {
		t.Fatal(err)
	}
	here := x.Setup.Here()
	call := rules.Call{Tool: "run_command", Command: "./tool x", Root: here.Root}
	ruling := coordinator.Ruling{ID: "c1.run", Call: call, Offers: []rules.Offer{{Rules: []rules.Offered{{Rule: one}}, Scope: rules.Scope{Root: here.Root, Folder: here.Folder}}}}
	for _, c := range []struct {
		written []string
		want    string
	}{
		{[]string{"run_command(git log *)", "run_command(*)"}, "line 2: the first word is the command, and no wildcard or expansion can stand for it"},
		{[]string{" ", ""}, "no rule is written there; Esc goes back to the list"},
		{[]string{" run_command(git log *) ", "run_command(./tool x)"}, "run_command(git log *) covers nothing in this call that the other lines do not cover; remove that line, or add the rule on its own with `parley rules add`"},
		{[]string{"run_command(./tool x)", "run_command(./tool x)"}, "run_command(./tool x) covers nothing in this call that the other lines do not cover; remove that line, or add the rule on its own with `parley rules add`"},
		{[]string{" run_command(./tool x) ", ""}, ""},
		{nil, ""},
	} {
		_, err := x.MakeRules(ruling, 0, c.written)
		if (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%q: %v", c.written, err)
		}
	}
	kept, _, err := private.ReadRules(x.Setup.Places.Rules)
	var got []string
	for _, r := range kept {
		got = append(got, fmt.Sprint(r.Text, " ", r.Root == here.Root, r.Digest != ""))
	}
	if want := "run_command(./tool x) true true, run_command(git log -1) true false"; err != nil || strings.Join(got, ", ") != want {
		t.Errorf("kept are %s, %v", strings.Join(got, ", "), err)
	}
}

// TestARuleOfOnesOwn: where none is offered, what the user writes is kept in the chosen
// place, if it covers the call; otherwise they are told why, and nothing is kept.
func TestARuleOfOnesOwn(t *testing.T) {
	x := opened(t)
	here := x.Setup.Here()
	ruling := coordinator.Ruling{
		ID: "c1.run", Call: rules.Call{Tool: "run_command", Command: "ssh x uptime", Root: here.Root},
		Own: rules.Own{Why: "it runs things", Rules: []string{"run_command(ssh x uptime)"}, Scopes: []rules.Scope{{Conversation: x.Saved.ID()}, {Root: here.Root, Folder: here.Folder}}},
	}
	for _, c := range []struct {
		at      int
		written []string
		want    string
	}{
		{1, nil, "no rule is written there; Esc goes back to the list"},
		{1, []string{"run_command(ssh *)"}, "this rule does not cover the call: the rule run_command(ssh *) does not cover it: ssh can run or change anything, so a rule must spell every word"},
		{1, []string{"run_command(ssh x)", "run_command(ssh y)"}, "these rules do not cover the call: no rule covers it"},
		{1, []string{"run_command(ssh x uptime)", "run_command(rm x)"}, "run_command(rm x) covers nothing in this call that the other lines do not cover; remove that line, or add the rule on its own with `parley rules add`"},
		{2, []string{"run_command(ssh x uptime)"}, "there is no such rule to make"},
		{1, []string{"run_command(ssh x uptime)"}, ""},
	} {
		_, err := x.MakeRules(ruling, c.at, c.written)
		if (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%q: %v", c.written, err)
		}
	}
	kept, _, err := private.ReadRules(x.Setup.Places.Rules)
	if err != nil || len(kept) != 1 || kept[0].Text != "run_command(ssh x uptime)" || kept[0].Root != here.Root || kept[0].Conversation != "" {
		t.Errorf("kept are %+v, %v", kept, err)
	}
}

// TestADenyThatIsNotUnderstoodAsks: what may have been refused does not run by another rule.
func TestADenyThatIsNotUnderstoodAsks(t *testing.T) {
	cfg := configured(t, "[conversation.rules]\nallow = [\"deploy\"]\n")
	for name, c := range map[string]struct {
		doc  string
		want rules.Verdict
	}{
		"a deny":                       {"[[rule]]\ndeny = \"deploy\"\n", rules.Denied},
		"another deny":                 {"[[rule]]\ndeny = \"other\"\n", rules.Allowed},
		"a deny with half a pattern":   {"[[rule]]\ndeny = \"deploy(\"\n", rules.Asked},
		"an ask with half a pattern":   {"[[rule]]\nask = \"deploy(\"\n", rules.Asked},
		"the same in another place":    {"[[rule]]\nroot = \"/elsewhere\"\nfolder = \"1\"\ndeny = \"deploy(\"\n", rules.Allowed},
		"an allow with half a pattern": {"[[rule]]\nallow = \"deploy(\"\n", rules.Allowed},
		"half a deny":                  {"[[rule]]\ndeny = \"depl", rules.Asked},
		"more than is read":            {strings.Repeat("#", 5<<20) + "\n[[rule]]\ndeny = \"deploy\"\n", rules.Asked},
	} {
		file := filepath.Join(t.TempDir(), "rules.toml")
		if err := os.WriteFile(file, []byte(c.doc), 0o600); err != nil {
			t.Fatal(err)
		}
		held, trouble := heldRules(cfg, file)
		got := rules.Decide(rules.NewSet(held, rules.Here{Root: "/w", Folder: "2"}), rules.Call{Tool: "deploy"}, rules.Facts{})
		if got.Verdict != c.want {
			t.Errorf("%s: %v, want %v: %q", name, got.Verdict, c.want, trouble)
		}
	}
}
