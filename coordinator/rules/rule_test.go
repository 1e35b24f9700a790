package rules

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestFaultsOfRules(t *testing.T) {
	for _, c := range []struct {
		kind       Kind
		text, want string
	}{
		{Allow, "", "it is empty"},
		{Allow, " git", "it begins or ends with a blank"},
		{Allow, "run_command(git log\n)", "it holds a control character or bytes that are no text; a line break in a word is written $'\\n'"},
		{Allow, "run_command(\xff)", "it holds a control character or bytes that are no text; a line break in a word is written $'\\n'"},
		{Allow, "run_command(" + strings.Repeat("a", 9000) + ")", "it is longer than 8 KiB"},
		{"may", "x", "a rule is an allow, an ask or a deny"},
		{Allow, "run_command(git log", "the bracket is not closed at its end"},
		{Allow, "run_command(git log) x", "the bracket is not closed at its end"},
		{Allow, "git log", "the name of a tool has letters, digits, _ - . : and *"},
		{Allow, "(x)", "the name of a tool has letters, digits, _ - . : and *"},
		{Allow, "github__list(x)", "only run_command and the fs_ tools take brackets; write the name alone"},
		{Allow, "fs_nothing(x)", "only run_command and the fs_ tools take brackets; write the name alone"},
		{Allow, "run_command", "say in brackets what is allowed, as in run_command(go vet ./...) or fs_create_file(docs/**)"},
		{Allow, "fs_*", "say in brackets what is allowed, as in run_command(go vet ./...) or fs_create_file(docs/**)"},
		{Allow, "*", "it would allow everything; name a tool"},
		{Allow, "**", "it would allow everything; name a tool"},
		{Allow, "fs_read_file()", "there is no path in the brackets; ** is for all of the workspace"},
		{Allow, "fs_read_file(.)", "there is no path in the brackets; ** is for all of the workspace"},
		{Allow, "fs_read_file(a/../..)", "a rule never reaches out of the workspace; take out the .."},
		{Deny, "fs_*(*/../b)", "a .. behind a star or ~ leads to no folder that is known; name the folder"},
		{Ask, "fs_*(~/../b)", "a .. behind a star or ~ leads to no folder that is known; name the folder"},
		{Allow, "fs_read_file(/etc/x)", "a path is relative to the root of the workspace"},
		{Allow, "fs_read_file(a**)", "** stands alone between slashes, as in docs/**/*.md"},
		{Allow, `fs_read_file(a\)`, "it ends with a backslash"},
		{Allow, "run_command()", "there is no command in the brackets"},
		{Allow, "run_command( )", "there is no command in the brackets"},
		{Allow, "run_command(*)", "the first word is the command, and no wildcard or expansion can stand for it"},
		{Allow, "run_command($x)", "the first word is the command, and no wildcard or expansion can stand for it"},
		{Allow, "run_command($'\\x41')", "a word in $'…' is not closed, or has more than \\n, \\t, \\\\ and \\'"},
		{Allow, "run_command(ls; rm)", "it is more than one simple command: no pipe, redirection, assignment or comment can stand in a rule"},
		{Allow, "run_command(ls | wc)", "it is more than one simple command: no pipe, redirection, assignment or comment can stand in a rule"},
		{Allow, "run_command(ls >x)", "it is more than one simple command: no pipe, redirection, assignment or comment can stand in a rule"},
		{Allow, "run_command(A=b ls)", "it is more than one simple command: no pipe, redirection, assignment or comment can stand in a rule"},
		{Allow, "run_command(ls &)", "it is more than one simple command: no pipe, redirection, assignment or comment can stand in a rule"},
		{Allow, "run_command(! ls)", "it is more than one simple command: no pipe, redirection, assignment or comment can stand in a rule"},
		{Allow, "run_command((ls))", "it is more than one simple command: no pipe, redirection, assignment or comment can stand in a rule"},
		{Allow, "run_command(ls # x)", "it is more than one simple command: no pipe, redirection, assignment or comment can stand in a rule"},
		{Allow, "run_command('ls)", "the command cannot be a rule: it cannot be read as a line of shell"},
		{Allow, "run_command(ls {a,b})", "the command cannot be a rule: Bash makes several words of its braces"},
		{Allow, "run_command(ls <<<x)", "the command cannot be a rule: a POSIX shell and Bash read it differently"},
	} {
		_, err := Parse(c.kind, c.text)
		want := "the rule " + spoken(excerpt(c.text)) + " is left out: " + c.want
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v\nwant %s", c.text, err, want)
		}
	}
}

