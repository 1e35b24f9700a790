package rules

import (
	"slices"
	"strings"
)

// forbids finds the asks and denies that hold for a line: the first deny, or else the
// first ask. They are looked for in every command, in whatever a wrapper or an interpreter
// may run, and in a line that cannot be read.
func (j *judge) forbids(commands []command, groups []redirect) (rule int, shown string, found bool) {
	best := -1
	note := func(i int, text string) {
		if best < 0 || j.set.held[best].Kind == Ask && j.set.held[i].Kind == Deny {
			best, shown = i, text
		}
	}
	if j.set.anyLine {
		for _, c := range commands {
			for _, words := range runs(c.words, 0) {
				j.forbidden(words, func(i int) { note(i, c.shown) })
			}
		}
	}
	if j.set.paths > 0 {
		j.namedIn(commands, groups, note)
	}
	return best, shown, best >= 0
}

// forbidden is an ask or a deny of commands, prepared for comparison.
type forbidden struct {
	rule  int
	all   bool   // it holds for every command
	words []word // word by word
	open  bool   // any words may follow
	flags []string
	rest  []word // the words that are not flags, without the command's name
}

func forbiddenBy(i int, r Rule) forbidden {
	f := forbidden{rule: i, all: r.all, words: r.words}
	if r.all {
		return f
	}
	words := r.words
	if f.open = r.open() && len(words) > 1; f.open {
		words = words[:len(words)-1]
	}
	f.flags, f.rest = split(tablesOf().common(baseName(words[0].text)), words[1:], false)
	return f
}

// forbidden calls note with each rule that holds for a command, however it is said.
func (j *judge) forbidden(words []word, note func(int)) {
	if len(words) == 0 {
		return
	}
	for _, said := range also(words, 0) {
		j.forbiddenAs(said, note)
	}
}

// forbiddenAs calls note with each rule that holds for the words of a command.
func (j *judge) forbiddenAs(words []word, note func(int)) {
	name := baseName(words[0].text)
	var lists [][]forbidden
	for n := name; n != ""; n = tablesOf().family(n) {
		if rules := j.set.forbid[n]; len(rules) > 0 {
			lists = append(lists, rules)
		}
	}
	if len(j.set.widest) > 0 {
		lists = append(lists, j.set.widest)
	}
	if len(lists) == 0 {
		return
	}
	c := &taken{words: words, name: tablesOf().common(name)}
	c.flags, c.rest = split(c.name, words[1:], true)
	for _, list := range lists {
		for i := range list {
			f := &list[i]
			if f.all || f.wordByWord(words) || f.flagByFlag(c) {
				note(f.rule)
			}
		}
	}
}

// taken is a command with its flags taken apart.
type taken struct {
	name  string
	words []word
	flags []string
	rest  []word
}

const (
	mostWrapped = 64  // flags that may be followed by another command
	mostFlags   = 256 // flags of a command that are compared
	mostBefore  = 32  // flags with a value before a subcommand
)

// runs returns the commands that a command may be or run: itself, the one behind a wrapper
// or an interpreter, and the lines of shell in its words.
func runs(words []word, depth int) [][]word {
	out := [][]word{words}
	if len(words) == 0 || depth > 2 {
		return out
	}
	t := tablesOf()
	name := baseName(words[0].text)
	_, starts := find(t.programs, words)
	_, leaves := find(t.person, words)
	wraps := t.wraps(name)
	for _, n := range t.inside(name) {
		out = append(out, n.within(words, depth)...)
	}
	b, own := t.builtins[name]
	if known := own && !b.asked || len(t.rows(name)) > 0; known && !starts && !leaves && !wraps {
		return out // known to run nothing
	}
	for i := 1; i < min(len(words), mostWrapped); i++ {
		out = append(out, words[i:])
		if text := words[i].text; strings.ContainsAny(text, " \t\n;|&`") && len(text) < longest {
			out = append(out, inText(text, depth)...)
		}
	}
	return out
}

