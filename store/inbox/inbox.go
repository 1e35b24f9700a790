// Package inbox is what waits for a person in saved conversations: questions, permissions
// and the questions of guards that are open on record.
package inbox

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"parley/forms"
	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
	"parley/store/text/diff"
)

// Kinds of entries.
const (
	Permission = "permission"
	Question   = "question"
	Guard      = "guard"
	Answered   = "answered" // nothing is asked any more, and its call has not run, or its turn has not gone on
)

// Entry is one thing that waits for a person. Its texts are as they stand in the file; who
// shows them cleans them.
type Entry struct {
	Ref          string          `json:"ref"` // names the conversation and the very question, see [Ref]
	Conversation string          `json:"conversation"`
	Title        string          `json:"title,omitempty"`
	Workspace    string          `json:"workspace,omitempty"`
	Program      string          `json:"program,omitempty"` // the other program that asks
	Session      string          `json:"session,omitempty"` // that program's own id of the session
	Beside       bool            `json:"beside,omitempty"`  // its own dialog is open as well: whoever is first decides
	Kind         string          `json:"kind"`
	Who          string          `json:"who"` // asks: a tool, "Assistant", a guard
	For          string          `json:"for"` // whom: always "user" today
	Since        time.Time       `json:"since"`
	Text         string          `json:"text"`
	Subject      string          `json:"subject"`           // what it is about, in a few words
	Context      string          `json:"context,omitempty"` // what is decided about: a change, the arguments of a call
	Answer       string          `json:"answer_type,omitempty"`
	Options      []forms.Option  `json:"options,omitempty"`
	Default      json.RawMessage `json:"default,omitempty"`
	At           int             `json:"at,omitempty"` // its place in a form of several
	Of           int             `json:"of,omitempty"`
	Files        []string        `json:"files,omitempty"`         // files of the workspace that it is about
	Changed      []string        `json:"changed_since,omitempty"` // which of these, and HEAD, have changed since
	Reviewer     string          `json:"reviewer,omitempty"`      // the model that said no before
	Personal     bool            `json:"personal,omitempty"`      // only a person's own answer to this very question counts

	ID     string         `json:"-"` // of the permission or the inquiry
	Asked  forms.Question `json:"-"` // what is asked, of a question or a guard
	There  bool           `json:"-"` // only in its conversation it can be answered: a secret, and nobody has that open
	Secret bool           `json:"secret,omitempty"`

	Strange bool `json:"strange,omitempty"` // it was not recorded here: an answer does not count, and what is asked may be another hand's
	Dropped bool `json:"dropped,omitempty"` // of what is not asked any more: nobody answered it, it was for something else by then
}

// digestShown is how much of a request's digest is in a reference.
const digestShown = 16

// Ref names an entry: its conversation and the beginning of the digest of the line that
// asks. Another question, or the same asked anew, has another.
func Ref(conversation, digest string) string {
	return conversation + "/" + digest[:min(len(digest), digestShown)]
}

// SplitRef is the conversation and the digest of a reference; the digest is "" where only a
// conversation is named.
func SplitRef(ref string) (conversation, digest string, err error) {
	conversation, digest, whole := strings.Cut(ref, "/")
	if conversation == "" || whole && (len(digest) != digestShown || strings.Trim(digest, "0123456789abcdef") != "") {
		return "", "", fmt.Errorf("%q is no reference; `parley inbox` prints them, as 576764abcd12/0123456789abcdef", ref)
	}
	return conversation, digest, nil
}

// Of lists what is open in a conversation, in the order in which it was asked.
func Of(id, title, workspace string, log store.Log) []Entry {
	r := read(log)
	return r.entries(id, title, workspace)
}

// read goes through a log.
func read(log store.Log) reader {
	r := reader{forms: map[string][]forms.Question{}, asked: map[string]store.InquiryRequest{}, said: map[string]store.InquiryResponse{}}
	for _, ev := range log.All() {
		r.add(ev)
	}
	return r
}

