// Package inbox is what waits for a person in saved conversations: questions, permissions
// and the questions of guards that are open on record.
package inbox

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/forms"
	"parley/store"
)

// Kinds of entries.
const (
	Permission = "permission"
	Question   = "question"
	Guard      = "guard"
)

// Entry is one thing that waits for a person. Its texts are as they stand in the file; who
// shows them cleans them.
type Entry struct {
	Ref          string          `json:"ref"` // names the conversation and the very question, see [Ref]
	Conversation string          `json:"conversation"`
	Title        string          `json:"title,omitempty"`
	Workspace    string          `json:"workspace,omitempty"`
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
	Reviewer     string          `json:"reviewer,omitempty"` // the model that said no before
	Personal     bool            `json:"personal,omitempty"` // only a person's own answer to this very question counts

	ID     string         `json:"-"` // of the permission or the inquiry
	Asked  forms.Question `json:"-"` // what is asked, of a question or a guard
	Secret bool           `json:"secret,omitempty"`
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
	r := reader{calls: map[string]store.ToolCallRequest{}, forms: map[string][]forms.Question{}, said: map[string]store.InquiryResponse{}}
	for _, ev := range log.All() {
		r.add(ev)
	}
	var out []Entry
	for _, ev := range r.open {
		e := r.entry(ev)
		e.Conversation, e.Title, e.Workspace, e.For, e.Since = id, title, workspace, store.ByUser, ev.Time
		e.Ref = Ref(id, store.Digest(ev.Line()))
		out = append(out, e)
	}
	return out
}

// reader goes through a log.
type reader struct {
	open  []store.Event
	calls map[string]store.ToolCallRequest
	forms map[string][]forms.Question // by call
	said  map[string]store.InquiryResponse
}

func (r *reader) add(ev store.Event) {
	closed := func(id string) {
		r.open = slices.DeleteFunc(r.open, func(e store.Event) bool { return idOf(e.Body) == id })
	}
	switch b := ev.Body.(type) {
	case store.ToolCallRequest:
		r.calls[b.ID] = b
	case store.ToolAsked:
		r.forms[b.ID] = b.Form
	case store.PermissionRequest:
		r.open = append(r.open, ev)
	case store.InquiryRequest:
		if b.Target != store.TargetReviewer {
			r.open = append(r.open, ev)
		}
	case store.PermissionResponse:
		closed(b.ID)
	case store.InquiryResponse:
		r.said[b.ID] = b
		closed(b.ID)
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
			ID: b.ID, Kind: Permission, Who: b.Tool, Text: b.Text, Subject: line(b.Text), Context: string(b.Arguments),
			Answer: string(forms.Boolean), Personal: b.Personal != "",
		}
		row := (&store.ToolCall{Name: b.Tool, Arguments: b.Arguments}).Row()
		if b.Kind == store.PermitRun && row.Subject != "" {
			e.Subject = row.Verb + " " + line(row.Subject)
		}
		return e
	case store.InquiryRequest:
		return r.question(b)
	}
	return Entry{}
}

func (r *reader) question(b store.InquiryRequest) Entry {
	q := b.Question
	e := Entry{
		ID: b.ID, Kind: Question, Who: cmp.Or(b.Source.Name, "Assistant"), Text: q.Text, Subject: line(q.Text), Context: q.Context,
		Answer: string(q.AnswerType.Kind), Options: q.AnswerType.Options, Default: q.Default, Personal: q.Personal, Asked: q, Secret: q.AnswerType.Kind == forms.Secret,
	}
	if guard, is := strings.CutPrefix(b.Source.Name, store.AuthorGuard); is && b.Call == "" {
		e.Kind, e.Who = Guard, guard
		return e
	}
	if all := r.forms[b.Call]; len(all) > 1 {
		e.At, e.Of = 1+slices.IndexFunc(all, func(x forms.Question) bool { return x.ID == q.ID }), len(all)
	}
	if was, reviewed := r.said[b.EscalatedFrom]; reviewed && was.AnsweredBy != nil {
		e.Reviewer = was.AnsweredBy.Model
	}
	if call, known := r.calls[b.Call]; known && q.Digest != "" && store.OfFiles(call.Name) {
		e.Subject = change(call, q.Context)
	}
	return e
}

// change is a change of a file in a few words, as "Edit main.go  +1 −1".
func change(call store.ToolCallRequest, patch string) string {
	row := (&store.ToolCall{Name: call.Name, Arguments: call.Arguments}).Row()
	added, removed := 0, 0
	for l := range strings.Lines(patch) {
		switch {
		case strings.HasPrefix(l, "+++"), strings.HasPrefix(l, "---"):
		case strings.HasPrefix(l, "+"):
			added++
		case strings.HasPrefix(l, "-"):
			removed++
		}
	}
	words := row.Verb + " " + row.Subject
	if added+removed > 0 {
		words += fmt.Sprintf("  +%d −%d", added, removed)
	}
	return words
}

func line(text string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return first
}

// All lists what is open in every conversation of a store, the oldest first. Conversations
// that cannot be read are left out and reported in the error, which comes with the others.
func All(s store.Store) ([]Entry, error) {
	list, err := s.List()
	faults := []error{err}
	var out []Entry
	for _, x := range list {
		if x.Open == "" {
			continue
		}
		c, _, err := s.OpenRead(x.ID)
		if errors.Is(err, store.ErrNotFound) {
			continue // removed meanwhile
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		out = append(out, Of(x.ID, x.Title, x.Workspace, c.Log())...)
	}
	slices.SortStableFunc(out, func(a, b Entry) int {
		return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.Conversation, b.Conversation))
	})
	return out, errors.Join(faults...)
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
		if x.Open != "" && !slices.Contains(without, x.ID) {
			n++
		}
	}
	return n
}
