package rules

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parley/teatest/goldens"
)

const (
	root   = "/w"      // the workspace of all tests
	around = "/around" // except those of a workspace that contains a closed folder
)

// world answers what a decision wants to know, and decides again. PATH finds every program
// outside the workspace, paths lie inside, and configurations name nothing new, unless the
// word itself says otherwise: new does not exist, link leads elsewhere, folder is a
// folder, trap is a folder full of links, and also-X leads to X.
func world(set *Set, call Call) Result {
	facts := Facts{Paths: map[string]Place{}, Leads: map[string]string{}, Programs: map[string]Program{}, Configs: map[string]Config{}}
	for {
		out := Decide(set, call, facts)
		if out.Wants.Empty() {
			return out
		}
		know(facts, out.Wants)
		if _, wanted := facts.Paths["."]; wanted && call.Root == around {
			facts.Paths["."] = Around
		}
	}
}

func know(facts Facts, wants Wants) {
	for _, p := range wants.Paths {
		name := p[strings.LastIndexByte(p, '/')+1:]
		if rest, is := strings.CutPrefix(strings.TrimPrefix(name, "new"), "also-"); is && facts.Leads != nil {
			facts.Leads[p] = rest
		}
		switch {
		case strings.HasPrefix(name, "new"):
			facts.Paths[p] = Absent
		case strings.HasPrefix(strings.TrimPrefix(name, "-"), "link"), strings.HasPrefix(p, "trap/"):
			facts.Paths[p] = Elsewhere
		case strings.HasPrefix(name, "folder"), name == "trap":
			facts.Paths[p] = Folder
		default:
			facts.Paths[p] = Inside
		}
	}
	for _, p := range wants.Programs {
		name := p[strings.LastIndexByte(p, '/')+1:]
		facts.Programs[p] = Program{
			InWorkspace: strings.HasPrefix(p, "./") || strings.HasPrefix(name, "local"),
			Digest:      "d1", Parley: name == "renamed-parley", Shadowed: strings.HasPrefix(name, "shadowed"),
		}
	}
	for _, c := range wants.Configs {
		facts.Configs[c] = NamesNothingNew
		if c == "mise" {
			facts.Configs[c] = NamesUnseen
		}
	}
}

// rulesOf reads rules as the test tables write them: separated by " ;; ", an ask or a deny
// preceded by that word.
func rulesOf(t testing.TB, text string) *Set {
	t.Helper()
	var held []Held
	if text == "-" {
		text = ""
	}
	for _, one := range strings.Split(text, " ;; ") {
		if one == "" {
			continue
		}
		kind := Allow
		for _, k := range []Kind{Ask, Deny} {
			if rest, ok := strings.CutPrefix(one, string(k)+" "); ok {
				kind, one = k, rest
			}
		}
		digest := ""
		if rest, ok := strings.CutSuffix(one, " @d1"); ok {
			one, digest = rest, "d1"
		}
		if !strings.HasPrefix(one, "run_") && !strings.Contains(one, "__") && !strings.HasPrefix(one, "fs_") && one != "*_command" {
			one = "run_command(" + one + ")"
		}
		r, err := Parse(kind, one)
		if err != nil {
			t.Errorf("%q: %v", one, err)
			continue
		}
		if r.String() != one {
			t.Fatalf("%q came back as %q", one, r.String())
		}
		held = append(held, Held{Rule: r, Kind: kind, Digest: digest})
	}
	return NewSet(held, Here{})
}

// row is a line of testdata/rules.
type row struct {
	verdict, rules, line, why string
	at                        string
}

// rows reads a table. UPDATE=1 rewrites the last column, never the verdict.
func rows(t *testing.T, name string) []row {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []row
	scan := bufio.NewScanner(f)
	scan.Buffer(nil, 1<<20)
	for n := 1; scan.Scan(); n++ {
		text := scan.Text()
		if text == "" || strings.HasPrefix(text, "#") {
			out = append(out, row{at: text})
			continue
		}
		cells := strings.Split(text, "\t")
		if len(cells) == 3 {
			cells = append(cells, "")
		}
		if len(cells) != 4 {
			t.Fatalf("%s:%d has %d columns and not 4", name, n, len(cells))
		}
		out = append(out, row{cells[0], cells[1], cells[2], cells[3], fmt.Sprintf("%s:%d", filepath.Base(name), n)})
	}
	if scan.Err() != nil {
		t.Fatal(scan.Err())
	}
	return out
}

