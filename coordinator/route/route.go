// Package route says who decides: who answers a question, and whether a call may run without
// anybody being asked. Both are tables, and know nothing but their rows' conditions.
package route

import (
	"encoding/json"

	"parley/coordinator/rules"
)

// Route is who or what answers a question: the rows of the table in
// docs/who-answers.md, in order.
type Route int

// The rows. AskUser of the table is PutToUser here, since AskUser is the effect.
const (
	UseRemembered Route = iota + 1 // 1: remembered this turn
	UseStatic                      // 2: configured
	DenyStatic                     // 3: configured, but it does not fit
	DenyAssistant                  // 4: for the assistant, but only a human may answer
	AskReviewer                    // 5 and 10
	PutToUser                      // 0 and 6: somebody is there
	ParkForUser                    // 6a: nobody is there, and it waits for whoever comes
	DenyNobody                     // 7: only a human may answer, and nobody is there
	DenyPolicy                     // 0 and 8
	UseDefault                     // 9
	UseRule                        // 3a: a rule allows the change
	DenyRule                       // a rule made in the meantime refuses it
	AwaitRules                     // the rules are being looked at
)

// Policy says what happens to a prompt if nobody is there.
type Policy string

// The detached policies.
const (
	PolicyDeny     Policy = "deny"
	PolicyDefaults Policy = "defaults"
	PolicyAuto     Policy = "auto"
	PolicyPark     Policy = "park" // it stays open
)

// Question is the input of the table. Nothing else decides who answers.
type Question struct {
	Personal      bool            // a file that gives permission would be changed
	Remembered    json.RawMessage // the answer remembered this turn, nil if none
	Static        json.RawMessage // the configured answer, nil if none
	StaticFits    bool
	Secret        bool
	Exclusive     bool // after the configuration's override
	Memorable     bool // persistence is "turn"
	ToAssistant   bool // the decided target, with or without escalation
	SomebodyThere bool
	Policy        Policy
	HasDefault    bool
	Escalated     bool          // a reviewer said no, or gave no answer, or a person answered it before
	Rule          rules.Verdict // what the rules say about a change that was shown, "" if none does
	Unruled       bool          // and that is not known yet
}

// parks reports whether a question for a person stays open because none is there.
func (q Question) parks() bool { return !q.SomebodyThere && q.Policy == PolicyPark }

func (q Question) humanOnly() bool { return q.Exclusive || q.Secret }

// ForUser reports whether a route leads to a person: one who is there, or whoever comes.
func (r Route) ForUser() bool { return r == PutToUser || r == ParkForUser }

// Of is the table of docs/who-answers.md: the first row that matches decides.
// Its last row is never "ask a model".
func Of(q Question) Route {
	switch {
	case q.Personal && q.SomebodyThere:
		return PutToUser
	case q.Personal && q.parks():
		return ParkForUser
	case q.Personal:
		return DenyPolicy
	case q.Remembered != nil && q.Memorable && !q.Secret:
		return UseRemembered
	case q.Static != nil && q.StaticFits:
		return UseStatic
	case q.Static != nil:
		return DenyStatic
	case q.Unruled:
		return AwaitRules
	case q.Rule == rules.Denied:
		return DenyRule
	case q.Rule == rules.Allowed && !q.humanOnly() && !q.Escalated:
		return UseRule
	case q.Rule == rules.Asked && q.SomebodyThere:
		return PutToUser
	case q.Rule == rules.Asked && q.parks():
		return ParkForUser
	case q.Rule == rules.Asked && q.humanOnly():
		return DenyNobody
	case q.Rule == rules.Asked:
		return DenyPolicy
	case q.ToAssistant && q.humanOnly():
		return DenyAssistant
	case q.ToAssistant:
		return AskReviewer
	case q.SomebodyThere:
		return PutToUser
	case q.parks():
		return ParkForUser
	case q.humanOnly():
		return DenyNobody
	case q.Policy == PolicyDefaults && q.HasDefault:
		return UseDefault
	case q.Policy == PolicyAuto:
		return AskReviewer
	default:
		return DenyPolicy
	}
}
