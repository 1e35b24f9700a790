package account

import (
	"slices"
	"sync"

	"parley/config/private"
	"parley/store"
)

// Made knows what of a conversation this installation made: whoever else wrote its file chose
// no settings for the user, and allowed nothing.
type Made struct {
	dir, conversation, folder string
	log                       func() store.Log
	here                      bool  // what is open in the record is noted
	marks                     marks // those of the record
	loose                     bool  // the note still fits a record that lacks the latest marks

	mu    sync.Mutex
	fault error // why something could not be noted
	told  bool  // the user has been told
}

// NewMade asks the notes of a folder. The second folder is the identity of the workspace.
func NewMade(dir, conversation, folder string, log func() store.Log) *Made {
	return &Made{dir: dir, conversation: conversation, folder: folder, log: log}
}

// Recorded is what is noted of a record.
type Recorded struct {
	Strange   bool         // what is open in it was not recorded here
	Unchosen  map[int]bool // its changes of settings that do not count, by their place among them
	Elsewhere bool         // all of those were chosen here, for another workspace
}

// Of compares the note of the conversation with the record. What cannot be read is as if
// nothing were noted.
func (m *Made) Of() (Recorded, error) {
	noted, err := private.ReadMade(m.dir, m.conversation)
	log := m.log()
	m.here = here(noted, log)
	r := Recorded{Strange: !m.here, Unchosen: map[int]bool{}, Elsewhere: true}
	for i, c := range chosen(noted.Chosen, log) {
		if c == nil || c.Folder != m.folder {
			r.Unchosen[i] = true
			r.Elsewhere = r.Elsewhere && c != nil
		}
	}
	return r, err
}

// MadeHere reports whether all of a record was recorded by this installation.
func MadeHere(dir, conversation string, log store.Log) (bool, error) {
	noted, err := private.ReadMade(dir, conversation)
	return log.Len() > 0 && noted.Since == store.Digest(log.At(0).Line()) && here(noted, log), err
}

// RecordedHere reports whether what is open in a record was recorded by this installation.
func RecordedHere(dir, conversation string, log store.Log) (bool, error) {
	noted, err := private.ReadMade(dir, conversation)
	return here(noted, log), err
}

// begins reports whether a record has the line from which on it was recorded here.
func begins(noted private.Made, log store.Log) bool {
	if noted.Since == "" {
		return false
	}
	for _, ev := range log.All() {
		if store.Digest(ev.Line()) == noted.Since {
			return true
		}
	}
	return false
}

// chosen are the notes of the changes of settings in a record, nil for one that is not noted.
// Each note is of one line, and they are in the order of the record.
func chosen(notes []private.Chosen, log store.Log) (of []*private.Chosen) {
	for _, ev := range log.All() {
		if _, is := ev.Body.(store.ConfigDelta); !is {
			continue
		}
		of = append(of, nil)
		line := store.Digest(ev.Line())
		for i, c := range notes {
			if c.Line == line {
				of[len(of)-1], notes = &c, notes[i+1:]
				break
			}
		}
	}
	return of
}

// Recording notes what is recorded here before it is. What cannot be noted is recorded all the
// same: it is asked about when the conversation is opened again.
func (m *Made) Recording(record func(...store.Event) error) func(...store.Event) error {
	return func(events ...store.Event) error {
		m.failed(m.note(events))
		if err := record(events...); err != nil {
			return err
		}
		if m.loose && slices.ContainsFunc(events, func(ev store.Event) bool { return takes(ev.Body) }) {
			m.failed(m.tighten())
		}
		return nil
	}
}

// failed keeps why something could not be noted.
func (m *Made) failed(err error) {
	if err == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fault = err
}

// tighten has the note fit no longer a record that lacks the latest marks, which are recorded now.
func (m *Made) tighten() error {
	noted, err := private.ReadMade(m.dir, m.conversation)
	if err != nil {
		return err
	}
	m.marks.over(m.log())
	noted.Marks = []string{m.marks.digest}
	if err := private.WriteMade(m.dir, m.conversation, noted); err != nil {
		return err
	}
	m.loose = false
	return nil
}

// note notes the first events, the marks, and what changes settings. A note that cannot be used is
// replaced.
func (m *Made) note(events []store.Event) error {
	var fresh []private.Chosen
	for _, ev := range events {
		if _, is := ev.Body.(store.ConfigDelta); is {
			fresh = append(fresh, private.Chosen{Line: store.Digest(ev.Line()), Folder: m.folder})
		}
	}
	marked := m.marks.marked(m.log(), events)
	if len(events) == 0 || m.here && len(fresh) == 0 && marked == nil && !m.loose {
		return nil
	}
	noted, err := private.ReadMade(m.dir, m.conversation)
	if err != nil {
		noted = private.Made{}
	}
	if !m.here {
		noted.Since = store.Digest(events[0].Line())
	}
	if noted.Marks = marked; marked == nil {
		noted.Marks = []string{m.marks.digest}
	}
	kept := chosen(noted.Chosen, m.log())
	noted.Chosen = nil // what was noted and never recorded goes
	for _, c := range kept {
		if c != nil {
			noted.Chosen = append(noted.Chosen, *c)
		}
	}
	noted.Chosen = append(noted.Chosen, fresh...)
	if err := private.WriteMade(m.dir, m.conversation, noted); err != nil {
		return err
	}
	m.here, m.loose = true, marked != nil
	return nil
}

// Fails returns, once, a message that something could not be noted.
func (m *Made) Fails() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return once(&m.told, m.fault, notMadeText, m.dir)
}

const notMadeText = "What you set in this conversation is asked about when it is opened again: Parley cannot write to %s (%v). You can continue working."
