package rules

import (
	"path"
	"slices"
	"strings"
)

// Asks and denies of paths also hold for commands: for each path that a word of the command
// names and, if a rule names everything in a folder, for the folder itself. A word that the
// command does not treat as a path is none, such as a text to look for or to print.

// namedIn calls note with each rule of a path that holds for commands and redirections.
func (j *judge) namedIn(commands []command, groups []redirect, note func(rule int, shown string)) {
	for _, c := range commands {
		in := unwrap(c.words)
		var u use
		if len(in.words) > 0 {
			u = useOf(in.words)
		}
		noted := j.unlessRead(u.onlyReads(in.words), func(i int) { note(i, c.shown) })
		for i := range c.redirs {
			d := &c.redirs[i]
			j.namedBy(d.word.text, j.unlessRead(d.op == "<", func(i int) { note(i, c.shown) }))
		}
		before := len(c.words) - len(in.words)
		if in.fed {
			before-- // the last word of xargs belongs to no command
		}
		for i := range c.words {
			if k := i - before; k < 0 || k >= len(in.words) || j.mayName(u, k, c.words[i].text) {
				j.namedBy(c.words[i].text, noted)
			}
		}
		j.foldersIn(c, in, u, noted, func(i int) { note(i, c.shown) })
	}
	for _, d := range groups {
		j.namedBy(d.word.text, j.unlessRead(d.op == "<", func(i int) { note(i, d.word.shown()) }))
	}
}

// unlessRead drops the rules of tools that write if the command only reads.
func (j *judge) unlessRead(reads bool, note func(int)) func(int) {
	if !reads {
		return note
	}
	return func(i int) {
		h := &j.set.held[i]
		if slices.ContainsFunc(files[:], func(tool string) bool { return !writes(tool) && h.forTool(tool, h.Kind) }) {
			note(i)
		}
	}
}

// onlyReads reports whether a command, as it stands, is known to write nothing.
func (u use) onlyReads(words []word) bool {
	if u.row == nil || u.row.operands == "lines" && !u.prints(words) {
		return false
	}
	row, listed := tablesOf().readers[u.row.command]
	if !listed || len(u.row.sub) > 0 && !slices.Contains(row.subs, u.row.sub[0]) {
		return false
	}
	if slices.Contains(row.writes, "*") {
		return !slices.ContainsFunc(u.roles, func(r role) bool { return r == isFlag || r == isAfter })
	}
	given, _ := split(u.row.command, words[1:], true)
	return !slices.ContainsFunc(row.writes, func(flag string) bool {
		return slices.ContainsFunc(given, func(g string) bool { return meansFlag(u.row.command, flag, g) })
	})
}

// mayName reports whether a command may treat one of its words as a path. Printed words may be
// paths to the rest of the line.
func (j *judge) mayName(u use, i int, text string) bool {
	return !u.pattern(i, text) && (!u.row.noPaths() || j.passedOn || u.roles[i] == isFlag || u.roles[i] == isAfter)
}

// noPaths reports whether a command treats none of its words as paths.
func (h *harmless) noPaths() bool {
	return h != nil && (h.operands == "any" || h.operands == "words")
}

// passesOn reports whether part of a line may treat the output of another part as file names.
func (l line) passesOn() bool {
	return slices.ContainsFunc(l.commands, func(c command) bool {
		if slices.ContainsFunc(c.words, func(w word) bool { return w.is(hasOutput) }) {
			return true
		}
		in := unwrap(c.words)
		if !c.fed || len(in.words) == 0 {
			return c.fed
		}
		u := useOf(in.words)
		_, runs := find(tablesOf().programs, in.words)
		return runs || in.fed || u.row == nil || u.row.spelled() || slices.Contains(u.roles, isFlag)
	})
}

// namedBy calls note with each rule of a path that holds for anything a word may name.
func (j *judge) namedBy(text string, note func(int)) {
	for _, piece := range slices.Concat(pieces(text), behindLetters(text), pathspec(text)) {
		if piece == "" || len(piece) > longestPath {
			continue
		}
		j.spots(bare(piece), func(at spot) { j.set.named(at, note) })
	}
}

// pathspec returns what git takes for a path in a word with magic before it, as in :(top)secrets,
// :/secrets or :(icase)SECRETS; none where that is left out instead.
func pathspec(text string) []string {
	rest, is := strings.CutPrefix(text, ":")
	if !is {
		return nil
	}
	magic := ""
	if long, is := strings.CutPrefix(rest, "("); is {
		if magic, rest, is = strings.Cut(long, ")"); !is {
			return nil
		}
	} else {
		end := len(rest) - len(strings.TrimLeft(rest, "/!^"))
		magic, rest = rest[:end], strings.TrimPrefix(rest[end:], ":")
	}
	if magic == "" || rest == "" || strings.ContainsAny(magic, "!^") || strings.Contains(magic, "exclude") {
		return nil
	}
	if strings.Contains(magic, "icase") {
		return []string{rest, strings.ToLower(rest)}
	}
	return []string{rest}
}

// mostLetters is how many flag letters written together are searched for a value after them.
const mostLetters = 8

// behindLetters returns what may be the value of the last of several flag letters, as in sort
// -uodocs/a; what follows the first letter is among the pieces of a word.
func behindLetters(text string) (all []string) {
	if len(text) < 4 || text[0] != '-' {
		return nil
	}
	for i := 1; i < min(len(text)-1, mostLetters); i++ {
		if c := text[i] | ' '; c < 'a' || c > 'z' {
			break
		}
		if i > 1 {
			all = append(all, text[i+1:])
		}
	}
	return all
}

