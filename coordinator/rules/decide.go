package rules

import (
	"path"
	"slices"
	"strings"
	"unicode"
)

// Call is what is decided about.
type Call struct {
	Tool      string
	Command   string   // of run_command: the line
	Directory string   // of run_command: where it is to run, "" for the root
	Paths     []string // of a file tool: what it touches, as written
	Root      string   // of the workspace, an absolute path
	Bound     string   // of a tool of the user's own, or of a server that the workspace names: what a rule that is made for it now is bound to
	Guest     bool     // the workspace names the tool's command, or its server
}

// Verdict is what follows from the rules.
type Verdict string

const (
	Allowed Verdict = "allow"
	Asked   Verdict = "ask"
	Denied  Verdict = "deny"
)

// Ground is why a call is asked about. A later one outweighs those before it.
type Ground uint8

const (
	Covered   Ground = iota // not asked about: rules allow all of it
	Uncovered               // no rule allows it; the policy of the tool decides
	Always                  // its form is asked about, regardless of the rules
	ByRule                  // a rule says so
	Personal                // only a person may allow this very call: no rule, memory, reviewer, static answer or policy
)

// Part is a part of a call: a simple command, a redirection, a path.
type Part struct {
	Text    string // as written in the call
	Verdict Verdict
	Ground  Ground
	Rule    *Held // the rule that decided, nil for none
	Why     string
}

// Result is a decision with its reasons.
type Result struct {
	Verdict Verdict
	Ground  Ground
	Rule    *Held  // the rule that decided; for an allow in several parts, the first
	Why     string // one sentence
	Parts   []Part
	Unread  bool  // a line of shell that cannot be read with certainty
	Changes bool  // a line of shell that no rule allows, or that may change files or their names
	Listed  bool  // a line that rules allow, of commands that tables describe: it needs no program of the workspace
	Lapsed  bool  // a rule would cover it if its tool were what it was when the rule was made
	Wants   Wants // facts that were missing
}

// Decide says what the rules make of a call.
func Decide(set *Set, call Call, facts Facts) Result {
	j := newJudge(set, call, facts)
	var out Result
	switch {
	case call.Tool == commandTool:
		out = j.line()
	case isFile(call.Tool):
		out = j.paths()
	default:
		out = j.other()
	}
	out.Wants = j.wants
	return out
}

func (j *judge) held(i int) *Held {
	if i < 0 {
		return nil
	}
	return &j.set.held[i]
}

// part makes a part of what was found about it, in order of precedence: a deny, a person,
// an ask, and then what the allows say.
func (j *judge) part(text string, forbids int, f finding) Part {
	p := Part{Text: text, Verdict: Asked, Ground: f.ground, Rule: j.held(f.rule), Why: f.why}
	if f.ground == Covered {
		p.Verdict = Allowed
	}
	if forbids < 0 {
		return p
	}
	h := j.held(forbids)
	switch {
	case h.Kind == Deny:
		return Part{Text: text, Verdict: Denied, Ground: ByRule, Rule: h, Why: deniedBy(h)}
	case f.ground != Personal || j.call.Tool != commandTool: // a file tool asks what only a person decides once it runs, and reads for that
		return Part{Text: text, Verdict: Asked, Ground: ByRule, Rule: h, Why: askedBy(h)}
	}
	return p
}

// sum combines the decisions about the parts into one.
func sum(parts []Part) Result {
	out := Result{Verdict: Allowed, Parts: parts}
	for i, p := range parts {
		if i == 0 || weight(p) > weight(Part{Verdict: out.Verdict, Ground: out.Ground}) {
			out.Verdict, out.Ground, out.Rule, out.Why = p.Verdict, p.Ground, p.Rule, p.Why
		}
	}
	return out
}

func weight(p Part) int {
	if p.Verdict == Denied {
		return int(Personal) + 1
	}
	return int(p.Ground)
}

