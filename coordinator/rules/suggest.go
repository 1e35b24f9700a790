package rules

import "slices"

// Exactly returns the narrowest rules that would let an uncovered command line or change of
// files run: one for each of its commands or paths. There are none where a prompt would offer
// none, and none for other tools, whose rules have no parts. Wants are the facts that are
// still missing.
func Exactly(set *Set, call Call, facts Facts) ([]Offered, Wants) {
	if call.Tool != commandTool && !isFile(call.Tool) {
		return nil, Wants{}
	}
	o := offering{set: set, call: call, facts: facts}
	now := Decide(set, call, facts)
	if now.Verdict != Asked || now.Ground != Uncovered {
		return nil, now.Wants
	}
	exact, _, wants := o.rules()
	switch {
	case !wants.Empty():
		return nil, wants
	case len(exact) > mostRules || !o.enough(exact):
		return nil, Wants{}
	}
	return exact, Wants{}
}

// Touches reports whether a rule covers any part of a call, assuming that every program and
// file is as the rule needs it.
func Touches(set *Set, made Offered, call Call) bool {
	return Decide(set.With([]Offered{made}), call, Facts{assume: true}).offered()
}

// offered reports whether a rule that is only offered covers a part of the call.
func (r Result) offered() bool {
	return slices.ContainsFunc(r.Parts, func(p Part) bool { return p.Rule != nil && p.Rule.Where == anOffer })
}

// Together returns a sentence on what a new allow and the existing rules would allow in
// combination, "" if nothing.
func (s *Set) Together(made Offered) string {
	return (&offering{set: s}).together([]Offered{made})
}
