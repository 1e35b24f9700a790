package coordinator

import (
	"encoding/json"
	"time"

	"parley/coordinator/guards"
	"parley/coordinator/tool"
	"parley/forms"
)

// Env is what the core knows of the outside: the tools, the rules of the
// configuration, and whether anybody can be asked. It may differ after a
// restart; what a decision needed of it is in the events.
type Env struct {
	Tools         tool.Registry
	Rules         Rules
	SomebodyThere bool
	Workspace     string        // where tools work, recorded with the first message
	Ruled         bool          // there are rules, which are looked at before a call runs
	Limits        guards.Limits // of a turn
	DebugLimits   guards.Limits // of a turn that looks for a root cause
	DebugSkill    string        // how it is to look

	Titles bool // a model makes the title after the first turn
	Window WindowRules

	now     standing
	files   *files // of the response, nil where they are not kept
	unruled *int   // how many calls wait for the rules, nil where they were not counted
	seat    *seat  // who has the screen, as far as it was looked for; nil where it is not kept
}

// standing is what was settled while the program runs, and is neither on record nor of
// the outside. The state has it; an Env has it where something is looked at.
type standing struct {
	Held     bool          // an interrupted turn waits for a key before it goes on
	Untitled bool          // a title was asked for, and none came
	waited   time.Time     // until when was waited for calls that start
	rulings  grown[Ruling] // by what they are about
	judgings int           // how often the rules were looked at, or changed
	looked   grown[bool]   // permissions of which the rules were known once
	wanted   summing       // a summary that a turn waits for
	compact  compacting    // one that the user waits for
}

// Rules are what the configuration says of tools and their questions.
type Rules interface {
	// Question returns what is configured for a question of a tool.
	Question(tool, question string) QuestionRules
	// Detached returns the policy for a kind of prompt of a tool when nobody is
	// there, and the key that sets it, "" where nothing does; kinds are "run",
	// "deliver" and "tool" (its questions).
	Detached(tool, kind string) (Policy, string)
	// Asks is the setting that lets a call ask before it runs ("run") or before its
	// result is given ("deliver"), as it is written; "" where none is made.
	Asks(tool, kind string) string
}

// QuestionRules are what is configured for one question.
type QuestionRules struct {
	ToAssistant bool
	Escalate    bool
	Statics     []Static // configured answers, the nearest first
	Exclusive   *bool    // overrides the question's own
	Label       string   // heading of the form
	Reviewer    string   // the model that it goes to, for the screen; "" if unknown
}

// Static returns the configured answer that decides a question, and whether it
// fits.
func (r QuestionRules) Static(q forms.Question) (Static, bool) {
	for _, a := range r.Statics {
		fits := q.Check(a.Value) == nil
		if fits || !a.OnlyIfFits {
			return a, fits
		}
	}
	return Static{}, false
}

// Static is an answer that the configuration gives. Path is where it stands, for
// the error. One that stands under "*" is meant only where it fits.
type Static struct {
	Value      json.RawMessage
	Path       string
	OnlyIfFits bool
}
