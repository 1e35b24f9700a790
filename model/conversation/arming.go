package conversation

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/arming"
	"parley/forms"
	"parley/model/kit"
	"parley/views/chrome"
)

// armedMsg says that it is time to check whether the prompt accepts answers.
type armedMsg struct{}

// lookAgain is how soon to check again whether the terminal has taken the prompt.
const lookAgain = 50 * time.Millisecond

// arm starts the period in which keys do not answer, since the prompt has just
// appeared on the screen.
func (m *Model) arm() tea.Cmd {
	m.arming.Appear()
	return m.awaitArmed()
}

// quiet restarts the period in which keys do not answer, since a key came that was
// meant for something else.
func (m *Model) quiet() tea.Cmd {
	m.arming.Quiet()
	return m.awaitArmed()
}

// returned takes the terminal back from the editor. What was typed for the editor is no answer,
// whether it is read before this or after, nor is a key that is still held down.
func (m *Model) returned(does tea.Cmd) tea.Cmd {
	m.lent = false
	m.arming.Away()
	if !m.ask.open {
		return does
	}
	return kit.Batch(does, m.arm())
}

// away reports whether the editor has the terminal.
func (m *Model) away() bool { return m.lent && m.o.Arming > 0 }

// awaitArmed checks again when the period is over: then the hints change.
func (m *Model) awaitArmed() tea.Cmd {
	if strings.HasPrefix(m.note, arming.TextHushed) && !m.hushes() {
		m.note = ""
	}
	if m.ask.due || !m.ask.open && !m.hushes() || m.o.Arming <= 0 {
		return nil
	}
	wait := min(lookAgain, m.o.Arming)
	if m.hushes() {
		wait = m.rest.Until().Sub(m.o.Now())
	} else if at, is := m.arming.Wakes(); is && !m.away() {
		wait = at.Sub(m.o.Now())
	} else if !m.away() && m.arming.Armed() {
		return nil
	}
	m.ask.due = true
	return m.o.Tick(wait, func(time.Time) tea.Msg { return armedMsg{} })
}

// answering reports whether keys go to the prompt.
func (m *Model) answering() bool { return m.focus == onPrompt && m.ask.open && m.finding == nil }

// deaf reports whether keys go to the prompt but do not answer it yet. It decides
// both what keys do and what the hints say.
func (m *Model) deaf() bool { return m.answering() && (m.away() || m.hushes() || !m.arming.Armed()) }

// lingers reports whether the next key may have been meant for a form that has closed by itself: until
// one has waited as long as an answer does, it sends, runs and stops nothing.
func (m *Model) lingers() bool { return m.left != "" && m.focus != onPane }

// hushes reports whether a key may be the rest of a secret whose form has closed by itself.
func (m *Model) hushes() bool {
	return m.left == forms.Secret && m.focus != onPane && m.o.Arming > 0 && m.rest.Comes(m.o.Now())
}

// hushed says that keys are dropped, and what ends that.
func (m *Model) hushed() string { return arming.TextHushed + m.rest.Ends() }

// hush drops a key that may be the rest of a secret.
func (m *Model) hush(msg tea.KeyPressMsg) tea.Cmd {
	name := msg.String()
	m.arming.Pressed(name, msg.IsRepeat)
	if m.rest.Drops(name, m.o.Now()) {
		m.note = m.hushed()
	} else {
		m.left, m.note = forms.Boolean, ""
	}
	return m.quiet()
}

// strayed reports whether what is typed now would be a part of the message being
// typed. What may be the beginning of a secret, or its rest, would not, nor what was meant for the
// conversation, nor anything once a key was meant for the prompt, as before its help was
// read; and a form of the inbox has no such message.
func (m *Model) strayed() bool {
	if m.o.Shell.Mirrors() || m.ask.met || m.left == forms.Secret {
		return false
	}
	if i := m.ask.prompt.Inquiry; i != nil && i.Question.AnswerType.Kind == forms.Secret {
		return false
	}
	return m.ask.from != onPane
}

// earlyHint says what happens to keys that come too early.
func (m *Model) earlyHint() chrome.Hint {
	if m.strayed() {
		return chrome.Hint{Words: textEarly}
	}
	if m.hushes() {
		return chrome.Hint{Words: m.hushed()}
	}
	return chrome.Hint{Words: textNotYet}
}

// opensMenu reports whether a key opens or closes something that decides nothing, so
// that it need not wait. For the screen's own question Esc is an answer.
func (m *Model) opensMenu(name string) bool { return name == "esc" && !m.ask.own }

// tooEarly handles a key that came before the prompt could be seen: it is not an
// answer. Text still goes into the message that was being typed.
func (m *Model) tooEarly(msg tea.KeyPressMsg) tea.Cmd {
	if m.strayed() && (msg.Text != "" || msg.String() == "backspace" && m.left == "") {
		m.composer.Update(msg)
		m.drafts.setMessage(m.written(), m.o.Now())
	} else if !m.answering() {
		m.note = textNotYet // behind a form that has closed no hint says so
	}
	return m.quiet()
}

// pastedEarly handles a paste that came before the prompt could be seen.
func (m *Model) pastedEarly(text string) tea.Cmd {
	if m.strayed() {
		m.composer.Paste(text)
		m.drafts.setMessage(m.written(), m.o.Now())
	} else if m.hushes() {
		m.rest.Drops("", m.o.Now())
		m.note = m.hushed()
	} else if !m.answering() {
		m.note = textNotYet
	}
	return m.quiet()
}

// resting is a turn that goes on with a key in the empty composer.
type resting int

const (
	restsNot resting = iota
	restsInterrupted
	restsPaused
	restsFailed
)

// interrupted reports whether Enter goes on with an interrupted turn.
func (m *Model) interrupted() bool {
	return m.o.Shell.State().Busy() == coordinator.Held && m.composer.Blank()
}

// rests is the turn that Enter goes on with now.
func (m *Model) rests() resting {
	switch {
	case m.ask.open:
		return restsNot
	case m.interrupted():
		return restsInterrupted
	case m.paused():
		return restsPaused
	case m.failed():
		return restsFailed
	}
	return restsNot
}

// offer starts the period in which Enter neither goes on with a turn nor sends what was not typed just now, if
// that has just come on the screen: Enter may have been pressed for what was there before.
func (m *Model) offer() {
	if m.composer.Blank() {
		m.came = "" // the same words, typed again, are typed just now
	}
	was, had := m.resting, m.offered
	m.resting, m.offered = m.rests(), m.untouched() && !m.ask.open && !m.help.Open && !m.cramped()
	if m.resting != was && m.resting != restsNot || m.offered && !had {
		m.arming.Appear()
	}
}

// untouched reports whether Enter would send a message that a server made, or that was left at the last
// end, and that the user has not changed. An Enter that the shell had not taken comes as a new line.
func (m *Model) untouched() bool {
	return m.came != "" && strings.TrimSpace(m.written()) == strings.TrimSpace(m.came) && m.focus == onComposer && m.finding == nil
}