// spots calls see with each form in which a rule may name a path, also from each folder that the line
// goes into.
func (j *judge) spots(text string, see func(spot)) {
	j.spotsFrom(text, see)
	if text == "" || strings.IndexByte("/~-", text[0]) >= 0 {
		return
	}
	for _, dir := range j.goes {
		at := path.Join(dir, text)
		j.lead(at)
		j.spotsFrom(at, see)
	}
}

// mostLed is how many paths are looked at from the folders that a line goes into.
const mostLed = 64

// lead is the other place in the root to which a path leads, "" if there is none or it is not known.
func (j *judge) lead(at string) string {
	name, inside := within(j.call.Root, at)
	if !inside || len(name) > longestPath || !j.led[name] && len(j.led) >= mostLed {
		return ""
	}
	j.led[name] = true
	j.path(name)
	return j.facts.Leads[name]
}

// mostGoes is how many folders that a line goes into are looked at.
const mostGoes = 16

// goesInto notes the folder that a line is to run in and those that it goes into by cd, also by the places
// to which links lead. Each cd may begin where it is to run or in any of those before, as one in brackets,
// or that fails, goes nowhere for the rest.
func (j *judge) goesInto(l line) {
	begin := j.directory()
	j.goes, j.led = nil, map[string]bool{}
	into := func(dir string) {
		for ; dir != "" && len(j.goes) < mostGoes && !slices.Contains(j.goes, dir); dir = j.lead(dir) {
			j.goes = append(j.goes, dir)
		}
	}
	into(begin)
	for _, c := range l.commands {
		w := unwrap(c.words).words
		if len(w) < 2 || w[0].text != "cd" && w[0].text != "pushd" {
			continue
		}
		to := bare(w[len(w)-1].text)
		if path.IsAbs(to) {
			into(to)
			continue
		}
		for _, from := range slices.Backward(append([]string{begin}, j.goes...)) {
			into(path.Join(from, to))
		}
	}
}

// spotsFrom calls see with the forms of a path from the root: as written, by its place in the file
// system, and by the target of its links.
func (j *judge) spotsFrom(text string, see func(spot)) {
	name, inside := within(j.call.Root, text)
	if !inside && j.call.Root != "" {
		if back, is := within(j.call.Root, path.Join(j.call.Root, name)); is && !path.IsAbs(name) { // ../here/x
			name, inside = back, true
		}
	}
	for _, root := range j.set.roots {
		if back, is := within(root, text); is && !inside {
			name, inside = back, true
		}
	}
	for i, n := range [...]string{name, j.facts.Leads[name]} {
		if n == "" {
			continue
		}
		see(spotOf(n))
		if len(j.set.tops) == 0 || j.call.Root == "" || path.IsAbs(n) || i == 0 && !inside {
			continue
		}
		for _, root := range append([]string{j.call.Root}, j.set.roots...) {
			at := spotOf(root + "/" + n)
			at.only = true
			see(at)
		}
	}
}

// foldersIn calls note with each rule that names everything in a folder which a command, or a
// command started by it, takes.
func (j *judge) foldersIn(c command, in unwrapped, u use, noted, note func(int)) {
	if len(j.set.folders) == 0 || len(in.words) == 0 {
		return
	}
	j.foldersOf(in.words, u, unknown(in.words, u), noted)
	for _, words := range started(c.words, 0)[1:] {
		of := useOf(words)
		j.foldersOf(words, of, false, j.unlessRead(of.onlyReads(words), note))
	}
}

// unknown reports whether a command is in no table, so that any of its words may be a path.
func unknown(words []word, u use) bool {
	t := tablesOf()
	_, starts := find(t.programs, words)
	_, leaves := find(t.person, words)
	_, own := t.builtins[words[0].text]
	return u.row == nil && !starts && !leaves && !own
}

// unlisted reports whether no table says what a command does with its words, be it that it merely
// resembles one of which a table does: it may run what it finds in the workspace.
func unlisted(words []word, u use) bool {
	return unknown(words, u) || u.row != nil && u.row.like
}

// foldersOf is foldersIn for the words of one command. Where a program runs what it is given,
// a word may mean anything, as in npm test; so may a word without a slash that is given to git
// or go.
func (j *judge) foldersOf(words []word, u use, all bool, note func(int)) {
	if u.row == nil && !all || u.row.noPaths() && !j.passedOn {
		return
	}
	ended := false
	for i, w := range words {
		text := bare(w.text)
		ended = ended || text == "--"
		switch u.roles[i] {
		case isOperand, isAfter:
			git := baseName(words[0].text) == "git"
			if at := pathspec(text); at != nil && git {
				for _, name := range at {
					j.folderAt(name, note)
				}
				continue
			}
			if at := strings.LastIndexByte(text, ':'); at >= 0 && git && u.row != nil && !u.row.spelled() { // HEAD:x, :x
				j.folderAt(text[at+1:], note)
			}
			if u.row != nil && len(u.row.sub) > 0 && !ended && !strings.Contains(text, "/") {
				continue
			}
			j.folderAt(text, note)
			if _, value, is := strings.Cut(text, "="); is {
				j.folderAt(value, note)
			}
		case isFlag:
			for _, piece := range append(pieces(text)[1:], behindLetters(text)...) {
				j.folderAt(piece, note)
			}
		}
	}
}

func (j *judge) folderAt(text string, note func(int)) {
	if text == "" || len(text) > longestPath {
		return
	}
	j.spots(text, func(at spot) {
		for _, k := range j.set.folders {
			if j.set.held[k].path.folder(at) {
				note(k)
			}
		}
	})
}

// bare removes the backslashes that the form of a word has before wildcards.
func bare(text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	return strings.NewReplacer(`\*`, "*", `\?`, "?", `\[`, "[").Replace(text)
}