// line decides about a line of shell.
func (j *judge) line() Result {
	l := readLine(j.call.Command)
	var parts []Part
	for _, why := range l.odd {
		parts = append(parts, j.part(excerpt(j.call.Command), -1, asked(why)))
	}
	if j.set.paths > 0 {
		j.goesInto(l)
	}
	if dir := j.directory(); dir != "" {
		c := command{words: []word{literal("cd"), literal(dir)}, shown: "cd " + quote(dir)}
		parts = append(parts, j.simple(c, asked(askedDirectory(dir))))
	}
	all := effects(l)
	j.passedOn = j.set.paths > 0 && l.passesOn()
	for i, c := range l.commands {
		if j.beside = all.but(i); c.again {
			j.beside = all.but(-1)
		}
		f := j.command(c)
		if f.ground == Covered && !l.simple && c.alone() {
			f = asked(askedAlone(c.shown))
		}
		if f.ground == Covered && l.lends(c, j.facts) {
			f = uncovered(whyLent(unwrap(c.words).words[0].text, j.facts.Unset))
		}
		parts = append(parts, j.simple(c, f))
	}
	j.beside = all.but(-1)
	for _, d := range l.groups {
		i, _, _ := j.forbids(nil, []redirect{d})
		parts = append(parts, j.part(d.shown, i, j.redirects([]redirect{d}, finding{Covered, -1, coveredRedirect})))
	}
	if i := j.forbidsPath(""); i >= 0 { // by its name alone
		parts = append(parts, j.part(excerpt(j.call.Command), i, uncovered(noRule)))
	}
	if why, shown := j.speaksInside(l); why != "" {
		parts = append(parts, j.part(excerpt(shown), -1, finding{Personal, -1, why}))
	}
	if i, shown, found := j.forbids(l.also, nil); found {
		parts = append(parts, j.part(excerpt(shown), i, asked(oddSyntax)))
	}
	if j.set.anyLine || j.set.paths > 0 {
		if i, shown, found := j.forbids(l.told(0), nil); found {
			parts = append(parts, j.part(excerpt(shown), i, uncovered(noRule)))
		}
	}
	if len(l.commands) == 0 && len(l.odd) == 0 {
		parts = append(parts, j.part(excerpt(j.call.Command), -1, uncovered(noCommand)))
	}
	out := sum(parts)
	out.Unread = len(l.odd) > 0
	out.Changes = out.Verdict != Allowed || l.changes(j.facts)
	out.Listed = out.Verdict == Allowed && l.listed(j.facts)
	return out
}

func (j *judge) simple(c command, f finding) Part {
	i, _, _ := j.forbids([]command{c}, nil)
	return j.part(excerpt(c.shown), i, f)
}

// directory returns the folder that a line is to run in, "" if it is the root.
func (j *judge) directory() string {
	dir := j.call.Directory
	if dir == "" || path.Clean(dir) == "." || path.Clean(dir) == j.call.Root {
		return ""
	}
	return dir
}

// paths decides about a call of a file tool, by each path that it touches.
func (j *judge) paths() Result {
	var parts []Part
	for _, name := range j.call.Paths {
		parts = append(parts, j.onePath(name))
	}
	if len(parts) == 0 {
		parts = append(parts, j.part(j.call.Tool, j.forbidsPath(""), uncovered(noRule)))
	}
	out := sum(parts)
	if i := slices.IndexFunc(parts, func(p Part) bool { return p.Ground == ByRule }); i >= 0 && out.Verdict == Asked {
		out.Ground, out.Rule, out.Why = ByRule, parts[i].Rule, parts[i].Why // before the tool looks at anything
	}
	return out
}

func (j *judge) onePath(name string) Part {
	clean, inside := within(j.call.Root, name)
	forbids := j.forbidsPath(clean)
	if why := GivesPermission(clean); why != "" && writes(j.call.Tool) {
		return j.part(name, forbids, finding{Personal, -1, guardedText(clean, why)})
	}
	if !inside {
		return j.part(name, forbids, asked(outsideText(name)))
	}
	if strings.ContainsFunc(name, unicode.IsControl) {
		return j.part(name, forbids, asked(oddControl))
	}
	for _, i := range j.set.others {
		h := &j.set.held[i]
		if h.Kind == Allow && h.File() && h.forTool(j.call.Tool, Allow) && h.path.covers(clean) {
			return j.part(name, forbids, finding{Covered, i, coveredBy(h)})
		}
	}
	return j.part(name, forbids, uncovered(noRule))
}

