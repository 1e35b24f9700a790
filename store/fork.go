package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"parley/forms"
	"parley/forms/rawjson"
)

// Forked is a conversation that began as a copy of another.
type Forked struct {
	ID       string
	From     string // the conversation that was copied
	At       int64  // the number of the last event that was copied
	Reopened string // the id of the question or permission that is open again, "" for none
	Report   Report // what is wrong with the original
}

// Fork copies a conversation up to and including the event with the number at, line
// by line and byte for byte, under a new id, and adds forked_from. Lines that were
// set aside are not copied. The original is only read, even while another process
// writes it, and the workspace is not touched. The new conversation appears whole or
// not at all: ErrExists if its id is taken, ErrNoEvent if there is no such event.
//
// If a question is open at that point and the user answered it later in the original,
// that answer becomes its draft, as if you had gone back to it. Drafts of open
// questions are copied; drafts of messages are not.
//
// To open a decision again, fork at its ForkPoint.
func (s Store) Fork(id string, at int64, newID string) (Forked, error) {
	if err := checkID(newID); err != nil {
		return Forked{}, err
	}
	c, report, err := s.OpenRead(id)
	if err != nil {
		return Forked{}, err
	}
	f, data, err := s.copyOf(c, at, newID)
	if err != nil {
		return Forked{}, forkError(id, err)
	}
	f.Report = report
	drafts, err := c.LoadDrafts()
	if err != nil {
		drafts = Drafts{} // they cannot be read; opening the original reports that
	}
	drafts = forkDrafts(c.Log(), at, drafts)
	from := along{log: c.Log().Prefix(upTo(c.Log(), at)), dir: s.path(id, filesDir), altered: report.Altered()}
	if err := s.place(newID, data, drafts, from); err != nil {
		return Forked{}, forkError(id, err)
	}
	return f, nil
}

// copyOf makes the content of a fork's file.
func (s Store) copyOf(c *Conversation, at int64, newID string) (Forked, []byte, error) {
	log := c.Log()
	n := upTo(log, at)
	if n == 0 {
		return Forked{}, nil, fmt.Errorf("event %d: %w", at, ErrNoEvent)
	}
	var data []byte
	next := int64(1)
	open := opened{}
	for _, e := range log.Prefix(n).All() {
		data = append(e.appendLine(data), '\n')
		next = max(next, e.Seq+1)
		open.add(e.Body)
	}
	line, err := Encode(Head{
		V: Version, Seq: next, ID: newID + "-fork", Time: s.now(), Conversation: newID,
	}, ForkedFrom{From: c.ID(), At: log.At(n - 1).ID, Of: strangers(log.Prefix(n), newID, c.ID())})
	if err != nil {
		return Forked{}, nil, err
	}
	f := Forked{ID: newID, From: c.ID(), At: at, Reopened: open.first()}
	return f, append(append(data, line...), '\n'), nil
}

// strangers returns the conversations, in order, whose events a copy holds without
// saying so.
func strangers(copied Log, newID, from string) []string {
	lines := []parsed{{event: Event{Head: Head{Conversation: newID}, Body: ForkedFrom{From: from}}}}
	for _, e := range copied.All() {
		lines = append(lines, parsed{event: e})
	}
	own := family(newID, lines)
	var out []string
	for _, p := range lines {
		if id := p.event.Conversation; !own[id] {
			own[id] = true
			out = append(out, id)
		}
	}
	return out
}

// upTo counts the events up to and including the last one with a number, 0 if there
// is none.
func upTo(l Log, seq int64) int {
	for i := l.Len() - 1; i >= 0; i-- {
		if l.At(i).Seq == seq {
			return i + 1
		}
	}
	return 0
}

// forking begins the folder names of forks in the making.
const forking = ".fork-"

// along is what a fork copies besides the events: the files that its events name, out
// of the original's folder.
type along struct {
	log     Log
	dir     string
	altered bool // another hand changed the original: the copy says so too
}

// place makes the folder of a conversation in one step.
func (s Store) place(id string, data []byte, d Drafts, from along) (err error) {
	dir, tmp := filepath.Join(s.root, id), filepath.Join(s.root, forking+id)
	if _, err := os.Lstat(dir); err == nil {
		return ErrExists
	}
	if err := s.disk.RemoveAll(tmp); err != nil { // what a killed program left
		return err
	}
	if err := s.disk.Mkdir(tmp, dirMode); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.discard(tmp))
		}
	}()
	if err := writeNew(s.disk, filepath.Join(tmp, eventsFile), data); err != nil {
		return err
	}
	if len(d) > 0 {
		text, err := rawjson.Encode(draftsWire{V: draftsVersion, Drafts: d})
		if err != nil {
			return err
		}
		if err := writeNew(s.disk, filepath.Join(tmp, draftsFile), append(text, '\n')); err != nil {
			return err
		}
	}
	if from.altered {
		text, err := json.Marshal(sealOver(data, true))
		if err != nil {
			return err
		}
		if err := writeNew(s.disk, filepath.Join(tmp, sealFile), append(text, '\n')); err != nil {
			return err
		}
	}
	if err := s.copyKept(from.log, from.dir, filepath.Join(tmp, filesDir)); err != nil {
		return err
	}
	if err := syncDir(s.disk, tmp); err != nil {
		return err
	}
	if err := s.disk.Rename(tmp, dir); err != nil {
		return err
	}
	return syncDir(s.disk, s.root)
}