func TestWordsOfRules(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"run_command(git log)", "exactly git log"},
		{"run_command(git log '*')", "exactly git log '*'"},
		{"run_command(echo $'a\\nb')", "exactly echo $'a\\nb'"},
		{"run_command(echo \"$HOME\")", `exactly echo "$HOME"`},
		{"run_command(git log *)", "git log with its harmless flags and any words that are no paths out of the workspace"},
		{"run_command(mytool *)", "nothing: mytool is in no table that says what it does with its words, so a rule must spell every word"},
		{"run_command(uniq *)", "uniq with its harmless flags and at most one other word, no path out of the workspace"},
		{"run_command(grep *)", "grep with its harmless flags, what is looked for, and any words that are no paths out of the workspace"},
		{"run_command(git version *)", "git version with its harmless flags"},
		{"run_command(echo *)", "echo with its harmless flags and any words that are no paths out of the workspace"},
		{"run_command(tar *)", "nothing: tar is none of the commands of which a wildcard takes words, so a rule must spell every word"},
		{"run_command(rm -rf *)", "nothing: rm is none of the commands of which a wildcard takes words, so a rule must spell every word"},
		{"run_command(column *)", "nothing: column is none of the commands of which a wildcard takes words, so a rule must spell every word"},
		{"run_command(git commit -m *)", "nothing: git commit is none of the commands of which a wildcard takes words, so a rule must spell every word"},
		{"run_command(git *)", "git with its harmless flags, and none of its commands"},
		{"run_command(jq *)", "jq with its harmless flags, a program of known words, and any words that are no paths out of the workspace"},
		{"run_command(npm *)", "nothing: npm can run or change anything, so a rule must spell every word"},
		{"run_command(sh * x)", "nothing: sh can run or change anything, so a rule must spell every word"},
		{"run_command(go *)", "nothing: a rule must spell which command of go it is for"},
		{"run_command(cd docs)", "nothing: cd changes what the rest of the line means, or runs what it is given"},
		{"run_command(docker ps)", "nothing: docker runs programs outside of this one: only a person decides about it"},
		{"run_command(parley rules ls)", "nothing: parley would decide in your place: only a person decides about it"},
		{"run_command(parley ls)", "exactly parley ls"},
		{"run_command(go test * -run *)", "go test * -run *, with one word in the place of a star, and any number at the end"},
		{"fs_create_file(docs/a.md)", "fs_create_file on exactly docs/a.md"},
		{"fs_create_file(docs/**)", "fs_create_file on anything in docs and its folders, but no names that begin with a dot, that programs run, or that may be their configuration in the root"},
		{"fs_create_file(docs/*)", "fs_create_file on anything in docs, not in its folders, but no names that begin with a dot, that programs run, or that may be their configuration in the root"},
		{"fs_create_file(**)", "fs_create_file on anything in the workspace, but no names that begin with a dot, that programs run, or that may be their configuration in the root"},
		{"fs_*(**/*.md)", "file tools named fs_* on paths like **/*.md, but no names that begin with a dot, that programs run, or that may be their configuration in the root"},
		{"github__list", "every call of github__list"},
		{"github__*", "every tool whose name is github__*, with anything in the place of a star"},
	} {
		r, err := Parse(Allow, c.text)
		if err != nil {
			t.Error(err)
		} else if r.Words(Allow) != c.want {
			t.Errorf("%s: %q\nwant %q", c.text, r.Words(Allow), c.want)
		}
	}
	for text, want := range map[string]string{"run_command": "every command", "run_command(*)": "every command",
		"run_command(git push --force)": "git push --force, with its flags in any order and spelling", "run_command(rm -rf *)": "rm -rf with any words after it, its flags in any order and spelling",
		"run_command(* --force *)": "* --force *, with one word in the place of a star, and any number at the end",
		"fs_*":                     "every tool whose name is fs_*, with anything in the place of a star"} {
		if r, err := Parse(Deny, text); err != nil || r.Words(Deny) != want {
			t.Errorf("%s: %q, %v", text, r.Words(Deny), err)
		}
	}
}

