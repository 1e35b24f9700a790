package conversation

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/model/start"
	"parley/views/chrome"
	"parley/views/pane"
)

// Earlier is what the user sent in any conversation. Its methods block; they are
// called in commands.
type Earlier interface {
	// Add keeps a message, unless it looks as if it held a key.
	Add(text string) error
	// Texts are the messages, oldest first, without duplicates.
	Texts() ([]string, error)
}

// earlierMsg brings what was sent before.
type earlierMsg struct {
	texts []string
	err   error
}

// keptMsg says that a message could not be kept.
type keptMsg struct{ err error }

// recall reads what was sent before.
func (m *Model) recall() tea.Cmd {
	from := m.o.Earlier
	if from == nil {
		return nil
	}
	return func() tea.Msg { texts, err := from.Texts(); return earlierMsg{texts, err} }
}

// recalled takes in what was sent before. A conversation with messages of its own
// uses only those.
func (m *Model) recalled(msg earlierMsg) tea.Cmd {
	if msg.err != nil {
		m.say(pane.Warning, msg.err.Error())
		return nil
	}
	if m.begun == "" {
		m.composer.Precede(msg.texts)
	}
	m.saidBefore = append(msg.texts, m.saidBefore...)
	if m.completing.earlier {
		return m.complete()
	}
	return nil
}

// beside handles the results of what is not part of the conversation.
func (m *Model) beside(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case earlierMsg:
		return m.recalled(msg)
	case keptMsg:
		m.unkept(msg)
	case copiedMsg:
		return m.copied(msg)
	case pastedImageMsg:
		return m.pastedImage(msg)
	case attachedMsg:
		return m.attached(msg)
	case judgedMsg:
		return m.commandJudged(msg)
	case startDueMsg, kit.ShelfChangedMsg:
		return m.lookUpStart()
	case startMsg:
		return m.lookedUp(msg)
	case serversDueMsg:
		return m.awaitTools()
	case toolsMsg:
		return m.newTools(msg)
	case serversMsg:
		if msg.err != nil {
			m.reply(pane.Warning, msg.err.Error())
		} else {
			m.reply(pane.Info, msg.text)
		}
	}
	return nil
}

// serversDueMsg says that the first pictures have been drawn, toolsMsg that servers
// offer other tools, and serversMsg what is to be told of the servers.
type (
	serversDueMsg struct{}
	toolsMsg      struct{ takeUp func() }
	serversMsg    struct {
		text string
		err  error
	}
)

// reachServers lets the servers be reached a moment later. It does nothing the second
// time, and while there are none.
func (m *Model) reachServers() tea.Cmd {
	if m.reaching || !m.o.Host.HasServers() {
		return nil
	}
	m.reaching = true
	return m.o.Tick(start.Delay, func(time.Time) tea.Msg { return serversDueMsg{} })
}

func (m *Model) awaitTools() tea.Cmd {
	host := m.o.Host
	return func() tea.Msg { return toolsMsg{host.AwaitTools()} }
}

// newTools lets the next request have what servers offer now.
func (m *Model) newTools(msg toolsMsg) tea.Cmd {
	if msg.takeUp == nil {
		return nil
	}
	msg.takeUp()
	return m.awaitTools()
}

// servers tells of the servers of tools.
func (m *Model) servers(name string) tea.Cmd {
	host := m.o.Host
	return func() tea.Msg {
		text, err := host.Servers(name)
		return serversMsg{text, err}
	}
}

// keepSaid keeps a message for later conversations.
func (m *Model) keepSaid(text string) tea.Cmd {
	to := m.o.Earlier
	if to == nil {
		return nil
	}
	m.saidBefore = append(m.saidBefore, text)
	return func() tea.Msg { return keptMsg{to.Add(text)} }
}

// unkept reports once that a message could not be kept.
func (m *Model) unkept(msg keptMsg) {
	if msg.err != nil && !m.untold {
		m.untold = true
		m.say(pane.Warning, msg.err.Error())
	}
}

// searchEarlier searches the earlier messages for the text being typed.
func (m *Model) searchEarlier() tea.Cmd {
	m.completing.shut, m.completing.earlier = false, true
	return m.complete()
}

// earlierHolding are the messages that contain every word, latest first, and their
// indexes.
func (m *Model) earlierHolding(query string) (choices []chrome.Choice, at []int) {
	words := strings.Fields(strings.ToLower(query))
	seen := map[string]bool{}
	for i := len(m.saidBefore) - 1; i >= 0 && len(at) < earlierMost; i-- {
		text := m.saidBefore[i]
		if seen[text] || !kit.HoldsAll(strings.ToLower(text), words) {
			continue
		}
		seen[text] = true
		choices, at = append(choices, chrome.Choice{Name: strings.Join(strings.Fields(text), " ")}), append(at, i)
	}
	return choices, at
}

// earlierMost is how many matches are shown.
const earlierMost = 200

// takeEarlier puts the message under the cursor into the composer.
func (m *Model) takeEarlier() tea.Cmd {
	c := &m.completing
	if len(c.choices) == 0 {
		return nil
	}
	text := m.saidBefore[c.found[c.at]]
	m.endPalette()
	m.composer.Set(text)
	m.drafts.setMessage(text, m.o.Now())
	return nil
}