// entries are what is open.
func (r *reader) entries(id, title, workspace string) (out []Entry) {
	for _, ev := range r.open {
		e := r.entry(ev)
		if r.observed != nil {
			e.Program, e.Session = r.observed.Program, r.observed.Session
			e.Who, e.Beside = store.ProgramName(e.Program), e.Program == store.ProgramClaude
		}
		e.Conversation, e.Title, e.Workspace, e.For, e.Since = id, title, workspace, store.ByUser, ev.Time
		e.Ref = Ref(id, store.Digest(ev.Line()))
		out = append(out, e)
	}
	return out
}

// reader goes through a log.
type reader struct {
	open  []store.Event
	calls store.Calls
	forms map[string][]forms.Question // by call
	asked map[string]store.InquiryRequest
	said  map[string]store.InquiryResponse

	observed *store.Observed // a session of another program
	answered []answered      // calls that a person has answered and that have not run since
	halted   *answered       // the turn, after a person's decision from which nothing has followed but itself
}

func (r *reader) add(ev store.Event) {
	closed := func(id string, person, yes bool) {
		r.answer(id, ev, yes, person)
		r.open = slices.DeleteFunc(r.open, func(e store.Event) bool { return idOf(e.Body) == id })
	}
	r.calls.Add(ev.Body)
	switch b := ev.Body.(type) {
	case store.Observed:
		r.observed = &b
	case store.ToolAsked:
		r.forms[b.ID] = b.Form
	case store.PermissionRequest:
		r.open = append(r.open, ev)
	case store.InquiryRequest:
		r.asked[b.ID] = b
		if b.Target != store.TargetReviewer {
			r.open = append(r.open, ev)
		}
	case store.PermissionResponse:
		closed(b.ID, b.By == store.ByUser, b.Outcome == store.PermitAllowed || b.Outcome == store.PermitEdited)
	case store.InquiryResponse:
		r.said[b.ID] = b
		by := store.AnsweredBy{}
		if b.AnsweredBy != nil {
			by = *b.AnsweredBy
		}
		closed(b.ID, by.By == store.ByUser || dropped(b), b.Outcome == store.Answered)
	case store.ToolStarted:
		r.halted = nil
		r.ran(func(a answered) bool { return a.call == b.ID })
	case store.ToolCallResponse:
		r.ended(b.ID)
		r.ran(func(a answered) bool { return a.call == b.ID })
	case store.ChatResponse, store.Reasoning, store.ResponseEnd, store.ResponseDropped, store.ModelFailed, store.ChatRequest:
		r.halted = nil
	case store.TurnEnd:
		r.halted = nil
		r.ran(func(a answered) bool { return a.turn == ev.Turn })
	}
}

func idOf(b store.Body) string {
	switch b := b.(type) {
	case store.PermissionRequest:
		return b.ID
	case store.InquiryRequest:
		return b.ID
	}
	return ""
}

func (r *reader) entry(ev store.Event) Entry {
	switch b := ev.Body.(type) {
	case store.PermissionRequest:
		e := Entry{
			ID: b.ID, Kind: Permission, Who: b.Tool, Text: b.Text, Subject: line(clean.Signs(b.Text)), Context: strings.Join(append(record.Cautions(b), string(b.Arguments)), "\n"),
			Answer: string(forms.Boolean), Personal: b.Personal != "", Files: filesOf(b.Tool, b.Arguments),
		}
		row := (&record.ToolCall{Name: b.Tool, Arguments: b.Arguments}).Row()
		switch {
		case b.Kind != store.PermitRun:
		case row.Subject != "":
			e.Subject = row.Verb + inFolder(b) + " " + line(record.Named(b.Tool, row.Subject))
		case b.Wordless():
			e.Subject = strings.TrimSpace(row.Verb + " " + short(clean.Unbroken(record.InLine(json.RawMessage(b.Text)))))
		}
		if anew := record.Anew(b); anew != "" { // wherever a few words are all that is told
			e.Subject += " (" + anew + ")"
		}
		return e
	case store.InquiryRequest:
		return r.question(b)
	}
	return Entry{}
}