// TestScopes: a rule holds where it was made: a workspace is a path and the identity of
// its folder.
func TestScopes(t *testing.T) {
	r, err := Parse(Allow, "run_command(ls)")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		scope Scope
		want  Verdict
	}{
		{"everywhere", Scope{}, Allowed},
		{"this conversation", Scope{Conversation: "c1", Root: root, Folder: "f1"}, Allowed},
		{"another conversation", Scope{Conversation: "c2", Root: root, Folder: "f1"}, Asked},
		{"this conversation in another folder at the same path", Scope{Conversation: "c1", Root: root, Folder: "f2"}, Asked},
		{"this conversation in another workspace", Scope{Conversation: "c1", Root: "/other", Folder: "f2"}, Asked},
		{"this conversation, and nobody knows where", Scope{Conversation: "c1"}, Asked},
		{"this workspace", Scope{Root: root, Folder: "f1"}, Allowed},
		{"another folder at the same path", Scope{Root: root, Folder: "f2"}, Asked},
		{"the same folder at another path", Scope{Root: "/moved", Folder: "f1"}, Asked},
		{"a path alone", Scope{Root: root}, Asked},
	} {
		set := NewSet([]Held{{Rule: r, Kind: Allow, Scope: c.scope}}, here)
		if got := world(set, lineCall("ls")).Verdict; got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	refused, err := Parse(Deny, "run_command(ls)")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		scope Scope
		want  Verdict
	}{
		"the conversation in another workspace": {Scope{Conversation: "c1", Root: "/other", Folder: "f2"}, Denied},
		"the same folder at another path":       {Scope{Root: "/moved", Folder: "f1"}, Denied},
		"another folder at the same path":       {Scope{Root: root, Folder: "f2"}, Asked},
	} {
		set := NewSet([]Held{{Rule: refused, Kind: Deny, Scope: c.scope}}, here)
		if got := world(set, lineCall("ls")).Verdict; got != c.want {
			t.Errorf("a deny, %s: %s, want %s", name, got, c.want)
		}
	}
}

// TestWants: unknown facts are asked for, and allow nothing.
func TestWants(t *testing.T) {
	set, call := rulesOf(t, "git log *"), lineCall("git log -- docs/x")
	facts := Facts{Paths: map[string]Place{}, Programs: map[string]Program{}, Configs: map[string]Config{}}
	var wanted []string
	for {
		got := Decide(set, call, facts)
		if got.Wants.Empty() {
			if got.Verdict != Allowed {
				t.Errorf("it is %s: %s", got.Verdict, got.Why)
			}
			break
		}
		if got.Verdict == Allowed {
			t.Error("it is allowed and wants something")
		}
		wanted = slices.Concat(wanted, got.Wants.Programs, got.Wants.Paths, got.Wants.Configs)
		know(facts, got.Wants)
	}
	if want := []string{"git", "docs/x", ".", "git"}; !slices.Equal(wanted, want) {
		t.Errorf("wanted %q, want %q", wanted, want)
	}
	facts.Configs["git"] = NamesUnseen
	if got := Decide(set, call, facts); got.Verdict != Asked || got.Why != "the rule run_command(git log *) does not cover it: the workspace's configuration of git names a program for git that you have not seen" {
		t.Errorf("%s: %s", got.Verdict, got.Why)
	}
	facts.Configs["git"], facts.Programs["git"] = NamesNothingNew, Program{InWorkspace: true, Digest: "x"}
	if got := Decide(set, call, facts); got.Verdict != Asked || got.Why != "the rule run_command(git log *) does not cover it: git is a program in the workspace, and the rule was made without its digest" {
		t.Errorf("%s: %s", got.Verdict, got.Why)
	}
	set.held[0].Digest = "y"
	if got := Decide(set, call, facts); got.Verdict != Asked || got.Why != "the rule run_command(git log *) does not cover it: git was changed since the rule was made" {
		t.Errorf("%s: %s", got.Verdict, got.Why)
	}
}

