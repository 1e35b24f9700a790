package conversation

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model/kit"
	"parley/model/start"
	"parley/store"
	"parley/store/text/clean"
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
	case pageMsg:
		return m.pageOpened(msg)
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
	case promptMsg:
		return m.prompted(msg)
	case serversDueMsg:
		return m.awaitTools()
	case toolsMsg:
		return m.newTools(msg)
	case serversMsg:
		if msg.err != nil {
			m.reply(pane.Warning, msg.err.Error())
		} else {
			m.tellServers(msg.told)
		}
	}
	return nil
}

// serversDueMsg says that the first pictures have been drawn, toolsMsg that servers
// offer other tools, and serversMsg what is to be told of the servers.
type (
	serversDueMsg struct{}
	toolsMsg      struct {
		takeUp func()
		told   []string
	}
	serversMsg struct {
		told []kit.ServerState
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
	return func() tea.Msg { takeUp, told := host.AwaitTools(); return toolsMsg{takeUp, told} }
}

// newTools lets the next request have what servers offer now.
func (m *Model) newTools(msg toolsMsg) tea.Cmd {
	if msg.takeUp == nil {
		return nil
	}
	msg.takeUp()
	for _, line := range msg.told {
		m.say(pane.Warning, line)
	}
	return kit.Batch(m.retooled(), m.awaitTools())
}

// retooled goes on with what waits for a tool that is offered by now, and asks about a call
// whose tool is not offered any more in another way.
func (m *Model) retooled() tea.Cmd {
	if !m.o.Shell.State().Folded.Open() {
		return nil
	}
	cmd := m.send(coordinator.Looked{})
	p, asked := m.o.Shell.State().Prompt()
	if !asked || p.Permission == nil || !m.ask.open || m.ask.own || m.ask.prompt.Key != p.Key || m.ask.prompt.Lacks == p.Lacks {
		return cmd
	}
	m.ask.prompt, m.ask.permission = p, m.newPermission(p)
	return kit.Batch(cmd, m.arm())
}

// servers tells of the servers of tools.
func (m *Model) servers(name string) tea.Cmd {
	host := m.o.Host
	return func() tea.Msg {
		told, err := host.Servers(name)
		return serversMsg{told, err}
	}
}

// tellServers shows one line for each server, with a mark for its state.
func (m *Model) tellServers(told []kit.ServerState) {
	marks := map[kit.ServerHow]pane.NoteKind{kit.ServerReady: pane.Good, kit.ServerWaits: pane.Warning, kit.ServerDead: pane.Failure}
	var all []string
	for _, s := range told {
		note := m.entries.Note(marks[s.How], s.Text)
		note.Detail = s.Detail
		m.pane.Set(note)
		all = append(all, s.Text)
	}
	m.frame.stale = true
	m.shown(strings.Join(all, "\n"))
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
		choices, at = append(choices, chrome.Choice{Name: clean.OneLine(text)}), append(at, i)
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

// attachedMsg brings what a message or an answer names: images, and what servers have.
type attachedMsg struct {
	of    *coordinator.Shell // the conversation that it was written in
	key   coordinator.Key    // of the question, zero for a message
	text  string             // the message, or what is written as the answer
	files []store.File
	read  string // of servers, to go after the text
	err   error
}

// pastedImageMsg brings the name of the image on the clipboard.
type pastedImageMsg struct {
	of   *coordinator.Shell
	name string
	err  error
}

// pasteImage takes the image on the clipboard.
func (m *Model) pasteImage(string) tea.Cmd {
	host, shell := m.o.Host, m.o.Shell
	return func() tea.Msg {
		name, err := host.PasteImage()
		return pastedImageMsg{shell, name, err}
	}
}

// pastedImage names the image where something is written.
func (m *Model) pastedImage(msg pastedImageMsg) tea.Cmd {
	if msg.of != m.o.Shell {
		return nil // of a conversation that was left
	}
	if msg.err != nil {
		m.reply(pane.Warning, notPastedText(msg.err))
		return nil
	}
	return m.paste("@" + msg.name + " ")
}

// attach reads what a message names, which stays in the composer until then.
func (m *Model) attach(text string, names []string) tea.Cmd {
	if m.attaching == text {
		return nil // it is being read
	}
	m.attaching, m.note = text, m.o.Theme.Glyphs.More(textAttaching)
	host, shell := m.o.Host, m.o.Shell
	return func() tea.Msg {
		read, images, err := readResources(host, text, names)
		if err != nil || len(images) == 0 {
			return attachedMsg{of: shell, text: text, read: read, err: err}
		}
		files, err := host.Attach(images)
		return attachedMsg{of: shell, text: text, files: files, read: read, err: err}
	}
}

// readResources reads what servers have of these names; the others are images. What
// looks like the name of a resource, and is none, stays a word.
func readResources(host kit.Host, written string, names []string) (read string, images []string, err error) {
	for _, name := range names {
		if strings.Contains(written, resourceHead(name)) {
			continue // it stands there: the message is sent again
		}
		if chrome.OfServer(name) {
			text, is, err := host.ReadResource(name)
			if err != nil {
				return "", nil, err
			}
			if is {
				read += resourceText(name, text)
				continue
			}
		}
		if chrome.OfImage(name) {
			images = append(images, name)
		}
	}
	return read, images, nil
}

// attached sends the message, unless another one stands there by now.
func (m *Model) attached(msg attachedMsg) tea.Cmd {
	if msg.key != (coordinator.Key{}) {
		return m.attachedToAnswer(msg)
	}
	if msg.of != m.o.Shell || msg.text != m.attaching {
		return nil // of a conversation that was left
	}
	m.attaching, m.note = "", ""
	switch {
	case msg.err != nil:
		m.reply(pane.Failure, unsentText(msg.err))
		return nil
	case m.composer.Command() || m.composer.Text() != msg.text:
		m.note = textNotAttached
		return nil
	}
	return m.sendWritten(msg.text+msg.read, msg.files)
}

// readIn is how many bytes at the end of a message are what servers have, also of one that is
// sent again as it was.
func readIn(text string) int {
	at := 0
	for range mostHeads {
		head := strings.Index(text[at:], "\n\n@")
		if head < 0 {
			break
		}
		at += head
		n := resources(text[at:])
		if at+n == len(text) {
			return n
		}
		at += max(n, 1) // what stands in one begins none
	}
	return 0
}

// mostHeads is at how many places of a message it is looked whether what servers have begins
// there. Text of a stranger's may be made of nothing else.
const mostHeads = 20

// resources is how many bytes at the beginning of a text are what [resourceText] gives.
func resources(text string) int {
	rest := text
	for {
		head, inside, _ := strings.Cut(strings.TrimPrefix(rest, "\n\n@"), ":\n")
		fence, content, is := strings.Cut(inside, "\n")
		if !is || !strings.HasPrefix(rest, "\n\n@") || strings.Contains(head, "\n") || len(fence) < 3 || strings.Trim(fence, "`") != "" {
			return len(text) - len(rest)
		}
		end := strings.Index(content, "\n"+fence)
		if end < 0 {
			return len(text) - len(rest)
		}
		rest = content[end+len("\n"+fence):]
	}
}
