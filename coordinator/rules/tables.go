package rules

import (
	_ "embed" // the tables
	"fmt"
	"slices"
	"strings"
	"sync"

	"parley/store/text/packed"
)

// packedTables is what the program has of tables/*.tsv: they are the source, and TestTheTablesArePacked
// says how it is made of them. Unpacked they would be three times as long.
//
//go:embed tables.gz
var packedTables string

// tables is what is known of programs, flags, variables and files.
type tables struct {
	programs  map[string][]program  // programs.tsv, by name; those with a star under ""
	flags     map[string][]harmless // flags.tsv, by command
	variables []string              // variables.tsv, patterns
	person    map[string][]program  // person.tsv
	builtins  map[string]builtin
	wrappers  map[string][]form
	files     []file
	exact     map[string][]int    // files without a *, by folded name
	begun     map[byte][]int      // those with a * that is not at the beginning, by their first byte
	ended     map[byte][]int      // those that begin with a *, by their last byte
	places    map[string][]int    // those with a slash, by the first part
	reads     map[string][]string // families of configuration, by command
	spellings map[string][][]string
	nested    map[string][]nested
	known     map[string]bool   // every name in any of them
	before    []string          // names.tsv: the first parts of targets
	behind    map[string]bool   // names.tsv: possible endings of a name
	gnu       map[string]string // names.tsv: gcp is cp
	joined    map[string]bool   // names.tsv: git-push is git push
	synonyms  map[string][]synonym
	readers   map[string]readOnly // commands that only read
	walks     map[string][]string // flags that alone make a command recurse into folders; empty: it always does
	runs      []runner
}

// program is a row of programs.tsv or person.tsv: a name, the only words for which it
// holds, and those for which it does not.
type program struct {
	name, why string
	only, but []string
	gives     bool // programs.tsv: its flags, or the words of only, are followed by another command
}

// harmless is a row of flags.tsv: what a wildcard may take of a command.
type harmless struct {
	command  string
	sub      []string
	style    string // gnu: letters may be grouped; go: one dash before long names; plain: neither
	operands string // paths, any, alone, writes, spelled, input, none, asked, or how many
	exact    bool   // a wildcard takes nothing of it, though the row says what its words are
	flags    map[string]flag
	harmful  []string // known to run, write or send; for readers, and never offered
	like     bool     // the command merely resembles that name and may be another program
}

// flag is what follows a flag: nothing, a value, or perhaps a value after "=".
type flag struct {
	value  bool
	maybe  bool
	values []string // if not empty, the only ones
	but    string   // must not occur in it

	pattern bool // the value is compared with names or lines, and never a path
}

type builtin struct {
	asked bool
	only  []string // the only words for which it is asked about: beginnings, or patterns
}

type form struct {
	flags    map[string]string // a flag and what must follow it
	required string            // what must precede the command
	tail     string            // what must stand at the end
}

const (
	permissionKind = "permission"
	runsKind       = "runs"
	rootKind       = "root"
)

type file struct {
	name, kind, why string
}

// readOnly is a row of readers.tsv.
type readOnly struct {
	subs   []string
	writes []string // flags that make it write; *: any flag that is not known to be harmless
}

type runner struct {
	words []string
	files []string
}

// tablesOf reads the tables when they are first needed.
var tablesOf = sync.OnceValue(func() *tables {
	all, err := unpacked()
	if err == nil {
		var t *tables
		if t, err = readTables(all); err == nil {
			return t
		}
	}
	panic("rules: " + err.Error())
})

// columns names the tables and the number of columns in each.
var columns = [...]struct {
	name string
	n    int
}{
	{"programs.tsv", 4}, {"flags.tsv", 6}, {"variables.tsv", 2}, {"person.tsv", 4}, {"builtins.tsv", 3},
	{"wrappers.tsv", 2}, {"files.tsv", 3}, {"reads.tsv", 3}, {"spellings.tsv", 2}, {"runs.tsv", 2},
	{"nested.tsv", 3}, {"walks.tsv", 2}, {"names.tsv", 2}, {"readers.tsv", 3}, {"synonyms.tsv", 2},
}

// manyNames is roughly how many programs the tables know.
const manyNames = 3500

// titleMark begins the line before a table; no row does.
const titleMark = "\x00"

func tableTitle(name string) string { return titleMark + name + "\n" }

