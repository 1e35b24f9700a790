package conversation

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/tool"
	"parley/forms"
	"parley/model/kit"
	"parley/store"
	"parley/views/patch"
	"parley/views/prompt"
	"parley/views/text"
)

// patching is the open question about a patch: a view of its own in place of the
// question's choices.
type patching struct {
	on      bool // the question is shown as a patch
	view    patch.Patch
	editing bool // an edited text is being compared
	stale   bool // the file is not what was asked about: a yes is one to being asked again
}

// patchMsg brings a change that was computed, or why it could not be and what the
// record has of it. edited is the text into which the user had changed it.
type patchMsg struct {
	key     coordinator.Key
	changes *patch.Changes
	edited  *patch.Changes
	whole   string
	err     error
}

// sought is the change of the question that comes next: it is computed before the
// question appears on the screen, unless that takes too long.
type sought struct {
	key  coordinator.Key
	came *patchMsg
	late bool
}

// patchPatience is how long a question waits for its change.
const patchPatience = 250 * time.Millisecond

// patchLateMsg says that a question has waited long enough for its change.
type patchLateMsg struct{ key coordinator.Key }

// seekPatch computes the whole change that a question is about, in a command; wait
// says that the question is not shown yet.
func (m *Model) seekPatch(p coordinator.Prompt) (cmd tea.Cmd, wait bool) {
	if m.sought.key == p.Key {
		return nil, m.sought.came == nil && !m.sought.late
	}
	m.sought = sought{}
	read := m.o.Shell.Patch(p)
	if read == nil {
		return nil, false
	}
	m.sought.key = p.Key
	draft := m.draftOfPatch(keyOfDraft(p))
	return kit.Batch(
		func() tea.Msg { return workedOut(p, read, draft) },
		m.o.Tick(patchPatience, func(time.Time) tea.Msg { return patchLateMsg{p.Key} }),
	), true
}

// openPatch shows the open question as a patch if it is about one.
func (m *Model) openPatch() tea.Cmd {
	p := m.ask.prompt
	if m.sought.key != p.Key {
		return nil
	}
	m.ask.patch = patching{on: true, view: patch.New(m.o.Theme, nil, m.patchRules(p))}
	if m.sought.came == nil {
		return nil
	}
	return m.patchCame(*m.sought.came)
}

// patchSought shows the question whose change has arrived, or is late.
func (m *Model) patchSought(key coordinator.Key, came *patchMsg) tea.Cmd {
	if m.sought.key != key {
		return nil
	}
	m.sought.came, m.sought.late = cmp.Or(m.sought.came, came), true
	if m.ask.open && m.ask.prompt.Key == key {
		if came != nil {
			return m.patchCame(*came)
		}
		return nil
	}
	return m.reopen()
}

// workedOut reads and compares. What the call would do now is shown only if it is
// what was asked about; otherwise what the record has of it.
func workedOut(p coordinator.Prompt, read func(context.Context) (tool.Patch, error), draft patchDraft) tea.Msg {
	q := p.Inquiry.Question
	change, err := read(context.Background())
	if err != nil {
		return patchMsg{key: p.Key, changes: patch.RecordedChanges(q.Context), err: err}
	}
	msg := patchMsg{key: p.Key, changes: patch.NewChanges(change.Path, change.Old, change.New), whole: change.Whole}
	if text, ok := draft.content(q.Digest); ok && change.Whole == "" {
		msg.edited = patch.NewChanges(change.Path, change.Old, text)
	}
	return msg
}

func (m *Model) patchRules(p coordinator.Prompt) patch.Rules {
	return patch.Rules{Remember: p.Memorable, CanGoBack: p.Walk.CanGoBack()}
}

