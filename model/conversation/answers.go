package conversation

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/forms"
	"parley/model/kit"
	"parley/store"
	"parley/store/record"
	"parley/views/pane"
	"parley/views/patch"
	"parley/views/prompt"
)

// draftKey is the key of the open prompt's draft, "" if it has none.
//
//go:noinline
func (m *Model) draftKey() string {
	if m.ask.own {
		return ""
	}
	return keyOfDraft(m.ask.prompt)
}

// keyOfDraft is the key of a prompt's draft, "" if it has none.
func keyOfDraft(p coordinator.Prompt) string {
	switch {
	case p.Permission != nil:
		return store.PermissionDraft(p.Permission.ID)
	case p.Inquiry == nil:
		return ""
	}
	return store.QuestionDraft(store.InquiryRequest{ID: p.Inquiry.ID, Call: p.Call, Question: p.Inquiry.Question})
}

// fieldDraft is the draft of the open question. On disk the cursor's position is in
// bytes.
func (m *Model) fieldDraft() prompt.Draft {
	if m.ask.prompt.Inquiry.Question.AnswerType.Kind == forms.Secret {
		return prompt.Draft{}
	}
	d, _ := m.drafts.question(m.draftKey())
	reply, _ := m.drafts.question(store.ReplyDraft(m.draftKey()))
	before := d.Text[:min(max(d.Cursor, 0), len(d.Text))]
	return prompt.Draft{Text: d.Text, Value: d.Value, Cursor: utf8.RuneCountInString(before), Reply: reply.Text}
}

// permissionDraft is the draft of the open permission: the edited text, and the
// reason as the value.
func (m *Model) permissionDraft() prompt.PermissionDraft {
	d, _ := m.drafts.question(m.draftKey())
	var why string
	if len(d.Value) > 0 && json.Unmarshal(d.Value, &why) != nil {
		why = ""
	}
	return prompt.PermissionDraft{Edit: d.Text, Why: why}
}

// keepDraft saves what is in the open prompt. Nothing of a secret is saved, and
// nothing if the user did nothing.
func (m *Model) keepDraft() {
	key, now := m.draftKey(), m.o.Now().UTC()
	if key == "" || m.ask.lasting {
		return
	}
	if m.ask.prompt.Permission != nil {
		d, out := m.ask.permission.Written(), store.Draft{Updated: now}
		out.Text = d.Edit
		if d.Why != "" {
			if why, err := json.Marshal(d.Why); err == nil { // a string always marshals
				out.Value = why
			}
		}
		m.drafts.keep(key, out)
		return
	}
	if m.ask.prompt.Inquiry.Question.AnswerType.Kind == forms.Secret {
		return
	}
	if m.isPatch() {
		m.keepPatchDraft()
		m.drafts.keep(store.ReplyDraft(key), store.Draft{Text: m.ask.field.Draft().Reply, Updated: now})
		return
	}
	d := m.ask.field.Draft()
	runes := []rune(d.Text)
	bytes := len(string(runes[:min(max(d.Cursor, 0), len(runes))]))
	m.drafts.keep(key, store.Draft{Text: d.Text, Value: d.Value, Cursor: bytes, Updated: now})
	m.drafts.keep(store.ReplyDraft(key), store.Draft{Text: d.Reply, Updated: now})
}

// dropDraft forgets the draft of a prompt that was answered.
func (m *Model) dropDraft() {
	m.drafts.keep(m.draftKey(), store.Draft{})
	if m.ask.prompt.Inquiry != nil {
		m.drafts.keep(store.ReplyDraft(m.draftKey()), store.Draft{})
		m.drafts.keep(store.PatchDraft(m.draftKey()), store.Draft{})
	}
}

// patchDraft is what the user did with a patch, as it is saved: the edited text is
// the draft's text. It belongs to one proposal, identified by its digest; the reason
// outlives it.
type patchDraft struct {
	Digest string `json:"digest"`
	Hunks  int    `json:"hunks"`
	Left   []int  `json:"left,omitempty"`
	Why    string `json:"why,omitempty"`
	Edited bool   `json:"edited,omitempty"`
	// Chosen is what was taken and what was not, in case the file changes.
	Chosen []patch.Choice `json:"chosen,omitempty"`

	text string
}

