package conversation

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/forms"
	"parley/views/chrome"
)

// arming decides when a prompt accepts answers: it must have been on the screen for a
// while, and for just as long nothing may have been typed that was meant for
// something else.
type arming struct {
	from  focus     // what the keys went to before
	shown time.Time // when it was put on the screen; later, when the terminal had taken it
	seen  bool
	early time.Time // when the latest key came that was too early
	due   bool      // an armedMsg is on its way
}

// armedMsg says that it is time to check whether the prompt accepts answers.
type armedMsg struct{}

// lookAgain is how soon to check again whether the terminal has taken the prompt.
const lookAgain = 50 * time.Millisecond

// arm starts the period in which keys do not answer, since the prompt has just
// appeared on the screen.
func (m *Model) arm() tea.Cmd {
	x := &m.ask.arming
	x.shown, x.seen, x.early = m.o.Now(), m.o.Shown == nil, time.Time{}
	return m.awaitArmed()
}

// quiet restarts the period in which keys do not answer, since a key came that was
// meant for something else. It does not change how long the prompt has been on the
// screen.
func (m *Model) quiet() tea.Cmd {
	m.ask.arming.early = m.o.Now()
	return m.awaitArmed()
}

// armedAt is when the prompt accepts answers; false while the terminal has not taken
// its picture. It moves only when the prompt appears and when an early key comes, so
// that the hints say what the keys do.
func (m *Model) armedAt() (time.Time, bool) {
	x := &m.ask.arming
	if m.o.Arming <= 0 || !m.ask.open {
		return time.Time{}, true
	}
	if !x.seen {
		at, ok := m.o.Shown(x.shown)
		if !ok {
			return time.Time{}, false
		}
		x.shown, x.seen = at, true
	}
	since := x.shown
	if x.early.After(since) {
		since = x.early
	}
	return since.Add(m.o.Arming), true
}

func (m *Model) armed() bool {
	at, known := m.armedAt()
	return known && !m.o.Now().Before(at)
}

// awaitArmed checks again when the period is over: then the hints change.
func (m *Model) awaitArmed() tea.Cmd {
	if m.ask.arming.due || m.armed() {
		return nil
	}
	wait := min(lookAgain, m.o.Arming)
	if at, known := m.armedAt(); known {
		wait = at.Sub(m.o.Now())
	}
	m.ask.arming.due = true
	return m.o.Tick(wait, func(time.Time) tea.Msg { return armedMsg{} })
}

// deaf reports whether keys go to the prompt but do not answer it yet. It decides
// both what keys do and what the hints say.
func (m *Model) deaf() bool {
	return m.focus == onPrompt && m.ask.open && m.finding == nil && !m.armed()
}

// strayed reports whether what is typed now would be a part of the message being
// typed. What may be the beginning of a secret would not, nor what was meant for the
// conversation.
func (m *Model) strayed() bool {
	if i := m.ask.prompt.Inquiry; i != nil && i.Question.AnswerType.Kind == forms.Secret {
		return false
	}
	return m.ask.arming.from != onPane
}

// earlyHint says what happens to keys that come too early.
func (m *Model) earlyHint() chrome.Hint {
	if m.strayed() {
		return chrome.Hint{Words: textEarly}
	}
	return chrome.Hint{Words: textNotYet}
}

// opensMenu reports whether a key opens or closes something that decides nothing, so
// that it need not wait. For the screen's own question Esc is an answer.
func (m *Model) opensMenu(name string) bool { return name == "esc" && !m.ask.own }

// tooEarly handles a key that came before the prompt could be seen: it is not an
// answer. Text still goes into the message that was being typed.
func (m *Model) tooEarly(msg tea.KeyPressMsg) tea.Cmd {
	if m.strayed() && (msg.Text != "" || msg.String() == "backspace") {
		m.composer.Update(msg)
		m.drafts.setMessage(m.written(), m.o.Now())
	}
	return m.quiet()
}

// pastedEarly handles a paste that came before the prompt could be seen.
func (m *Model) pastedEarly(text string) tea.Cmd {
	if m.strayed() {
		m.composer.Paste(text)
		m.drafts.setMessage(m.written(), m.o.Now())
	}
	return m.quiet()
}
