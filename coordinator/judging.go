package coordinator

import (
	"context"

	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/store"
)

// judging looks at the rules for all that waits for them.
func (s *Shell) judging(e Judge) Performer {
	t, _ := s.state.Folded.Current()
	subjects, log, book := t.subjects(s.state.env()), s.Log(), s.World.Rules
	return func(ctx context.Context) (Input, Performer) {
		if book == nil {
			return Judged{Key: e.Key(), Rulings: unruled(subjects)}, nil
		}
		return Judged{Key: e.Key(), Rulings: book.Judge(ctx, subjects, func() []Subject { return approved(log) })}, nil
	}
}

// unruled is what no rules make of calls.
func unruled(subjects []Subject) []Ruling {
	all := make([]Ruling, len(subjects))
	for i, s := range subjects {
		all[i] = Ruling{ID: s.ID, Verdict: rules.Asked, Ground: rules.Uncovered}
	}
	return all
}

// ruledRun looks at the rules once more just before a run begins: they, or what they
// depend on, may have changed since it was decided.
func (s *Shell) ruledRun(key Key, c Call, call tool.Call, run Performer) Performer {
	book := s.World.Rules
	if book == nil {
		return run
	}
	byRule := c.Permit.By == store.ByRule
	subject := Subject{ID: runID(&c), Tool: call.Name, Arguments: call.Arguments}
	return func(ctx context.Context) (Input, Performer) {
		for _, r := range book.Judge(ctx, []Subject{subject}, nil) {
			switch {
			case r.Verdict == rules.Denied:
				return ToolDone{Key: key, Outcome: tool.Failure{Message: ruleDeniedText(call.Name, r.Why)}}, nil
			case byRule && r.Verdict != rules.Allowed:
				return ToolDone{Key: key, Outcome: tool.Failure{Message: ruleGoneText(call.Name, r.Why)}}, nil
			}
		}
		return run(ctx)
	}
}

// rulesFor is what a run of a call must know of the rules while it runs.
func (s *Shell) rulesFor(c Call) tool.Rules {
	if s.World.Rules == nil {
		return nil
	}
	return s.World.Rules.For(c.Name)
}

// byRule says whether a rule lets the run of a call do what it does: the rule said yes
// to the run, or to the change that is made in it.
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
