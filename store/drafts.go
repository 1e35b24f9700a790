package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"strings"
	"time"

	"parley/forms/rawjson"
)

// Draft is what the user typed or chose and has not sent yet. It is not an event and
// lives in a file of its own, which is replaced whole.
type Draft struct {
	Text    string          `json:"text,omitempty"`
	Value   json.RawMessage `json:"value,omitempty"`  // the current choice, in the form of the answer
	Cursor  int             `json:"cursor,omitempty"` // the cursor's position in Text, in bytes
	Updated time.Time       `json:"updated"`
}

// same reports whether two drafts were typed alike, at the same time.
func (d Draft) same(as Draft) bool {
	return d.Text == as.Text && bytes.Equal(d.Value, as.Value) && d.Cursor == as.Cursor && d.Updated.Equal(as.Updated)
}

// Drafts are the drafts of a conversation by the key of their field; see
// QuestionDraft, ReplyDraft, PermissionDraft and MessageDraft. Never put the draft of
// a secret in.
type Drafts map[string]Draft

// Key prefixes of drafts that do not belong to a question.
const (
	messagePrefix    = "message:"
	permissionPrefix = "permission:"
)

// Composing stands for the id of the text in the composer, which is a message, or a command of
// the user's after its "!". The id that it will have on record is the draft's Value, so that
// after a crash one can tell that it was sent, even if its last letters were not saved.
const Composing = "composer"

// MessageDraft is the key of a message's draft. A recorded message carries the id as
// Queued.
func MessageDraft(id string) string { return messagePrefix + id }

// Waits reports whether the draft with a key is a message that waits and is sent by itself.
func (d Drafts) Waits(key string) bool {
	return strings.HasPrefix(key, messagePrefix) && key != MessageDraft(Composing)
}

// Partial reports whether the user had left out parts of a change that a question is about, or put a text of their own in its
// place, and has not answered.
func (d Drafts) Partial(r InquiryRequest) bool {
	var chosen struct {
		Left   []int `json:"left"`
		Edited bool  `json:"edited"`
	}
	x, known := d[PatchDraft(QuestionDraft(r))]
	return known && json.Unmarshal(x.Value, &chosen) == nil && (len(chosen.Left) > 0 || chosen.Edited)
}

// Digest is that of what the user wrote or chose in a draft, and where.
func (d Drafts) Digest(key string) string {
	return Digest([]byte(Digest([]byte(key)) + Digest([]byte(d[key].Text)) + Digest(d[key].Value)))
}

// PermissionDraft is the key of an edit that is made before the permission with this
// id is given.
func PermissionDraft(id string) string { return permissionPrefix + id }

// QuestionDraft is the key of an answer's draft: "<call>.<question>" the same for
// every attempt. For a question that belongs to no call it is the id without the
// attempt.
func QuestionDraft(r InquiryRequest) string {
	if call := r.Holder(); call != "" {
		return call + "." + r.Question.ID
	}
	if at := strings.LastIndexByte(r.ID, '.'); at >= 0 {
		return r.ID[:at]
	}
	return r.ID
}

// PatchDraft is the key of the choices made in the patch that a question is about,
// derived from the key of the question's own draft.
func PatchDraft(question string) string { return question + ".patch" }

// ReplyDraft is the key of the draft of a reply to a question, derived from the key
// of its answer's draft. Question ids have no dot, so the key cannot clash.
func ReplyDraft(question string) string { return question + ".reply" }

// draftsVersion is the version of the file's format.
const draftsVersion = 1

// draftsWire is the content of the file.
type draftsWire struct {
	V         int    `json:"v"`
	Workspace string `json:"workspace,omitempty"` // where it was typed; before the first message no event says so
	Drafts    Drafts `json:"drafts"`
}

// LoadDrafts reads the drafts of a conversation; having none is no error. The
// conversation can go on after an error: if the file cannot be read, whatever the reason, a
// writer moves it aside so that the next SaveDrafts does not lose it, and the error names it.
func (c *Conversation) LoadDrafts() (Drafts, error) {
	w, err := c.store.loadDrafts(c.id, c.Writable())
	return w.Drafts, err
}

// LoadDrafts reads those of a conversation that another may have open.
func (s Store) LoadDrafts(id string) (Drafts, error) {
	w, err := s.loadDrafts(id, false)
	return w.Drafts, err
}

func (s Store) loadDrafts(id string, writable bool) (w draftsWire, err error) {
	path := s.path(id, draftsFile)
	data, err := readBeside(s.disk, path)
	if errors.Is(err, fs.ErrNotExist) {
		return draftsWire{Drafts: Drafts{}}, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &w)
	}
	if err != nil {
		if writable {
			err = s.putDraftsAside(id, path, err)
		}
		return draftsWire{Drafts: Drafts{}}, draftsError(id, "read", err)
	}
	if w.Drafts == nil {
		w.Drafts = Drafts{}
	}
	return w, nil
}

// putDraftsAside moves drafts that cannot be read, behind those that were moved before, and adds
// to the error where they are.
func (s Store) putDraftsAside(id, path string, why error) error {
	aside, err := path+".damaged", error(nil)
	if _, there := os.Lstat(aside); there == nil {
		var name string
		if name, err = s.unused(id, draftsFile+".damaged"); err == nil {
			aside = s.path(id, name)
		}
	}
	if err == nil {
		err = s.disk.Rename(path, aside)
	}
	if err != nil {
		return errors.Join(why, err)
	}
	return fmt.Errorf("%w; they are in %s now", why, aside)
}