// draftOfPatch is the draft of the patch that the question of a draft's key is
// about.
func (m *Model) draftOfPatch(key string) patchDraft {
	x, _ := m.drafts.question(store.PatchDraft(key))
	var d patchDraft
	if len(x.Value) == 0 || json.Unmarshal(x.Value, &d) != nil {
		return patchDraft{}
	}
	d.text = x.Text
	return d
}

// content is the edited text if it was made from the proposal with this digest.
func (d patchDraft) content(digest string) (string, bool) {
	return d.text, d.Edited && d.Digest == digest
}

// part reports whether only a part of the proposal was taken, or another text.
func (d patchDraft) part() bool { return len(d.Left) > 0 || d.Edited }

// of is the part of the draft that applies to a view.
func (d patchDraft) of(digest string, v patch.Patch) patch.Draft {
	out := patch.Draft{Why: d.Why}
	if d.Digest == digest && d.Hunks == v.Hunks() && d.Edited == v.Edited() {
		out.Left = d.Left
	}
	return out
}

// keepPatchDraft saves what was done with the open patch; nothing if the user did
// nothing.
func (m *Model) keepPatchDraft() {
	v := m.ask.patch.view
	if !v.Shown() {
		return
	}
	now, key := v.Draft(), store.PatchDraft(m.draftKey())
	if !v.Changeable() && m.draftOfPatch(m.draftKey()).part() {
		return // what was left out before is reported again when it can be chosen
	}
	if len(now.Left) == 0 && now.Why == "" && now.Content == nil {
		m.drafts.keep(key, store.Draft{})
		return
	}
	d := patchDraft{
		Digest: m.ask.prompt.Inquiry.Question.Digest, Hunks: v.Hunks(), Left: now.Left, Why: now.Why, Edited: now.Content != nil,
	}
	if d.part() {
		d.Chosen = v.Choices()
	}
	value, err := json.Marshal(d)
	if err != nil { // numbers and texts always marshal
		return
	}
	x := store.Draft{Value: value, Updated: m.o.Now().UTC()}
	if now.Content != nil {
		x.Text = *now.Content
	}
	m.drafts.keep(key, x)
}

// withdrawal is a call of whose questions one was withdrawn.
type withdrawal struct {
	turn int
	call string
}

// tellAnswered says who answered what is on the screen, if it was not the user there, and keeps
// what was typed where ↑ finds it.
func (m *Model) tellAnswered(in coordinator.Input, events []store.Event) {
	answer := m.answerElsewhere(in, events)
	if answer == nil {
		return
	}
	var asked store.InquiryRequest
	if i := m.ask.prompt.Inquiry; i != nil {
		asked.Question = i.Question
	}
	if m.answering() {
		if n := m.ask.prompt.Secrets(); n > 0 {
			m.rest.Begins(m.o.Now(), n)
			m.left = forms.Secret
		} else if !m.hushes() {
			m.left = cmp.Or(asked.Question.AnswerType.Kind, forms.Boolean)
		}
		m.arming.Appear()
	}
	words, typed := kit.AnsweredText(answer, asked), m.typedInForm()
	if unsent := kit.NotGiven(answer, typed); len(unsent) > 0 {
		words += m.spell(textTypedKept) + kit.TypedText(unsent)
	}
	for _, t := range typed {
		m.rememberWritten(t)
	}
	if r, ok := answer.(store.InquiryResponse); ok && r.Reason == store.CancelWithdrawn {
		m.dropDraft() // the next form of the call may name another question in the same way
		turn, _ := m.o.Shell.State().Folded.Current()
		of := withdrawal{turn.N, m.ask.prompt.Call}
		if m.withdrawn == of && len(typed) == 0 {
			return // a server can do so many times, and the call's entry lists each
		}
		m.withdrawn = of
	}
	m.reply(pane.Info, words)
}