// unpacked returns the tables' texts in the order of columns, each behind a line with its name.
func unpacked() (string, error) { return packed.Text(packedTables) }

func readTables(all string) (*tables, error) {
	t := &tables{
		programs: make(map[string][]program, manyNames), flags: map[string][]harmless{}, person: map[string][]program{},
		builtins: map[string]builtin{}, wrappers: map[string][]form{}, exact: map[string][]int{}, begun: map[byte][]int{}, ended: map[byte][]int{}, places: map[string][]int{},
		reads: map[string][]string{}, spellings: map[string][][]string{}, nested: map[string][]nested{}, walks: map[string][]string{},
		known: make(map[string]bool, manyNames), readers: map[string]readOnly{}, behind: map[string]bool{}, gnu: map[string]string{},
		joined: map[string]bool{}, synonyms: map[string][]synonym{},
	}
	for _, c := range columns {
		_, data, _ := strings.Cut(all, tableTitle(c.name))
		data, _, _ = strings.Cut(data, titleMark)
		for i, text := range strings.Split(data, "\n") {
			if text == "" || strings.HasPrefix(text, "#") {
				continue
			}
			row := strings.Split(text, "\t")
			if len(row) != c.n {
				return nil, fmt.Errorf("%s, line %d: it has %d columns and not %d, with a tab between two", c.name, i+1, len(row), c.n)
			}
			for j := range row {
				if row[j] == "-" {
					row[j] = ""
				}
			}
			if c.name != "files.tsv" && c.name != "variables.tsv" && c.name != "names.tsv" {
				row[0] = strings.ToLower(row[0]) // the form that baseName returns
			}
			if err := t.add(c.name, row); err != nil {
				return nil, fmt.Errorf("%s, line %d: %w", c.name, i+1, err)
			}
		}
	}
	return t, nil
}

func (t *tables) add(table string, row []string) error {
	switch table {
	case "programs.tsv", "person.tsv", "flags.tsv", "reads.tsv", "nested.tsv", "walks.tsv":
		t.know(strings.Fields(row[0])...)
	case "wrappers.tsv", "spellings.tsv", "runs.tsv":
		first, _, _ := strings.Cut(row[0], " ")
		t.know(first)
	}
	switch table {
	case "programs.tsv":
		if row[3] != "command" && row[3] != "" {
			return fmt.Errorf("%q is neither command nor -", row[3])
		}
		for _, name := range strings.Fields(row[0]) {
			put(t.programs, program{name: name, only: strings.Fields(row[1]), why: row[2], gives: row[3] != ""})
		}
	case "person.tsv":
		for _, name := range strings.Fields(row[0]) {
			put(t.person, program{name: name, only: strings.Fields(row[1]), but: strings.Fields(row[2]), why: row[3]})
		}
	case "flags.tsv":
		return t.addFlags(row)
	case "variables.tsv":
		t.variables = append(t.variables, strings.Fields(row[0])...)
	case "builtins.tsv":
		if row[1] != "asked" && row[1] != "harmless" {
			return fmt.Errorf("%q is neither asked nor harmless", row[1])
		}
		for _, name := range strings.Fields(row[0]) {
			t.builtins[name] = builtin{asked: row[1] == "asked", only: strings.Fields(row[2])}
		}
	case "wrappers.tsv":
		return t.addWrapper(row)
	case "files.tsv":
		return t.addFiles(row)
	case "reads.tsv":
		for _, name := range strings.Fields(row[0]) {
			t.reads[name] = append(t.reads[name], row[1])
		}
	case "spellings.tsv":
		t.spellings[row[0]] = append(t.spellings[row[0]], strings.Fields(row[1]))
	case "nested.tsv":
		t.addNested(row)
	case "walks.tsv":
		for _, name := range strings.Fields(row[0]) {
			t.walks[name] = strings.Fields(row[1])
		}
	case "readers.tsv":
		for _, name := range strings.Fields(row[0]) {
			t.readers[name] = readOnly{subs: strings.Fields(row[1]), writes: strings.Fields(row[2])}
		}
	case "names.tsv":
		return t.addNames(row)
	case "synonyms.tsv":
		return t.addSynonym(row)
	case "runs.tsv":
		t.runs = append(t.runs, runner{words: strings.Fields(row[0]), files: strings.Fields(row[1])})
	}
	return nil
}