// discard removes what a failed fork left.
func (s Store) discard(tmp string) error {
	errs := []error{s.disk.RemoveAll(filepath.Join(tmp, filesDir))}
	for _, name := range []string{eventsFile, draftsFile, sealFile, ""} {
		errs = append(errs, ignoreMissing(s.disk.Remove(filepath.Join(tmp, name))))
	}
	return errors.Join(errs...)
}

// ForkPoint returns where to fork so that the decision with this number is open
// again: the number of the event before the answer. For an event that is not a
// decision it is the event's own number. It is 0 if nothing precedes the answer, or
// if there is no such event.
func ForkPoint(l Log, seq int64) int64 {
	n := upTo(l, seq)
	if n == 0 {
		return 0
	}
	at := n - 1
	switch b := l.At(at).Body.(type) {
	case InquiryResponse, PermissionResponse:
	case GuardResolved:
		at = guardAnswer(l, at, b.Guard)
	default:
		return seq
	}
	if at == 0 {
		return 0
	}
	return l.At(at - 1).Seq
}

// guardAnswer is the index of the answer that a guard's choice followed from, or of
// the choice itself if nobody was asked.
func guardAnswer(l Log, at int, guard string) int {
	for i := at - 1; i >= 0; i-- {
		switch b := l.At(i).Body.(type) {
		case GuardTripped:
			return at
		case InquiryResponse:
			for j := i - 1; j >= 0; j-- {
				if q, ok := l.At(j).Body.(InquiryRequest); ok && q.ID == b.ID {
					if q.Source.Name == "guard."+guard {
						return i
					}
					break
				}
			}
		}
	}
	return at
}

// opened tracks which questions and permissions wait.
type opened struct {
	order []string
	by    map[string]Body
}

func (o *opened) add(b Body) {
	switch b := b.(type) {
	case InquiryRequest:
		o.put(b.ID, b)
	case PermissionRequest:
		o.put(b.ID, b)
	case InquiryResponse:
		delete(o.by, b.ID)
	case PermissionResponse:
		delete(o.by, b.ID)
	case TurnEnd:
		clear(o.by) // no question outlives its turn
	}
}

func (o *opened) put(id string, b Body) {
	if o.by == nil {
		o.by = make(map[string]Body)
	}
	o.order = append(o.order, id)
	o.by[id] = b
}

// first is the id of what was asked first, "" if nothing waits.
func (o *opened) first() string {
	for _, id := range o.order {
		if o.by[id] != nil {
			return id
		}
	}
	return ""
}

// forkDrafts are a fork's drafts: those of the questions that are open in it, and the
// later answer as the draft of a question that the user answered in the original.
func forkDrafts(l Log, at int64, all Drafts) Drafts {
	n, open, out := upTo(l, at), opened{}, Drafts{}
	for i, e := range l.All() {
		if i < n {
			open.add(e.Body)
			continue
		}
		r, ok := e.Body.(InquiryResponse)
		if q, asked := open.by[r.ID].(InquiryRequest); ok && asked {
			if d, ok := givenDraft(q, r); ok {
				d.Updated = e.Time
				out[QuestionDraft(q)] = d
			}
			delete(open.by, r.ID)
		}
	}
	for _, b := range open.by { // open in the original too
		for _, key := range draftKeys(b) {
			if d, ok := all[key]; ok {
				out[key] = d
			}
		}
	}
	return out
}

// replyDraft is what the key of the reply's draft adds to the key of the question's
// draft.
const replyDraft = ".reply"

func draftKeys(b Body) []string {
	switch b := b.(type) {
	case InquiryRequest:
		return []string{QuestionDraft(b), QuestionDraft(b) + replyDraft}
	case PermissionRequest:
		return []string{PermissionDraft(b.ID)}
	}
	return nil
}

// givenDraft is what the user answered, as a draft.
func givenDraft(q InquiryRequest, r InquiryResponse) (Draft, bool) {
	if r.Outcome != Answered || r.AnsweredBy == nil || r.AnsweredBy.By != ByUser || q.Question.AnswerType.Kind == forms.Secret {
		return Draft{}, false
	}
	d := Draft{Value: r.Answer}
	if t := q.Question.AnswerType; t.Kind == forms.Select && !offered(t, r.Answer) {
		var own string // the user's own words, if they go with the options
		if json.Unmarshal(r.Answer, &own) == nil {
			d = Draft{Text: own, Cursor: len(own)}
		}
	}
	return d, len(r.Answer) > 0
}

func offered(t forms.AnswerType, value json.RawMessage) bool {
	for _, o := range t.Options {
		if forms.Equal(o.Value, value) {
			return true
		}
	}
	return false
}
