package conversation

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parley/coordinator"
	"parley/model/kit"
	"parley/store"
	"parley/store/record"
	"parley/store/text/spelling"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/text"
)

// exportedMsg says where the conversation was written.
type exportedMsg struct {
	file string
	err  error
}

// export writes the conversation to a file.
func (m *Model) export(file string) tea.Cmd {
	host, title := m.o.Host, m.title()
	return func() tea.Msg {
		path, err := host.Export(file, title)
		return exportedMsg{path, err}
	}
}

func (m *Model) exported(msg exportedMsg) {
	if msg.err != nil {
		m.reply(pane.Failure, msg.err.Error())
		return
	}
	m.reply(pane.Info, "The conversation was written to "+msg.file)
}

// auditMsg says why there is no audit for a name.
type auditMsg struct {
	bad  string // a word that names neither a tool that asked nor anybody who answers
	near string // what may have been meant
}

// audit shows the decisions of the conversation: all, or those of the named tool or
// answerer.
func (m *Model) audit(argument string) tea.Cmd {
	past, shared, show := m.past(), m.shared(), m.o.Audit
	return func() tea.Msg {
		tool, who := "", ""
		var tools []string
		for _, d := range record.NewAudit(past.Log).Decisions {
			tools = append(tools, d.Tool)
		}
		for _, word := range strings.Fields(argument) {
			switch {
			case slices.Contains(tools, word):
				tool = word
			case slices.Contains(record.Answerers(), word):
				who = word
			default:
				return auditMsg{bad: word, near: spelling.Nearest(word, slices.Concat(tools, record.Answerers()))}
			}
		}
		return kit.CoverMsg{Screen: show(shared, past, tool, who)}
	}
}

// audited reports a wrong name.
func (m *Model) audited(msg auditMsg) tea.Cmd {
	text := fmt.Sprintf("%q is no tool that asked something here, nor one of %s.", msg.bad, strings.Join(record.Answerers(), ", "))
	if msg.near != "" {
		text += fmt.Sprintf(" Did you mean %s?", msg.near)
	}
	m.reply(pane.Warning, text)
	return nil
}

// ofRules takes the messages about rules, and about what stands for earlier messages.
func (m *Model) ofRules(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case rulesMadeMsg:
		return m.rulesMade(msg)
	case kit.RuleDroppedMsg:
		return m.ruleDropped(msg)
	case kit.WindowMsg:
		return m.decidedWindow(msg.Input)
	case ruleFaultsMsg:
		m.ruleFaulty(msg)
	}
	return nil
}

// ruleFaultsMsg describes the rules that cannot be used.
type ruleFaultsMsg []string

// lookAtRules asks which rules cannot be used now.
func (m *Model) lookAtRules() tea.Cmd {
	host := m.o.Host
	return func() tea.Msg { return ruleFaultsMsg(host.RuleFaults()) }
}

// ruleFaulty reports rules that have become faulty since the last time.
func (m *Model) ruleFaulty(faults ruleFaultsMsg) {
	for _, f := range faults {
		if !slices.Contains(m.ruleFaults, f) {
			m.say(pane.Warning, f)
		}
	}
	m.ruleFaults = faults
}

// rules shows the rules in force and lets the user revoke one.
func (m *Model) rules(string) tea.Cmd {
	host, shell, shared, show := m.o.Host, m.o.Shell, m.shared(), m.o.Rules
	drop := func(r kit.Rule) tea.Cmd {
		return func() tea.Msg {
			revoked, err := host.DropRule(r)
			return kit.RuleDroppedMsg{Of: shell, Rule: r, Revoked: revoked, Err: err, Rules: host.Rules()}
		}
	}
	return func() tea.Msg { return kit.CoverMsg{Screen: show(shared, host.Rules(), drop)} }
}

// ruleDropped records that a rule was revoked.
func (m *Model) ruleDropped(msg kit.RuleDroppedMsg) tea.Cmd {
	if msg.Err != nil || msg.Of != m.o.Shell { // it belongs to a conversation that was left
		return nil
	}
	return m.send(coordinator.RulesChanged{Revoked: msg.Revoked})
}

// undo shows what can be put back.
// inbox shows what waits in all conversations; this one goes on behind it.
func (m *Model) inbox(string) tea.Cmd {
	host, shared, show := m.o.Host, m.shared(), m.o.Inbox
	return func() tea.Msg { return kit.CoverMsg{Screen: show(shared, host.Inbox())} }
}

func (m *Model) undo(string) tea.Cmd {
	if m.undoWaits() {
		return nil
	}
	host, shell, shared, show := m.o.Host, m.o.Shell, m.shared(), m.o.Undo
	log := shell.Log()
	return func() tea.Msg { return kit.CoverMsg{Screen: show(shared, shell, host.Undos(log))} }
}

// undoes puts files back. A turn may have begun while they were looked at.
func (m *Model) undoes(msg kit.UndoMsg) tea.Cmd {
	if msg.Of != m.o.Shell { // it belongs to a conversation that was left
		return nil
	}
	if m.undoWaits() {
		return nil
	}
	return m.send(msg.Undo)
}

// undoWaits says why nothing can be undone now, if that is so.
func (m *Model) undoWaits() bool {
	switch s := m.o.Shell.State(); {
	case s.Undoing.ID != "":
		m.reply(pane.Warning, textUndoRuns)
	case s.Folded.Open():
		m.reply(pane.Warning, textUndoOpen)
	default:
		return false
	}
	return true
}