// written is a line of a table as it is in the call: a quoted line is a Go string.
func written(t *testing.T, cell string) string {
	t.Helper()
	if strings.HasPrefix(cell, `"`) {
		text, err := strconv.Unquote(cell)
		if err == nil {
			return text
		}
	}
	if of, n, ok := strings.Cut(cell, " × "); ok {
		times, err := strconv.Atoi(n)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Repeat(of, times)
	}
	return cell
}

func callOf(t *testing.T, cell string) Call {
	t.Helper()
	c := Call{Tool: commandTool, Root: root}
	if rest, ok := strings.CutPrefix(cell, "tool "); ok {
		name, paths, _ := strings.Cut(rest, " ")
		c.Tool = name
		if paths != "" {
			for _, p := range strings.Split(paths, " , ") {
				c.Paths = append(c.Paths, written(t, p))
			}
		}
		return c
	}
	if rest, ok := strings.CutPrefix(cell, "in "); ok {
		c.Directory, cell, _ = strings.Cut(rest, " : ")
	}
	if rest, ok := strings.CutPrefix(cell, "around : "); ok {
		c.Root, cell = around, rest
	}
	c.Command = written(t, cell)
	return c
}

// TestTables compares each line of testdata/rules with what is decided about it, and why.
func TestTables(t *testing.T) {
	names, err := filepath.Glob("../../testdata/rules/*.tsv")
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, name := range names {
		list, changed := rows(t, name), false
		for i, r := range list {
			if r.verdict == "" {
				continue
			}
			total++
			got := world(rulesOf(t, r.rules), callOf(t, r.line))
			verdict := string(got.Verdict)
			if got.Ground == Personal {
				verdict = "person"
			}
			if verdict != r.verdict {
				t.Errorf("%s: %s\n\twith %s\n\tis %s and not %s: %s", r.at, r.line, r.rules, verdict, r.verdict, got.Why)
			}
			if os.Getenv("UPDATE") != "" {
				list[i].why, changed = got.Why, true
			} else if got.Why != r.why {
				t.Errorf("%s: %s\n\twhy %q\n\twant %q", r.at, r.line, got.Why, r.why)
			}
		}
		if changed {
			write(t, name, list)
		}
	}
	if total < 300 {
		t.Errorf("the tables have %d lines", total)
	}
}

