package rules

import (
	"path"
	"slices"
	"strings"
)

// Offer is a rule (or a few, for a line of several commands) that a prompt may offer
// beside yes and no, with where it would hold.
type Offer struct {
	Rules  []Offered
	Scope  Scope
	Where  string // the scope, for people
	Covers string // what it covers, for people
	Would  int    // how many of the earlier calls that were asked about it would have covered

	Together string // what it and another rule would let the assistant do, "" for nothing
}

// Offered is a rule of an offer and, if it is for a program of the workspace, the digest
// of that program; for a tool of the user's own, what it is bound to.
type Offered struct {
	Rule
	Digest string
}

// held is the rule as an allow.
func (r Offered) held() Held { return Held{Rule: r.Rule, Kind: Allow, Digest: r.Digest} }

const (
	mostOffers = 4
	mostRules  = 4 // of one offer
)

// Offers returns at most four rules for a call that is asked about, from narrow to wide:
// none for a command that runs what it is given, none with a wildcard for a command's
// name, and none that reaches beyond earlier, the calls of this workspace that a person
// said yes to. Wants are facts without which nothing is offered.
func Offers(set *Set, call Call, facts Facts, earlier []Call, here Here) ([]Offer, Wants) {
	o := offering{set: set, call: call, facts: facts, earlier: earlier, here: here}
	now := Decide(set, call, facts)
	if now.Verdict != Asked || now.Ground != Uncovered {
		return nil, now.Wants
	}
	exact, wide, wants := o.rules()
	if !wants.Empty() {
		return nil, wants
	}
	if len(exact) == 0 || len(exact) > mostRules || !o.enough(exact) {
		return nil, Wants{}
	}
	workspace := Scope{Root: here.Root, Folder: here.Folder}
	list := []Offer{o.offer(exact, workspace)}
	if here.Conversation != "" {
		list = slices.Insert(list, 0, o.offer(exact, Scope(here)))
	}
	if len(wide) > 0 && o.enough(wide) && o.would(wide) > o.would(exact) {
		list = append(list, o.offer(wide, workspace), o.offer(wide, Scope{}))
	} else if o.would(exact) > 0 {
		list = append(list, o.offer(exact, Scope{}))
	}
	out := list[:0]
	for _, offer := range list {
		if o.may(offer) && len(out) < mostOffers {
			out = append(out, offer)
		}
	}
	return out, Wants{}
}

type offering struct {
	set     *Set
	call    Call
	facts   Facts
	earlier []Call
	here    Here
}

// may reports whether an offer's scope is known, and keeps a program of a workspace within
// that workspace.
func (o *offering) may(offer Offer) bool {
	if offer.Scope == (Scope{}) {
		for _, r := range offer.Rules {
			if r.Digest != "" && !r.held().Bound() {
				return false
			}
		}
		return true
	}
	return offer.Scope.Folder != ""
}

func (o *offering) offer(rules []Offered, scope Scope) Offer {
	var covers []string
	for _, r := range rules {
		covers = append(covers, r.held().Words())
	}
	return Offer{
		Rules: rules, Scope: scope, Where: scope.Words(), Covers: strings.Join(covers, "; "), Would: o.would(rules),
		Together: o.together(rules),
	}
}

// anOffer is where a rule stands that is only being offered.
const anOffer = "an offer"

func (o *offering) with(rules []Offered) *Set { return o.set.With(rules) }

// With is the set with more allows. They are put first, for where several cover the same
// call.
func (s *Set) With(made []Offered) *Set {
	var held []Held
	for _, r := range made {
		held = append(held, Held{Rule: r.Rule, Kind: Allow, Digest: r.Digest, Where: anOffer})
	}
	held = append(held, s.held...)
	for i := range held {
		held[i].Scope = Scope{}
	}
	return NewSet(held, Here{})
}

// enough reports whether with these rules the call would not be asked about.
func (o *offering) enough(rules []Offered) bool {
	return Decide(o.with(rules), o.call, o.facts).Verdict == Allowed
}

// would counts the earlier calls that the rules would have covered: a person was asked
// about each, even if another rule covers it now.
func (o *offering) would(rules []Offered) int {
	set, n := o.with(rules), 0
	for _, c := range o.earlier {
		if r := Decide(set, c, Facts{assume: true}); r.Verdict == Allowed && r.offered() {
			n++
		}
	}
	return n
}