func (t *tables) addNames(row []string) error {
	switch row[1] {
	case "before":
		t.before = append(t.before, strings.Fields(row[0])...)
	case "behind":
		for _, name := range strings.Fields(row[0]) {
			t.behind[name] = true
		}
	case "gnu":
		for _, name := range strings.Fields(row[0]) {
			if t.known[name] {
				t.gnu["g"+name] = name
			}
		}
	case "joined":
		for _, name := range strings.Fields(row[0]) {
			t.joined[name] = true
		}
	default:
		return fmt.Errorf("%q is none of before, behind, gnu and joined", row[1])
	}
	return nil
}

func put(m map[string][]program, p program) {
	key := p.name
	if strings.Contains(key, "*") {
		key = ""
	}
	m[key] = append(m[key], p)
}

func (t *tables) addFiles(row []string) error {
	if row[1] != permissionKind && row[1] != runsKind && row[1] != rootKind {
		return fmt.Errorf("%q is none of %s, %s and %s", row[1], permissionKind, runsKind, rootKind)
	}
	for _, name := range strings.Fields(row[0]) {
		name = folded(name)
		first, _, deep := strings.Cut(name, "/")
		if deep {
			t.places[first] = append(t.places[first], len(t.files))
		} else if strings.Contains(name, "*") {
			if err := t.addStarred(name); err != nil {
				return err
			}
		} else {
			t.exact[name] = append(t.exact[name], len(t.files))
		}
		t.files = append(t.files, file{name: name, kind: row[1], why: row[2]})
	}
	return nil
}

// addStarred indexes the next row by the byte that narrows down the matching names best.
func (t *tables) addStarred(name string) error {
	switch first, last := name[0], name[len(name)-1]; {
	case first != '*':
		t.begun[first] = append(t.begun[first], len(t.files))
	case last != '*':
		t.ended[last] = append(t.ended[last], len(t.files))
	default:
		return fmt.Errorf("%q begins and ends with a star", name)
	}
	return nil
}

// file says what a name is among the files of a kind; "" if it is none.
func (t *tables) file(name, kind string) string {
	name = folded(name)
	for _, i := range t.exact[name] {
		if t.files[i].kind == kind {
			return t.files[i].why
		}
	}
	if name == "" {
		return ""
	}
	for _, list := range [2][]int{t.begun[name[0]], t.ended[name[len(name)-1]]} {
		for _, i := range list {
			if f := &t.files[i]; f.kind == kind && wild(f.name, name) {
				return f.why
			}
		}
	}
	return ""
}

// steers reports whether a variable is in the table of those that programs or shells read.
func steers(variable string) bool {
	return slices.ContainsFunc(tablesOf().variables, func(p string) bool { return wild(p, variable) })
}

// place says what a folded path is, if it is one of those known by more than a name.
func (t *tables) place(parts []string) string {
	for at, part := range parts {
		for _, i := range t.places[part] {
			pats := strings.Split(t.files[i].name, "/")
			if len(parts)-at >= len(pats) && match(pats, parts[at:at+len(pats)], wild) {
				return t.files[i].why
			}
		}
	}
	return ""
}

// find returns the row of a program that holds for its words, by the last element of its
// path and by each shorter name of it.
func find(m map[string][]program, words []word) (program, bool) {
	t := tablesOf()
	name := baseName(words[0].text)
	for n := name; n != ""; n = t.family(n) {
		rows := m[n]
		for k := range rows {
			if rows[k].holds(words[1:]) {
				return rows[k], true
			}
		}
	}
	starred := m[""]
	for _, n := range [...]string{name, strings.TrimRight(name, "-.0123456789")} {
		if n == "" {
			continue
		}
		for k := range starred {
			if p := &starred[k]; ends(p.name, n) && wild(p.name, n) && p.holds(words[1:]) {
				return *p, true
			}
		}
	}
	return program{}, false
}

// holds reports whether a row holds for these words: for any, if it names none.
func (p *program) holds(words []word) bool {
	for _, b := range p.but {
		if len(words) > 0 && words[0].plain() && words[0].text == b {
			return false
		}
	}
	if len(p.only) == 0 {
		return true
	}
	for _, w := range words {
		if !w.plain() {
			return true
		}
		for _, o := range p.only {
			if w.text == o || strings.HasSuffix(o, "*") && strings.HasPrefix(w.text, o[:len(o)-1]) ||
				strings.HasPrefix(o, "-") && strings.HasPrefix(w.text, o+"=") {
				return true
			}
		}
	}
	return false
}
