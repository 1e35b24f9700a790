package rules

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// anyWord draws words with everything that has a meaning to a shell or in the text of a
// rule.
var anyWord = rapid.StringOfN(rapid.SampledFrom([]rune("ab-*?[]{},.~$`'\"\\ \t\n#=()<>|&;!%+@^:/ü1_")), 0, 8, -1)

// anyCommand draws a command's words; the first is a name that no table knows.
func anyCommand(t *rapid.T) []string {
	name := rapid.SampledFrom([]string{"mytool", "other", "my tool", "it's", "a=b", "if", "!", "{", "[x", "#c", "ö"}).Draw(t, "name")
	return append([]string{name}, rapid.SliceOfN(anyWord, 0, 4).Draw(t, "words")...)
}

// asLine writes words as a line of shell, each quoted in one of several ways.
func asLine(t *rapid.T, words []string) string {
	var out []string
	for i, w := range words {
		switch rapid.IntRange(0, 2).Draw(t, "quotes") {
		case 0:
			out = append(out, single(w))
		case 1:
			double := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(w) + `"`
			if strings.Contains(double, `ü\`) {
				double = single(w) // in double quotes a backslash behind such a character is asked about
			}
			out = append(out, double)
		default:
			if text := quote(w); i > 0 && !strings.HasPrefix(text, "$'") {
				out = append(out, text)
			} else {
				out = append(out, single(w))
			}
		}
	}
	return strings.Join(out, rapid.SampledFrom([]string{" ", "  ", "\t", " \t "}).Draw(t, "blank"))
}

func literals(words []string) []word {
	var out []word
	for _, w := range words {
		out = append(out, literal(w))
	}
	return out
}

// TestTheRuleOfACommandIsExact: the rule made of a command is for the words of that
// command and of no other, however they are quoted, and comes back from its text.
func TestTheRuleOfACommandIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one, other := anyCommand(t), anyCommand(t)
		if rapid.Bool().Draw(t, "alike") {
			other = append([]string(nil), one...)
			i := rapid.IntRange(0, len(other)-1).Draw(t, "which")
			other[i] = rapid.SampledFrom([]string{other[i] + "*", other[i] + " ", "*", "", other[i], strings.ToUpper(other[i]), other[i] + "'"}).Draw(t, "changed")
		}
		if strings.Contains(strings.Join(append(one, other...), " "), "\\\n") {
			return // asked about, also in quotes
		}
		r, ok := exactRule(literals(one))
		if !ok {
			t.Fatalf("no rule for %q", one)
		}
		if strings.ContainsAny(r.String(), "\n\t") {
			t.Fatalf("%q is more than one line", r)
		}
		again, err := Parse(Allow, r.String())
		if err != nil || again.String() != r.String() || !equal(again.words, literals(one)) {
			t.Fatalf("%q came back as %q with the words %v: %v", r, again, again.words, err)
		}
		set := NewSet([]Held{{Rule: r, Kind: Allow}}, Here{})
		for _, words := range [][]string{one, other} {
			line := asLine(t, words)
			got := world(set, Call{Tool: commandTool, Root: root, Command: line})
			if want := equal(literals(words), literals(one)); (got.Verdict == Allowed) != want && words[0] != "" {
				t.Fatalf("%q is %s with the rule %q: %s", line, got.Verdict, r, got.Why)
			}
		}
	})
}

func equal(a, b []word) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].same(&b[i]) {
			return false
		}
	}
	return true
}

// someLines are lines that rules of any kind say something about.
var someLines = rapid.SampledFrom([]string{
	"git log", "git log --oneline -5", "git log --output=x", "git push -f", "git status; rm -rf x", "rm x", "rm -rf x y", "ls | wc -l",
	"echo $(git log)", "echo \"v$(git log)\"", "cat .env", "cat x >new", "sh -c 'rm x'", "sudo rm x", "ls &>x", "(rm x", "parley undo",
	"nohup ls", "time -p git log", "mytool a b", "make test", "for i in 1; do ls; done", "echo hi | sh", "ls docs/x", "git -C x push",
})

var someRules = rapid.SampledFrom([]string{
	"run_command(git log)", "run_command(git log *)", "run_command(git status)", "run_command(rm *)", "run_command(rm -rf *)", "run_command(ls *)",
	"run_command(wc *)", "run_command(echo *)", `run_command(echo "v$(git log)")`, "run_command(cat *)", "run_command(sh)", "run_command(make test)",
	"run_command(mytool * b)", "run_command(git push *)", "run_command(sh -c 'rm x')", "fs_create_file(**)", "fs_*(**/.env*)", "fs_read_file(docs/**)",
	"run_command(sudo rm x)", "run_command(parley *)", "github__*",
})

func someHeld(t *rapid.T, label string) []Held {
	var out []Held
	for range rapid.IntRange(0, 5).Draw(t, label) {
		kind := rapid.SampledFrom([]Kind{Allow, Ask, Deny}).Draw(t, "kind")
		r, err := Parse(kind, someRules.Draw(t, "rule"))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, Held{Rule: r, Kind: kind})
	}
	return out
}

// TestARuleMoreNeverTurnsADecision: an allow more never turns a deny, or what a rule
// asks, into anything milder; a deny or an ask more never lets through what was asked
// about.
func TestARuleMoreNeverTurnsADecision(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		held := someHeld(t, "rules")
		more := someHeld(t, "more")
		call := Call{Tool: commandTool, Root: root, Command: someLines.Draw(t, "line")}
		before := world(NewSet(held, Here{}), call)
		for _, h := range more {
			held = append(held, h)
			after := world(NewSet(held, Here{}), call)
			switch {
			case before.Verdict == Denied && after.Verdict != Denied:
				t.Fatalf("%q was denied and is %s with %s %s", call.Command, after.Verdict, h.Kind, h.Rule)
			case h.Kind != Allow && before.Verdict == Asked && after.Verdict == Allowed:
				t.Fatalf("%q was asked about and is allowed with %s %s", call.Command, h.Kind, h.Rule)
			case before.Ground >= Always && after.Ground < before.Ground && after.Verdict == Asked, before.Ground >= Always && after.Verdict == Allowed:
				t.Fatalf("%q was asked about on ground %d and is %s on %d with %s %s", call.Command, before.Ground, after.Verdict, after.Ground, h.Kind, h.Rule)
			}
			before = after
		}
	})
}

// TestAPathInARuleIsExact: the rule made of a path is for that path alone.
func TestAPathInARuleIsExact(t *testing.T) {
	name := rapid.StringMatching(`[a-z*\\)( .]{1,6}(/[a-z*\\)( .]{1,6}){0,2}`)
	rapid.Check(t, func(t *rapid.T) {
		one, other := name.Draw(t, "one"), name.Draw(t, "other")
		clean, inside := within(root, one)
		if !inside || clean == "." {
			return
		}
		r, err := Parse(Allow, "fs_create_file("+quotePath(clean)+")")
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []string{clean, other} {
			as, _ := within(root, p)
			if got := r.path.covers(as); got != (as == clean) {
				t.Fatalf("%s covers %q: %v", r, p, got)
			}
		}
	})
}

// TestPlainWordsAreReadAsShellWords: what is read without the shell's parser is read as
// that would.
func TestPlainWordsAreReadAsShellWords(t *testing.T) {
	text := rapid.StringOfN(rapid.SampledFrom([]rune("ab-*./: ,+@%^_1A  ")), 1, 20, -1)
	first := rapid.SampledFrom([]string{"", "if ", "time ", "export ", "let ", "coproc ", "function ", "select ", "in ", "do ", "declare ", "time -p ", "local "})
	rapid.Check(t, func(t *rapid.T) {
		body := first.Draw(t, "first") + text.Draw(t, "text")
		words, ok := plainWords(body)
		if !ok {
			return
		}
		slow, why := shellWords(body)
		if why != "" || !equal(words, slow) {
			t.Fatalf("%q is %v, and by the shell %v: %s", body, words, slow, why)
		}
	})
}

// TestEveryProgramHasWords: a rule for any program of the tables can be said, and one that covers
// nothing since a person is always asked says that.
func TestEveryProgramHasWords(t *testing.T) {
	names := slices.Sorted(maps.Keys(tablesOf().known))
	for _, name := range append(names, "nosuch") {
		for _, after := range []string{"", " *", " x *", " -x *", " * x", " x"} {
			for _, kind := range []Kind{Allow, Ask, Deny} {
				r, err := Parse(kind, "run_command("+quote(name)+after+")")
				if err == nil && r.Words(kind) == "" {
					t.Errorf("%s%s has no words", name, after)
				}
			}
		}
	}
	r, err := Parse(Allow, "run_command(gio *)")
	if got := r.Words(Allow); err != nil || got != "nothing: gio opens programs on your desktop: only a person decides about it" {
		t.Errorf("%q, %v", got, err)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"run_command(git log *)", "run_command(echo 'a b' \"$x\" ./*)", "fs_*(**/.env*)", "github__*", "run_command($'a\\nb' \\*)", "run_command(", "fs_read_file(a\\", "*", "run_command(gio *)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, kind := range []Kind{Allow, Ask, Deny} {
			r, err := Parse(kind, text)
			if err != nil {
				continue
			}
			if r.String() != text {
				t.Errorf("%q came back as %q", text, r)
			}
			if r.Words(kind) == "" {
				t.Errorf("%q has no words", text)
			}
			if kind == Allow && r.Command() && (len(r.words) == 0 || r.words[0].is(isAny|changed)) {
				t.Errorf("%q allows any command", text)
			}
		}
	})
}

func FuzzDecide(f *testing.F) {
	f.Add("git log *", "rm *", "git log; rm x")
	f.Add("ls *", "cat *", "ls $(cat x) >y <<E\nz\nE\n")
	f.Add("echo *", "sh", "echo {a,b} `id` $'x' [[ a ]]")
	f.Fuzz(func(t *testing.T, allow, deny, line string) {
		var held []Held
		if r, err := Parse(Allow, "run_command("+allow+")"); err == nil {
			held = append(held, Held{Rule: r, Kind: Allow})
		}
		call := Call{Tool: commandTool, Root: root, Command: line}
		before := world(NewSet(held, Here{}), call)
		if len(held) == 0 && before.Verdict == Allowed && !strings.Contains(line, "/dev/null") && readLine(line).commands != nil {
			for _, c := range readLine(line).commands {
				if len(c.words) > 0 {
					t.Errorf("%q is allowed without a rule", line)
				}
			}
		}
		if r, err := Parse(Deny, "run_command("+deny+")"); err == nil {
			held = append(held, Held{Rule: r, Kind: Deny})
			if after := world(NewSet(held, Here{}), call); after.Verdict == Allowed && before.Verdict != Allowed {
				t.Errorf("%q is allowed with a deny more", line)
			}
		}
		if before.Why == "" || len(before.Parts) == 0 {
			t.Errorf("%q has no reason", line)
		}
	})
}
