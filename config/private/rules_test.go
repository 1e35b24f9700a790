//go:build unix

package private

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var made = time.Date(2026, 11, 22, 9, 30, 0, 0, time.UTC)

func rulesFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "parley", "rules.toml")
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if text != "" {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return name
}

// TestRulesAreKept: what is added is read again, and has the documented form in the file.
func TestRulesAreKept(t *testing.T) {
	name := rulesFile(t, "")
	if rules, faults, err := ReadRules(name); rules != nil || faults != nil || err != nil {
		t.Fatalf("a file that is not there: %v %v %v", rules, faults, err)
	}
	rules := []SavedRule{
		{Kind: "allow", Text: `run_command(echo $'a\nb' "ü" 'c\d')`, Root: "/w", Folder: "1:2:3", When: made, From: "c1/e7"},
		{Kind: "deny", Text: "fs_*(**/.env*)"},
		{Kind: "ask", Text: "github__*", Conversation: "c1", Digest: "d1", When: made},
	}
	if err := AddRules(t.Context(), name, rules[0]); err != nil {
		t.Fatal(err)
	}
	if err := AddRules(t.Context(), name, rules[1:]...); err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want := `[[rule]]
root = "/w"
folder = "1:2:3"
allow = "run_command(echo $'a\\nb' \"ü\" 'c\\d')"
from = "c1/e7"
when = 2026-11-22T09:30:00Z

[[rule]]
deny = "fs_*(**/.env*)"

[[rule]]
conversation = "c1"
digest = "d1"
ask = "github__*"
when = 2026-11-22T09:30:00Z
`
	if string(doc) != want {
		t.Errorf("the file is\n%s", doc)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file has %v, %v", info.Mode(), err)
	}
	got, faults, err := ReadRules(name)
	if err != nil || faults != nil || len(got) != 3 {
		t.Fatalf("read %v %v %v", got, faults, err)
	}
	for i := range got {
		if !got[i].same(rules[i]) || got[i].Line != []int{1, 8, 11}[i] {
			t.Errorf("%+v came back as %+v", rules[i], got[i])
		}
	}
	dropped, err := DropRules(t.Context(), name, func(r SavedRule) bool { return r.Conversation == "c1" })
	if err != nil || len(dropped) != 1 || !dropped[0].same(rules[2]) {
		t.Errorf("dropped %v, %v", dropped, err)
	}
	if got, _, err := ReadRules(name); err != nil || len(got) != 2 {
		t.Errorf("left are %v, %v", got, err)
	}
}