// rules returns the rules that cover exactly the call and, if there are any, the widest
// ones that may be offered.
func (o *offering) rules() (exact, wide []Offered, wants Wants) {
	j := newJudge(o.set, o.call, o.facts)
	switch {
	case o.call.Tool == commandTool:
		exact, wide = o.commands(j)
	case isFile(o.call.Tool):
		exact, wide = o.paths(j)
	default:
		if r, err := Parse(Allow, o.call.Tool); err == nil && !star(o.call.Tool) {
			exact = []Offered{{Rule: r, Digest: o.call.Bound}}
		}
	}
	return exact, wide, j.wants
}

func (o *offering) commands(j *judge) (exact, wide []Offered) {
	wider := false
	for _, c := range readLine(o.call.Command).commands {
		if j.command(c).ground == Covered {
			continue
		}
		in := unwrap(c.words)
		if j.unofferable(in) != "" {
			return nil, nil
		}
		r, ok := exactRule(in.words)
		if !ok {
			return nil, nil
		}
		digest := o.digest(in.words[0].text)
		exact = append(exact, Offered{r, digest})
		if u := useOf(in.words); u.row != nil && !u.row.spelled() {
			if u.walks(in.words) {
				_ = j.closedWithin(in.words[0].text) // so that it is wanted; a wider rule is offered only if it is enough
			}
			if w, ok := exactRule(in.words[:u.head], "*"); ok {
				wide, wider = append(wide, Offered{w, digest}), true
				continue
			}
		}
		wide = append(wide, Offered{r, digest})
	}
	if !wider {
		wide = nil
	}
	return exact, wide
}

// digest is that of a command's program, if it lies in the workspace.
func (o *offering) digest(name string) string {
	if p := o.facts.Programs[name]; p.InWorkspace {
		return p.Digest
	}
	return ""
}

// unofferable says why no rule is offered for a command, "" if one may be.
func (j *judge) unofferable(in unwrapped) string {
	words := in.words
	if len(words) == 0 {
		return noCommand // it is nothing but a redirection
	}
	name := words[0].text
	if _, runs := find(tablesOf().programs, words); runs || strings.Contains(name, "*") {
		return whyRuns(words)
	}
	if in.fed {
		return whyFed
	}
	u := useOf(words)
	lines := u.row != nil && u.row.operands == "lines"
	switch {
	case u.asked != "":
		return u.asked
	case u.row != nil && u.row.spelled() || lines && !u.prints(words):
		return whyDoes(u.title(words))
	}
	unknown := j.programs(name, in.names, Held{Digest: j.facts.Programs[name].Digest})
	for i, w := range words[1:] {
		r := u.roles[i+1]
		switch {
		case !w.plain():
			return whyChanges(w.shown())
		case u.row != nil && (r == isFlag || r == isAfter):
			return whyUnlisted(u.title(words), w.shown())
		case lines && r == isOperand:
			lines = false // what it prints is not a path
			continue
		}
		if which := j.place(w.text); which != "" && unknown == "" {
			unknown = whyHolds(w.shown(), which)
		}
	}
	if why := j.configuration(words); why != "" {
		return why
	}
	return unknown
}

func (o *offering) paths(j *judge) (exact, wide []Offered) {
	wider := false
	for _, name := range o.call.Paths {
		clean, inside := within(o.call.Root, name)
		if !inside || GivesPermission(clean) != "" {
			return nil, nil
		}
		if j.onePath(name).Verdict == Allowed {
			continue
		}
		r, err := Parse(Allow, o.call.Tool+"("+quotePath(clean)+")")
		if err != nil {
			return nil, nil
		}
		exact = append(exact, Offered{Rule: r})
		if dir := path.Dir(clean); dir != "." {
			if w, err := Parse(Allow, o.call.Tool+"("+quotePath(dir)+"/**)"); err == nil {
				wide, wider = append(wide, Offered{Rule: w}), true
				continue
			}
		}
		wide = append(wide, Offered{Rule: r})
	}
	if !wider {
		wide = nil
	}
	return exact, wide
}
