package conversation

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model/kit"
	"parley/store"
	"parley/store/text/spelling"
	"parley/views/pane"
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

// auditMsg says why there is no audit of what was named.
type auditMsg struct {
	bad  string // a word that names neither a tool that asked nor anybody who answers
	near string // what may have been meant
}

// audit shows the decisions of the conversation: all, or those of the tool and
// of the answerer that are named.
func (m *Model) audit(argument string) tea.Cmd {
	past, shared, show := m.past(), m.shared(), m.o.Audit
	return func() tea.Msg {
		tool, who := "", ""
		var tools []string
		for _, d := range store.NewAudit(past.Log).Decisions {
			tools = append(tools, d.Tool)
		}
		for _, word := range strings.Fields(argument) {
			switch {
			case slices.Contains(tools, word):
				tool = word
			case slices.Contains(store.Answerers(), word):
				who = word
			default:
				return auditMsg{bad: word, near: spelling.Nearest(word, slices.Concat(tools, store.Answerers()))}
			}
		}
		return kit.CoverMsg{Screen: show(shared, past, tool, who)}
	}
}

// audited says what was named wrongly.
func (m *Model) audited(msg auditMsg) tea.Cmd {
	text := fmt.Sprintf("%q is no tool that asked something here, nor one of %s.", msg.bad, strings.Join(store.Answerers(), ", "))
	if msg.near != "" {
		text += fmt.Sprintf(" Did you mean %s?", msg.near)
	}
	m.reply(pane.Warning, text)
	return nil
}

// ofRules takes the messages about rules.
func (m *Model) ofRules(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case rulesMadeMsg:
		return m.rulesMade(msg)
	case kit.RuleDroppedMsg:
		return m.ruleDropped(msg)
	case ruleFaultsMsg:
		m.ruleFaulty(msg)
	}
	return nil
}

// ruleFaultsMsg is what to tell of the rules that cannot be taken.
type ruleFaultsMsg []string

// lookAtRules asks which rules cannot be taken as they are now.
func (m *Model) lookAtRules() tea.Cmd {
	host := m.o.Host
	return func() tea.Msg { return ruleFaultsMsg(host.RuleFaults()) }
}

// ruleFaulty tells of what is faulty since the last time.
func (m *Model) ruleFaulty(faults ruleFaultsMsg) {
	for _, f := range faults {
		if !slices.Contains(m.ruleFaults, f) {
			m.say(pane.Warning, f)
		}
	}
	m.ruleFaults = faults
}

// rules shows the rules that are in force, of which one can be taken back.
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

// ruleDropped has a rule that was taken back on record.
func (m *Model) ruleDropped(msg kit.RuleDroppedMsg) tea.Cmd {
	if msg.Err != nil || msg.Of != m.o.Shell { // of a conversation that was left
		return nil
	}
	return m.send(coordinator.RulesChanged{Revoked: msg.Revoked})
}
