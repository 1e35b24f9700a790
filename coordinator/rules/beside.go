package rules

import (
	"slices"
	"strings"
)

// A line is judged before it begins, and one part of it can change what another finds:
// moving a folder puts the links in it under new names, and a program can be rewritten
// before it runs.

// effect is what commands do to the files that other commands in the line find.
type effect struct {
	any    bool // there is at least one command
	moves  bool // one can give something a new name: a link, or a folder with links in it
	writes bool // one can change the contents of a file
	brings bool // one can bring other files into the work tree
}

// tally counts the effects of all commands of a line.
type tally struct {
	each                  []effect
	moves, writes, brings int
}

func effects(l line) tally {
	out := tally{each: make([]effect, len(l.commands))}
	if slices.ContainsFunc(l.groups, redirect.writes) {
		out.writes, out.brings = 1, 1
	}
	for i, c := range l.commands {
		e := effectOf(unwrap(c.words).words, c.fed)
		if slices.ContainsFunc(c.redirs, redirect.writes) { // what a command prints may be what another goes by
			e.writes, e.brings = true, true
		}
		out.each[i] = e
		if e.moves {
			out.moves++
		}
		if e.writes {
			out.writes++
		}
		if e.brings {
			out.brings++
		}
	}
	return out
}

// but is the effect of all commands but one.
func (t tally) but(at int) effect {
	all := effect{any: len(t.each) > 1, moves: t.moves > 0, writes: t.writes > 0, brings: t.brings > 0}
	if at < 0 {
		return all
	}
	all.moves = t.moves > 1 || t.moves == 1 && !t.each[at].moves
	all.writes = t.writes > 1 || t.writes == 1 && !t.each[at].writes
	all.brings = t.brings > 1 || t.brings == 1 && !t.each[at].brings
	return all
}

// effectOf is what a command does. A command that runs what it is given may do anything,
// but whoever allowed it word by word allowed that too. A command that is in no table
// counts as one that moves files, unless it only reads what others wrote, as a pager does.
func effectOf(words []word, fed bool) effect {
	if len(words) == 0 {
		return effect{}
	}
	if _, own := tablesOf().builtins[words[0].text]; own {
		return effect{}
	}
	if _, runs := find(tablesOf().programs, words); runs {
		return effect{}
	}
	u := useOf(words)
	if u.row == nil || u.row.like {
		may := !fed || u.row != nil
		return effect{moves: may, brings: may}
	}
	switch u.row.operands {
	case "moves", "spelled", "input", "alone", "asked":
		return effect{moves: true, brings: true}
	case "refs":
		return effect{moves: true}
	case "writes": // some flags make it copy links as links
		return effect{writes: true, moves: slices.Contains(u.roles, isFlag)}
	}
	return effect{}
}

// linksWithin reports whether a command acts on the contents of a folder given as this operand,
// including the links in it: it reads them, or takes them to another place.
func (u use) linksWithin(i int) bool {
	return u.row != nil && u.row.operands == "files"
}

// folder reports whether a word is the path of a folder.
func (j *judge) folder(text string) bool {
	name, ok := within(j.call.Root, text)
	return ok && !j.facts.assume && (name == "." || j.facts.Paths[name] == Folder)
}

// placeOf is what is wrong with the place that a word of a command may name. Where no file
// is looked up, the other parts of the line do not matter.
func (j *judge) placeOf(text string, u use, i int) string {
	switch {
	case u.pattern(i, text):
		return ""
	case len(text) > longestPath && strings.Contains(text, "/") && !u.row.noPaths():
		return whichLong // some programs go there part by part
	}
	if u.roles[i] != isHarmless && (u.row == nil || u.row.operands != "any") {
		return j.place(text)
	}
	if u.late(i) {
		if which := j.places(text, []string{text}); which != "" {
			return which
		}
	}
	beside := j.beside
	j.beside = effect{}
	defer func() { j.beside = beside }()
	all := pieces(text)
	if u.roles[i] == isHarmless && !strings.Contains(text, "/") {
		all = all[1:] // a flag as a whole is no file
	}
	return j.places(text, all)
}

