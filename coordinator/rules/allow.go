package rules

import (
	"path"
	"slices"
	"strings"
)

// judge decides about one line: what it is given, and what it found missing.
type judge struct {
	set   *Set
	call  Call
	facts Facts
	wants Wants

	wanted map[string]bool // the paths among the wants
	beside effect          // of the other commands in the line

	passedOn bool            // part of the line may treat the output of another part as file names
	goes     []string        // folders that the line runs in or goes into, from the root as far as it is known
	led      map[string]bool // the paths that are looked at from there
}

func newJudge(set *Set, call Call, facts Facts) *judge {
	if call.Root != "" {
		call.Root = path.Clean(call.Root)
	}
	return &judge{set: set, call: call, facts: facts, wanted: map[string]bool{}}
}

// finding is a part of a line as allows see it.
type finding struct {
	ground Ground
	rule   int // index in the set, -1 for none
	why    string
}

func asked(why string) finding     { return finding{Always, -1, why} }
func uncovered(why string) finding { return finding{Uncovered, -1, why} }

// command says whether rules cover a simple command and, if not, why.
func (j *judge) command(c command) finding {
	if len(c.words) == 0 {
		if len(c.assign) > 0 {
			return asked(askedAssignment(c.assign[0]))
		}
		return j.redirects(c.redirs, finding{Covered, -1, coveredRedirect})
	}
	if why := j.speaks(c.words); why != "" {
		return finding{Personal, -1, why}
	}
	inner := unwrap(c.words)
	if inner.asked != "" {
		return asked(inner.asked)
	}
	c.words = inner.words
	if why := c.strange(); why != "" {
		return asked(why)
	}
	return j.redirects(c.redirs, j.covered(c, inner))
}

// strange says why a command is asked about regardless of the rules.
func (c command) strange() string {
	first := c.words[0]
	switch {
	case len(c.assign) > 0:
		return askedAssignment(c.assign[0])
	case first.is(changed):
		return askedExpansion
	case strings.Contains(first.text, "=") && !first.is(hasQuotes):
		return askedAssignment(first.text)
	case strings.HasPrefix(first.text, "-") || strings.HasPrefix(first.text, "+"):
		return askedDash
	}
	if b, ok := tablesOf().builtins[first.text]; ok && b.asked && b.holds(c.words[1:]) {
		return askedBuiltin(first.text)
	}
	ended := false
	for _, w := range c.words[1:] {
		ended = ended || w.plain() && w.text == "--"
		if w.is(mayDash) && (w.is(hasOutput) || w.is(hasGlob) && !ended) {
			return askedMayDash(w.shown())
		}
	}
	if _, ok := find(tablesOf().programs, c.words); ok && c.fed {
		return askedInput(first.text)
	}
	return ""
}

// alone reports whether a command is covered only if it is the whole line, because it changes
// what the others read.
func (c command) alone() bool {
	words := unwrap(c.words).words
	if len(words) == 0 {
		return false
	}
	u := useOf(words)
	return u.row != nil && u.row.operands == "alone"
}

func (b builtin) holds(words []word) bool {
	if len(b.only) == 0 {
		return true
	}
	if slices.Contains(b.only, computing) && computes(words) {
		return true
	}
	if slices.Contains(b.only, numbering) && numbers(words) {
		return true
	}
	for _, w := range words {
		if !w.plain() {
			return true
		}
		for _, o := range b.only {
			if strings.HasPrefix(w.text, o) || star(o) && w.text != "]" && wild(o, w.text) || o == storing && stores(w.text) {
				return true
			}
		}
	}
	return false
}