// rememberWritten keeps what was written in a form where ↑ finds it. Whoever asked may have proposed a part
// of it.
func (m *Model) rememberWritten(text string) { m.composer.Remember(Words(text)) }

// writtenTooLate keeps what the editor brings for a question that has closed meanwhile where ↑ finds
// it, and says so. What was in the prompt before is kept already.
func (m *Model) writtenTooLate(written string) {
	if strings.TrimSpace(written) == "" || slices.Contains(m.composer.History(), Words(written)) {
		return
	}
	m.rememberWritten(written)
	m.reply(pane.Info, m.spell(textTypedLate)+kit.TypedText([]string{written}))
}

// answerElsewhere is the answer to what is on the screen, nil if there is none among events or
// the user gave it here.
func (m *Model) answerElsewhere(in coordinator.Input, events []store.Event) store.Body {
	_, sent := in.(coordinator.Sent)
	for _, ev := range events {
		var id, by string
		switch b := ev.Body.(type) {
		case store.PermissionResponse:
			id, by = b.ID, b.By
		case store.InquiryResponse:
			id, by = b.ID, record.CancelledBy(b.Reason)
			if b.AnsweredBy != nil {
				by = b.AnsweredBy.By
			}
		default:
			continue
		}
		if (coordinator.AskUser{ID: id}).Key() == m.ask.prompt.Key && (sent || by != store.ByUser) {
			return ev.Body
		}
	}
	return nil
}

// Unsent is what was typed and not sent, of what the open question asks and in the composer.
// Nothing of a secret is in it.
func (m *Model) Unsent() []string {
	texts := m.typedInForm()
	if x, known := m.drafts.question(store.MessageDraft(store.Composing)); known && strings.TrimSpace(x.Text) != "" {
		texts = append(texts, x.Text)
	}
	return texts
}

// Answers is how many answers the open form asks for, from the one on that is typed, at least one.
func (m *Model) Answers() int {
	at, of := m.ask.prompt.Walk.Progress()
	return of - at + 1
}

// typedInForm is what was typed and not sent of what the open question asks.
func (m *Model) typedInForm() (texts []string) {
	m.keepDraft()
	for _, key := range []string{m.draftKey(), store.ReplyDraft(m.draftKey()), store.PatchDraft(m.draftKey())} {
		x, known := m.drafts.question(key)
		if !known {
			continue
		}
		var why string
		if key == store.PatchDraft(m.draftKey()) {
			why = m.draftOfPatch(m.draftKey()).Why
		} else if m.ask.prompt.Permission != nil && key == m.draftKey() {
			why = m.permissionDraft().Why
		}
		for _, said := range []string{x.Text, why} {
			if strings.TrimSpace(said) != "" {
				texts = append(texts, said)
			}
		}
	}
	return texts
}

// noEditor says why there was no editor: at the prompt that it was opened for, which may
// cover the conversation.
func (m *Model) noEditor(ask coordinator.Key, err error) {
	switch {
	case !m.ask.open || m.ask.prompt.Key != ask:
		m.reply(pane.Failure, err.Error())
	case m.isPatch():
		m.ask.patch.view.Faults = []string{err.Error()}
	case m.ask.prompt.Permission != nil:
		m.ask.permission.Faults = []string{err.Error()}
	default:
		m.ask.field = m.ask.field.WithFaults(err.Error())
	}
}

func (m *Model) edited(msg editedMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		m.noEditor(msg.ask, msg.err)
	case msg.ask == coordinator.Key{}:
		m.endPalette()
		m.composer.Rewrite(strings.TrimRight(msg.text, "\n"))
		m.drafts.setMessage(m.written(), m.o.Now())
	case m.ask.open && m.ask.prompt.Key == msg.ask:
		if strings.TrimSpace(msg.text) == "" {
			return m.intent(prompt.OpenMenu{}) // an empty file cancels
		}
		return m.intent(prompt.Replace{Text: strings.TrimRight(msg.text, "\n")})
	default:
		m.writtenTooLate(strings.TrimRight(msg.text, "\n"))
	}
	return m.saveLater()
}