// wordByWord compares the words as they stand.
func (f *forbidden) wordByWord(words []word) bool {
	for i := range f.words {
		r := &f.words[i]
		switch {
		case r.is(isAny) && i == len(f.words)-1:
			return true
		case i >= len(words):
			return false
		case i == 0 || r.is(isAny):
		case r.text != words[i].text:
			return false
		}
	}
	return len(f.words) == len(words)
}

// flagByFlag compares flags as a set, in any order and spelling, and what is left word
// by word.
func (f *forbidden) flagByFlag(c *taken) bool {
	if len(f.flags) == 0 && len(f.rest) == 0 && !f.open || !f.inPlace(c) {
		return false
	}
	for _, flag := range f.flags {
		if !slices.ContainsFunc(c.flags, func(t string) bool { return meansFlag(c.name, flag, t) }) {
			return false
		}
	}
	return true
}

// inPlace reports whether the words that are no flags are a rule's. Those that come
// before a subcommand may be the values of flags.
func (f *forbidden) inPlace(c *taken) bool {
	most := valued(c.name, c.words[1:])
	for skip := 0; skip <= most && skip <= len(c.rest); skip++ {
		if inOrder(f.rest, c.rest[skip:], f.open) {
			return true
		}
		if len(c.words) < 2 || !c.words[1].flag() {
			return false
		}
	}
	return false
}

// valued counts the flags before a subcommand that may have the word behind them for a
// value.
func valued(name string, words []word) int {
	n := 0
	for i := 0; i < len(words) && n < mostBefore && words[i].flag(); i++ {
		if i+1 == len(words) || words[i+1].flag() || bareFlag(name, words[i].text) {
			continue
		}
		n++
		i++
	}
	return n
}

// bareFlag reports whether a flag of a command has no value, or has it in the same word.
func bareFlag(name, text string) bool {
	if strings.Contains(text, "=") {
		return true
	}
	for _, row := range tablesOf().rows(name) {
		if f, ok := row.flags[text]; ok && len(row.sub) == 0 {
			return !f.value
		}
	}
	return false
}

func inOrder(want, words []word, open bool) bool {
	if len(words) < len(want) || len(words) > len(want) && !open {
		return false
	}
	for i := range want {
		if w := &want[i]; !w.is(isAny) && w.text != words[i].text {
			return false
		}
	}
	return true
}

// split separates flags from the rest. Letters that stand together are taken apart;
// with whole they are also kept as they are.
func split(name string, words []word, whole bool) (flags []string, rest []word) {
	ended := false
	note := func(flag string) {
		if len(flags) < mostFlags && !slices.Contains(flags, flag) {
			flags = append(flags, flag)
		}
	}
	for _, w := range words {
		text := w.text
		switch {
		case w.is(isAny) || ended || len(text) < 2 || text[0] != '-':
			rest = append(rest, w)
		case text == "--":
			ended = true
		case text[1] == '-' || name == "find" || goStyle(name):
			note(text)
		default:
			if whole {
				note(text)
			}
			for i := 1; i < len(text); i++ {
				note("-" + text[i:i+1])
			}
		}
	}
	return flags, rest
}

func goStyle(name string) bool {
	rows := tablesOf().rows(name)
	return len(rows) > 0 && rows[0].style == "go"
}

// meansFlag reports whether a flag of a command is the flag of a rule: the same, another
// spelling of the table, a beginning of the long name, or with a value behind it.
func meansFlag(name, rule, flag string) bool {
	if rule == flag {
		return true
	}
	bare, _, attached := strings.Cut(flag, "=")
	if attached && bare == rule {
		return true
	}
	if strings.TrimPrefix(bare, "-") == rule && goStyle(name) {
		return true
	}
	all := [][]string{{rule}}
	all = append(all, tablesOf().spellings[name]...)
	for _, same := range all {
		if !slices.Contains(same, rule) {
			continue
		}
		for _, s := range same {
			if s == bare || len(bare) > 3 && strings.HasPrefix(bare, "--") && strings.HasPrefix(s, bare) {
				return true
			}
		}
	}
	return false
}
