// Package coordinator is the core of Parley: the turn. A pure function takes a
// message and returns events to record and effects to run; the screen, a restart and
// a replay share the fold of those events. It decides who answers a question
// (coordinator/route), what a call needs next (next.go), what must be running (owed.go), the
// outbox and the performers. It does not know about the terminal.
package coordinator

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"parley/coordinator/guards"
	"parley/coordinator/window"
	"parley/forms"
	"parley/store"
)

// Folded is the state that the recorded events amount to. It is a value: Fold returns
// a new one and never changes an old one.
type Folded struct {
	Conversation string
	Seq          int64  // of the last event
	Turns        int    // the highest turn number so far
	Stack        []Turn // the open turns, innermost last
	Decision     string // digest of the latest decision line
	Title        string
	Workspace    string // where the tools last worked
	Folder       string // which folder that was, "" if the record does not say
	Deltas       []store.ConfigDelta
	Ignored      int                 // events that referred to nothing, or repeated
	Paused       bool                // the last turn was paused and can be resumed
	Failed       bool                // the last turn ended in an error and can be retried
	Over         guards.Clock        // what the last turn took
	Commands     []store.UserCommand // user commands without an end
	Wish         *store.SummaryAsked // the summary that the user waits for, or has not accepted yet
	Placed       []window.Placed     // what a request has in place of earlier messages, in order of arrival
	Observed     bool                // it is a session of another program and is never continued here
	Program      string              // that program
	Loop         guards.Loop         // repetitions, across turns that have the same task
	Task         string              // the beginning of the user's last message

	times grown[times]  // by turn, from its end on if it is not within another
	wrote grown[string] // by path, the digest of what a tool of ours put there last
	made  grown[string] // by path, the digest of what such a tool put there, if tools of ours wrote all of it
	lines grown[string] // by request of a permission or an answer, the digest of the line that asks
	past  besideTurns
	used  idSet      // ids of all tool calls, including ignored ones
	stale grown[int] // by turn, the highest response number on an ignored line; it must not be reused
	asked int        // messages of the user so far
}

// Turn is an open turn.
type Turn struct {
	N, Parent int
	Ending    string // why it is ending, "" while it goes on
	Responses int    // responses that ended or were dropped; the next one's number less one
	Complete  bool   // the last response is complete, so its calls are next
	Parts     bool   // parts of a response are recorded without an end
	Failures  int    // recorded failures of the response now requested
	Tries     int    // those after which it was requested again
	Failed    string // the failure after which there are no more attempts
	Lessen    bool   // the server found the request too long: it is made again after a summary
	TooLong   bool   // of the outermost turn: that has happened
	Calls     Calls  // the calls of the last complete response, in order
	LeftOut   int    // calls that were too many to be recorded
	Cut       string // its finish, if its calls may be incomplete
	parts     *part  // calls of the response that has no end yet

	Memory []Remembered
	Grants []Grant
	Ended  []ended // calls that end since the user replied to what one of them asked

	History *guards.History // what the guards examine; never changed, only replaced
	Clock   guards.Clock    // the turn's runtime
	Raised  guards.Limits   // limits that the user changed for this turn
	Anew    bool            // the calls are not carried out: the user wants another approach
	Guard   *Tripped        // the tripped guard that is still being dealt with
	Tripped []Count         // how often each guard asked
	Told    bool            // the turn has had a message
	Report  *guards.Report  // what debugging reported
}

// Remembered is an answer that the user wants reused for the same question of the
// same tool in this turn.
type Remembered struct {
	Inquiry  string
	Call     string // that asked
	Tool     string
	Identity string // of that tool, as it was when it asked
	Rests    string // of the files that its command names, likewise
	Question forms.Question
	Value    json.RawMessage
}

// Grant is a remembered permission or refusal for a tool, and what its prompt said
// that it covers.
type Grant struct {
	Permission string
	Tool       string
	Key        string
	Covers     string
	Identity   string // of the tool, as it was asked about
	Rests      string // of the files that its command names, likewise
	Allow      bool
}

// Call is a tool call of a complete response.
type Call struct {
	ID        string
	Name      string
	Response  string
	Arguments json.RawMessage // as asked, or as the user edited them
	Arrival   int64           // seq of the event that put it into the user's queue

	Permit Permit // to run
	// Reopened says that a fork opened the permission again: whoever is there
	// answers it, whatever was granted for the turn.
	Reopened bool
	Run      int // runs started so far
	Running  bool
	Writes   bool      // what the run is about to write is on record
	Since    time.Time // when its latest run began
	Lost     bool      // a run was in progress when the program stopped
	Strange  bool      // it was not recorded here, and no run of it has begun here
	From     Place     // the workspace in which it was asked about or run, if the tools work in another one since

	Asking   *Asking  // the form that the last run asked for
	State    string   // what that run wants back
	Declined bool     // the form before the run that goes on was declined
	Untold   bool     // what was answered before the form that is open was told to nobody yet
	Formed   bool     // the run goes on by what was answered in a form
	Rests    string   // of the files that the tool's command named when it asked that
	Forms    int      // forms that the call asked for
	Answers  []Answer // from earlier forms, and from this one once it is done
	Counts   []Count  // how often each question was asked, and asked again
	Passed   []Passed // the questions that are for a person from now on

	Result  *store.ToolFinished // waits for the user before it is delivered
	Deliver Permit
	Judged  *Judgement // the last boolean answered in this call
	Done    bool

	Failed  bool   // it ended in an error
	Refused bool   // its tool said that it followed a no
	Fault   string // what went wrong in a result that is not an error
	Content string // what the model was told
	Signed  string // the signature that its tool gave
	Digest  uint64 // of the call and its result, for the loop guard
}

