package conversation

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model/kit"
	"parley/store"
	"parley/views/chrome"
	"parley/views/pane"
)

// drafts are what was typed but not sent. They are saved a moment after the last
// change, one save at a time.
type drafts struct {
	all    store.Drafts
	dirty  bool // differs from the last save
	due    bool // a saveMsg is on its way
	saving bool
	last   bool         // that save is the last one, before the program ends
	then   tea.Cmd      // what waits for that save, nil for nothing
	lastID int64        // of a queued message, so that ids are unique
	latest func() error // does that save or waits for it, nil: there was none
	saves  *kit.Saves
	fault  string            // why the last save failed, "" if it did not
	parts  map[string]string // by call, the draft of a patch that was taken in part, until it is written
}

// queuedPrefix begins the ids of messages that wait for a turn to end.
const queuedPrefix = "queued-"

// saveDelay is how long drafts rest before they are saved.
const saveDelay = 300 * time.Millisecond

type saveMsg struct{}

type savedMsg struct{ err error }

func newDrafts(all store.Drafts) drafts {
	if all == nil {
		all = store.Drafts{}
	}
	return drafts{all: all, parts: map[string]string{}, saves: &kit.Saves{}}
}

// toSave is a save of the drafts as they are now. It may block, and is done once.
func (m *Model) toSave() func() error {
	all, save := m.drafts.all.Clone(), m.o.SaveDrafts
	m.drafts.dirty = false
	m.drafts.latest = m.drafts.saves.Next(func() error { return save(all) })
	return m.drafts.latest
}

// keepUntil keeps a draft until a call has its result.
func (d *drafts) keepUntil(call, key string, x store.Draft) {
	d.keep(key, x)
	d.parts[call] = key
}

// over forgets what was kept until a call has its result, and reports whether there
// was anything.
func (d *drafts) over(call string) bool {
	key, kept := d.parts[call]
	if kept {
		delete(d.parts, call)
		d.keep(key, store.Draft{})
	}
	return kept
}

// Handing reports whether an answer of this form is on its way to whoever has the conversation
// open.
func (m *Model) Handing() bool { return m.o.Shell.Handing() }

func (d *drafts) message() string { return d.all[store.MessageDraft(store.Composing)].Text }

func (d *drafts) setMessage(text string, now time.Time) {
	x := store.Draft{Text: text, Updated: now.UTC()}
	if text != "" {
		x.Value, _ = json.Marshal(d.composed(now)) // a string can always be written as JSON
	}
	d.keep(store.MessageDraft(store.Composing), x)
}

// asksOf keeps a command of the user's that is asked about before it is run, as the text in the
// composer, so that it is there again if the program ends first.
func (d *drafts) asksOf(id, text string, now time.Time) {
	value, _ := json.Marshal(id) // a string can always be written as JSON
	d.keep(store.MessageDraft(store.Composing), store.Draft{Text: text, Value: value, Updated: now.UTC()})
}

// composed returns the id that the text in the composer will have on record. It stays the same
// from the first letter until nothing is left to send.
func (d *drafts) composed(now time.Time) string {
	var id string
	if json.Unmarshal(d.all[store.MessageDraft(store.Composing)].Value, &id) != nil || id == "" {
		return d.newID(now)
	}
	return id
}

// keep saves a draft; an empty one is forgotten.
func (d *drafts) keep(key string, x store.Draft) {
	if key == "" {
		return
	}
	d.dirty = true
	if x.Text == "" && len(x.Value) == 0 {
		d.all = d.all.Drop(key)
		return
	}
	d.all = d.all.Put(key, x)
}

func (d *drafts) question(key string) (store.Draft, bool) {
	x, ok := d.all[key]
	return x, ok
}

// newID makes the id of a message; ids are in message order.
func (d *drafts) newID(now time.Time) string {
	d.lastID = max(now.UnixNano(), d.lastID+1)
	return fmt.Sprintf("%s%019d", queuedPrefix, d.lastID)
}

// beside is what a message that waits has beside its text. Its skill is the one that it
// called: of a text alone nobody can say whether it calls one or begins with a path.
type beside struct {
	Skill string       `json:"skill,omitempty"`
	Read  int          `json:"read,omitempty"`
	Files []store.File `json:"files,omitempty"`
}

// queue keeps a message that waits, with its images and the skill that it calls.
func (d *drafts) queue(q coordinator.Queued, now time.Time) {
	x := store.Draft{Text: q.Text, Updated: now.UTC()}
	if len(q.Files) > 0 || q.Skill != "" || q.Read > 0 {
		x.Value, _ = json.Marshal(beside{q.Skill, q.Read, q.Files}) // of texts and numbers, which can always be written
	}
	d.keep(store.MessageDraft(q.ID), x)
}