// undone says which files stay as they are.
func (m *Model) undone(in coordinator.Undid) {
	left := in.Left[:len(in.Left)-in.Stopped]
	for _, f := range left[:min(len(left), mostNotPut)] {
		m.say(pane.Warning, notPutText(f))
	}
	if n := len(left) - mostNotPut; n > 0 {
		m.say(pane.Warning, moreNotPutText(n))
	}
	if in.Stopped > 0 {
		m.say(pane.Warning, stoppedUndoText(in.Stopped))
	}
}

// copying is what was last copied, so that the same key continues with the code
// blocks in it.
type copying struct {
	id string // of the entry
	at int    // 0: all of it; otherwise the n-th code block
}

// copiedMsg says which tool copied a text to the clipboard.
type copiedMsg struct {
	text, what string
	by         string // "" if the system has no tool
	err        error
}

// copySelected copies what is selected; pressed again, each code block in it, and
// then all of it again.
func (m *Model) copySelected() tea.Cmd {
	e, ok := m.pane.Selected()
	if !ok {
		return nil
	}
	body, what := e.Plain(), ""
	blocks := markdown.CodeBlocks(body)
	if m.copying.id != e.ID() || m.copying.at >= len(blocks) {
		m.copying = copying{id: e.ID()}
	} else {
		m.copying.at++
	}
	switch n := m.copying.at; {
	case n > 0:
		body, what = blocks[n-1], fmt.Sprintf(textBlockOf, n, len(blocks))
	case len(blocks) > 0:
		what = textCopyCode
	}
	host, clean := m.o.Host, text.Clean(body)
	return func() tea.Msg {
		by, err := host.Copy(clean)
		return copiedMsg{clean, what, by, err}
	}
}

// pageMsg says whether the page of a question could be opened.
type pageMsg struct {
	of  coordinator.Key
	err error
}

// openPage opens the page of a question: the person has pressed the key for it.
func (m *Model) openPage(of coordinator.Key, address string) tea.Cmd {
	host := m.o.Host
	return func() tea.Msg { return pageMsg{of, host.OpenPage(address)} }
}

// pageOpened tells what became of that. Only of a page that is open is the asker believed that the person is
// done there.
func (m *Model) pageOpened(msg pageMsg) tea.Cmd {
	if msg.err != nil {
		m.say(pane.Warning, msg.err.Error())
		return nil
	}
	m.say(pane.Info, textPageOpened)
	return m.send(coordinator.PageOpened{Key: msg.of})
}

// copied says which tool copied the text; without a tool, or if it failed, the text
// goes through the terminal.
func (m *Model) copied(msg copiedMsg) tea.Cmd {
	if msg.err == nil && msg.by != "" {
		m.note = fmt.Sprintf(textCopiedBy, msg.by) + msg.what
		return nil
	}
	if msg.err != nil {
		m.say(pane.Warning, msg.err.Error())
	}
	m.note = textCopiedThrough + msg.what
	return tea.Raw(ansi.SetSystemClipboard(msg.text))
}

// compact asks for a summary of what was said, which is shown before it stands; one that
// waits to be accepted is shown again.
func (m *Model) compact(matters string) tea.Cmd {
	s := m.o.Shell.State()
	switch {
	case s.Proposed != nil && matters == "":
		return m.window("")
	case s.Compacting():
		m.reply(pane.Info, textCompacting)
		return nil
	case s.Folded.Asked() == 0:
		m.reply(pane.Info, textNothingToCompact)
		return nil
	}
	return m.send(coordinator.Compacted{Matters: matters})
}

// window shows what stands for earlier messages.
func (m *Model) window(string) tea.Cmd {
	s, shared, show := m.o.Shell.State(), m.shared(), m.o.Window
	in := kit.Window{Proposed: s.Proposed}
	stand := map[string]bool{}
	for _, p := range s.Folded.Placed {
		stand[p.Event] = true
	}
	for _, ev := range m.o.Shell.Log().All() {
		if stand[ev.ID] {
			in.All = append(in.All, kit.Stands{Event: ev.ID, Body: ev.Body})
		}
	}
	return func() tea.Msg { return kit.CoverMsg{Screen: show(shared, in)} }
}

// summed tells of a summary that the user wanted, and shows it unless something else is before
// them.
func (m *Model) summed(in coordinator.Summed) tea.Cmd {
	s := m.o.Shell.State()
	switch {
	case in.Key.Turn > 0:
		return nil // it is on record
	case in.Summary.Upto == "":
		last, _ := m.o.Shell.Log().Last()
		if b, is := last.Body.(store.SummaryDropped); is && b.Reason == store.DropFailed {
			m.say(pane.Warning, in.Error)
		}
		return nil // the record says that there is none
	case in.Error != "":
		m.say(pane.Warning, in.Error)
	}
	switch {
	case s.Proposed == nil:
		return nil
	case m.ask.open || m.help.Open || m.finding != nil || m.going != nil || !m.composer.Blank():
		m.say(pane.Info, textSummaryWaits)
		return nil
	}
	return m.window("")
}

// decidedWindow puts on record what was decided about what stands for earlier messages.
func (m *Model) decidedWindow(in coordinator.Input) tea.Cmd {
	before := m.o.Shell.Log().Len()
	cmd := m.send(in)
	if _, accepts := in.(coordinator.Accepted); accepts && m.o.Shell.Log().Len() == before {
		m.say(pane.Warning, textLaterSummary) // of the user's words for one that stood; else the record says it
	}
	return cmd
}