// patchCame shows the change. It accepts answers after a moment of quiet, like a
// question that has just opened.
func (m *Model) patchCame(msg patchMsg) tea.Cmd {
	if !m.ask.open || m.ask.prompt.Key != msg.key || !m.ask.patch.on {
		return nil
	}
	v := &m.ask.patch.view
	rules := v.Rules
	rules.Whole = msg.whole
	m.ask.patch.stale = errors.Is(msg.err, coordinator.ErrOtherPatch)
	if msg.err != nil {
		rules.Whole, rules.Notice = textNotAsAsked, notAsAskedText(msg.err)
		if msg.changes.Hunks() == 0 { // only the question's own text can be shown
			m.ask.patch.on = false
			m.ask.field = m.ask.field.WithFaults(rules.Notice)
			return m.arm()
		}
	}
	*v = patch.New(m.o.Theme, msg.changes, rules)
	if msg.edited != nil {
		*v = v.With(msg.edited)
	}
	digest, draft := m.ask.prompt.Inquiry.Question.Digest, m.draftOfPatch(m.draftKey())
	*v = v.Drafted(draft.of(digest, *v))
	if draft.Digest != digest && msg.err == nil && (draft.part() || m.ask.prompt.Edited != nil) {
		m.carryOver(draft)
	}
	return m.arm()
}

// carryOver takes over what was left out before the file changed. What is not plainly
// the same is left out, so that a yes never applies it.
func (m *Model) carryOver(draft patchDraft) {
	v := &m.ask.patch.view
	carried, unknown := v.Carry(draft.Chosen)
	switch taken := carried.Taken(); {
	case carried.Held():
		carried.Faults = []string{textPartWhole}
	case taken == 0 && unknown > 0:
		carried.Faults = []string{textPartLost}
	case unknown == 0 && draft.Edited:
		carried.Faults = []string{textEditLost(taken, carried.Hunks())}
	case unknown > 0:
		carried.Faults = []string{textPartUnknown(unknown, taken)}
	default:
		carried.Faults = []string{textPartKept(taken, carried.Hunks())}
	}
	*v = carried
}

// patchIntent gives the patch an intent, or the menu and the reply of its question
// while they are open.
func (m *Model) patchIntent(in prompt.Intent) tea.Cmd {
	var act prompt.Act
	switch _, opens := in.(prompt.OpenMenu); {
	case m.inFieldOfPatch(), opens && m.ask.patch.view.Mode() == patch.PatchReading:
		m.ask.field, act = m.ask.field.Update(in)
	default:
		switch in.(type) {
		case prompt.GoBack, prompt.EndTheTurn:
			m.ask.field, act = m.ask.field.Update(in)
		default:
			was := m.ask.patch.view.Mode()
			m.ask.patch.view, act = m.ask.patch.view.Update(in)
			if act == nil && was == patch.PatchHits && m.ask.patch.view.Mode() == patch.PatchReading {
				m.keepDraft()
				return m.quiet() // n was "next" a moment ago
			}
		}
	}
	m.keepDraft()
	if judged, ok := act.(patch.Judged); ok {
		return m.judged(judged)
	}
	if act != nil {
		return m.acted(act)
	}
	if _, back := in.(prompt.Replace); back {
		return m.arm()
	}
	return nil
}

// inFieldOfPatch reports whether the menu or the reply of the question is open below
// the patch.
func (m *Model) inFieldOfPatch() bool {
	mode := m.ask.field.Mode()
	return mode == prompt.InMenu || mode == prompt.Replying
}

// judged turns the act of a patch into a message for the coordinator. The user's own
// text is bound to the proposal that it was made from.
func (m *Model) judged(j patch.Judged) tea.Cmd {
	out := coordinator.Answered{Key: m.ask.prompt.Key, Value: json.RawMessage("false"), Remember: j.Remember, Note: j.Note}
	if j.Yes {
		out.Value = json.RawMessage("true")
	}
	if j.Yes && m.ask.patch.stale {
		out.Again, out.Remember = true, false
	}
	if j.Content != nil {
		out.Edited = &store.Edited{Digest: m.ask.prompt.Inquiry.Question.Digest, Content: *j.Content}
		if j.Taken > 0 {
			out.Edited.Part = store.Part{Taken: j.Taken, Hunks: m.ask.patch.view.Hunks()}
		}
	}
	part, _ := m.drafts.question(store.PatchDraft(m.draftKey()))
	taken := j.Yes && m.draftOfPatch(m.draftKey()).part()
	m.dropDraft()
	if taken { // if it is asked again, it must be known that a part was left out
		m.drafts.keepUntil(m.ask.prompt.Call, store.PatchDraft(m.draftKey()), part)
	}
	return m.send(out)
}