// sent forgets a message that is on record.
func (d *drafts) sent(id string) {
	if id != "" {
		d.keep(store.MessageDraft(id), store.Draft{})
	}
}

// queued lists the messages that waited when the program stopped, oldest first.
func (d *drafts) queued() []coordinator.Queued {
	var out []coordinator.Queued
	for key, x := range d.all {
		if id, ok := strings.CutPrefix(key, store.MessageDraft(queuedPrefix)); ok {
			var b beside
			if json.Unmarshal(x.Value, &b) != nil && json.Unmarshal(x.Value, &b.Files) != nil { // or the files alone
				b = beside{} // there is nothing, or it cannot be read
			}
			out = append(out, coordinator.Queued{ID: queuedPrefix + id, Text: x.Text, Skill: b.Skill, Read: b.Read, Files: b.Files})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].ID < out[j].ID })
	return out
}

// saveLater asks for a save unless one is coming.
func (m *Model) saveLater() tea.Cmd {
	m.keepPlace()
	if !m.drafts.dirty || m.drafts.due || m.o.SaveDrafts == nil {
		return nil
	}
	m.drafts.due = true
	return m.o.Tick(saveDelay, func(time.Time) tea.Msg { return saveMsg{} })
}

func (m *Model) save() tea.Cmd {
	m.drafts.due = false
	if m.drafts.saving {
		return m.saveLater()
	}
	m.drafts.saving = true
	save := m.toSave()
	return func() tea.Msg { return savedMsg{save()} }
}

func (m *Model) saved(msg savedMsg) tea.Cmd {
	m.drafts.saving = false
	then := m.drafts.then
	if then != nil && m.drafts.dirty && msg.err == nil && !m.drafts.last {
		return m.save() // something may have been typed in the meantime
	}
	m.drafts.then = nil
	switch {
	case m.drafts.last:
		m.drafts.dirty = m.drafts.dirty || msg.err != nil
		return tea.Quit
	case m.done:
		return m.Quit()
	}
	if msg.err != nil {
		m.drafts.dirty = true
		if fault := msg.err.Error(); fault != m.drafts.fault { // each key would say it again
			m.drafts.fault = fault
			m.say(pane.Failure, fault)
		}
		return kit.Batch(m.depart(), then)
	}
	m.drafts.fault = ""
	return kit.Batch(m.depart(), m.saveLater(), then)
}

// Last saves what the usual save did not come to, for a program that was told to end. It may
// block, and nothing may be typed any more.
func (m *Model) Last() error {
	if m.o.SaveDrafts == nil {
		return nil
	}
	if !m.done {
		m.keepPlace()
	}
	if m.drafts.dirty {
		return m.toSave()()
	}
	if m.drafts.saving {
		return m.drafts.latest()
	}
	return nil
}

// Lead is the messages offered in an empty composer, ready to be sent with Enter: the
// tour leads from one to the next. They are selected, so that typing replaces them.
type Lead struct {
	First string // before anything has been said
	Again string // if a turn ended early
}

// lead offers the first message in the composer.
func (m *Model) lead() {
	if m.begun == "" && m.composer.Text() == "" {
		m.composer.Offer(m.o.Lead.First)
	}
}

// leadOn offers the next message if a turn has ended early. After an error it offers
// the same message again.
func (m *Model) leadOn(b store.TurnEnd) {
	if b.Reason == store.ReasonDone || m.composer.Text() != "" || m.composer.Command() {
		return
	}
	again := m.o.Lead.Again
	if again == "" && b.Reason == store.ReasonError && !m.o.Shell.State().Folded.Open() {
		again = m.lastSaid
	}
	m.composer.Offer(again)
}

// unsent gives a message back that was not sent, and says why.
func (m *Model) unsent(in coordinator.Instructed) {
	m.frame.stale = true
	if in.Fault == "" {
		return
	}
	text := m.drafts.all[store.MessageDraft(in.Key.ID)].Text
	m.drafts.sent(in.Key.ID)
	m.giveBack(text)
	m.reply(pane.Failure, "The message was not sent: "+strings.TrimRight(in.Fault, ".")+".")
}

// Words is a stranger's text as it may stand in the composer: a message, and no more.
func Words(text string) string { return chrome.Words(text) }

// giveBack puts a message that was not sent into the composer, unless another one is being written.
func (m *Model) giveBack(text string) {
	if m.composer.Blank() {
		m.composer.Set(text)
		m.drafts.setMessage(text, m.o.Now())
	}
}