func writes(tool string) bool {
	switch tool {
	case "fs_read_file", "fs_list_files", "fs_grep_files":
		return false
	}
	return true
}

// forbidsPath finds the deny, or else the ask, that holds for a path.
func (j *judge) forbidsPath(name string) int {
	best := -1
	note := func(i int) {
		if best < 0 || j.set.held[best].Kind == Ask && j.set.held[i].Kind == Deny {
			best = i
		}
	}
	if name != "" {
		j.spots(name, func(at spot) {
			j.set.named(at, func(i int) {
				if h := j.set.held[i]; h.forTool(j.call.Tool, h.Kind) {
					note(i)
				}
			})
		})
	}
	for _, i := range j.set.others {
		if h := j.set.held[i]; h.all && h.Kind != Allow && h.forTool(j.call.Tool, h.Kind) {
			note(i)
		}
	}
	return best
}

// other decides about a tool of which only the name is known.
func (j *judge) other() Result {
	forbids, allows, lapsed := -1, uncovered(noRule), ""
	for _, i := range j.set.others {
		h := &j.set.held[i]
		switch {
		case !h.all || !h.forTool(j.call.Tool, h.Kind):
		case h.Kind == Allow && !h.bound(j.call):
			if allows.rule < 0 {
				lapsed = notTaken(h, whyUnbound(*h, j.call))
				allows = uncovered(lapsed)
			}
		case h.Kind == Allow && allows.rule < 0:
			allows = finding{Covered, i, coveredBy(h)}
		case h.Kind != Allow && (forbids < 0 || h.Kind == Deny):
			forbids = i
		}
	}
	out := sum([]Part{j.part(j.call.Tool, forbids, allows)})
	out.Lapsed = lapsed != "" && out.Why == lapsed
	return out
}

// Hides reports whether a path is left out of lists and searches because a deny of the tool
// that lists or searches holds for it.
func Hides(set *Set, tool, root, name string) bool {
	return Refuses(set, tool, root, name) != nil
}

// Refuses is the deny that keeps a path from a tool, nil if none does.
func Refuses(set *Set, tool, root, name string) *Held {
	if h := forbids(set, tool, root, name); h != nil && h.Kind == Deny {
		return h
	}
	return nil
}

// Asks reports whether an ask of a tool holds for a path, and no deny does.
func Asks(set *Set, tool, root, name string) bool {
	h := forbids(set, tool, root, name)
	return h != nil && h.Kind == Ask
}

// forbids is the deny or ask of a tool that holds for a path, nil if none does.
func forbids(set *Set, tool, root, name string) *Held {
	if set.paths == 0 && len(set.others) == 0 {
		return nil
	}
	j := newJudge(set, Call{Tool: tool, Root: root}, Facts{})
	clean, _ := within(root, name)
	return j.held(j.forbidsPath(clean))
}

// DeniedBy says which rule refuses something.
func DeniedBy(h *Held) string { return deniedBy(h) }

// Files reports whether rules for a tool have paths in brackets.
func Files(tool string) bool { return isFile(tool) && !star(tool) }

// Runs reports whether a tool runs lines of shell.
func Runs(tool string) bool { return tool == commandTool }

// Writes reports whether a tool changes files at the paths that its rules have in brackets.
func Writes(tool string) bool { return isFile(tool) && !star(tool) && writes(tool) }

// Guarded is the result for a path that turned out to lead to what gives permission: a deny
// stays one, and all else only a person decides.
func (r Result) Guarded(name, why string) Result {
	p := Part{Text: name, Verdict: Asked, Ground: Personal, Why: guardedText(name, why)}
	parts := slices.DeleteFunc(slices.Clone(r.Parts), func(o Part) bool { return o.Text == name && o.Verdict != Denied })
	out := sum(append(parts, p))
	out.Unread, out.Changes, out.Wants = r.Unread, r.Changes, r.Wants
	return out
}
