// Package tool is the contract between the turn and whatever a model can call: what a
// tool says about itself, what a run gets, and how a run ends. It knows no screen, no
// conversation and no coordinator.
package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"parley/forms"
)

// Mode says what happens before a run, or before its result is delivered.
type Mode string

// The modes of running a tool and of delivering its result.
const (
	Ask        Mode = "ask"
	Unattended Mode = "unattended"
	Edit       Mode = "edit"
	Skip       Mode = "skip"
)

// Joint stands between the name of a server and that of its tool.
const Joint = "__"

// Spec is what a tool says about itself. Everything here is a default that the
// configuration may override.
type Spec struct {
	Name        string
	Description string            // for the model, sent with every request
	Parameters  json.RawMessage   // JSON Schema of the arguments, an object
	Run         Mode              // Ask for tools that write or execute
	Result      Mode              // Unattended unless configured
	Repeatable  bool              // a run may be repeated after a crash
	Hidden      bool              // not drawn as a tool: its question is all that the user sees
	Assistant   bool              // its questions are the assistant's own (source "assistant")
	Labels      map[string]string // question id or "*" to the heading of its form
	Declines    bool              // its forms can be declined: it runs again and is told
	Server      string            // the server that offers it, "" for a tool of ours
	Guest       bool              // the workspace names that server, or the command that the tool is, and not the user
	Lenient     bool              // the tool checks its arguments itself and reports every fault

	// Vetted says that the parameters were looked at before, as those of tools that are
	// kept: they are parsed when they are first needed.
	Vetted bool

	checker *checker                 // set by NewRegistry: the parameters, parsed once
	later   func() (*checker, error) // the same, for what is vetted
}

// Answer is what a run gets for a question that it asked. Asked is the question as it
// was asked, so that a tool can tell an answer to another text from an answer to what
// it would ask now. Edited is set if the user approved a text other than the proposed
// one; the approval then means exactly that text.
type Answer struct {
	Value  json.RawMessage
	Again  bool // the yes is to being asked again
	Asked  forms.Question
	Edited *Edited
	Said   []string // what the program may have said before the context of its own accord
}

// Shows reports whether what was put is a question, and all that an answer to it means: its
// text, its kinds of answers, what it takes without one. The record that it comes from may
// have been written by another. Before its context stands nothing, or one of what was
// Said; somebody may have been asked themselves without need, and what the configuration
// and the form say of it changes no answer.
func (a Answer) Shows(q forms.Question) bool {
	stands := func(said string) bool {
		return a.Asked.Context == strings.TrimSuffix(said+"\n\n"+q.Context, "\n\n")
	}
	if a.Asked.Context != q.Context && !slices.ContainsFunc(a.Said, stands) {
		return false
	}
	if a.Asked.Personal {
		q.Personal, q.Persistence = true, a.Asked.Persistence
		if a.Asked.Default == nil {
			q.Default = nil
		}
	}
	q.Context, q.Digest, q.Exclusive, q.When = a.Asked.Context, a.Asked.Digest, a.Asked.Exclusive, a.Asked.When
	was, err := json.Marshal(a.Asked)
	is, bad := json.Marshal(q)
	return err == nil && bad == nil && bytes.Equal(was, is)
}

// Edited is a proposed text as the user edited it, bound by its digest.
type Edited struct {
	Digest  string `json:"digest"`
	Content string `json:"content"`
	Taken   string `json:"taken,omitempty"` // "1 of 2 hunks" of the proposed change, if it is that and nothing else
}

// Call is what one run of a tool gets. Arguments were checked against the tool's
// schema and contain its defaults; Answers holds every answer given so far, keyed by
// question id. It does not say how an answer came about.
type Call struct {
	ID           string
	Name         string
	Arguments    json.RawMessage
	Answers      map[string]Answer
	Options      json.RawMessage // conversation.tools.<name>.options, an object or nil
	Root         *os.Root        // the workspace, the only place file tools may touch
	Dir          string          // the workspace's path, for commands
	Closed       []string        // absolute folders and files that no file tool may touch
	Rests        string          // what a person's yes to this run rests on, see [Resting]; "" for nothing
	Allowed      string          // what only a person may allow, as they were told, and did allow for this very call
	Asks         bool            // it was let run since it said that it asks a person itself, as AskerThere has it
	Conversation string
	Attempt      int // the number of this run of the call, from 1
	// Ours reports whether a file has exactly the bytes with this digest because a
	// run in this conversation put them there. Nil knows none.
	Ours func(path, digest string) bool
	// Made reports that of a file in which runs in this conversation wrote everything:
	// nothing of anybody else's is lost with it. Nil knows none.
	Made func(path, digest string) bool
	Live io.Writer // output as it is produced, for the screen only; never nil
	// State is what the run before gave back with its form, and Declined says that the
	// form was declined: its answers do not count then.
	State    string
	Declined bool
	// Ask puts a form while the run goes on, and waits for what comes of it. Its
	// context may end earlier than the run, with [ErrWithdrawn]. Nil where nobody can be
	// asked in that way. One form at a time.
	Ask func(context.Context, Meanwhile) (Told, error)
	// Rules says what the user refuses, wherever a path leads; nil if there are no
	// rules.
	Rules Rules
	// ByRule says that a rule, not a person, allows this run: it must then do nothing
	// in a place that no rule allows.
	ByRule bool
	// Listed says that the rules allow a line of commands that need no program of the
	// workspace: none that they look for by its name may then be found there.
	Listed bool
	// Shown says that a person allowed this run, or such runs for the turn, and was shown its
	// arguments as they were given.
	Shown bool
	// Agreed says that a person was asked about this very run, and let it go on.
	Agreed bool
}

