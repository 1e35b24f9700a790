package account

import (
	"maps"
	"slices"
	"sync"

	"parley/config/private"
	"parley/store"
)

// Made knows what of a conversation this installation made: whoever else wrote its file chose
// no settings for the user, allowed nothing, and has nothing sent or put back.
type Made struct {
	dir, conversation, folder string
	log                       func() store.Log
	here                      bool  // what is open in the record is noted
	whole                     bool  // and so is the latest that says which bytes were kept
	marks                     marks // those of the record
	choices                   choices
	loose                     bool // the note still fits a record that lacks the latest marks
	added                     bool // something was recorded

	mu     sync.Mutex
	queued []string // the digests of the messages that are noted to wait
	typed  bool     // it is noted that a message was typed here
	fault  error    // why something could not be noted
	told   bool     // the user has been told
}

// NewMade asks the notes of a folder. The second folder is the identity of the workspace.
func NewMade(dir, conversation, folder string, log func() store.Log) *Made {
	return &Made{dir: dir, conversation: conversation, folder: folder, log: log}
}

// Recorded is what is noted of a record.
type Recorded struct {
	Strange   bool         // what is open in it was not recorded here
	Theirs    int          // how many lines it begins with of which it is not known that they were recorded here
	Since     int          // from which line on what it says was done and decided was recorded here
	Unchosen  map[int]bool // its changes of settings that do not count, by their place among them
	Elsewhere bool         // all of those were chosen here, for another workspace
	Gone      bool         // a change of settings that was recorded here is on record no more
}

// Of compares the note of the conversation with the record. What cannot be read is as if
// nothing were noted. The digest of the file, if it is known, saves going over a record that is
// as it was left.
func (m *Made) Of(file string) (Recorded, error) {
	noted, err := private.ReadMade(m.dir, m.conversation)
	log := m.log()
	if !m.marks.asLeft(noted, file, log) {
		m.marks.over(log)
	}
	m.here, m.whole, m.queued, m.typed = m.marks.here(noted, log), m.marks.whole(noted), noted.Queued, noted.Typed
	m.choices.over(log)
	of, gone := chosen(noted.Chosen, m.choices)
	r := Recorded{Strange: !m.here, Theirs: log.Len(), Since: log.Len(), Unchosen: map[int]bool{}, Elsewhere: true, Gone: gone || noted.Gone}
	if m.here {
		r.Since, _ = begins(noted, log)
	}
	if m.whole {
		r.Theirs = r.Since
	}
	for i, c := range of {
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
	m := marksOf(log)
	return log.Len() > 0 && noted.Since == store.Digest(log.At(0).Line()) && m.here(noted, log) && m.whole(noted), err
}

// RecordedHere reports whether what is open in a record was recorded by this installation.
func RecordedHere(dir, conversation string, log store.Log) (bool, error) {
	noted, err := private.ReadMade(dir, conversation)
	m := marksOf(log)
	return m.here(noted, log), err
}

// TypedHere reports whether the message that was begun in a conversation in which nothing was said
// yet was typed in this installation. What cannot be read is as if nothing were noted.
func TypedHere(dir, conversation string) bool {
	noted, err := private.ReadMade(dir, conversation)
	return err == nil && noted.Typed
}

// Typed is TypedHere for a conversation that was compared with its note.
func (m *Made) Typed() bool { return m.typed && m.log().Len() == 0 }

// begins is the place in a record of the line from which on it was recorded here; false if it has none.
func begins(noted private.Made, log store.Log) (int, bool) {
	if noted.Since == "" {
		return 0, false
	}
	for i, ev := range log.All() {
		if store.Digest(ev.Line()) == noted.Since {
			return i, true
		}
	}
	return 0, false
}

// choices follows the digests of the lines of a record that change settings.
type choices struct {
	lines []string
	at    int // how many lines of the record it has been over
}

// over goes on to the end of a record.
func (c *choices) over(log store.Log) {
	for _, ev := range log.From(c.at) {
		if chooses(ev.Body) {
			c.lines = append(c.lines, store.Digest(ev.Line()))
		}
	}
	c.at = log.Len()
}

// choicesOf are those of a record.
func choicesOf(log store.Log) (c choices) {
	c.over(log)
	return c
}

// chosen are the notes of the changes of settings in a record, nil for one that does not count.
// Each note is of one line, and they are in the order of the record. If one is gone that was on
// record, none counts: it may have taken back what others say.
func chosen(notes []private.Chosen, all choices) (of []*private.Chosen, gone bool) {
	lacks := func(c private.Chosen) bool { return c.Recorded }
	for _, line := range all.lines {
		of = append(of, nil)
		if i := slices.IndexFunc(notes, func(c private.Chosen) bool { return c.Line == line }); i >= 0 {
			gone = gone || slices.ContainsFunc(notes[:i], lacks)
			of[len(of)-1], notes = &private.Chosen{Line: line, Folder: notes[i].Folder, Recorded: true}, notes[i+1:]
		}
	}
	if gone = gone || slices.ContainsFunc(notes, lacks); gone {
		clear(of)
	}
	return of, gone
}

// counting are the notes that count, of lines that are on record, and whether one is gone.
func counting(noted private.Made, all choices) (count []private.Chosen, gone bool) {
	of, gone := chosen(noted.Chosen, all)
	for _, c := range of {
		if c != nil {
			count = append(count, *c)
		}
	}
	return count, gone || noted.Gone
}

// Recording notes what is recorded here before it is. What cannot be noted is recorded all the
// same: it is asked about when the conversation is opened again.
func (m *Made) Recording(record func(...store.Event) error) func(...store.Event) error {
	return func(events ...store.Event) error {
		noted := m.writing(func() error { return m.note(events) })
		if err := record(events...); err != nil {
			return err
		}
		m.writing(func() error {
			m.added = true
			if noted && slices.ContainsFunc(events, func(ev store.Event) bool {
				return chooses(ev.Body) || m.loose && (takes(ev.Body) || runs(ev.Body) && !tells(ev.Body))
			}) {
				return m.tighten()
			}
			return nil
		})
		return nil
	}
}

// writing writes the note, which drafts are noted in as well, and keeps why it could not be
// written. It reports whether it could.
func (m *Made) writing(write func() error) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	err := write()
	if err != nil {
		m.fault = err
	}
	return err == nil
}