// covered looks for an allow that covers the words of a command.
func (j *judge) covered(c command, in unwrapped) finding {
	u := useOf(c.words)
	if u.asked != "" {
		return asked(u.asked)
	}
	if c.fed && u.row != nil && u.row.operands == "input" {
		return asked(askedWritten(u.title(c.words)))
	}
	_, runs := find(tablesOf().programs, c.words)
	best := uncovered(noRule)
	rules := j.set.allow[c.words[0].text]
	if len(in.names) > 0 && !in.fed {
		rules = append(slices.Clone(rules), j.set.allow[in.names[0]]...)
	}
	for _, i := range rules {
		h := &j.set.held[i]
		why := ""
		if h.words[0].text == c.words[0].text || !same(h.words, in.whole) {
			why = j.takes(h.words, c.words, u, runs, in.fed)
		}
		if why == "" {
			why = j.programs(c.words[0].text, in.names, *h)
		}
		if why == "" {
			why = j.configuration(c.words)
		}
		if why == "" {
			return finding{Covered, i, coveredBy(h)}
		}
		if why != differs {
			best = uncovered(notTaken(h, why))
		}
	}
	return best
}

// same reports whether a rule spells exactly these words.
func same(rule, words []word) bool {
	return slices.EqualFunc(rule, words, func(a, b word) bool { return a.same(&b) })
}

var anyWords = word{text: "*", traits: isAny} // what a trailing wildcard stands for; never modified

// takes says why a rule does not cover words, "" if it does.
func (j *judge) takes(rule, words []word, u use, runs, fed bool) string {
	wild := false
	for i := range words {
		r := &anyWords
		switch {
		case i < len(rule):
			r = &rule[i]
		case len(rule) == 0 || !rule[len(rule)-1].is(isAny):
			return differs
		}
		if !r.is(isAny) && !r.same(&words[i]) {
			return differs
		}
		wild = wild || r.is(isAny)
	}
	if len(rule) > len(words) && (len(rule) > len(words)+1 || !rule[len(rule)-1].is(isAny)) {
		return differs
	}
	wild = wild || len(rule) > len(words)
	switch {
	case wild && runs:
		return whySpelled(said(words[0].text))
	case fed && (u.row == nil || u.row.operands != "any" || len(rule) == 0 || !rule[len(rule)-1].is(isAny)):
		return whyFed
	}
	if wild && u.row != nil && u.row.exact {
		return whyExact(u.title(words))
	}
	if why := j.wildcards(rule, words, u); why != "" {
		return why
	}
	if wild && u.walks(words) {
		if why := j.closedWithin(words[0].text); why != "" {
			return why
		}
	}
	if wild && u.row != nil && (u.row.spelled() || u.row.operands == "lines" && !u.prints(words)) {
		return whySpelled(u.title(words))
	}
	if wild && unlisted(words, u) {
		return whyUnlistedProgram(words[0].text)
	}
	return ""
}

// wildcards says why the wildcards of a rule do not take their words. An unknown fact
// about one word does not stop the rest from being looked at, so that all the facts are
// asked for at once.
func (j *judge) wildcards(rule, words []word, u use) string {
	operands, unknown := 0, ""
	for i, w := range words {
		if u.roles[i] == isOperand || u.roles[i] == isAfter {
			operands++
		}
		if i < len(rule) && !rule[i].is(isAny) {
			continue
		}
		before := len(j.wants.Paths)
		why := j.wildcard(w, u, i, operands)
		switch {
		case why != "" && len(j.wants.Paths) == before:
			return why
		case why != "" && unknown == "":
			unknown = why
		}
	}
	return unknown
}

