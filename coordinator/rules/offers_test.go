package rules

import (
	"fmt"
	"strings"
	"testing"
)

var here = Here{Conversation: "c1", Root: root, Folder: "f1"}

// offered asks for offers until nothing is wanted, and writes them down.
func offered(set *Set, call Call, earlier []Call) (string, []Offer) {
	facts := Facts{Paths: map[string]Place{}, Programs: map[string]Program{}, Configs: map[string]Config{}}
	for {
		list, wants := Offers(set, call, facts, earlier, here)
		if !wants.Empty() {
			know(facts, wants)
			continue
		}
		var out []string
		for _, o := range list {
			var rules []string
			for _, r := range o.Rules {
				text := r.String()
				if r.Digest != "" {
					text += " @" + r.Digest
				}
				rules = append(rules, text)
			}
			out = append(out, fmt.Sprintf("%s: %s (%s) would %d", o.Where, strings.Join(rules, " ;; "), o.Covers, o.Would))
		}
		return strings.Join(out, "\n"), list
	}
}

func lineCall(line string) Call { return Call{Tool: commandTool, Root: root, Command: line} }

func lineCalls(lines ...string) []Call {
	var out []Call
	for _, l := range lines {
		out = append(out, lineCall(l))
	}
	return out
}

func TestOffers(t *testing.T) {
	for _, c := range []struct {
		name, rules string
		call        Call
		earlier     []Call
		want        string
	}{
		{name: "a first time offers exactly this", rules: "-", call: lineCall("git status --short"), want: "" +
			"this conversation: run_command(git status --short) (exactly git status --short) would 0\n" +
			"this workspace: run_command(git status --short) (exactly git status --short) would 0"},
		{name: "also where a rule was made of it", rules: "git log -5 ;; head -n 5", call: lineCall("git log --stat | head -n 9"),
			earlier: lineCalls("git log -5", "git log -5 | head -n 5", "head -n 5", "cat x"), want: "" +
				"this conversation: run_command(git log --stat) ;; run_command(head -n 9) (exactly git log --stat; exactly head -n 9) would 0\n" +
				"this workspace: run_command(git log --stat) ;; run_command(head -n 9) (exactly git log --stat; exactly head -n 9) would 0\n" +
				"this workspace: run_command(git log *) ;; run_command(head *) (git log with its harmless flags and any words that are no paths out of the workspace; head with its harmless flags and any words that are no paths out of the workspace) would 3\n" +
				"everywhere: run_command(git log *) ;; run_command(head *) (git log with its harmless flags and any words that are no paths out of the workspace; head with its harmless flags and any words that are no paths out of the workspace) would 3"},
		{name: "what was said yes to before spans more", rules: "-", call: lineCall("git status --short"),
			earlier: lineCalls("git status", "git status -sb", "git status --short", "make test", "git log"), want: "" +
				"this conversation: run_command(git status --short) (exactly git status --short) would 1\n" +
				"this workspace: run_command(git status --short) (exactly git status --short) would 1\n" +
				"this workspace: run_command(git status *) (git status with its harmless flags and any words that are no paths out of the workspace) would 3\n" +
				"everywhere: run_command(git status *) (git status with its harmless flags and any words that are no paths out of the workspace) would 3"},
		{name: "the same again is offered everywhere", rules: "-", call: lineCall("mytool --x"), earlier: lineCalls("mytool --x"), want: "" +
			"this conversation: run_command(mytool --x) (exactly mytool --x) would 1\n" +
			"this workspace: run_command(mytool --x) (exactly mytool --x) would 1\n" +
			"everywhere: run_command(mytool --x) (exactly mytool --x) would 1"},
		{name: "of a line only what is not covered", rules: "ls", call: lineCall("ls && git log | wc -l"), want: "" +
			"this conversation: run_command(git log) ;; run_command(wc -l) (exactly git log; exactly wc -l) would 0\n" +
			"this workspace: run_command(git log) ;; run_command(wc -l) (exactly git log; exactly wc -l) would 0"},
		{name: "what stands behind a wrapper", rules: "-", call: lineCall("timeout 5 git log"), want: "" +
			"this conversation: run_command(git log) (exactly git log) would 0\n" +
			"this workspace: run_command(git log) (exactly git log) would 0"},
		{name: "a program of the workspace by its digest, and not everywhere", rules: "-", call: lineCall("./run.sh"), earlier: lineCalls("./run.sh"), want: "" +
			"this conversation: run_command(./run.sh) @d1 (exactly ./run.sh) would 1\n" +
			"this workspace: run_command(./run.sh) @d1 (exactly ./run.sh) would 1"},
		{name: "stars are quoted", rules: "-", call: lineCall("mytool '*' \"a b\""), want: "" +
			"this conversation: run_command(mytool '*' 'a b') (exactly mytool '*' 'a b') would 0\n" +
			"this workspace: run_command(mytool '*' 'a b') (exactly mytool '*' 'a b') would 0"},
		{name: "a path", rules: "-", call: Call{Tool: "fs_create_file", Root: root, Paths: []string{"docs/a.md"}}, want: "" +
			"this conversation: fs_create_file(docs/a.md) (fs_create_file on exactly docs/a.md) would 0\n" +
			"this workspace: fs_create_file(docs/a.md) (fs_create_file on exactly docs/a.md) would 0"},
		{name: "a folder", rules: "-", call: Call{Tool: "fs_create_file", Root: root, Paths: []string{"docs/a.md"}},
			earlier: []Call{{Tool: "fs_create_file", Root: root, Paths: []string{"docs/b/c.md"}}}, want: "" +
				"this conversation: fs_create_file(docs/a.md) (fs_create_file on exactly docs/a.md) would 0\n" +
				"this workspace: fs_create_file(docs/a.md) (fs_create_file on exactly docs/a.md) would 0\n" +
				"this workspace: fs_create_file(docs/**) (fs_create_file on anything in docs and its folders, but no names that begin with a dot, that programs run, or that may be their configuration in the root) would 1\n" +
				"everywhere: fs_create_file(docs/**) (fs_create_file on anything in docs and its folders, but no names that begin with a dot, that programs run, or that may be their configuration in the root) would 1"},
		{name: "a move takes both paths", rules: "-", call: Call{Tool: "fs_move_file", Root: root, Paths: []string{"a*b", "docs/x"}}, want: "" +
			`this conversation: fs_move_file(a\*b) ;; fs_move_file(docs/x) (fs_move_file on exactly a*b; fs_move_file on exactly docs/x) would 0` + "\n" +
			`this workspace: fs_move_file(a\*b) ;; fs_move_file(docs/x) (fs_move_file on exactly a*b; fs_move_file on exactly docs/x) would 0`},
		{name: "another tool", rules: "-", call: Call{Tool: "github__list"}, want: "" +
			"this conversation: github__list (every call of github__list) would 0\n" +
			"this workspace: github__list (every call of github__list) would 0"},
		{name: "what is allowed", rules: "git log", call: lineCall("git log")},
		{name: "what a rule asks", rules: "ask git push", call: lineCall("git push")},
		{name: "what a rule denies", rules: "deny git push", call: lineCall("git push")},
		{name: "what gives permission", rules: "-", call: Call{Tool: "fs_create_file", Root: root, Paths: []string{".git/x"}}},
		{name: "what is outside", rules: "-", call: Call{Tool: "fs_create_file", Root: root, Paths: []string{"../x"}}},
		{name: "a variable", rules: "-", call: lineCall("echo $HOME")},
		{name: "too many commands", rules: "-", call: lineCall("a; b; c; d; e")},
		{name: "a redirection", rules: "-", call: lineCall("ls >x")},
		{name: "another folder", rules: "-", call: Call{Tool: commandTool, Root: root, Command: "ls", Directory: "sub"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, _ := offered(rulesOf(t, c.rules), c.call, c.earlier); got != c.want {
				t.Errorf("offered:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

// TestNothingOfTheTablesIsOffered: of all the lines in the test tables that run, write or
// send something, none gets an offer, whatever a person said yes to before; and no offer
// for any line allows one of them.
func TestNothingOfTheTablesIsOffered(t *testing.T) {
	var bad, all []string
	for _, name := range []string{"programs", "person", "flags", "wrappers", "builtins", "grammars", "paths-in-words", "shapes", "redirections", "words"} {
		for _, r := range rows(t, "../../testdata/rules/"+name+".tsv") {
			if r.verdict == "" || strings.HasPrefix(r.line, "in ") {
				continue
			}
			line := written(t, r.line)
			if len(line) > 1000 {
				continue
			}
			all = append(all, line)
			if r.verdict == "person" || (name == "programs" || name == "grammars") && r.verdict == "ask" || harms(r) {
				bad = append(bad, line)
			}
		}
	}
	if len(bad) < 200 {
		t.Fatalf("only %d lines are known to harm", len(bad))
	}
	earlier := map[string][]Call{}
	for _, line := range all {
		first, _, _ := strings.Cut(line, " ")
		earlier[first] = append(earlier[first], lineCall(line))
	}
	said := func(line string) []Call {
		first, _, _ := strings.Cut(line, " ")
		return earlier[first]
	}
	var held []Held
	for _, line := range all {
		_, list := offered(NewSet(nil, here), lineCall(line), said(line))
		for _, o := range list {
			for _, r := range o.Rules {
				held = append(held, Held{Rule: r.Rule, Kind: Allow})
				if r.words[0].is(isAny) {
					t.Errorf("%q is offered %s", line, r)
				}
			}
		}
	}
	if len(held) < 100 {
		t.Fatalf("only %d rules were offered", len(held))
	}
	set := NewSet(held, here)
	for _, line := range bad {
		if text, _ := offered(NewSet(nil, here), lineCall(line), said(line)); text != "" {
			t.Errorf("%q is offered:\n%s", line, text)
		}
		if got := world(set, lineCall(line)); got.Verdict == Allowed {
			t.Errorf("%q is allowed by what was offered: %s", line, got.Why)
		}
	}
}

// harms reports whether a line of flags.tsv was asked about because of a flag that is known to
// run, write, send or reach outside.
func harms(r row) bool {
	if r.verdict != "ask" || !strings.HasPrefix(r.at, "flags") {
		return false
	}
	words := readLine(r.line).commands
	if len(words) != 1 {
		return false
	}
	u := useOf(words[0].words)
	if u.row == nil {
		return false
	}
	for i := range words[0].words {
		if u.roles[i] == isFlag {
			return true
		}
	}
	return u.row.spelled() || u.asked != ""
}

func TestTogether(t *testing.T) {
	for _, c := range []struct{ rules, want string }{
		{"fs_modify_file(**) ;; go test *", "fs_modify_file(**) and run_command(go test *) together let the assistant run anything: it may write **/*.go, which the command runs"},
		{"fs_modify_file(**) ;; go test ./...", "fs_modify_file(**) and run_command(go test ./...) together let the assistant run anything: it may write **/*.go, which the command runs"},
		{"fs_create_file(docs/**) ;; go test ./...", "fs_create_file(docs/**) and run_command(go test ./...) together let the assistant run anything: it may write **/*.go, which the command runs"},
		{"fs_create_file(docs/*.md) ;; go test ./...", ""},
		{"fs_create_file(**/*_test.go) ;; go test ./...", "fs_create_file(**/*_test.go) and run_command(go test ./...) together let the assistant run anything: it may write **/*.go, which the command runs"},
		{"fs_modify_file(**) ;; make test", ""},
		{"fs_modify_file(Makefile) ;; make test", "fs_modify_file(Makefile) and run_command(make test) together let the assistant run anything: it may write Makefile, which the command runs"},
		{"fs_modify_file(**) ;; npm test", "fs_modify_file(**) and run_command(npm test) together let the assistant run anything: it may write **/*.js, which the command runs"},
		{"fs_modify_file(**) ;; gulp build", "fs_modify_file(**) and run_command(gulp build) together let the assistant run anything: it may write **/*.js, which the command runs"},
		{"fs_modify_file(**) ;; mkdocs build", "fs_modify_file(**) and run_command(mkdocs build) together let the assistant run anything: it may write **/*.py, which the command runs"},
		{"fs_modify_file(mkdocs.yml) ;; mkdocs build", "fs_modify_file(mkdocs.yml) and run_command(mkdocs build) together let the assistant run anything: it may write mkdocs.yml, which the command runs"},
		{"fs_create_file(docs/**) ;; sphinx-build docs out", "fs_create_file(docs/**) and run_command(sphinx-build docs out) together let the assistant run anything: it may write **/*.py, which the command runs"},
		{"fs_modify_file(book.toml) ;; mdbook build", "fs_modify_file(book.toml) and run_command(mdbook build) together let the assistant run anything: it may write book.toml, which the command runs"},
		{"fs_modify_file(**) ;; mdbook build", ""},
		{"fs_modify_file(src/**) ;; phpstan analyse", "fs_modify_file(src/**) and run_command(phpstan analyse) together let the assistant run anything: it may write **/*.php, which the command runs"},
		{"fs_modify_file(src/main.rs) ;; cargo test", "fs_modify_file(src/main.rs) and run_command(cargo test) together let the assistant run anything: it may write **/*.rs, which the command runs"},
		{"fs_modify_file(**) ;; git log *", ""},
		{"fs_read_file(**) ;; go test *", ""},
		{"deny fs_modify_file(**) ;; go test *", ""},
		{"fs_modify_file(**) ;; ask go test *", ""},
		{"fs_*(**) ;; timeout 60 go test ./...", "fs_*(**) and run_command(timeout 60 go test ./...) together let the assistant run anything: it may write **/*.go, which the command runs"},
		{"fs_create_file(tool) ;; ./tool", "fs_create_file(tool) and run_command(./tool) together let the assistant run anything: it may write tool, which the command runs"},
		{"fs_create_file(tool) ;; ./tool @d1", ""},
	} {
		var got []string
		for _, p := range Together(rulesOf(t, c.rules)) {
			got = append(got, p.Why)
		}
		if text := strings.Join(got, "\n"); text != c.want {
			t.Errorf("%s:\n\t%q\nwant\n\t%q", c.rules, text, c.want)
		}
	}
}

// TestPathspecsNameFolders: what git takes for a path with magic before it is one for a deny too.
func TestPathspecsNameFolders(t *testing.T) {
	set := rulesOf(t, "git * ;; deny fs_*(secrets/**)")
	for line, want := range map[string]bool{
		"git grep x secrets/": true, "git grep x -- secrets": true, "git grep x ':(top)secrets'": true, "git grep x ':(top,glob)secrets'": true,
		"git grep x :/secrets": true, "git grep x :/:secrets": true, "git grep x ':(icase)SECRETS'": true, "git grep x :/secrets/key": true, "git grep x ':(top)secrets/key'": true,
		"git grep x ':!secrets'": false, "git grep x ':(exclude)secrets'": false, "git grep x ':(top)docs'": false, "git grep x :/docs": false, "git grep x ':('": false, "git log :/fix": false,
	} {
		got := world(set, Call{Tool: commandTool, Root: root, Command: line}).Verdict == Denied
		if got != want {
			t.Errorf("%s: denied %v", line, got)
		}
	}
}
