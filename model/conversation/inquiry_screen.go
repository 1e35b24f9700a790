package conversation

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parley/forms"
	"parley/model/kit"
	"parley/store/record"
	"parley/views/chrome"
	"parley/views/patch"
	"parley/views/prompt"
)

// layPrompt lays out the prompt in at most height lines. Only then is it known
// whether its text can be scrolled, whether its end is visible, and what a digit does, which is
// told by the hints.
func (m *Model) layPrompt(height int) prompt.Drawn {
	long, ended := m.ask.most > 0, m.textEnded()
	d := m.layPromptOnce(height)
	m.ask.most = d.MaxScroll
	if otherwise := m.seen(d); otherwise || long != (d.MaxScroll > 0) || ended != m.textEnded() {
		d = m.layPromptOnce(height)
		m.seen(d)
	}
	m.ask.most, m.ask.drawn = d.MaxScroll, d
	d.Lines = slices.Clone(d.Lines) // the last of them may be replaced by the keys of the conversation
	return d
}

// seen tells the field what of it stands on the screen, and reports whether its hints say
// something else by that.
func (m *Model) seen(d prompt.Drawn) (otherwise bool) {
	if m.permitting() {
		return false
	}
	m.ask.field, otherwise = m.ask.field.Seen(d)
	return otherwise
}

func (m *Model) layPromptOnce(height int) prompt.Drawn {
	p := m.ask.prompt
	if now, ok := m.o.Shell.State().Prompt(); ok && now.Key == p.Key {
		p.Of, p.Lacks = now.Of, now.Lacks // more may be waiting by now, or its tool be there
	}
	hints := m.hints()
	switch {
	case m.deaf():
		hints = []chrome.Hint{m.earlyHint()}
	case m.focus == onPane:
		hints = chrome.FitHints(hints, m.w, 1)
	}
	if m.permitting() {
		m.ask.permission = m.ask.permission.WithTheme(m.o.Theme)
		x := m.ask.permission
		x.Hints, x.Waiting, x.Change, x.Reading = hints, p.Of, p.Change(), m.reading()
		return x.Draw(m.w, height)
	}
	m.ask.field = m.ask.field.WithTheme(m.o.Theme)
	at, of := p.Walk.Progress()
	v := prompt.Prompt{Who: p.Label, Which: p.Which, Asks: p.Guard == "", Guard: p.Guard != "", At: at, Of: of, Skipped: p.Walk.Skipped(), Waiting: p.Of, Change: p.Change(), Hints: hints, Reading: m.reading(), Field: m.ask.field}
	if p.Linked != nil {
		v.Escalated = &prompt.Escalation{Model: p.Linked.Model, Reason: p.Linked.Reason, Failed: p.Linked.Failed}
	}
	switch {
	case m.o.Strange:
		v.Remark = textNotAskedHere
	case p.Lacks:
		v.Remark = keptText(p.Tool)
	case p.Among > 0:
		v.Remark = record.AmongText(p.Among)
	}
	if m.isPatch() {
		if p.Inquiry.Question.ID == patch.Applies {
			v.Verb = record.Verb(p.Tool)
		}
		m.ask.patch.view = m.ask.patch.view.WithTheme(m.o.Theme)
		var drawn prompt.Drawn
		drawn, m.ask.patch.view = m.ask.patch.view.Draw(v, m.md, m.w, height)
		return drawn
	}
	return v.Draw(m.md, m.w, height)
}

// readingBelow is the height of a screen below which a text being read gets all of
// it, until something else is done.
const readingBelow = 24

// reading reports whether the prompt has a text that is being read, on a screen with
// little room for it.
func (m *Model) reading() bool {
	switch {
	case !m.ask.open || m.h >= readingBelow:
		return false
	case m.isPatch():
		return m.ask.patch.view.Away()
	case m.permitting():
		return m.ask.reading && m.ask.permission.Away()
	}
	return m.ask.reading && m.ask.field.Away()
}

// textEnded reports whether a text that does not fit is read to its end.
func (m *Model) textEnded() bool {
	switch {
	case !m.ask.open || m.ask.most == 0:
		return false
	case m.isPatch():
		return m.ask.patch.view.Ended()
	case m.permitting():
		return m.ask.permission.Ended(m.ask.most)
	}
	return m.ask.field.Ended(m.ask.most)
}

// promptLine returns the line of the prompt that is drawn in a row of the screen;
// false if there is none.
func (m *Model) promptLine(row int) (int, bool) {
	const status = 1 // the status line below
	line := row - (m.h - status - len(m.ask.drawn.Lines))
	return line, m.ask.open && !m.help.Open && line >= 0 && line < len(m.ask.drawn.Lines)
}

// wheelPrompt handles the wheel over the prompt: its text scrolls, or in a long list
// the cursor moves. False if the pointer is elsewhere.
func (m *Model) wheelPrompt(msg tea.MouseWheelMsg) bool {
	by := kit.Turned(msg)
	if _, here := m.promptLine(msg.Y); !here {
		return false
	}
	switch {
	case by == 0:
	case m.ask.most > 0:
		m.intent(prompt.Scroll{By: by * kit.WheelLines})
	case !m.permitting() && m.ask.field.Mode() == prompt.Choosing && m.ask.field.Choices() > 9:
		m.intent(prompt.Step{By: by})
	}
	return true
}

// click puts the cursor on the choice under the mouse, or unfolds the conversation's
// row there. It never answers.
func (m *Model) click(msg tea.MouseClickMsg) {
	if msg.Button != tea.MouseLeft || m.help.Open || m.cramped() || m.going != nil {
		return
	}
	line, here := m.promptLine(msg.Y)
	if !here {
		y := msg.Y - len(m.upper.Lines)
		if row := m.upper.Row(msg.Y); row >= 0 && m.focus != onPrompt {
			m.start.Point(row)
			m.focus = onStart
		}
		if m.pane.Click(y); !m.ask.open {
			m.clickPalette(y - m.pane.Height())
		}
		return
	}
	if m.permitting() {
		return
	}
	if n := m.ask.drawn.Choice(line); n >= 0 {
		m.focus = onPrompt
		m.intent(prompt.Point{At: n})
	}
}

// editAnswer opens the text typed in a prompt in the user's editor; a schema is put
// above the value as comments, which are removed again.
func (m *Model) editAnswer() tea.Cmd {
	key, mend := m.ask.prompt.Key, func(text string) string { return text }
	text, suffix := "", ".txt"
	switch f := m.ask.field; {
	case m.permitting():
		text = m.ask.permission.Typed()
		if m.ask.permission.Editing() && m.ask.permission.Result == nil {
			suffix = ".json"
		}
	case f.Mode() == prompt.Writing && f.Question.AnswerType.Kind == forms.Schema:
		text, suffix = prompt.WithSchemaAbove(f.Question.AnswerType.Schema, f.Typed()), ".jsonc"
		mend = prompt.WithoutComments
	default:
		text = f.Typed()
	}
	return m.inEditor(m.o.Host.Editor(text, suffix, func(text string, err error) tea.Msg {
		return editedMsg{text: mend(text), err: err, ask: key}
	}))
}
