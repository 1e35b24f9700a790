package conversation

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/forms"
	"parley/views/chrome"
)

// arming is how far a prompt is from taking answers: it must have been on the
// screen for a while, and for as long nothing may have been typed that was meant
// for something else.
type arming struct {
	from  focus     // what the keys went to before
	shown time.Time // when it was put on the screen; once seen, when the terminal had taken it
	seen  bool
	early time.Time // when the last key came that was too early
	due   bool      // an armedMsg is on its way
}

// armedMsg says that it is time to look whether the prompt takes answers.
type armedMsg struct{}

// lookAgain is how soon it is asked again whether the terminal has taken the prompt.
const lookAgain = 50 * time.Millisecond

// arm begins the moment in which keys do not answer, since the prompt has just come
// to be on the screen.
func (m *Model) arm() tea.Cmd {
	x := &m.ask.arming
	x.shown, x.seen, x.early = m.o.Now(), m.o.Shown == nil, time.Time{}
	return m.awaitArmed()
}

// quiet begins the moment in which keys do not answer, since one came that was meant
// for something else. How long the prompt has been on the screen stays what it is.
func (m *Model) quiet() tea.Cmd {
	m.ask.arming.early = m.o.Now()
	return m.awaitArmed()
}

// armedAt is when the prompt takes answers; false as long as the terminal has not
// taken its picture. It only ever moves when the prompt comes to the screen and when
// an early key comes, so that what the hints say is what the keys do.
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

// awaitArmed looks again when the moment is over: then the hints change.
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

// deaf says that keys go to the prompt and do not answer it yet. It is what the keys
// do and what the hints say.
func (m *Model) deaf() bool {
	return m.focus == onPrompt && m.ask.open && m.finding == nil && !m.armed()
}

// strayed says whether what is typed now would be part of the message that was being
// written. Nothing that may be the beginning of a secret is, nor what was meant for
// the conversation.
func (m *Model) strayed() bool {
	if i := m.ask.prompt.Inquiry; i != nil && i.Question.AnswerType.Kind == forms.Secret {
		return false
	}
	return m.ask.arming.from != onPane
}

// earlyHint says what becomes of keys that come too early.
func (m *Model) earlyHint() chrome.Hint {
	if m.strayed() {
		return chrome.Hint{Words: textEarly}
	}
	return chrome.Hint{Words: textNotYet}
}

// opensMenu says whether a key opens or closes what decides nothing, so that it need
// not wait. Of the screen's own question Esc is an answer.
func (m *Model) opensMenu(name string) bool { return name == "esc" && !m.ask.own }

// tooEarly takes a key that came before the prompt had been seen: it is no
// answer. Text goes on into the message that was being typed.
func (m *Model) tooEarly(msg tea.KeyPressMsg) tea.Cmd {
	if m.strayed() && (msg.Text != "" || msg.String() == "backspace") {
		m.composer.Update(msg)
		m.drafts.setMessage(m.written(), m.o.Now())
	}
	return m.quiet()
}

// pastedEarly takes a paste that came before the prompt had been seen.
func (m *Model) pastedEarly(text string) tea.Cmd {
	if m.strayed() {
		m.composer.Paste(text)
		m.drafts.setMessage(m.written(), m.o.Now())
	}
	return m.quiet()
}
