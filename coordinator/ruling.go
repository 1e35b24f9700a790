package coordinator

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/store"
)

// Rules are evaluated where files may be read, so outside the core: a call that needs
// a ruling waits for it, and the ruling applies to this decision only. It is not on
// record; its consequences are.

// Judge asks for rulings on the calls that wait for them. N counts the requests.
type Judge struct{ N int }

// Key is "rules/<n>".
func (e Judge) Key() Key { return Key{Kind: OfRules, N: int64(e.N)} }

// Judged is the rulings on calls.
type Judged struct {
	Key     Key
	Rulings []Ruling
}

func (Judged) input() {}

// Subject is what a ruling is about: the permission of a call, or a call's question
// that a rule may answer.
type Subject struct {
	ID        string // of the permission or inquiry, present or future
	Tool      string
	Arguments json.RawMessage // as the run gets them
	Identity  string          // of a tool of the user's own, or of a server that the workspace names: what stands behind its name
	Guest     bool            // it is one of such a server
	Like      []tool.Likeness // what a call of another program does as well: a rule that refuses that refuses the call
	Rests     string          // a digest of the files of the workspace that its command names, "" for none
}

// Ruling is the rules' verdict on a call.
type Ruling struct {
	ID      string // of its subject
	Verdict rules.Verdict
	Ground  rules.Ground
	Unread  bool           // it is a line that cannot be parsed with certainty
	Changes bool           // it is a line that no rule allows, or that may change files
	Listed  bool           // it is a line that rules allow and that needs no program of the workspace
	Why     string         // in one sentence, for people
	Rules   []store.RuleAt // the rules that decided
	Offers  []rules.Offer  // rules that a person may make from it
	Own     rules.Own      // where none is offered: why, and what a person may write
	Call    rules.Call     // as the rules read it

	Refused  string // why the call will never be carried out, given the workspace
	Personal string // why only a person may allow the call, given the workspace
	Asks     bool   // the run itself asks a person anyway
	Changed  string // what its tool has changed since a person last let it run
	Lapsed   string // the rule that would allow it if its tool were what it was, and why it does not
	Leads    string // where a command runs, in a sentence, if links lead there from the folder that is named
	Rests    string // as in its subject
}

// Rulebook holds the rules. It may read files; it is called in jobs only.
type Rulebook interface {
	// Judge decides about subjects, each by the present rules. approved are earlier
	// calls that a person allowed; without it no rules are offered.
	Judge(ctx context.Context, subjects []Subject, approved func() []Subject) []Ruling
	// For returns what a tool's run must know about the rules.
	For(tool string) tool.Rules
}

// ruling finds the ruling on a subject; false if it is not known yet.
func (e Env) ruling(id string) (Ruling, bool) {
	if !e.Ruled {
		return Ruling{Verdict: rules.Asked, Ground: rules.Uncovered}, true
	}
	return e.now.rulings.get(id)
}

// rulingOn finds the ruling on a question of a call. For one whose tool is not offered none is
// made: a person answers it.
func (e Env) rulingOn(c *Call, id string) (Ruling, bool) {
	if !e.offers(c.Name) {
		return Ruling{ID: id, Verdict: rules.Asked, Ground: rules.ByRule}, true
	}
	return e.ruling(id)
}

// Told reports whether the rules say anything about the call in question, other than
// that none covers it.
func (r Ruling) Told() bool {
	return r.Verdict == rules.Asked && (r.Ground != rules.Uncovered || r.Why != "" && len(r.Rules) > 0)
}

// Because is why a person is asked, as the rules say it; "" if they say nothing, or the permission
// says so itself.
func (r Ruling) Because() string {
	if !r.Told() || r.Why != "" && strings.HasPrefix(r.Changed, r.Why) {
		return ""
	}
	return r.Why
}

// told is what a person is told before they allow the call: what its tool has changed, or
// that a rule does not hold any more; and where it runs.
func (r Ruling) told() string { return strings.TrimSpace(cmp.Or(r.Changed, r.Lapsed) + " " + r.Leads) }

// verdict is what the rules say about a change that was shown, "" if none does.
func (r Ruling) verdict() rules.Verdict {
	if r.Verdict == rules.Asked && r.Ground != rules.ByRule {
		return ""
	}
	return r.Verdict
}

// subject is the part of a call that must wait for the rules.
func (t *Turn) subject(c *Call, env Env) (Subject, bool) {
	if !env.Ruled || c.Done || c.Running || c.Result != nil || t.Anew || t.LeftOut > 0 || t.Cut != "" {
		return Subject{}, false
	}
	e, ok := env.Tools.Get(c.Name)
	if !ok || e.Off {
		return Subject{}, false
	}
	id := runID(c)
	if c.Asking != nil {
		id, ok = t.ruledQuestion(c)
		if !ok {
			return Subject{}, false
		}
	} else if !t.unpermitted(c, e, env) {
		return Subject{}, false
	}
	if _, known := env.now.rulings.get(id); known {
		return Subject{}, false
	}
	arguments, err := env.Tools.Check(c.Name, c.Arguments)
	if err != nil {
		arguments = c.Arguments
	}
	s := Subject{ID: id, Tool: c.Name, Arguments: arguments}
	s.identify(e)
	return s, true
}