// tighten has the note fit no longer a record that lacks the latest lines, which are recorded now.
func (m *Made) tighten() error {
	noted, err := private.ReadMade(m.dir, m.conversation)
	if err != nil {
		return err
	}
	m.take(&noted)
	if err := private.TakeInMade(m.dir, m.conversation, noted); err != nil {
		return err
	}
	m.loose = false
	return nil
}

// take has a note fit the record as it is, and no other.
func (m *Made) take(noted *private.Made) {
	log := m.log()
	m.marks.over(log)
	m.choices.over(log)
	noted.Marks, noted.Kept = []string{m.marks.digest}, []string{m.marks.kept}
	noted.Chosen, noted.Gone = counting(*noted, m.choices)
	noted.All, noted.Closed = true, nil
}

// Closing notes how the record is left, once nothing more is recorded: the digest of its file.
func (m *Made) Closing(file string) {
	m.writing(func() error {
		if !m.added || !m.here || !m.whole || file == "" {
			return nil
		}
		noted, err := private.ReadMade(m.dir, m.conversation)
		if err != nil {
			return err
		}
		m.take(&noted)
		noted.Closed = m.marks.left(file)
		return private.TakeInMade(m.dir, m.conversation, noted)
	})
}

// note notes the first events, the marks, what says which bytes were kept, and what changes
// settings. A note that cannot be used is replaced.
func (m *Made) note(events []store.Event) error {
	marked, kept := m.marks.marked(m.log(), events)
	chose := slices.ContainsFunc(events, func(ev store.Event) bool { return chooses(ev.Body) })
	if len(events) == 0 || m.here && m.whole && !chose && marked == nil && kept == nil && !m.loose {
		return nil
	}
	noted, err := private.ReadMade(m.dir, m.conversation)
	if err != nil {
		noted = private.Made{}
	}
	m.take(&noted) // what was noted and never recorded goes
	if !m.here || !m.whole {
		noted.Since = store.Digest(events[0].Line())
	}
	if marked != nil {
		noted.Marks = marked
	}
	noted.Kept, noted.Typed = append(noted.Kept, kept...), false
	for _, ev := range events {
		if chooses(ev.Body) {
			noted.Chosen, noted.Gone = append(noted.Chosen, private.Chosen{Line: store.Digest(ev.Line()), Folder: m.folder}), false
		}
	}
	write := private.WriteMade
	if m.here && m.whole && !chose && kept == nil && !slices.ContainsFunc(events, lasts) {
		write = private.TakeInMade
	}
	if err := write(m.dir, m.conversation, noted); err != nil {
		return err
	}
	m.here, m.whole, m.loose, m.typed = true, true, marked != nil, false
	return nil
}

// lasts reports whether the note of a line must outlast a crash of the system. Where it does not, the
// turn is asked about as one that was not recorded here, and a call that had begun ends in any case.
func lasts(ev store.Event) bool { return decides(ev.Body) }

// chooses reports whether a line changes settings.
func chooses(b store.Body) bool {
	_, is := b.(store.ConfigDelta)
	return is
}

// Saving notes the messages that wait among drafts before these are saved, and that a first message is
// being typed: what nobody wrote here is not sent by itself, nor offered at the next start.
func (m *Made) Saving(save func(store.Drafts) error) func(store.Drafts) error {
	return func(all store.Drafts) error {
		m.writing(func() error { return m.waits(all) })
		return save(all)
	}
}

func (m *Made) waits(all store.Drafts) error {
	var digests []string
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if all.Waits(key) {
			digests = append(digests, all.Digest(key))
		}
	}
	typed := m.log().Len() == 0 && all[store.MessageDraft(store.Composing)].Text != ""
	if slices.Equal(digests, m.queued) && typed == m.typed {
		return nil
	}
	noted, err := private.ReadMade(m.dir, m.conversation)
	if err != nil {
		return err
	}
	noted.Queued, noted.Typed = digests, typed
	if err := private.WriteMade(m.dir, m.conversation, noted); err != nil {
		return err
	}
	m.queued, m.typed = digests, typed
	return nil
}

// Wrote reports whether a message that waits among drafts was written here.
func (m *Made) Wrote(all store.Drafts, key string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Contains(m.queued, all.Digest(key))
}

// Fails returns, once, a message that something could not be noted.
func (m *Made) Fails() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return once(&m.told, m.fault, notMadeText, m.dir)
}

const notMadeText = "Parley cannot write to %s (%v). So when this conversation is opened again, its settings are asked about, what was allowed or answered in an open turn is asked once more, " +
	"messages that waited are not sent, and nothing is undone: a parked turn gets no further. Make that folder your own and writable. You can continue working."
