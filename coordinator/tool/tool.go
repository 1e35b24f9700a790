// Package tool is the contract between the turn and whatever a model can call:
// what a tool says of itself, what a run gets, and how a run ends. It knows
// no screen, no conversation and no coordinator.
package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
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

// Spec is what a tool says of itself. Everything here is a default that the
// configuration may override.
type Spec struct {
	Name        string
	Description string            // for the model, sent with every request
	Parameters  json.RawMessage   // JSON Schema of the arguments, an object
	Run         Mode              // Ask for tools that write or execute
	Result      Mode              // Unattended unless configured
	Repeatable  bool              // a run may be repeated after a crash
	Hidden      bool              // not drawn as a tool: its question is all the user sees
	Assistant   bool              // its questions are the assistant's own (source "assistant")
	Labels      map[string]string // question id or "*" to the heading of its form
	Lenient     bool              // the tool checks its arguments itself and tells every fault

	checker *checker // set by NewRegistry: the parameters, read once
}

// Answer is what a run gets for a question it asked. Asked is the question as
// it was put, so that a tool can tell an answer to another text from one to
// what it would ask now. Edited is set when the user approved another text than
// the one proposed; then exactly that is meant.
type Answer struct {
	Value  json.RawMessage
	Asked  forms.Question
	Edited *Edited
	Said   []string // what the program may have said before the context of its own accord
}

// Shows says whether what was put is a question, and all that an answer to it means: its
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

// Edited is a proposed text as the user changed it, bound by its digest.
type Edited struct {
	Digest  string `json:"digest"`
	Content string `json:"content"`
}

// Call is what one run of a tool gets. Arguments were checked against the
// tool's schema and hold its defaults; Answers hold every answer given so far,
// keyed by question id. How an answer came about is not told.
type Call struct {
	ID           string
	Name         string
	Arguments    json.RawMessage
	Answers      map[string]Answer
	Options      json.RawMessage // conversation.tools.<name>.options, an object or nil
	Root         *os.Root        // the workspace, the only place file tools may touch
	Dir          string          // the workspace's path, for commands
	Closed       []string        // folders and files that no file tool touches, absolute
	Allowed      string          // what a person was told that only they can allow, and allowed: this very call
	Conversation string
	Attempt      int // counts the runs of this call, from 1
	// Ours says whether a file has exactly the bytes of this digest because a run of
	// this conversation put them there. Nil knows of none.
	Ours func(path, digest string) bool
	Live io.Writer // output as it arises, for the screen only; never nil
	// Rules say what the user refuses, wherever a path leads; nil where there are none.
	Rules Rules
	// ByRule says that a rule, and no person, allows what this run does: then it does
	// nothing in a place that no rule allows.
	ByRule bool
}

// Rules are what a run of a tool must know of the user's rules, since only the run
// sees where paths lead. Paths are relative to the workspace, with slashes.
type Rules interface {
	// Hides says whether a rule refuses the tool a path: it is left out of lists and
	// searches, and nothing is read or written there. The sentence says why.
	Hides(path string) (why string, hidden bool)
	// Allows says whether a rule allows the tool a path.
	Allows(path string) bool
}

// Outcome is how a run ended: Success, Failure or NeedsInput.
type Outcome interface{ outcome() }

// Exit is the exit status of a command. The zero Exit is that of what is none, or
// was ended by a signal.
type Exit struct {
	Status int
	Known  bool
}

// ExitOf is an exit status, if there was one.
func ExitOf(status int, known bool) Exit {
	if !known {
		return Exit{}
	}
	return Exited(status)
}

// Exited is the exit status of a command that ended by itself.
func Exited(status int) Exit { return Exit{Status: status, Known: true} }

// Success ends a call with content for the model. Exit statuses and the like
// are part of Content; Exit has the status of a command for whoever reads the
// record. Refused says that the content only reports that a no was
// answered in this call, so that the work was not done. Only the tool knows: a no
// to "Keep a backup?" refuses nothing.
type Success struct {
	Content string
	Exit    Exit
	Refused bool
	Wrote   *Wrote // nil for what put no file in place
}

// Wrote is a file that a run put in place, by its path relative to the workspace
// and the digest of its bytes.
type Wrote struct{ Path, Digest string }

// Failure ends a call with an error for the model. Refused says that the
// message only repeats a no that was answered in this call.
type Failure struct {
	Message   string
	Trace     string
	Transient bool
	Exit      Exit
	Refused   bool
}

// NeedsInput asks; the tool runs again when the form is answered.
type NeedsInput struct {
	Form forms.Form
}

func (Success) outcome()    {}
func (Failure) outcome()    {}
func (NeedsInput) outcome() {}

// Tool is something a model can call. Run must return soon after its context
// ends and leave nothing running behind it.
type Tool interface {
	Spec() Spec
	Run(context.Context, Call) Outcome
}

// Replier is a tool that turns a Reply (the user declined to answer and perhaps
// wrote something) into a result of its own. It is called where no I/O may
// happen: answered holds the answers that count, in the order of the form.
type Replier interface {
	Replied(form forms.Form, answered []forms.Given, text string) string
}

// Coverer is a tool that knows what a permission "for this turn" should cover
// beyond the very same arguments. Key identifies it, Text tells the user.
type Coverer interface {
	Covers(arguments json.RawMessage) Cover
}

// Cover is what a permission prompt shows that a remembered answer covers. Words that
// begin with "exactly this" cover what the prompt shows already and no more.
type Cover struct {
	Key  string `json:"key"`
	Text string `json:"text"`
}

// Signer is a tool that knows which of its results mean the same: it gives a
// result a short, readable signature such as "test-fail:2-auth,logout". Calls
// with equal signatures are repetitions, whatever else differs. "" leaves it to
// the program, which compares arguments and result. It is called where no I/O
// may happen.
type Signer interface {
	Signature(arguments json.RawMessage, result string) string
}

// Faulter is a tool whose result can tell of a failure without being an error of
// the tool: a command that ended with an exit status other than 0. Fault says in
// one line what went wrong, "" if nothing did. The guards count it as an error.
// It is called where no I/O may happen.
type Faulter interface {
	Fault(result string) string
}

// Refuser is a tool that can tell from the arguments alone of some calls that they
// will never be carried out, whoever allows them. Refused says why, "" where it
// cannot tell; dir is the workspace's path. Then nobody is asked. It is called
// where no I/O may happen; the run itself refuses the same.
type Refuser interface {
	Refused(dir string, arguments json.RawMessage) string
}

// Guarded is a tool that can tell from the arguments of some calls that only a person
// may allow them. Guarded says why, "" where it cannot tell. A permission for such a
// call says so and is not remembered; a person's yes comes to the run as Allowed. It
// is called where no I/O may happen.
type Guarded interface {
	Guarded(dir string, arguments json.RawMessage) string
}

// GuardedThere is a guarded tool that finds by looking at the workspace what its
// arguments do not tell: that a file is one of those, or lies in a folder of those,
// under another name. What it says goes before what Guarded says. It is called in jobs, with
// the workspace and the arguments of a call.
type GuardedThere interface {
	GuardedThere(Call) string
}

// Changer is a tool that can tell from the arguments which files of the workspace,
// by their paths relative to it, a call may change. Calls of one response that change
// the same file run one after the other. dir is the workspace's path. It is called
// where no I/O may happen.
type Changer interface {
	Changes(dir string, arguments json.RawMessage) []string
}

// Describer is a tool that can say in one line what a call will do, drawn from
// its arguments and not from what the model says about it.
type Describer interface {
	Describe(arguments json.RawMessage) string
}
