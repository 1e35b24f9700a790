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
	err := config.AddRules(t.Context(), file,
		config.SavedRule{Kind: "allow", Text: "run_command(one)", Conversation: x.Saved.ID(), When: at, From: x.Saved.ID() + "/c1.run"},
		config.SavedRule{Kind: "allow", Text: "run_command(two)", Conversation: "another"},
		config.SavedRule{Kind: "ask", Text: "run_command(three)", Root: here.Root, Folder: here.Folder, When: at, From: "parley rules add"},
		config.SavedRule{Kind: "allow", Text: "run_command(four)", Root: here.Root, Folder: "another"},
		config.SavedRule{Kind: "deny", Text: "run_command(five)"},
	)
	if err != nil {
		t.Fatal(err)
	}
	all, faults, _ := x.InForce()
	var got []string
	for _, r := range all {
		got = append(got, strings.Join([]string{string(r.Kind), r.String(), r.Scope, r.Where, strings.Replace(r.From, x.Saved.ID(), "ID", 1)}, " "))
	}
	want := "allow run_command(one) conversation rules.toml:1 ID/c1.run\nask run_command(three) workspace rules.toml:11 parley rules add\ndeny run_command(five) everywhere rules.toml:23 "
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
	left, _, err := config.ReadRules(file)
	if err != nil || len(left) != 4 {
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
	ruling := coordinator.Ruling{ID: "c1.run", Offers: []rules.Offer{{Rules: []rules.Offered{{Rule: one}}, Scope: rules.Scope{Root: here.Root, Folder: here.Folder}}}}
	for _, c := range []struct {
		written []string
		want    string
	}{
		{[]string{"run_command(git log *)", "run_command(*)"}, "the rule run_command(*) is left out: the first word is the command, and no wildcard or expansion can stand for it"},
		{[]string{" ", ""}, "no rule is written there; Esc goes back to the list"},
		{[]string{" run_command(git log *) ", "run_command(./tool x)"}, ""},
		{nil, ""},
	} {
		_, err := x.MakeRules(ruling, 0, c.written)
		if (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%q: %v", c.written, err)
		}
	}
	kept, _, err := config.ReadRules(x.Setup.Places.Rules)
	var got []string
	for _, r := range kept {
		got = append(got, fmt.Sprint(r.Text, " ", r.Root == here.Root, r.Digest != ""))
	}
	if want := "run_command(git log *) true false, run_command(./tool x) true true, run_command(git log -1) true false"; err != nil || strings.Join(got, ", ") != want {
		t.Errorf("kept are %s, %v", strings.Join(got, ", "), err)
	}
}