func TestHides(t *testing.T) {
	set := rulesOf(t, "deny fs_*(**/.env*) ;; deny fs_read_file(keys) ;; ask fs_list_files(x)")
	for _, c := range []struct {
		tool, name string
		want       bool
	}{
		{"fs_list_files", ".env", true}, {"fs_grep_files", "a/.ENV.x", true}, {"fs_list_files", "env", false},
		{"fs_list_files", "keys", false}, {"fs_read_file", "keys/a", true}, {"fs_list_files", "x", false},
	} {
		if got := Hides(set, c.tool, root, c.name); got != c.want {
			t.Errorf("%s %s: %v", c.tool, c.name, got)
		}
	}
}

func TestAsks(t *testing.T) {
	set := rulesOf(t, "ask fs_*(**/.env*) ;; deny fs_*(b/.env) ;; ask fs_read_file(keys)")
	for _, c := range []struct {
		tool, name string
		want       bool
	}{
		{"fs_grep_files", "a/.ENV.x", true}, {"fs_grep_files", "b/.env", false}, {"fs_grep_files", "env", false},
		{"fs_grep_files", "keys", false}, {"fs_read_file", "keys/a", true},
	} {
		if got := Asks(set, c.tool, root, c.name); got != c.want {
			t.Errorf("%s %s: %v", c.tool, c.name, got)
		}
	}
}

// TestPartByPart: what the command `test` shows of a line.
func TestPartByPart(t *testing.T) {
	got := world(rulesOf(t, "git log * ;; deny rm *"), lineCall("git log -3 | wc -l && rm x >y"))
	var parts []string
	for _, p := range got.Parts {
		text := p.Text + " | " + string(p.Verdict) + " | " + p.Why
		if p.Rule != nil {
			text += " | " + p.Rule.String()
		}
		parts = append(parts, text)
	}
	want := []string{
		"git log -3 | allow | allowed by the rule run_command(git log *) | run_command(git log *)",
		"wc -l | ask | no rule covers it",
		"rm x >y | deny | denied by the rule run_command(rm *) | run_command(rm *)",
	}
	if !slices.Equal(parts, want) {
		t.Errorf("parts:\n%s", strings.Join(parts, "\n"))
	}
	if got.Verdict != Denied || got.Rule.String() != "run_command(rm *)" {
		t.Errorf("it is %s by %v", got.Verdict, got.Rule)
	}
}

// TestTheDocumentsRulesAreRules: every rule that docs/rules.md names can be parsed.
func TestTheDocumentsRulesAreRules(t *testing.T) {
	text, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile("`((run_command|fs_[a-z_*]+)\\([^`]*\\)|github__[a-z*]+)`").FindAllStringSubmatch(string(text), -1)
	for _, m := range found {
		if _, err := Parse(Allow, m[1]); err != nil {
			t.Error(err)
		}
	}
	if len(found) < 15 {
		t.Errorf("only %d rules were found", len(found))
	}
}
