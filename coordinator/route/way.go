package route

import (
	"parley/coordinator/rules"
	"parley/coordinator/tool"
)

// Way is who or what decides whether a call may run: the rows of the table of
// permissions in docs/who-answers.md.
type Way int

// The ways.
const (
	RunUnasked     Way = iota + 1 // its mode does not ask
	PermitByRule                  // a rule allows all of it
	DenyByRule                    // a rule refuses it
	PermitByTurn                  // as the user decided for such calls in this turn
	PermitByUser                  // a person is asked
	PermitParked                  // nobody is there, and it waits for whoever comes
	PermitByPolicy                // nobody is there, and the policy allows it
	DenyByPolicy                  // nobody is there
)

// ByUser reports whether a person is asked: one who is there, or whoever comes.
func (w Way) ByUser() bool { return w == PermitByUser || w == PermitParked }

// Unasked reports whether it runs although no person is asked, nor was in this turn.
func (w Way) Unasked() bool { return w == RunUnasked || w == PermitByRule || w == PermitByPolicy }

// Wish is the input of the table.
type Wish struct {
	Verdict       rules.Verdict
	Ground        rules.Ground
	Unread        bool // a shell line that cannot be parsed with certainty
	Command       bool // the tool runs shell lines
	Mode          tool.Mode
	Granted       bool // the user said yes or no to such calls in this turn
	Reopened      bool // a fork opened it again
	Asks          bool // a file that gives permission is changed, and the run asks a person itself
	SomebodyThere bool
	Policy        Policy
}

// WayOf is the table: the first row that matches decides.
func WayOf(w Wish) Way {
	denied := DenyByPolicy
	switch {
	case w.SomebodyThere:
		denied = PermitByUser
	case w.Policy == PolicyPark:
		denied = PermitParked
	}
	switch {
	case w.Verdict == rules.Denied:
		return DenyByRule
	case w.Ground == rules.Personal && w.Command: // for a file, the tool itself asks a person
		return denied
	case w.Granted:
		return PermitByTurn
	case w.Reopened && w.SomebodyThere:
		return PermitByUser
	case w.Ground == rules.ByRule:
		return denied
	case w.Asks && w.Mode == tool.Ask:
		return RunUnasked
	case w.Ground == rules.Always && w.Command && w.Unread:
		return denied
	case w.Ground == rules.Always && w.Command:
	case w.Verdict == rules.Allowed && w.Mode == tool.Unattended, w.Mode != tool.Ask && w.Mode != tool.Edit:
		return RunUnasked
	case w.Verdict == rules.Allowed && w.Mode != tool.Edit:
		return PermitByRule
	}
	if !w.SomebodyThere && w.Policy == PolicyAuto {
		return PermitByPolicy
	}
	return denied
}
