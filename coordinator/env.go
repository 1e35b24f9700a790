package coordinator

import (
	"encoding/json"
	"time"

	"parley/coordinator/guards"
	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/coordinator/window"
	"parley/forms"
)

// Env is what the core knows about the outside: the tools, the configured rules, and
// whether anybody can be asked. It may differ after a restart; whatever a decision
// needed from it is in the events.
type Env struct {
	Tools         tool.Registry
	Rules         Rules
	SomebodyThere bool
	AnswersOnly   bool          // answers are recorded, and nothing that follows from them starts
	Mirrors       bool          // what is asked elsewhere is shown; which tools are offered there is not known
	Workspace     string        // where tools work, recorded with the first message
	Folder        string        // what tells that folder apart from another one at its path, "" if that is not known
	Ruled         bool          // there are rules, to be consulted before a call runs
	Limits        guards.Limits // of a turn
	DebugLimits   guards.Limits // of a debugging turn
	DebugSkill    string        // how debugging should proceed

	Titles    bool // a model makes the title after the first turn
	Window    window.Rules
	Instructs bool // the model is told instructions with the first message

	now      standing
	files    *files // of the response, nil if they are not kept
	unruled  *int   // number of calls that wait for the rules, nil if not counted
	seat     *seat  // who has the screen, if that was looked up; nil if not kept
	stopping bool   // a run that was told to end may not have ended yet
	afoot    *afoot // what runs of the response, if that was looked up; nil if not kept
}

// guardsOf is the name under which the policy for the questions of guards is looked up:
// they belong to no tool, so what holds for all tools holds for them.
const guardsOf = "*"

// waits reports whether a prompt of a tool for a person stays open until one answers.
func (e Env) waits(tool, kind string) bool {
	if e.SomebodyThere {
		return true
	}
	policy, _ := e.Rules.Detached(tool, kind)
	return policy == route.PolicyPark
}

// guardWaits reports whether the question of a guard does.
func (e Env) guardWaits() bool {
	q := route.Question{Exclusive: true, SomebodyThere: e.SomebodyThere}
	q.Policy, _ = e.Rules.Detached(guardsOf, "tool")
	return route.Of(q).ForUser()
}

// standing is what was settled while the program runs and is neither on record nor
// part of the outside. State holds it; Env carries it where something is examined.
type standing struct {
	Held     bool          // an interrupted turn waits for a key before it goes on
	Untitled bool          // a title was requested, and none came
	Wanted   Instruct      // what is looked up before a turn begins, zero for nothing
	Undoing  PutFiles      // an undo that is under way, zero for none
	waited   time.Time     // the end of the wait for calls that start
	rulings  grown[Ruling] // by subject
	judgings int           // how often the rules were consulted, or changed
	looked   grown[bool]   // permissions whose rules were known once
	wanted   summing       // a summary that a turn waits for
	compact  compacting    // one that the user waits for
	told     idSet         // forms whose runs know what came of them, by the keys of the telling
	visits   idSet         // questions whose page the user has opened
	unbegun  []Key         // runs that wait until what led to them is on disk
	before   idSet         // runs and commands that began before this program opened the conversation, by their keys
	theirs   int           // how many events the record begins with that another hand may have written
	changes  idSet         // runs that will change something of which no bytes are kept, by the keys of the write
}

// Rules are the configuration's settings for tools and their questions.
type Rules interface {
	// Question returns what is configured for a tool's question.
	Question(tool, question string) QuestionRules
	// Detached returns the policy for a kind of prompt of a tool if nobody is there,
	// and the key that sets it, "" if none does; kinds are "run", "deliver" and
	// "tool" (its questions).
	Detached(tool, kind string) (route.Policy, string)
	// Asks is the setting that makes a call ask before it runs ("run") or before its
	// result is delivered ("deliver"), as written; "" if there is none.
	Asks(tool, kind string) string
}

// QuestionRules are what is configured for one question.
type QuestionRules struct {
	ToAssistant bool
	Escalate    bool
	Statics     []Static // configured answers, the nearest first
	Exclusive   *bool    // overrides the question's own
	Label       string   // heading of the form
	Reviewer    string   // the reviewer's model, for the screen; "" if unknown
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

// Static is an answer from the configuration. Path is its key, for error texts. An
// answer under "*" applies only to questions that it fits.
type Static struct {
	Value      json.RawMessage
	Path       string
	OnlyIfFits bool
}
