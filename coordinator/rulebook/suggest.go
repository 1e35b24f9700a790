package rulebook

import (
	"context"
	"slices"
	"sort"

	"parley/coordinator"
	"parley/coordinator/rules"
)

// Precedent is a call that was decided in the past: whether a person said yes to it or it was
// refused, and in which conversation. From is the first conversation of a line of forks, which
// count as one.
type Precedent struct {
	coordinator.Subject
	Yes  bool
	From string
}

// Suggestion is a rule for something to which a person has repeatedly said yes.
type Suggestion struct {
	Rule     rules.Rule
	Covers   string
	Together string // what it and another rule would let the assistant do, "" for nothing
	Yes      []int  // indices of the precedents, ascending
}

// The least evidence for a suggestion.
const (
	leastYes           = 10
	leastConversations = 3
)

// Suggest returns the rules that the precedents support, those with the most precedents first.
// Each covers exactly one command or path to which a person said yes at least ten times, in at
// least three conversations, and no part of which was ever refused. A rule is left out if a
// prompt would not offer it, if an existing rule already covers it, or if it is for a program
// in the workspace, because nobody can tell whether that is still the program that was
// allowed.
func (b *Book) Suggest(ctx context.Context, all []Precedent) []Suggestion {
	set, _ := b.Set()
	look := b.looker(ctx)
	known, at := map[string][]rules.Offered{}, map[string]int{}
	var found []Suggestion
	var refused []rules.Call
	for i, p := range all {
		call, readable := b.call(p.Subject)
		switch {
		case !readable:
			continue
		case !p.Yes:
			refused = append(refused, call)
			continue
		}
		same := p.Tool + "\n" + string(p.Arguments)
		if _, seen := known[same]; !seen {
			known[same] = look.exactly(set, call)
		}
		for _, r := range known[same] {
			if r.Digest != "" {
				continue
			}
			name := r.String()
			if _, seen := at[name]; !seen {
				at[name] = len(found)
				found = append(found, Suggestion{Rule: r.Rule, Covers: r.Words(rules.Allow), Together: set.Together(r)})
			}
			if s := &found[at[name]]; len(s.Yes) == 0 || s.Yes[len(s.Yes)-1] != i {
				s.Yes = append(s.Yes, i)
			}
		}
	}
	found = slices.DeleteFunc(found, func(s Suggestion) bool {
		from := map[string]bool{}
		for _, i := range s.Yes {
			from[all[i].From] = true
		}
		return len(s.Yes) < leastYes || len(from) < leastConversations ||
			slices.ContainsFunc(refused, func(c rules.Call) bool { return rules.Touches(set, rules.Offered{Rule: s.Rule}, c) })
	})
	sort.SliceStable(found, func(i, j int) bool { return len(found[i].Yes) > len(found[j].Yes) })
	return found
}

// exactly returns the rules that cover what a call does and nothing else.
func (l *looker) exactly(set *rules.Set, call rules.Call) []rules.Offered {
	made, enough := settled(l, func() ([]rules.Offered, rules.Wants) { return rules.Exactly(set, call, l.facts) })
	if !enough {
		return nil
	}
	return made
}
