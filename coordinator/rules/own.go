package rules

// Own is what a prompt says where no rule is offered: why, and which rule of a person's own
// would cover the call.
type Own struct {
	Why      string   // none is offered, in part of a sentence
	Rules    []string // to be written by hand; none if no rule can cover the call
	Scopes   []Scope  // where they could hold, the narrowest first
	Together string   // what they and another rule would let the assistant do, "" for nothing
}

// Unoffered says why no rule is offered for a call that no rule covers. It is asked only
// where Offers returned none. A rule for what runs other programs is never offered, but
// one that spells every word may be written.
func Unoffered(set *Set, call Call, facts Facts, here Here) (Own, Wants) {
	o := offering{set: set, call: call, facts: facts, here: here}
	now := Decide(set, call, facts)
	if now.Verdict != Asked || now.Ground != Uncovered || call.Tool != commandTool {
		return Own{}, now.Wants
	}
	j := newJudge(set, call, facts)
	own, exact := o.byHand(j)
	if !j.wants.Empty() {
		return Own{}, j.wants
	}
	if len(exact) == 0 {
		return own, Wants{}
	}
	with := Decide(o.with(exact), call, facts)
	if with.Verdict != Allowed {
		if own.Why == "" {
			own.Why = with.Why
		}
		return own, with.Wants
	}
	if own.Scopes = o.scopes(); len(own.Scopes) == 0 {
		own.Why = whyNoPlace
		return own, Wants{}
	}
	for _, r := range exact {
		own.Rules = append(own.Rules, r.String())
	}
	own.Together = o.together(exact)
	return own, Wants{}
}

// byHand is why the first command of the call that could not be offered was not, and the
// rules for exactly the commands that none covers.
func (o *offering) byHand(j *judge) (own Own, exact []Offered) {
	seen, whole := map[string]bool{}, true
	for _, c := range readLine(o.call.Command).commands {
		if j.command(c).ground == Covered {
			continue
		}
		in := unwrap(c.words)
		if why := j.unofferable(in); why != "" && own.Why == "" {
			own.Why = why
		}
		if len(in.words) == 0 {
			whole = false
			continue
		}
		r, ok := exactRule(in.words)
		whole = whole && ok
		if ok && !seen[r.String()] {
			seen[r.String()] = true
			exact = append(exact, Offered{r, o.digest(in.words[0].text)})
		}
	}
	if len(exact) > mostRules && own.Why == "" {
		own.Why = whyManyRules(mostRules)
	}
	if !whole || len(exact) > mostRules {
		return own, nil
	}
	return own, exact
}

// scopes are where a rule that a person writes could hold. Everywhere is none of them: what
// a command of that kind runs is another thing in each workspace.
func (o *offering) scopes() (all []Scope) {
	if o.here.Folder == "" {
		return nil
	}
	if o.here.Conversation != "" {
		all = append(all, Scope(o.here))
	}
	return append(all, Scope{Root: o.here.Root, Folder: o.here.Folder})
}

// together says what new rules and another one would let the assistant do, "" for nothing.
func (o *offering) together(made []Offered) string {
	var all []Held
	for _, r := range made {
		all = append(all, Held{Rule: r.Rule, Kind: Allow, Digest: r.Digest})
	}
	for i, r := range all {
		for k, other := range append(all[:len(all):len(all)], o.set.held...) {
			if k == i {
				continue
			}
			for _, pair := range [2]Pair{{Write: r, Run: other}, {Write: other, Run: r}} {
				if what := pair.meets(); what != "" {
					return togetherText(pair.Write.text, pair.Run.text, what)
				}
			}
		}
	}
	return ""
}