// SaveDrafts replaces the drafts of a conversation durably: after a crash either the
// old or the new ones are there. The caller leaves secrets out.
func (c *Conversation) SaveDrafts(d Drafts) error {
	c.mu.Lock()
	held, why := c.file != nil, c.unwritable()
	c.mu.Unlock()
	if !held {
		return draftsError(c.id, "saved", why)
	}
	return c.store.saveDrafts(c.id, draftsWire{Workspace: c.workspace(), Drafts: d})
}

func (s Store) saveDrafts(id string, w draftsWire) error {
	w.V = draftsVersion
	data, err := rawjson.Encode(w)
	switch {
	case err != nil:
	case len(data) >= mostBeside: // it could not be read again
		err = errTooLong
	default:
		err = replace(s.disk, s.path(id, draftsFile), append(data, '\n'))
	}
	if err != nil {
		return draftsError(id, "saved", err)
	}
	return nil
}

// AmendDrafts changes drafts of a conversation that nobody has open; a *LockedError says that
// somebody has, and nothing was changed. It locks the conversation for that moment alone.
func (s Store) AmendDrafts(id string, amend func(Drafts) Drafts) (err error) {
	if err := s.exists(id); err != nil {
		return err
	}
	l, err := s.lock(id)
	if err != nil {
		return draftsError(id, "saved", err)
	}
	defer func() { err = errors.Join(err, l.Unlock()) }()
	w, fault := s.loadDrafts(id, true)
	now := amend(w.Drafts.Clone())
	if maps.EqualFunc(now, w.Drafts, Draft.same) {
		return fault
	}
	w.Drafts = now
	return errors.Join(fault, s.saveDrafts(id, w))
}

func draftsError(id, done string, err error) error {
	return fmt.Errorf("the drafts of conversation %s cannot be %s: %w", id, done, err)
}

// Clone returns a copy that shares no map with the original.
func (d Drafts) Clone() Drafts {
	own := make(Drafts, len(d))
	for key, draft := range d {
		own[key] = draft
	}
	return own
}

// Put returns the drafts with one added or changed.
func (d Drafts) Put(key string, draft Draft) Drafts {
	own := d.Clone()
	own[key] = draft
	return own
}

// Drop returns the drafts without one.
func (d Drafts) Drop(key string) Drafts {
	own := d.Clone()
	delete(own, key)
	return own
}

// Prune drops the drafts that the record has overtaken: a message that was sent or a command
// that was run, even if its draft has only the beginning; a question whose latest attempt has
// an answer; a permission that was given or refused; and every question of a call that has its
// result. A question that was left with Back or by the end of the program keeps its draft.
func (d Drafts) Prune(l Log) Drafts {
	own := d.Clone()
	if len(own) == 0 {
		return own
	}
	p := pruner{drafts: own, composed: own.composed(), keys: make(map[string]string), calls: make(map[string][]string)}
	for _, e := range l.All() {
		p.add(e.Body)
	}
	for key := range p.drafts {
		if p.closed[key] {
			delete(p.drafts, key)
		}
	}
	return p.drafts
}

// pruner tracks which drafts the record has closed.
type pruner struct {
	drafts   Drafts
	composed string              // the id of the text in the composer
	keys     map[string]string   // inquiry id to the key of its draft
	calls    map[string][]string // call id to the keys of its questions
	closed   map[string]bool
}

func (p *pruner) add(b Body) {
	switch b := b.(type) {
	case ChatRequest:
		if b.Queued != "" {
			p.close(MessageDraft(b.Queued), true)
			p.sent(b.Queued)
		}
	case UserCommand:
		p.sent(b.ID)
	case InquiryRequest:
		key := QuestionDraft(b)
		p.keys[b.ID] = key
		p.question(key, false)
		if call := b.Holder(); call != "" {
			p.calls[call] = append(p.calls[call], key)
		}
	case InquiryResponse:
		if b.Outcome != Cancelled { // the choices in a patch count until the call has its result
			p.close(p.keys[b.ID], true)
			p.close(ReplyDraft(p.keys[b.ID]), true)
		}
	case PermissionResponse:
		p.close(PermissionDraft(b.ID), true)
	case ToolCallResponse:
		for _, key := range p.calls[b.ID] {
			p.question(key, true)
		}
		delete(p.calls, b.ID)
	}
}

// composed returns the id of the text in the composer, "" if there is none.
func (d Drafts) composed() (id string) {
	if json.Unmarshal(d[MessageDraft(Composing)].Value, &id) != nil {
		return ""
	}
	return id
}

// sent drops the text in the composer if this is its id.
func (p *pruner) sent(id string) {
	if id == p.composed {
		p.close(MessageDraft(Composing), true)
	}
}

// question opens or closes everything that belongs to a question.
func (p *pruner) question(key string, closed bool) {
	p.close(key, closed)
	p.close(ReplyDraft(key), closed)
	p.close(PatchDraft(key), closed)
}

func (p *pruner) close(key string, closed bool) {
	if _, held := p.drafts[key]; !held {
		return
	}
	if p.closed == nil {
		p.closed = make(map[string]bool)
	}
	p.closed[key] = closed
}
