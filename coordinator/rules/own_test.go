package rules

import (
	"cmp"
	"strings"
	"testing"
)

// unoffered asks why nothing is offered until nothing is wanted, and writes it down.
func unoffered(set *Set, call Call, here Here) string {
	facts := Facts{Paths: map[string]Place{}, Programs: map[string]Program{}, Configs: map[string]Config{}}
	for {
		own, wants := Unoffered(set, call, facts, here)
		if !wants.Empty() {
			know(facts, wants)
			continue
		}
		out := own.Why
		if len(own.Rules) > 0 {
			out += " | " + strings.Join(own.Rules, " ;; ") + " |"
			for _, s := range own.Scopes {
				out += " " + s.Words()
			}
		}
		if own.Together != "" {
			out += " | " + own.Together
		}
		return out
	}
}

// TestUnoffered: where nothing is offered the reason is given, and the rule that a person
// may write, if one can hold.
func TestUnoffered(t *testing.T) {
	for _, c := range []struct {
		name, line, rules string
		here              Here
		want              string
	}{
		{name: "what runs what the workspace says", line: "npm test", here: here,
			want: "npm runs what files of the workspace say, and the assistant may write those | run_command(npm test) | this conversation this workspace"},
		{name: "behind a wrapper and in a pipe, each part once", line: "timeout 60 npm test 2>&1 | tail -5; npm test", here: here,
			want: "npm runs what files of the workspace say, and the assistant may write those | run_command(npm test) ;; run_command(tail -5) | this conversation this workspace"},
		{name: "what is covered already is left out", line: "npm test | tail -5", rules: "tail *", here: here,
			want: "npm runs what files of the workspace say, and the assistant may write those | run_command(npm test) | this conversation this workspace"},
		{name: "what runs what it is given", line: "ssh host uptime", here: here,
			want: "ssh can run what it is given | run_command(ssh host uptime) | this conversation this workspace"},
		{name: "a star is quoted", line: "npm run 'a b' '*'", here: here,
			want: "npm runs what files of the workspace say, and the assistant may write those | run_command(npm run 'a b' '*') | this conversation this workspace"},
		{name: "what changes things", line: "rm -r build", here: here,
			want: "rm -r is not known to be harmless | run_command(rm -r build) | this conversation this workspace"},
		{name: "what a table says to spell", line: "git commit -m x", here: here,
			want: "git commit can change or run much, as its words say | run_command(git commit -m x) | this conversation this workspace"},
		{name: "a subcommand without a row of its own", line: "go fix ./...", here: here,
			want: "go fix can change or run much, as its words say | run_command(go fix ./...) | this conversation this workspace"},
		{name: "a flag that is not known to be harmless", line: "git log --output=x", here: here,
			want: "git log --output=x is not known to be harmless | run_command(git log --output=x) | this conversation this workspace"},
		{name: "a path out of the workspace", line: "cat /etc/hosts", here: here,
			want: "it names /etc/hosts, which names or leads to a place outside of the workspace | run_command(cat /etc/hosts) | this conversation this workspace"},
		{name: "a word that the shell changes", line: "ls docs/*.md", here: here, want: "the shell changes docs/*.md"},
		{name: "one of them does", line: "npm test && ls docs/*.md", here: here,
			want: "npm runs what files of the workspace say, and the assistant may write those"},
		{name: "no rule covers what xargs adds", line: "ls | xargs wc -l --", here: here, want: "xargs adds words that nobody has seen"},
		{name: "too many", line: "make a; make b; make c; make d; make e", here: here,
			want: "make runs what files of the workspace say, and the assistant may write those"},
		{name: "too many, of which each could be offered", line: "ls a; ls b; ls c; ls d; ls e", here: here, want: "it would take more than 4 rules"},
		{name: "nowhere to hold", line: "make a", want: "this workspace has no identity that a rule could be bound to"},
		{name: "no identity of the folder", line: "make a", here: Here{Conversation: "c1"},
			want: "this workspace has no identity that a rule could be bound to"},
		{name: "its form is asked about", line: "eval x", here: here},
		{name: "only a person decides", line: "tmux send-keys y", here: here},
		{name: "a rule asks", line: "npm test", rules: "ask npm *", here: here},
		{name: "a deny", line: "npm test", rules: "deny npm *", here: here},
		{name: "allowed", line: "npm test", rules: "npm test", here: here},
	} {
		if got := unoffered(rulesOf(t, cmp.Or(c.rules, "-")), lineCall(c.line), c.here); got != c.want {
			t.Errorf("%s: it is\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestWhatAnOfferMakesTogether: an offer and a rule to be written say what they and another
// rule would let the assistant do.
func TestWhatAnOfferMakesTogether(t *testing.T) {
	writes, err := Parse(Allow, "fs_modify_file(src/**)")
	if err != nil {
		t.Fatal(err)
	}
	runs, err := Parse(Allow, "run_command(npm test)")
	if err != nil {
		t.Fatal(err)
	}
	const both = "fs_modify_file(src/**) and run_command(npm test) together let the assistant run anything: it may write **/*.js, which the command runs"
	set := NewSet([]Held{{Rule: writes, Kind: Allow}}, here)
	if got := unoffered(set, lineCall("npm test"), here); !strings.HasSuffix(got, "| "+both) {
		t.Errorf("of a rule to be written: %s", got)
	}
	change := func(name string) Call { return Call{Tool: "fs_modify_file", Root: root, Paths: []string{name}} }
	_, list := offered(NewSet([]Held{{Rule: runs, Kind: Allow}}, here), change("src/b.js"), []Call{change("src/a.js")})
	var got []string
	for _, o := range list {
		got = append(got, o.Rules[0].String()+": "+o.Together)
	}
	want := "fs_modify_file(src/b.js): fs_modify_file(src/b.js) and run_command(npm test) together let the assistant run anything: it may write **/*.js, which the command runs\n"
	want += want + "fs_modify_file(src/**): " + both + "\nfs_modify_file(src/**): " + both
	if strings.Join(got, "\n") != want {
		t.Errorf("of offers:\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}