// identify says what stands behind the name of the tool, where that may be another thing than the
// rules are for, and what else a call of it does. The user's own servers say themselves what has changed.
func (s *Subject) identify(e tool.Entry) {
	s.Like = e.Like(s.Arguments)
	if s.Guest = e.Spec.Guest; s.Guest || e.Spec.Server == "" {
		s.Identity = e.Identity()
	}
}

// unpermitted reports whether it is still undecided whether a call may run, or whether the
// decision counts.
func (t *Turn) unpermitted(c *Call, e tool.Entry, env Env) bool {
	switch {
	case c.bound(e, env):
		return true // with which files is still to be looked at
	case c.Run > 0 || c.Permit.Outcome != "", c.Lost && !e.Spec.Repeatable:
		return false
	case c.Permit.Asked != nil:
		return true
	case e.Spec.Run == tool.Skip, env.Tools.Sound(c.Name, c.Arguments) != nil, t.behind(c, env):
		return false
	}
	return e.Refused(env.Workspace, c.Arguments) == ""
}

// ruledQuestion is the id of the call's open question, if it is one that a rule may
// answer: whether to write a change that was shown.
func (t *Turn) ruledQuestion(c *Call) (string, bool) {
	a := c.Asking
	q, ok := a.Walk.Open()
	if !ok || q.ID != applyQuestion || !rules.Writes(c.Name) || a.Denied != "" || a.Walk.Ended() != nil {
		return "", false
	}
	if a.Open != nil {
		return a.Open.ID, true
	}
	return inquiryID(c, q.ID), true
}

// applyQuestion is the question of a file tool that a rule may answer.
const applyQuestion = "apply_changes"

// runID is the id of the permission to run a call, asked for or not.
func runID(c *Call) string {
	if c.Permit.Asked != nil {
		return c.Permit.Asked.ID
	}
	return c.Permit.id(c.ID, store.PermitRun)
}

// inquiryID is the id that the next inquiry of a call's question will have.
func inquiryID(c *Call, question string) string {
	return fmt.Sprintf("%s.%s.%d", c.ID, question, c.count(question).Attempts+1)
}

// unseen reports whether the open permission of a call came from the record and is
// not yet compared with what it should say: until then nobody sees it. One that was
// compared stays before the user if the rules change.
func (t *Turn) unseen(c *Call, env Env) bool {
	_, waits := t.subject(c, env)
	return waits && c.Asking == nil && !env.now.looked.has(runID(c))
}

// subjects are all subjects that wait for the rules now.
func (t *Turn) subjects(env Env) []Subject {
	var all []Subject
	for _, c := range t.Calls.All() {
		if s, waits := t.subject(c, env); waits {
			all = append(all, s)
		}
	}
	return all
}

// waitsForRules reports whether there are any.
func (t *Turn) waitsForRules(env Env) bool {
	if !env.Ruled {
		return false
	}
	if env.unruled != nil {
		return *env.unruled > 0
	}
	for _, c := range t.Calls.All() {
		if _, waits := t.subject(c, env); waits {
			return true
		}
	}
	return false
}

// judged takes in rulings on calls.
func (s State) judged(m Judged) State {
	for _, r := range m.Rulings {
		s.rulings = s.rulings.with(r.ID, r)
		if !s.looked.has(r.ID) {
			s.looked, s.owing = s.looked.with(r.ID, true), nil
		}
	}
	s.judgings++
	return s
}

// ruled records that rules were made and revoked. It also forgets the rulings, since
// the rules have changed.
func (s State) ruled(added []store.RuleAdded, revoked []store.RuleRevoked) (State, []store.Body) {
	var said []store.Body
	for _, b := range added {
		said = append(said, b)
	}
	for _, b := range revoked {
		said = append(said, b)
	}
	if len(said) > 0 && s.Env.Ruled {
		s.rulings = nil
		s.judgings++
	}
	return s, said
}

// approved are the earlier calls of a conversation that a person allowed where it works now. The lines that
// it begins with count if this installation recorded them: whoever wrote others wrote what was allowed.
func approved(log store.Log, theirs int) []Subject {
	asked := map[string]Subject{}
	var all []Subject
	for _, ev := range log.From(theirs) {
		switch b := ev.Body.(type) {
		case store.PermissionRequest:
			if b.Kind == store.PermitRun {
				asked[b.ID] = Subject{ID: b.ID, Tool: b.Tool, Arguments: b.Arguments, Identity: b.Identity, Rests: b.Rests}
			}
		case store.PermissionResponse:
			if s, ok := asked[b.ID]; ok && b.By == store.ByUser && b.Outcome == store.PermitAllowed {
				all = append(all, s)
			}
		case store.ForkedFrom, store.Workspace:
			all = nil // what was allowed there applies only there
		}
	}
	return all
}