// ErrWithdrawn is why the context of [Call.Ask] ended if no answer is wanted any more while the
// run goes on.
var ErrWithdrawn = errors.New("the question was withdrawn")

// Meanwhile is a form that is asked for while a run goes on. Among are the ids of the calls of one server of which
// any may ask, this one among them; empty where this one does.
type Meanwhile struct {
	Form  forms.Form
	Among []string
}

// Told is what came of a form: every answer of the call so far, or that it was declined.
type Told struct {
	Answers  map[string]Answer
	Declined bool
}

// Rules are what a tool's run must know about the user's rules, since only the run
// sees where paths lead. Paths are relative to the workspace, with slashes.
type Rules interface {
	// Hides reports whether a rule denies the tool a path: lists and searches omit
	// it, and nothing is read or written there. The sentence says why.
	Hides(path string) (why string, hidden bool)
	// Asks reports whether a rule asks about a path, and nobody was asked about the call:
	// a search does not read it.
	Asks(path string) bool
	// Allows reports whether a rule allows the tool a path.
	Allows(path string) bool
}

// Outcome is how a run ended: Success, Failure, NeedsInput or Writes.
type Outcome interface{ outcome() }

// Exit is the exit status of a command. The zero Exit stands for anything that is not
// a command, or a command ended by a signal.
type Exit struct {
	Status int
	Known  bool
}

// ExitOf is an exit status; the zero Exit if there was none.
func ExitOf(status int, known bool) Exit {
	if !known {
		return Exit{}
	}
	return Exited(status)
}

// Exited is the exit status of a command that ended by itself.
func Exited(status int) Exit { return Exit{Status: status, Known: true} }

// Success ends a call with content for the model. Exit statuses and the like are part
// of Content; Exit has the status of a command, for readers of the record. Refused
// says that the content only reports a no that was given in this call, so that the
// work was not done. Only the tool knows: a no to "Keep a backup?" refuses nothing.
type Success struct {
	Content string
	Exit    Exit
	Refused bool
	Wrote   *Wrote  // nil if the run put no file in place
	Images  *Images // nil if there are none
}

// Images are those that go with a result, in order.
type Images struct{ All []Image }

// Image is an image that goes with a result, as it came.
type Image struct {
	Name string
	Data []byte
}

// Wrote is a file that a run put in place, by its path relative to the workspace
// and the digest of its bytes.
type Wrote struct{ Path, Digest string }

// Failure ends a call with an error for the model. Refused says that the message only
// repeats a no that was given in this call.
type Failure struct {
	Message   string
	Trace     string
	Transient bool
	Exit      Exit
	Refused   bool
}

// NeedsInput asks; the tool runs again once the form is answered.
//
// State is given to the next run of the call as it is. It is on record; no model gets it.
type NeedsInput struct {
	Form   forms.Form
	State  string
	Untold bool // nothing of what was answered before was passed on: that waits for this form
}

// Writes ends a run that is about to change files and has changed none yet. What stands
// in them is kept, and on record, before Write does it; Drop is called instead where
// nothing is to be written any more. One of the two is called, once. No Files are those of a
// change that takes no bytes away, such as that of a link: Write then waits only until
// what led to the run is on record.
type Writes struct {
	Files []Change
	Write func(context.Context) Outcome
	Drop  func()
}

// Change is one of those files, by its path relative to the workspace. Before and After
// are the SHA-256 in hex of the bytes that stand there now and of those that will; "" means
// that there is no file. Data are the bytes before, nil where they are too many to be kept.
type Change struct {
	Path          string
	Before, After string
	Data          []byte
	Mode          fs.FileMode // of the file before
}

func (Success) outcome()    {}
func (Writes) outcome()     {}
func (Failure) outcome()    {}
func (NeedsInput) outcome() {}