// TestFaultsOfSavedRules: a faulty rule allows nothing and is named; those beside it hold.
func TestFaultsOfSavedRules(t *testing.T) {
	const good = "[[rule]]\ndeny = \"a\"\n"
	for _, c := range []struct {
		name, doc, rules, faults string
	}{
		{"nothing", "", "", ""},
		{"comments", "# mine\n\n[[rule]]\n# why\nallow = \"a\" # here\n", "allow a", ""},
		{"an allow that is no TOML", "[[rule]]\nallow = \"a\n" + good, "deny a", "2: the rule is not valid TOML: unterminated basic string; it is left out"},
		{"half written", good + "[[rule]]\nallow = \"run_com", "deny a", "4: the rule is not valid TOML: unterminated basic string; it is left out"},
		{"half a header", good + "[[ru", "deny a", "3: the rule is not valid TOML: expected ']]' to close array table name; it is left out"},
		{"another key in an allow", "[[rule]]\nallow = \"a\"\nwrokspace = \"x\"\n" + good, "deny a", "1: the rule has a key or a value that does not belong there: wrokspace; it allows nothing"},
		{"another key in a deny", "[[rule]]\ndeny = \"b\"\nwrokspace = \"x\"\n", "deny b", "1: the rule has a key or a value that does not belong there: wrokspace; it allows nothing"},
		{"two kinds", "[[rule]]\nallow = \"a\"\ndeny = \"b\"\n", "deny b", "1: a rule says one of allow, ask and deny; it is left out"},
		{"no kind", "[[rule]]\nroot = \"a\"\n", "", "1: a rule says one of allow, ask and deny; it is left out"},
		{"a root without a folder", "[[rule]]\nallow = \"a\"\nroot = \"/w\"\n", "", "1: a rule holds in a workspace by its root and folder, there in one conversation, or everywhere; it allows nothing"},
		{"a deny without its folder holds everywhere", "[[rule]]\ndeny = \"a\"\nroot = \"/w\"\n", "deny a", "1: a rule holds in a workspace by its root and folder, there in one conversation, or everywhere; it allows nothing"},
		{"a conversation with half a workspace", "[[rule]]\nallow = \"a\"\nroot = \"/w\"\nconversation = \"c\"\n", "", "1: a rule holds in a workspace by its root and folder, there in one conversation, or everywhere; it allows nothing"},
		{"a control character", "[[rule]]\nallow = \"a\\u0007\"\n", "", "1: the rule holds a control character; it allows nothing"},
		{"a wrong type", "[[rule]]\nallow = 1\n" + good, "deny a", "1: the rule has a key or a value that does not belong there: allow; it allows nothing"},
		{"something before", "x = 1\n" + good, "deny a", "1: something stands before the first [[rule]]; it is left out"},
		{"a table within", "[[rule]]\nallow = \"a\"\n[rule.x]\ny = 1\n" + good, "deny a", "1: the rule has a key or a value that does not belong there: x; it allows nothing"},
		{"a table beside it", "[[rule]]\nallow = \"a\"\n[x]\ny = 1\n" + good, "deny a", "1: the rule has a key or a value that does not belong there: x; it allows nothing"},
		{"a value that is none beside a deny", "[[rule]]\ndeny = \"b\"\nroot = /w\n" + good, "deny b\ndeny a", "3: the rule is not valid TOML: unexpected character U+002F '/' at start of value; it is left out"},
		{"a deny twice", "[[rule]]\ndeny = \"b\"\ndeny = \"c\"\nask = \"d\"\n", "deny b\ndeny c\nask d", "3: the rule is not valid TOML: key deny is already defined; it is left out"},
		{"a deny in a table of its own", "[[rule]]\nallow = \"a\"\n[rule]\ndeny = \"b\"\n", "deny b", "3: the rule is not valid TOML: table rule already exists as an array of tables; it is left out"},
		{"a deny in another table", "[[rule]]\nallow = \"a\"\n[rules]\ndeny = \"b\"\n", "deny b", "1: the rule has a key or a value that does not belong there: rules; it allows nothing"},
		{"a half deny", good + "[[rule]]\ndeny = \"run_com", "deny a\nask *", "4: the rule is not valid TOML: unterminated basic string; it is left out; it may ask or refuse, so every call is asked about until that is mended"},
		{"a half ask before the first", " \"ask\" = \"b\n" + good, "ask *\ndeny a", "1: something stands before the first [[rule]]; it is left out; it may ask or refuse, so every call is asked about until that is mended"},
		{"what is no text", "\xff\xfe\n" + good, "ask *\nask *\ndeny a", "1: something stands before the first [[rule]]; it is left out; it may ask or refuse, so every call is asked about until that is mended"},
		{"a deny of two", "[[rule]]\ndeny = [\"a\", \"b\"]\n", "ask *", "1: the rule has a key or a value that does not belong there: deny; it allows nothing; it may ask or refuse, so every call is asked about until that is mended"},
		{"a deny with a control character", "[[rule]]\ndeny = \"a\\u0007\"\n", "ask *", "1: the rule holds a control character; it allows nothing; it may ask or refuse, so every call is asked about until that is mended"},
		{"a deny before the first", "deny = \"b\"\n" + good, "deny b\ndeny a", "1: something stands before the first [[rule]]; it is left out"},
		{"a header with blanks and a comment", good + "[[ rule ]] # mine\nallow = \"b\"\n [[\"rule\"]]\nask = \"c\"\n", "deny a\nallow b\nask c", ""},
		{"a mark at the beginning", "\ufeff" + good, "deny a", ""},
		{"carriage returns", "[[rule]]\r\nallow = \"a\"\r\n", "allow a", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			rules, faults := parseRules(c.doc)
			var texts, said []string
			for _, r := range rules {
				texts = append(texts, r.Kind+" "+r.Text)
			}
			for _, f := range faults {
				said = append(said, fmt.Sprintf("%d: %s", f.Line, f.Text))
			}
			if got := strings.Join(texts, "\n"); got != c.rules {
				t.Errorf("rules %q, want %q", got, c.rules)
			}
			if got := strings.Join(said, "\n"); got != c.faults {
				t.Errorf("faults %q\n  want %q", got, c.faults)
			}
		})
	}
}

