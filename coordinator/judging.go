package coordinator

import (
	"context"

	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/store"
)

// judging consults the rules about everything that waits for them.
func (s *Shell) judging(e Judge) Performer {
	t, _ := s.state.Folded.Current()
	env := s.state.env()
	subjects, log, theirs, book := t.subjects(env), s.Log(), s.World.Theirs, s.World.Rules
	work := tool.Call{Root: s.World.Work.Root, Dir: s.World.Work.Dir, Closed: s.World.Work.Closed}
	return func(ctx context.Context) (Input, Performer) {
		for i, s := range subjects {
			subjects[i].Rests = rests(env.Tools, work, s)
		}
		rulings := unruled(subjects)
		if book != nil {
			rulings = book.Judge(ctx, subjects, func() []Subject { return approved(log, theirs) })
		}
		return Judged{Key: e.Key(), Rulings: guarding(env.Tools, work, subjects, rulings)}, nil
	}
}

// guarding adds to rulings which calls are never carried out, and which only a person may
// allow, in the present workspace. Whoever is asked about such a call is then told what the run would
// otherwise ask them itself. It takes back rulings that allow a tool which is not what
// it was.
func guarding(tools tool.Registry, work tool.Call, subjects []Subject, rulings []Ruling) []Ruling {
	for i, s := range subjects {
		if e, ok := tools.Get(s.Tool); ok && i < len(rulings) && rulings[i].ID == s.ID {
			work.Arguments, rulings[i].Rests = s.Arguments, s.Rests
			rulings[i].Refused = e.RefusedThere(work)
			if rulings[i].Personal = e.GuardedThere(work); rulings[i].Personal != "" {
				rulings[i].Offers, rulings[i].Own = nil, rules.Own{} // no rule could answer it
				rulings[i].Asks = e.AsksThere(work)
			}
			if changed := e.Changed(); changed != "" {
				rulings[i].Changed = changed
			}
			if why := e.Altered(); why != "" && rulings[i].Verdict == rules.Allowed {
				rulings[i].Verdict, rulings[i].Ground, rulings[i].Why, rulings[i].Rules = rules.Asked, rules.Always, why, nil
			}
		}
	}
	return rulings
}

// rests is a digest of the files of the workspace that a subject's tool rests on.
func rests(tools tool.Registry, work tool.Call, s Subject) string {
	e, ok := tools.Get(s.Tool)
	if !ok {
		return ""
	}
	work.Arguments = s.Arguments
	return e.Rests(work)
}

// unruled is a ruling about calls without rules.
func unruled(subjects []Subject) []Ruling {
	all := make([]Ruling, len(subjects))
	for i, s := range subjects {
		all[i] = Ruling{ID: s.ID, Verdict: rules.Asked, Ground: rules.Uncovered}
	}
	return all
}

// ruledRun consults the rules once more just before a run begins: the rules, or what
// they depend on, may have changed since the decision.
func (s *Shell) ruledRun(key Key, c Call, call tool.Call, run Performer) Performer {
	book := s.World.Rules
	if book == nil {
		return run
	}
	byRule := c.Permit.By == store.ByRule
	subject := Subject{ID: runID(&c), Tool: call.Name, Arguments: call.Arguments}
	agreed, by := c.Permit.By == store.ByUser || c.Permit.By == store.ByTurnCache, ""
	if n := len(c.Answers); n > 0 && !agreed {
		by = c.Answers[n-1].By
	}
	replaced := by == store.ByReviewer || by == store.ByDefault || by == store.ByRule // it was answered for a person
	entry, _ := s.state.Env.Tools.Get(c.Name)
	tools, work := s.state.Env.Tools, tool.Call{Root: s.World.Work.Root, Dir: s.World.Work.Dir, Closed: s.World.Work.Closed}
	subject.identify(entry)
	return func(ctx context.Context) (Input, Performer) {
		if why := entry.Altered(); byRule && why != "" {
			return ToolDone{Key: key, Outcome: tool.Failure{Message: ruleGoneText(call.Name, why)}}, nil
		}
		if now := entry.Changed(); agreed && call.Attempt == 1 && now != "" && now != c.Permit.changed() {
			return ToolDone{Key: key, Outcome: tool.Failure{Message: changedMeanwhileText(call.Name)}}, nil
		}
		subject.Rests = rests(tools, work, subject)
		if p := c.Permit.Asked; agreed && p != nil && p.Rests != subject.Rests {
			switch {
			case p.Identity != "":
				return ToolDone{Key: key, Outcome: tool.Failure{Message: filesChangedText(call.Name)}}, nil
			case call.Attempt == 1 && c.Permit.restsOnFile(): // later ones are for what the run itself asked
				return ToolDone{Key: key, Outcome: tool.Failure{Message: fileChangedText(call.Name)}}, nil
			}
		}
		if c.Formed && subject.Identity != "" && c.Rests != subject.Rests {
			return ToolDone{Key: key, Outcome: tool.Failure{Message: filesChangedText(call.Name)}}, nil
		}
		for _, r := range book.Judge(ctx, []Subject{subject}, nil) {
			switch {
			case r.Verdict == rules.Denied:
				return ToolDone{Key: key, Outcome: tool.Failure{Message: ruleDeniedText(call.Name, r.Why)}}, nil
			case r.Verdict != rules.Allowed && (byRule || replaced && r.Ground == rules.ByRule):
				return ToolDone{Key: key, Outcome: tool.Failure{Message: ruleGoneText(call.Name, r.Why)}}, nil
			}
		}
		if subject.Identity == "" {
			return run(ctx)
		}
		return ending(run, func(done ToolDone) ToolDone {
			if _, asks := done.Outcome.(tool.NeedsInput); asks && rests(tools, work, subject) != subject.Rests {
				done.Outcome = tool.Failure{Message: filesChangedWhileText(call.Name)}
			}
			done.Rests = subject.Rests
			return done
		})(ctx)
	}
}

// rulesFor is what a call's run must know about the rules.
func (s *Shell) rulesFor(c Call) tool.Rules {
	if s.World.Rules == nil {
		return nil
	}
	r := s.World.Rules.For(c.Name)
	if r != nil && c.shown() {
		return agreed{r}
	}
	return r
}

// shown reports whether a person allowed a call, or such calls for the turn.
func (c Call) shown() bool {
	by := c.Permit.By
	return store.Permits(c.Permit.Outcome) && (by == store.ByUser || by == store.ByTurnCache)
}

// agreed are the rules for a call that a person allowed.
type agreed struct{ tool.Rules }

func (agreed) Asks(string) bool { return false }

// byRule reports whether a rule allows what the run of a call does: it said yes to
// the run, or to the change made in it.
func (c Call) byRule() bool {
	if c.Permit.By == store.ByRule {
		return true
	}
	for _, a := range c.Answers {
		if a.By == store.ByRule {
			return true
		}
	}
	return false
}