// Tool is something a model can call. Run must return soon after its context
// ends and leave nothing running behind it.
type Tool interface {
	Spec() Spec
	Run(context.Context, Call) Outcome
}

// Replier is a tool that turns a Reply (the user declined to answer and perhaps wrote
// something) into a result of its own. It must do no I/O. answered holds the answers
// that count, in form order.
type Replier interface {
	Replied(form forms.Form, answered []forms.Given, text string) string
}

// Coverer is a tool that knows what a permission "for this turn" should cover beyond
// exactly the same arguments. Key identifies it, Text is for the user.
type Coverer interface {
	Covers(arguments json.RawMessage) Cover
}

// Cover is what a remembered answer covers, as a permission prompt shows it. Words
// that begin with "exactly this" cover what the prompt shows already and nothing
// else.
type Cover struct {
	Key  string `json:"key"`
	Text string `json:"text"`
}

// Looker is a tool whose Run may change nothing by itself: it reports what is to change with
// Writes instead. Such a run may begin before the events that led to it are on disk.
type Looker interface {
	OnlyLooks() bool
}

// Signer is a tool that knows which of its results mean the same. It gives a result a
// short, readable signature such as "test-fail:2-auth,logout". Calls with equal
// signatures are repetitions, whatever else differs. "" leaves it to the program,
// which compares arguments and result. It must do no I/O.
type Signer interface {
	Signature(arguments json.RawMessage, result string) string
}

// Faulter is a tool whose result can report a failure without being an error of the
// tool, such as a command's exit status other than 0. Fault says in one line what
// went wrong, "" if nothing did. The guards count it as an error. It must do no I/O.
type Faulter interface {
	Fault(result string) string
}

// Refuser is a tool that can tell from the arguments alone that some calls will never
// be carried out, whoever allows them. Refused says why, "" if it cannot tell; dir is
// the workspace's path. In that case nobody is asked. It must do no I/O; the run
// itself refuses the same calls.
type Refuser interface {
	Refused(dir string, arguments json.RawMessage) string
}

// RefuserThere is a tool that looks at the workspace for what the arguments do not show:
// that a link leads where no call is carried out. It is called in jobs, with the workspace
// and the arguments of a call; the run itself refuses the same calls.
type RefuserThere interface {
	RefusedThere(Call) string
}

// Guarded is a tool that can tell from the arguments that only a person may allow
// some calls. Guarded says why, "" if it cannot tell. A permission for such a call
// says so and is not remembered; a person's yes reaches the run as Allowed. It must
// do no I/O.
type Guarded interface {
	Guarded(dir string, arguments json.RawMessage) string
}

// GuardedThere is a guarded tool that looks at the workspace for what the arguments
// do not show: that a file is a guarded one, or in a guarded folder, under another
// name. Its result takes precedence over Guarded. It is called in jobs, with the
// workspace and the arguments of a call.
type GuardedThere interface {
	GuardedThere(Call) string
}

// AskerThere is a guarded tool that tells of some calls, by looking at the workspace, that
// the run asks a person itself before it does anything, unless one allowed it before, and
// shows more then. Such a call is not asked about twice. It is called as GuardedThere is.
type AskerThere interface {
	AsksThere(Call) bool
}

// Altered is a tool of somebody else's that can tell that it is described in another way
// than when a person last let it run. Altered says so in one sentence, "" if it is not.
// A rule was made for the tool as it was, so none allows it then. It is called in jobs.
type Altered interface {
	Altered() string
}

// Changed is an Altered tool that can tell what changed. Changed says all that a person
// is to know before they let it run, a line each, "" if it is not altered. Such a run
// wants a person who was told just that; what they allowed for a turn is no such thing.
type Changed interface {
	Changed() string
}

// Identified is a tool that is not the program's own. Identity tells what stands behind its
// name from everything else that could: a yes, and the answers to a form, are for that only.
// It must do no I/O.
type Identified interface {
	Identity() string
}

// Visiting is a tool of an outside server that may find out by itself when the user is done on
// the page of a question. Visited waits for that, and returns false if the context ends or
// nobody is going to say. state is what the asking run wants back, "" if that run is still
// going on.
type Visiting interface {
	Visited(ctx context.Context, state, page string) bool
}

// Changer is a tool that can tell from the arguments which files of the workspace, by
// their paths relative to it, a call may change. Calls of one response that change
// the same file run one after the other. dir is the workspace's path. It must do no
// I/O.
type Changer interface {
	Changes(dir string, arguments json.RawMessage) []string
}

// Describer is a tool that can say in one line what a call will do, derived from its
// arguments and not from what the model says about it.
type Describer interface {
	Describe(arguments json.RawMessage) string
}
