package conversation

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/forms"
	"parley/store/text/clean"
	"parley/views/chrome"
	"parley/views/pane"
	"parley/views/prompt"
	"parley/views/text"
)

// own is the user's own commands: the one being typed, and those that were ended.
type own struct {
	since  time.Time       // when typing it began, or Enter came too early
	ended  map[string]bool // commands that the user ended
	judged string          // the line that the rules are asked about
}

// beginsCommand reports whether a key begins a user command: it must be typed, and
// into an empty composer.
func (m *Model) beginsCommand(msg tea.KeyPressMsg) bool {
	return msg.Text == chrome.Bang && !m.composer.Command() && m.composer.Text() == "" && !m.completing.earlier
}

// beginCommand makes what is typed from now on a command.
func (m *Model) beginCommand() tea.Cmd {
	m.composer.Begin()
	m.own.since = m.o.Now()
	return m.wrote()
}

// leaveCommand makes it a message again.
func (m *Model) leaveCommand() tea.Cmd {
	m.composer.Message()
	return m.wrote()
}

// written is the composer's text as it is saved. When it is restored it was not
// typed, so it is a message, whatever it was.
func (m *Model) written() string {
	if m.composer.Command() {
		return chrome.Bang + m.composer.Text()
	}
	return m.composer.Text()
}

// commandBindings are the keys while a command is being typed.
func commandBindings() []binding {
	blank := func(m *Model) bool { return m.composer.Blank() }
	empty := func(m *Model) bool { return m.composer.Text() == "" }
	rows := []binding{
		{Keys: []string{"enter"}, Shown: "Enter", Words: "run it", Help: "run the command; it needs no permission, since it is yours", When: func(m *Model) bool { return !blank(m) }, Do: does((*Model).runWritten)},
		{Keys: []string{"esc"}, Shown: "Esc", Words: "to a message", Help: "it is no command, but a message", Do: does((*Model).leaveCommand)},
		{Keys: []string{"backspace"}, Shown: "Backspace", Help: "with nothing written: it is no command", When: empty, Do: does((*Model).leaveCommand)},
		newLine(),
		{Keys: []string{"up"}, Shown: "↑", Help: "the command before", When: func(m *Model) bool { return m.composer.AtStart() }, Do: does(func(m *Model) tea.Cmd { m.composer.Earlier(); return m.wrote() })},
		{Keys: []string{"down"}, Shown: "↓", Help: "the command after", When: func(m *Model) bool { return m.composer.AtEnd() }, Do: does(func(m *Model) tea.Cmd { m.composer.Later(); return m.wrote() })},
	}
	return append(rows, withEditor(binding{Keys: []string{"ctrl+e"}, Shown: "Ctrl+E", Help: "write the command in your editor", Do: does((*Model).edit)})...)
}

// judgedMsg says which rule refuses a user's command, "" for none.
type judgedMsg struct {
	of         *coordinator.Shell // the conversation that it was written in
	line, rule string
}

// runWritten runs the typed command. An Enter that comes together with the first key
// does not count: nobody could have seen that this is a command.
func (m *Model) runWritten() tea.Cmd {
	if now := m.o.Now(); now.Sub(m.own.since) < m.o.Arming {
		m.own.since = now // of lines that come in one go none is run
		m.note = textCommandEarly
		return nil
	}
	line := m.composer.Take()
	m.drafts.setMessage("", m.o.Now())
	m.own.judged = line
	host, shell := m.o.Host, m.o.Shell
	return func() tea.Msg { return judgedMsg{shell, line, host.Denies(line)} }
}

// commandJudged runs a command, or asks first if a rule refuses it.
func (m *Model) commandJudged(msg judgedMsg) tea.Cmd {
	if msg.of != m.o.Shell || msg.line != m.own.judged {
		return nil // it belongs to a conversation that was left
	}
	m.own.judged = ""
	if msg.rule == "" {
		return m.runOwn(msg.line)
	}
	return m.askDenied(msg)
}

// runOwn puts a command on record, which then runs.
func (m *Model) runOwn(line string) tea.Cmd {
	var cmds []tea.Cmd
	for _, in := range m.o.Begin {
		cmds = append(cmds, m.send(in))
	}
	m.o.Begin = nil
	m.pane.Bottom()
	return tea.Batch(append(cmds, m.send(coordinator.Commanded{Command: line}))...)
}

// askDenied asks whether a command that a rule refuses is meant. If something else
// has just been asked, it is dropped and can be run again.
func (m *Model) askDenied(msg judgedMsg) tea.Cmd {
	if m.ask.open {
		m.reply(pane.Warning, deniedText(msg.rule))
		return nil
	}
	q := forms.Question{
		ID: "denied", Header: "Your command", Text: textRunDenied, Context: deniedContext(msg),
		AnswerType: forms.AnswerType{Kind: forms.Boolean}, Exclusive: true, Persistence: forms.PersistNone,
	}
	m.askOwn("command", 1, q, func(act prompt.Act) tea.Cmd {
		m.closePrompt()
		if a, ok := act.(prompt.Answered); ok && string(a.Value) == "true" {
			return tea.Batch(m.reopen(), m.runOwn(msg.line))
		}
		m.reply(pane.Info, deniedText(msg.rule))
		return m.reopen()
	})
	return m.arm()
}

// askOwn asks a question of the screen's own, which belongs to no turn and is not on
// record.
func (m *Model) askOwn(id string, of int, q forms.Question, taken func(prompt.Act) tea.Cmd) {
	m.ask = ask{open: true, own: true, taken: taken, prompt: coordinator.Prompt{
		Key: coordinator.Key{Kind: coordinator.OfScreen, ID: id}, Label: "Parley", Of: of, Place: 1,
		Inquiry: &coordinator.Inquiry{ID: trustKey + id, Question: q}, Walk: forms.Start(forms.Restore([]forms.Question{q})),
	}}
	m.ask.field = prompt.NewField(m.o.Theme, q, prompt.Rules{}, prompt.Draft{})
	m.focus = onPrompt
}

// deniedContext shows the command and the rule, with every character visible.
func deniedContext(msg judgedMsg) string {
	return fencedText("The command", msg.line) + fencedText("The rule", msg.rule)
}

// ownRunning is the command of the user that Ctrl+C ends next: the latest one that is
// running and was not ended yet.
func (m *Model) ownRunning() (id string, ok bool) {
	all := m.o.Shell.State().Folded.Commands
	for i := len(all) - 1; i >= 0; i-- {
		if !m.own.ended[all[i].ID] {
			return all[i].ID, true
		}
	}
	return "", false
}

// ownRuns reports whether there is one.
func (m *Model) ownRuns() bool {
	_, runs := m.ownRunning()
	return runs
}

// endOwn ends it.
func (m *Model) endOwn() tea.Cmd {
	id, ok := m.ownRunning()
	if !ok {
		return nil
	}
	if m.own.ended == nil {
		m.own.ended = map[string]bool{}
	}
	m.own.ended[id] = true
	return m.send(coordinator.CommandStopped{ID: id})
}

// deniedText says that a command was not run.
func deniedText(rule string) string {
	return fmt.Sprintf(textDenied, text.Line(clean.Reveal(rule), 200))
}
