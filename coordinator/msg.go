package coordinator

import (
	"encoding/json"
	"time"

	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// Msg is one thing that happened outside the core. Time and chance come in with
// it: Nonce makes the ids of the events that follow unique.
type Msg struct {
	Time  time.Time
	Nonce string
	Body  Input
	Via   *store.Via // what is known of the person whose act it is, nil for nothing
}

// Input is what a message says.
type Input interface{ input() }

// Opened begins or resumes a conversation: the state holds the fold of what is on
// disk. With Continue an interrupted turn goes on without waiting for a key. Arrived
// is what a killed program left of the response that the turn waits for, zero if
// nothing. Answered are the permissions and inquiries whose answers on record are known to
// be a person's, although nothing has followed from them. Unput are the files that the last
// undo on record did not put back, because the program was killed. Strange says that what is on
// record was not recorded by this installation.
type Opened struct {
	Continue bool
	Arrived  store.Arrived
	Answered []string
	Unput    []Unput
	Strange  bool
}

// Submitted is a message of the user's, with its images. It is queued under ID while a
// turn runs, or while what accompanies it is looked for. Skill is the name of the skill
// that it calls.
type Submitted struct {
	ID, Text, Skill string
	Read            int // see [store.ChatRequest]
	Files           []store.File
}

// OfRun is the ID of the message of a run without a screen. It names no images, here or later.
const OfRun = "run"

// Withdrawn takes a queued message out of the queue, to edit or drop it.
type Withdrawn struct{ ID string }

// Continued lifts the hold on an interrupted turn.
type Continued struct{}

// Interrupted is the user's wish to stop the running turn.
type Interrupted struct{}

// Left says that the program ends while the turn is open: the part of a response that
// arrived is recorded, and the turn stays as it is.
type Left struct{}

// ModelSaid is a part of a response as it arrives.
type ModelSaid struct {
	Key   Key
	Delta providers.Delta
}

// ModelDone is a completed response. Arguments are those of its calls as they are recorded, nil if
// they were not made ready.
type ModelDone struct {
	Key       Key
	Response  providers.Response
	Arguments []json.RawMessage
}

// ModelBroke is a response that failed. Transient says that a new attempt may help.
type ModelBroke struct {
	Key       Key
	Error     string
	Transient bool
	TooLong   bool   // the server takes no request as long as this one
	Help      string // for one that is too long: what to do about it
}

// ToolSaid is live output of a run, for the screen only.
type ToolSaid struct {
	Key  Key
	Text string
}

// ToolDone is how a run ended.
type ToolDone struct {
	Key     Key
	Outcome tool.Outcome
	Files   []store.File // images that go with it
	Touched Touched
	Rests   string // of a tool of somebody else's: a digest of the files that its command names, as they were when it began
	Signed  Signed
}

// Answered is the user's answer to the open question of the key. Remember asks to
// reuse it in this turn; Edited is set if a text other than the proposed one is
// approved; Note is what the user said about it. Again makes a yes no more than the wish to be
// asked again.
type Answered struct {
	Key      Key
	Value    json.RawMessage
	Remember bool
	Edited   *store.Edited
	Again    bool
	Note     string
	Files    []store.File      // images that go with a text
	Rules    []store.RuleAdded // made with the answer, and kept with the other rules
}

// WentBack reopens the question that the user answered last.
type WentBack struct{ Key Key }

// Replied leaves the form unanswered, perhaps with words.
type Replied struct {
	Key  Key
	Text string
}

// Declined declines the form: its tool goes on and is told.
type Declined struct{ Key Key }

// EndedTurn leaves the form and ends the turn.
type EndedTurn struct{ Key Key }

// Permitted answers a permission. Outcome and Scope are those of
// store.PermissionResponse; Arguments or Content hold what the user edited.
type Permitted struct {
	Key       Key
	Outcome   string
	Scope     string
	Reason    string
	Arguments json.RawMessage
	Content   *string
	Rules     []store.RuleAdded // made with the answer, and kept with the other rules
}

// Reviewed is a reviewer's answer.
type Reviewed struct {
	Key    Key
	Value  json.RawMessage
	Reason string
	Model  string
}

// ReviewBroke says that the reviewer gave no usable answer; ByUser, that the
// user stopped it.
type ReviewBroke struct {
	Key    Key
	Error  string
	Model  string
	ByUser bool
}

// ReviewDelayed says that the reviewer's provider waits before another attempt. It
// changes nothing.
type ReviewDelayed struct {
	Key   Key
	Retry providers.Retrying
}

// ReviewStopped is the user's wish to decide without waiting for the reviewer.
type ReviewStopped struct{ Key Key }

// Revoked revokes a remembered answer or permission, by the id of its inquiry or
// permission.
type Revoked struct{ ID string }

// Changed records a change of the conversation's own configuration.
type Changed struct{ Delta store.ConfigDelta }

// Raised changes a limit for the running turn: of a guard, to a number, or to a
// duration for GuardRuntime.
type Raised struct{ Guard, Limit string }

// Unpaused resumes a turn that was paused or ended in an error, as a new turn without
// a message: what was said is on record once, and the model sees it once.
type Unpaused struct{}

// RulesChanged says that rules were made or revoked where they are kept.
type RulesChanged struct {
	Added   []store.RuleAdded
	Revoked []store.RuleRevoked
}

// Titled names the conversation.
type Titled struct{ Title string }

// Woke says that a wake-up's time has come.
type Woke struct{ Key Key }

// Gone says that a cancelled effect has really ended.
type Gone struct{ Key Key }

func (Opened) input()        {}
func (Submitted) input()     {}
func (Withdrawn) input()     {}
func (Continued) input()     {}
func (Interrupted) input()   {}
func (Left) input()          {}
func (ModelSaid) input()     {}
func (ModelDone) input()     {}
func (ModelBroke) input()    {}
func (ToolSaid) input()      {}
func (ToolDone) input()      {}
func (Answered) input()      {}
func (WentBack) input()      {}
func (Replied) input()       {}
func (Declined) input()      {}
func (EndedTurn) input()     {}
func (Permitted) input()     {}
func (Reviewed) input()      {}
func (ReviewBroke) input()   {}
func (ReviewStopped) input() {}
func (ReviewDelayed) input() {}
func (Raised) input()        {}
func (Unpaused) input()      {}
func (Revoked) input()       {}
func (Changed) input()       {}
func (RulesChanged) input()  {}
func (Titled) input()        {}
func (Woke) input()          {}
func (Gone) input()          {}

// keyOf returns the key that a result answers.
func keyOf(in Input) (Key, bool) {
	switch m := in.(type) {
	case ModelDone:
		return m.Key, true
	case ModelBroke:
		return m.Key, true
	case ToolDone:
		return m.Key, true
	case CommandDone:
		return m.Key, true
	case Undid:
		return m.Key, true
	case Answered:
		return m.Key, true
	case WentBack:
		return m.Key, true
	case Replied:
		return m.Key, true
	case Declined:
		return m.Key, true
	case EndedTurn:
		return m.Key, true
	case Permitted:
		return m.Key, true
	case PageOpened:
		return m.Key, true
	case Visited:
		return m.Key, true
	case Reviewed:
		return m.Key, true
	case ReviewBroke:
		return m.Key, true
	case ReviewStopped:
		return m.Key, true
	case Woke:
		return m.Key, true
	case Named:
		return m.Key, true
	case TitleBroke:
		return m.Key, true
	case Judged:
		return m.Key, true
	case Overfull:
		return m.Key, true
	case Summed:
		return m.Key, true
	case Instructed:
		return m.Key, true
	case RunTold:
		return m.Key, true
	case Gone:
		return m.Key, true
	}
	return Key{}, false
}