// editPatch opens the text as it would be written in the user's editor.
func (m *Model) editPatch() tea.Cmd {
	v, key := m.ask.patch.view, m.ask.prompt.Key
	if !v.Changeable() {
		return nil
	}
	if why := v.Typed(); v.Mode() == patch.PatchSaying {
		return m.inEditor(m.o.Host.Editor(why, ".txt", func(text string, err error) tea.Msg { return editedMsg{text: text, err: err, ask: key} }))
	}
	shown := v.Text()
	return m.inEditor(m.o.Host.Editor(shown, suffixOf(v.Proposed().Path), func(text string, err error) tea.Msg {
		if text == shown {
			text = ""
		}
		return patchTextMsg{key, text, err}
	}))
}

// patchTextMsg brings back the proposed text from the user's editor, "" if it is unchanged.
type patchTextMsg struct {
	key  coordinator.Key
	text string
	err  error
}

// Written is what the editor brings.
func (p patchTextMsg) Written() string { return p.text }

// patchText compares what the editor wrote with the old text, in a command. An
// unchanged text changes nothing; an empty file cancels.
func (m *Model) patchText(msg patchTextMsg) tea.Cmd {
	if msg.err != nil {
		m.noEditor(msg.key, msg.err)
		return m.arm()
	}
	if !m.ask.open || m.ask.prompt.Key != msg.key || !m.ask.patch.on || m.ask.patch.editing {
		m.writtenTooLate(msg.text)
		return nil
	}
	if msg.text == "" {
		return m.arm()
	}
	m.ask.patch.editing = true
	first := m.ask.patch.view.Proposed()
	return func() tea.Msg { return patchEditedMsg{msg.key, first.Instead(msg.text)} }
}

// patchEditedMsg brings the user's own text, compared with the old one.
type patchEditedMsg struct {
	key     coordinator.Key
	changes *patch.Changes
}

// Written is what the editor brought.
func (p patchEditedMsg) Written() string { return p.changes.Text(nil) }

// patchEdited shows the user's own text.
func (m *Model) patchEdited(msg patchEditedMsg) tea.Cmd {
	c := msg.changes
	if !m.ask.open || m.ask.prompt.Key != msg.key || !m.ask.patch.editing {
		m.writtenTooLate(c.Text(nil))
		return nil
	}
	m.ask.patch.editing = false
	v := &m.ask.patch.view
	why := ""
	switch {
	case !utf8.ValidString(c.Text(nil)): // no record could hold it as it is
		why = textOddEdit
	case c.Hidden() != "":
		why = textUnseenEdit
	}
	if why != "" {
		m.rememberWritten(c.Text(nil))
		v.Faults = []string{m.spell(why)}
		return m.arm()
	}
	*v = v.With(c)
	m.keepDraft()
	return kit.Batch(m.arm(), m.saveLater())
}

// suffixOf is the end of a file's name if it is harmless, so that the editor knows
// the language.
func suffixOf(name string) string {
	ext := path.Ext(name)
	harmless := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' }
	if len(ext) < 2 || len(ext) > 12 || strings.IndexFunc(ext[1:], func(r rune) bool { return !harmless(r) }) >= 0 {
		return ".txt"
	}
	return ext
}

// notAsAskedText says why the change can only be shown from the record, and what a
// yes would do.
func notAsAskedText(err error) string {
	if errors.Is(err, coordinator.ErrOtherPatch) {
		return textFileChanged
	}
	why := text.Line(err.Error(), 300)
	if rest, ok := strings.CutPrefix(why, "the "); ok { // here it begins a sentence
		why = "The " + rest
	}
	return why + " " + textFromRecord
}

// isPatch reports whether the open question is shown as a patch.
func (m *Model) isPatch() bool {
	return m.ask.open && !m.ask.lasting && m.ask.patch.on && m.ask.prompt.Inquiry != nil && m.ask.prompt.Inquiry.Question.AnswerType.Kind == forms.Boolean
}