// inFolder says where a command runs, before the command, which could say something else and may be cut off: ""
// for the workspace itself.
func inFolder(b store.PermissionRequest) string {
	folder := record.Folder(b.Tool, b.Arguments)
	if folder == "" {
		return ""
	}
	return " in " + short(clean.Unbroken(clean.Path(folder))) + ":"
}

func (r *reader) question(b store.InquiryRequest) Entry {
	q := b.Question
	e := Entry{
		ID: b.ID, Kind: Question, Who: cmp.Or(b.Source.Name, "Assistant"), Text: q.Text, Subject: line(q.Text), Context: q.Context,
		Answer: string(q.AnswerType.Kind), Options: q.AnswerType.Options, Default: q.Default, Personal: q.Personal, Asked: q, Secret: q.AnswerType.Kind == forms.Secret,
	}
	if len(b.Among) > 0 {
		e.Who = record.Who(b)
	}
	if guard, is := strings.CutPrefix(b.Source.Name, store.AuthorGuard); is && b.Call == "" {
		e.Kind, e.Who = Guard, guard
		return e
	}
	if all := r.forms[b.Holder()]; len(all) > 1 {
		e.At, e.Of = 1+slices.IndexFunc(all, func(x forms.Question) bool { return x.ID == q.ID }), len(all)
	}
	e.Reviewer = r.saidNo(b)
	if call, known := r.calls.Get(b.Call); known && q.Digest != "" && record.OfFiles(call.Name) {
		e.Subject, e.Files = change(call, q.Context), filesOf(call.Name, call.Arguments)
	}
	return e
}

// saidNo is the reviewing model that said no to this very question before it passed to a person, ""
// if none did: it could not be reached, or had another one, since the file was another then.
func (r *reader) saidNo(b store.InquiryRequest) string {
	was, now, a := r.asked[b.EscalatedFrom].Question, b.Question, r.said[b.EscalatedFrom]
	no := a.Outcome == store.Answered && forms.Equal(a.Answer, json.RawMessage("false"))
	if !no || a.AnsweredBy == nil || a.AnsweredBy.By != store.ByReviewer || was.Text != now.Text || was.Context != now.Context || was.Digest != now.Digest {
		return ""
	}
	return a.AnsweredBy.Model
}

// change is a change of a file in a few words, as "Edit main.go  +1 −1".
func change(call store.ToolCallRequest, patch string) string {
	row := (&record.ToolCall{Name: call.Name, Arguments: call.Arguments}).Row()
	added, removed := diff.Counted(patch)
	words := row.Verb + " " + short(record.Named(call.Name, row.Subject))
	if added+removed > 0 {
		words += fmt.Sprintf(clean.Ours("  +%d −%d"), added, removed)
	}
	return words
}

// mostSubject is how many characters of a text are in a subject.
const mostSubject = 200

// short is the beginning of a text that is longer than a few words; where it was asked has all.
func short(text string) string {
	n := 0
	for at := range text {
		if n++; n == mostSubject {
			_, last := utf8.DecodeRuneInString(text[at:])
			if at+last < len(text) {
				return text[:at] + clean.Ours("…")
			}
		}
	}
	return text
}

// line is the first line of a text, and of how many if there are more: what is answered
// must not seem to be shorter than it is.
func line(text string) string {
	first, rest, more := strings.Cut(strings.TrimSpace(text), "\n")
	if !more {
		return short(first)
	}
	return short(first) + fmt.Sprintf(clean.Ours(linesText), 2+strings.Count(rest, "\n"))
}

const linesText = " … (%d lines)"

// waits reports whether something in a conversation waits for an answer here. What another
// program asked does so only while a process waits to hand it back.
func waits(s store.Store, x store.Summary) bool {
	return x.Open != "" && (x.Program == "" || s.Held(x.ID))
}

// Count is how many conversations have something open, without those with these ids. It
// reads only what the list of conversations needs.
func Count(s store.Store, without ...string) int {
	list, err := s.List()
	if err != nil && len(list) == 0 {
		return 0
	}
	n := 0
	for _, x := range list {
		if waits(s, x) && !slices.Contains(without, x.ID) {
			n++
		}
	}
	return n
}