// wildcard says why no wildcard takes a word of a command.
func (j *judge) wildcard(w word, u use, i, operands int) string {
	switch {
	case i < u.head:
		return whyName(w.shown())
	case !w.plain():
		return whyExpands(w.shown())
	case u.roles[i] == isFlag:
		return whyFlag(w.shown())
	case u.roles[i] == isAfter:
		return whyAfter(w.shown())
	case u.roles[i] != isHarmless && strings.HasPrefix(w.text, "-") && len(w.text) > 1:
		return whyFlag(w.shown())
	case u.list(i, w.text):
		return whyList(w.shown())
	case u.row != nil && u.row.style == "go" && u.roles[i] == isOperand && strings.Contains(w.text, "@"):
		return whyVersion(w.shown())
	case u.row != nil && u.roles[i] == isOperand && u.row.tooMany(operands):
		return whyOperand(w.shown())
	case u.row != nil && u.row.operands == "filter" && operands == 1 && u.roles[i] == isOperand && !filters(w.text):
		return whyFilter(w.shown())
	case u.row != nil && u.row.operands == "lines" && operands == 1 && u.roles[i] == isOperand:
		if !printsLines(w.text) {
			return whyOperand(w.shown())
		}
		if !u.row.like {
			return "" // not a path
		}
	}
	if which := j.placeOf(w.text, u, i); which != "" {
		return whyPlace(w.shown(), which)
	}
	if u.roles[i] == isOperand && u.linksWithin(i) && j.folder(w.text) {
		return whyFolder(w.shown())
	}
	return ""
}

func (h *harmless) tooMany(n int) bool {
	switch h.operands {
	case "paths", "any", "files", "alone", "writes", "moves", "filter", "lines", "search", "words":
		return false
	case "none", "spelled", "refs", "input":
		return true
	}
	most := h.most()
	return !digits(most) || n > number(most)
}

func number(s string) int {
	n := 0
	for i := range len(s) {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// place says what is wrong with the place that a word may name, "" for nothing.
func (j *judge) place(text string) string { return j.places(text, pieces(text)) }

func (j *judge) places(text string, all []string) string {
	if len(all) > mostPieces {
		return whichMany
	}
	unknown := ""
	for _, piece := range all {
		if piece == "" {
			continue
		}
		if strings.HasPrefix(piece, "~") && !strings.HasPrefix(text, "@~") { // @~1 is a revision of git; of other commands, no wildcard takes it
			return whichOutside
		}
		if climbs(piece) {
			return whichClimbs
		}
		name, ok := within(j.call.Root, piece)
		if !ok {
			return whichOutside
		}
		if why := GivesPermission(name); why != "" {
			return whichGuarded(why)
		}
		if len(piece) > longestPath {
			continue
		}
		if j.beside.moves && name != "." {
			return whichMoved
		}
		switch j.path(name) {
		case Elsewhere:
			return whichOutside
		case Unknown:
			unknown = whichUnknown
		}
	}
	return unknown
}

const (
	longestPath = 4096
	mostPieces  = 64 // of a word that may hold paths
)

// programs says why a rule does not cover what PATH finds for a command and the wrappers
// before it. Behind a wrapper, no command is a shell builtin.
func (j *judge) programs(name string, wrappers []string, h Held) string {
	for _, w := range wrappers {
		if why := j.program(w, Held{}); why != "" {
			return why
		}
	}
	if _, ok := tablesOf().builtins[name]; ok && len(wrappers) == 0 {
		return ""
	}
	return j.program(name, h)
}

func (j *judge) program(name string, h Held) string {
	p, ok := j.facts.Programs[name]
	switch {
	case j.facts.assume:
		return ""
	case !ok:
		j.wants.program(name)
		return whyProgramUnknown(name)
	case p.InWorkspace && p.Digest == "":
		return whyProgramUnknown(name)
	case p.InWorkspace && h.Digest == "":
		return whyProgramInside(name)
	case p.InWorkspace && h.Digest != p.Digest:
		return whyProgramChanged(name)
	case p.InWorkspace && j.beside.any:
		return whyProgramBeside(name)
	case p.Shadowed && (j.beside.moves || j.beside.writes):
		return whyProgramShadowed(name)
	case p.Shim && (j.beside.moves || j.beside.writes):
		return whyConfigMoved(name)
	case p.Shim:
		why, _ := j.family(name, versionsFamily)
		return why
	}
	return ""
}