const rulesOfAll = "[[rule]]\nallow = \"a\"\n[[rule]]\nask = \"b\"\n[[rule]]\ndeny = \"c\"\n"

// TestRulesThatAreRefused: a file that others could have written gives no permission, and
// what it refuses stays refused.
func TestRulesThatAreRefused(t *testing.T) {
	name := rulesFile(t, "")
	dir := filepath.Dir(name)
	other := filepath.Join(dir, "other")
	for _, c := range []struct {
		what string
		make func() error
		want string
		left string // of its rules
		lost bool   // not all of them can be read
	}{
		{"a link", func() error { return os.Symlink(other, name) }, "it is a link", "ask b, deny c", false},
		{"a link to nothing", func() error { return os.Symlink(filepath.Join(dir, "no"), name) }, "it is a link", "ask *", true},
		{"open to read", func() error { return os.WriteFile(name, []byte(rulesOfAll), 0o644) }, "others can read or write it; chmod 600 makes it yours alone", "ask b, deny c", false},
		{"a pipe", func() error { return syscall.Mkfifo(name, 0o600) }, "it is not a regular file", "ask *", true},
		{"a folder", func() error { return os.Mkdir(name, 0o700) }, "it is not a regular file", "ask *", true},
		{"50 MB", func() error {
			if err := os.WriteFile(name, []byte(rulesOfAll+"[[rule]]\n"), 0o600); err != nil {
				return err
			}
			return os.Truncate(name, 50<<20)
		}, "it is larger than 4096 KiB; take something out", "ask *, ask b, deny c", true},
	} {
		t.Run(c.what, func(t *testing.T) {
			if err := os.WriteFile(other, []byte(rulesOfAll), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := c.make(); err != nil {
				t.Fatal(err)
			}
			want := name + ": " + c.want + ". Until that is mended it allows nothing; what it asks about and refuses holds as far as it can be read."
			rules, _, err := ReadRules(name)
			said := want
			if c.lost {
				said = name + ": " + c.want + ". Until that is mended it allows nothing, and every call is asked about, since what it refuses cannot be read."
			}
			if err == nil || err.Error() != said {
				t.Errorf("%v\nwant %s", err, said)
			}
			var left []string
			for _, r := range rules {
				left = append(left, r.Kind+" "+r.Text)
			}
			if got := strings.Join(left, ", "); got != c.left {
				t.Errorf("of it holds %q, want %q", got, c.left)
			}
			if err := AddRules(t.Context(), name, SavedRule{Kind: "allow", Text: "a"}); err == nil || err.Error() != want {
				t.Errorf("added to it: %v", err)
			}
			if err := os.RemoveAll(name); err != nil {
				t.Fatal(err)
			}
		})
	}
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if got := unfit(info, os.Geteuid()+1); got != "it belongs to another user" {
		t.Errorf("another's: %q", got)
	}
	if got := unfit(info, os.Geteuid()); got != "" {
		t.Errorf("mine: %q", got)
	}
}

// TestManyAddAtOnce: each has a lock of its own, as processes have, and no rule is lost.
func TestManyAddAtOnce(t *testing.T) {
	name := rulesFile(t, "# mine\n")
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for j := range 5 {
				if err := AddRules(t.Context(), name, SavedRule{Kind: "allow", Text: fmt.Sprintf("r%d.%d", i, j)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	rules, faults, err := ReadRules(name)
	if err != nil || faults != nil {
		t.Fatal(faults, err)
	}
	var texts []string
	for _, r := range rules {
		texts = append(texts, r.Text)
	}
	slices.Sort(texts)
	if len(slices.Compact(texts)) != 20 {
		t.Errorf("there are %q", texts)
	}
}

// TestRulesWaitNoLonger: whoever cannot lock the file says so, and nothing is changed.
func TestRulesWaitNoLonger(t *testing.T) {
	name := rulesFile(t, "# mine\n")
	err := changeRules(t.Context(), name, func(doc string) string {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		want := name + ": another program is writing it: context canceled"
		if err := AddRules(ctx, name, SavedRule{Kind: "allow", Text: "a"}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		return doc
	})
	if err != nil {
		t.Fatal(err)
	}
	if doc, err := os.ReadFile(name); err != nil || string(doc) != "# mine\n" {
		t.Errorf("the file is %q, %v", doc, err)
	}
}

// TestWhatIsFaultyStays: what cannot be read is not lost when rules are added and removed,
// and what a killed write left behind does no harm.
func TestWhatIsFaultyStays(t *testing.T) {
	const doc = "# mine\n[[rule]]\nallow = \"x\n[[rule]]\nallow = \"a\"\n\n[[rule]]\ndeny = \"b\""
	name := rulesFile(t, doc)
	if err := os.WriteFile(filepath.Join(filepath.Dir(name), ".rules.toml-123"), []byte("[[rule]]\nallow = \"ev"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := AddRules(t.Context(), name, SavedRule{Kind: "allow", Text: "c"}); err != nil {
		t.Fatal(err)
	}
	if _, err := DropRules(t.Context(), name, func(r SavedRule) bool { return r.Text == "a" || r.Text == "x" }); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(name)
	want := "# mine\n[[rule]]\nallow = \"x\n[[rule]]\ndeny = \"b\"\n\n[[rule]]\nallow = \"c\"\n"
	if err != nil || string(got) != want {
		t.Errorf("the file is\n%s\n%v", got, err)
	}
	for text, want := range map[string]string{
		"a\nb": "a\nb: the rule holds a control character; it allows nothing",
		"":     ": the rule has a key or a value that does not belong there: allow; it allows nothing",
	} {
		if err := AddRules(t.Context(), name, SavedRule{Kind: "allow", Text: text}); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestTheBeginningOfARuleIsNoWiderOne: a half-written allow holds only where the complete
// one does.
func TestTheBeginningOfARuleIsNoWiderOne(t *testing.T) {
	for _, r := range []SavedRule{
		{Kind: "allow", Text: "run_command(make test)", Root: "/w", Folder: "1:2:3", Digest: "d1", From: "c1/e7", When: made},
		{Kind: "allow", Text: "github__*", Conversation: "c1", Root: "/w", Folder: "1:2:3", From: "c1/e7", When: made},
	} {
		doc, read := r.lines(), 0
		for n := range len(doc) + 1 {
			rules, _ := parseRules(doc[:n])
			for _, got := range rules {
				read++
				if got.Text != r.Text || got.Root != r.Root || got.Folder != r.Folder || got.Conversation != r.Conversation || got.Digest != r.Digest {
					t.Errorf("%q is read as %+v", doc[:n], got)
				}
			}
		}
		if read == 0 {
			t.Error("the whole rule was not read either")
		}
	}
}

// TestAnyRuleComesBack: whatever a rule contains, the file has that rule and no other.
func TestAnyRuleComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var doc string
		var rules []SavedRule
		for range rapid.IntRange(1, 4).Draw(t, "many") {
			r := SavedRule{
				Kind: rapid.SampledFrom([]string{"allow", "ask", "deny"}).Draw(t, "kind"),
				Text: rapid.StringMatching(`[^\x00-\x1f\x7f-\x9f]{1,20}`).Draw(t, "text"),
				From: rapid.String().Draw(t, "from"), Digest: rapid.String().Draw(t, "digest"),
			}
			if rapid.Bool().Draw(t, "workspace") {
				r.Root, r.Folder = "/"+rapid.String().Draw(t, "root"), "1:2"
			}
			if r.check() != nil {
				continue
			}
			rules = append(rules, r)
			doc += r.lines() + "\n"
		}
		got, faults := parseRules(doc)
		if len(faults) > 0 || len(got) != len(rules) {
			t.Fatalf("%q: %v %v", doc, got, faults)
		}
		for i := range got {
			if !got[i].same(rules[i]) {
				t.Fatalf("%+v came back as %+v", rules[i], got[i])
			}
		}
	})
}

func FuzzRulesFile(f *testing.F) {
	f.Add("[[rule]]\nallow = \"a\"\nroot = \"/w\"\nfolder = \"x\"\nwhen = 2026-01-01T00:00:00Z\n")
	f.Add("# x\n[[rule]]\ndeny = 'b'\n[[rule]]\n[rule]\n[[rule]]\nallow = \"\"\"\n[[rule]]\nallow = \"c\"\n\"\"\"\n")
	f.Fuzz(func(t *testing.T, doc string) {
		rules, faults := parseRules(doc)
		for _, r := range rules {
			if r.Text == "" || r.Line < 1 || r.Kind != "allow" && r.Kind != "ask" && r.Kind != "deny" {
				t.Errorf("%q has %+v", doc, r)
			}
		}
		for _, fault := range faults {
			if fault.Text == "" || fault.Line < 1 {
				t.Errorf("%q has the fault %+v", doc, fault)
			}
		}
	})
}