// late reports whether a flag follows an operand. What a program like gofmt, or one of BSD, finds
// there is a file, whatever it looks like. Programs with a syntax of their own know a flag anywhere.
func (u use) late(i int) bool {
	if u.row == nil || u.row.style == "plain" || u.row.command == "git" || u.row.noPaths() {
		return false
	}
	return slices.ContainsFunc(u.roles[:i], func(r role) bool { return r == isOperand || r == isAfter || r == isPattern })
}

// changes reports whether a line that a rule allows may change files, or their names. What is not
// known to only read may, and so may a program of the workspace, whatever its name.
func (l line) changes(facts Facts) bool {
	if len(l.odd) > 0 || slices.ContainsFunc(l.groups, redirect.writes) {
		return true
	}
	return slices.ContainsFunc(l.commands, func(c command) bool {
		return len(c.assign) > 0 || slices.ContainsFunc(c.redirs, redirect.writes) || mayChange(c, facts)
	})
}

func mayChange(c command, facts Facts) bool {
	in := unwrap(c.words)
	if len(in.words) == 0 {
		return false
	}
	name := in.words[0].text
	if b, own := tablesOf().builtins[name]; own && len(in.names) == 0 {
		return b.asked && len(b.only) == 0
	}
	if slices.ContainsFunc(append(in.names, name), func(name string) bool { return !installed(name, facts) }) {
		return true
	}
	if _, runs := find(tablesOf().programs, in.words); runs {
		return true
	}
	u := useOf(in.words)
	return u.row == nil || u.row.like || !u.onlyReads(in.words)
}

// listed reports whether every command of a line is one of which a wildcard takes words, since
// tables say what it does. A program of the workspace is none, nor is go test, which runs what
// the tests run.
func (l line) listed(facts Facts) bool {
	return !slices.ContainsFunc(l.commands, func(c command) bool { return !c.shellOnly() && !c.listed(facts) })
}

// shellOnly reports whether the shell itself does what a command says.
func (c command) shellOnly() bool {
	in := unwrap(c.words)
	if len(in.words) == 0 {
		return true
	}
	_, own := tablesOf().builtins[in.words[0].text]
	return own && len(in.names) == 0
}

func (c command) listed(facts Facts) bool {
	in := unwrap(c.words)
	if slices.ContainsFunc(append(in.names, in.words[0].text), func(name string) bool {
		p, looked := facts.Programs[name]
		return !looked || p.InWorkspace
	}) {
		return false
	}
	u := useOf(in.words)
	return !c.runsCode() && u.row != nil && !u.row.like && !u.row.spelled()
}

// runsCode reports whether a command may run any code of the workspace, by what a person allowed.
func (c command) runsCode() bool {
	words := unwrap(c.words).words
	_, runs := find(tablesOf().programs, words)
	return runs || useOf(words).tests()
}

// lends reports whether a listed command would get what variables name in the workspace since another
// part of the line, of which a rule spells every word, does, or since another program runs it with all
// of its variables. Where the line runs the code of the workspace anyway, nothing is gained by it.
func (l line) lends(c command, facts Facts) bool {
	if !facts.Lends || c.shellOnly() || !c.listed(facts) {
		return false
	}
	lent := facts.Unset
	for _, o := range l.commands {
		if o.shellOnly() {
			continue
		}
		if o.runsCode() {
			return false
		}
		lent = lent || !o.listed(facts)
	}
	return lent
}

// installed reports whether a command is found by its name alone, and not in the workspace.
func installed(name string, facts Facts) bool {
	p, looked := facts.Programs[name]
	return looked && !p.InWorkspace && !strings.Contains(name, "/")
}

// writes reports whether a redirection may write a file.
func (d redirect) writes() bool {
	switch d.op {
	case "<", "<<", "<<-", "<<<":
		return false
	case ">&", "<&":
		return !digits(d.word.text)
	}
	return d.word.text != "/dev/null"
}