func write(t *testing.T, name string, list []row) {
	t.Helper()
	var b strings.Builder
	for _, r := range list {
		if r.verdict == "" {
			b.WriteString(r.at + "\n")
			continue
		}
		b.WriteString(strings.Join([]string{r.verdict, r.rules, r.line, r.why}, "\t") + "\n")
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestTheTablesArePacked: what is built in is what tables/*.tsv say, without the lines that are for
// readers. With UPDATE=1 it is made of them again.
func TestTheTablesArePacked(t *testing.T) {
	var want bytes.Buffer
	for _, c := range columns {
		data, err := os.ReadFile(filepath.Join("tables", c.name))
		if err != nil {
			t.Fatal(err)
		}
		want.WriteString(tableTitle(c.name))
		for line := range strings.Lines(string(data)) {
			if !strings.HasPrefix(line, "#") {
				want.WriteString(line)
			}
		}
	}
	if files, err := os.ReadDir("tables"); err != nil || len(files) != len(columns) {
		t.Errorf("%d files, and not %d: %v", len(files), len(columns), err)
	}
	goldens.Packed(t, "tables.gz", packedTables, want.String())
}

// TestTheTablesOfCommandsAreWhole: they are read without a fault, each is in order, and
// the programs that matter most are present.
func TestTheTablesOfCommandsAreWhole(t *testing.T) {
	all, err := unpacked()
	if err != nil {
		t.Fatal(err)
	}
	tb, err := readTables(all)
	if err != nil {
		t.Fatal(err)
	}
	for name, list := range tb.flags {
		seen := map[string]bool{}
		for _, h := range list {
			key := strings.Join(h.sub, " ")
			if seen[key] {
				t.Errorf("flags.tsv has %s %s twice", name, key)
			}
			seen[key] = true
			for f := range h.flags {
				if slices.Contains(h.harmful, f) {
					t.Errorf("%s of %s %s is harmless and harmful", f, name, key)
				}
			}
		}
	}
	for _, name := range []string{"sh", "python3.12", "awk", "make", "npm", "docker", "ssh", "tmux", "xargs", "sudo", "sqlite3", "openssl", "pandoc", "crontab", "less", "gdb"} {
		_, runs := find(tb.programs, []word{literal(name), literal("x")})
		_, leaves := find(tb.person, []word{literal(name), literal("x")})
		_, wraps := tb.wrappers[name]
		if !runs && !leaves && !wraps {
			t.Errorf("%s is in no table", name)
		}
	}
	for _, v := range []string{"PATH", "LD_PRELOAD", "BASH_FUNC_ls%%", "GIT_PAGER", "EDITOR", "NODE_OPTIONS", "GOFLAGS", "npm_config_x", "HOME", "XDG_CONFIG_HOME"} {
		if !steers(v) {
			t.Errorf("%s is not in the table of variables", v)
		}
	}
	if steers("LANG") || steers("TERM") {
		t.Error("a harmless variable is in the table")
	}
}

// TestFaultsOfTables: a fault in a table is reported with its line.
func TestFaultsOfTables(t *testing.T) {
	for _, c := range []struct{ table, text, want string }{
		{"flags.tsv", "git\tlog", "flags.tsv, line 1: it has 2 columns and not 6, with a tab between two"},
		{"flags.tsv", "# a comment\n\ngit\tlog\tbsd\tpaths\t-n=\t-", `flags.tsv, line 3: "bsd" is no style: gnu, go or plain`},
		{"flags.tsv", "git\tlog\tgnu\tsome\t-n=\t-", `flags.tsv, line 1: "some" is no word for operands: paths, any, none, files, alone, writes, moves, filter, lines, search, words, spelled, refs, input, asked or a number`},
		{"flags.tsv", "git\tlog\tgnu\tpaths\tn\t-", `flags.tsv, line 1: "n" is no flag`},
		{"flags.tsv", "git\tlog\tgnu\tpaths\t-n=\t-n", `flags.tsv, line 1: "-n" cannot be both harmless and harmful`},
		{"builtins.tsv", "cd\tperhaps\t-", `builtins.tsv, line 1: "perhaps" is neither asked nor harmless`},
		{"wrappers.tsv", "nice\tN", "wrappers.tsv, line 1: the form has no COMMAND"},
		{"wrappers.tsv", "nice\tN COMMAND x", `wrappers.tsv, line 1: "x" is no part of a form`},
		{"files.tsv", ".git\tnever\twhy", `files.tsv, line 1: "never" is none of permission, runs and root`},
	} {
		_, err := readTables(tableTitle(c.table) + c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s %q: %v, want %s", c.table, c.text, err, c.want)
		}
	}
}

// TestWordsOfACallInSentences: what a stranger chose, be it a folder's name or a word of a command, stands in
// the program's own sentences as one thing and on one line, whatever it says.
func TestWordsOfACallInSentences(t *testing.T) {
	for given, want := range map[string]string{
		"docs/a": "docs/a", "--flag=x": "--flag=x", "$HOME/x": "$HOME/x", "": "''",
		"docs. It only reads":  "'docs. It only reads'",
		"docs.\nIt only reads": `"docs.\nIt only reads"`, "a\tb": `"a\tb"`, "a\u00a0b": `"a\u00a0b"`, "a\u2028b": `"a\u2028b"`, "\u202eb": `"\u202eb"`,
		"it's. It only": `"it's. It only"`,
	} {
		for sentence, said := range map[string]string{
			askedDirectory(given):                "rules for commands hold in the root of the workspace, and this runs in %s",
			whyUnlisted("git log", given):        "git log %s is not known to be harmless",
			whyHolds(given, whichOutside):        "it names %s, which names or leads to a place outside of the workspace",
			outsideText(given):                   "%s is outside of the workspace",
			askedOutput(given):                   "it writes to %s; only a new file that a rule for fs_create_file covers is written without asking",
			whyUnlistedProgram(given):            "%s is in no table that says what it does with its words, so a rule must spell every word",
			guardedText(given, "it is a hook"):   "%s gives permission (it is a hook): only a person changes it",
			personText(given, "leaves the root"): "%s leaves the root: only a person decides about it",
		} {
			if w := fmt.Sprintf(said, want); sentence != w {
				t.Errorf("%q: %s\nwant %s", given, sentence, w)
			}
		}
	}
}