// Permit is how far a permission has come.
type Permit struct {
	Asked   *store.PermissionRequest
	Outcome string // "" until answered
	Reason  string
	By      string
	Why     string  // what the rules say about a refused call
	Content *string // an edited result
	Before  string  // the outcome from which nothing had followed when the program ended
	Times   int     // how often that happened
	Was     string  // the identity of the tool in a request that counts no more
	Rested  string  // the files of that request
	From    Place   // the workspace of that request, if it counts no more because of it
}

// Answer is an answer to a question of a call. The answer to a secret is not on
// record; while the program runs it is found through its inquiry.
type Answer struct {
	Question forms.Question
	Inquiry  string
	Value    json.RawMessage
	Redacted bool
	By       string
	Edited   *store.Edited
	Again    bool // a yes to being asked again
}

// Count counts the attempts of one question within a call.
type Count struct {
	Question string
	Attempts int // inquiries so far
	Repeats  int // how often it was asked again after being answered
}

// Passed is a question that passed to a person, or that one answered. Each time that it is asked again in
// the call it is for a person: nobody else ends what they began.
type Passed struct {
	Question forms.Question // as it was asked last
	Linked   *Linked        // why it passed to a person, if it did
	Reviewed forms.Question // what the reviewer was asked then
	Answered bool           // by a person
}

// Judgement is the latest boolean answered in a call.
type Judgement struct {
	Before   *Judgement // the one before it
	Form     int        // of the call's forms, from 1
	Question forms.Question
	No       bool
	By       string
	Model    string
	Reason   string
	Edited   *store.Edited
}

// Asking is a form that a run asked for and the walk through it.
type Asking struct {
	Run       int
	Walk      forms.Walk
	Shown     bool     // it has the screen until it ends
	Open      *Inquiry // the question on record without a response
	Linked    *Linked  // the next inquiry follows at once on a reviewer's
	Given     []Answer // what was answered, in order, including what no longer counts
	Denied    string   // the cancel tag that failed the call
	Ruled     string   // why a rule refuses it
	Detail    string   // more about it
	Declined  string   // the question that was open when the user replied
	Refused   bool     // the user declined the form
	Withdrawn bool     // who asked wants no answer to it any more
	Live      bool     // the run goes on meanwhile
	Among     []string // the calls of which any may have asked, this one the first; empty if this one did
	Identity  string   // of the tool that asks
	Rests     string   // of the files that its command names, as they were when it asked
	Was       *Asking  // this form as answered, if nothing had followed from that when the program ended
}

// Inquiry is a question that was asked and not yet answered.
type Inquiry struct {
	ID            string
	Question      forms.Question
	ToAssistant   bool
	Escalate      bool
	EscalatedFrom string
	Reopened      bool // by a fork: whoever is there answers it
}

// Linked says why a question passes to somebody else: the reviewer said no, or gave
// no answer.
type Linked struct {
	From   string // the reviewer's inquiry
	Model  string
	Reason string
	Failed bool
}

// Current returns the innermost open turn.
//
//go:noinline
func (f Folded) Current() (Turn, bool) {
	if len(f.Stack) == 0 {
		return Turn{}, false
	}
	return f.Stack[len(f.Stack)-1], true
}

// Open reports whether a turn waits for its model, its tools or its user.
func (f Folded) Open() bool { return len(f.Stack) > 0 }

// Call finds a call of the innermost turn by its id.
func (t Turn) Call(id string) (Call, bool) {
	if i, ok := t.Calls.find(id); ok {
		return *t.Calls.At(i), true
	}
	return Call{}, false
}

// toldNo reports whether the latest boolean answered in the call was a no.
func (c Call) toldNo() bool { return c.Judged != nil && c.Judged.No }

// ours reports whether the last bytes that a tool put at a path have a digest.
func (f Folded) ours(path, digest string) bool {
	last, ok := f.wrote.get(path)
	return ok && last == digest
}

// allOurs reports whether tools wrote all of the bytes with a digest, and put them at a path.
func (f Folded) allOurs(path, digest string) bool {
	last, _ := f.made.get(path)
	return last != "" && "sha256:"+last == digest && f.ours(path, digest)
}

// settled reports whether every call has its response.
func (t *Turn) settled() bool { return t.Calls.open == 0 }

func (c Call) count(question string) Count {
	for _, n := range c.Counts {
		if n.Question == question {
			return n
		}
	}
	return Count{Question: question}
}

// grown is a growing map whose older versions stay valid: immutable maps of doubling
// sizes, with small ones merged on the way. Of two values under one key the later one
// counts.
type grown[V any] []map[string]V

func (s grown[V]) get(key string) (V, bool) {
	for _, m := range slices.Backward(s) {
		if v, ok := m[key]; ok {
			return v, true
		}
	}
	var none V
	return none, false
}

func (s grown[V]) has(key string) bool {
	_, ok := s.get(key)
	return ok
}

func (s grown[V]) with(key string, v V) grown[V] { return s.withAll(map[string]V{key: v}) }

// withAll takes ownership of a map, which must not be changed any more.
func (s grown[V]) withAll(last map[string]V) grown[V] {
	n := len(s)
	for n > 0 && len(s[n-1]) <= len(last) {
		merged := make(map[string]V, len(last)+len(s[n-1]))
		maps.Copy(merged, s[n-1])
		maps.Copy(merged, last)
		last, n = merged, n-1
	}
	return append(s[:n:n], last)
}

// idSet is a growing set of ids.
type idSet = grown[struct{}]
