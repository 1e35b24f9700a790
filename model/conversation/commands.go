package conversation

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/guards"
	"parley/model/kit"
	"parley/store"
	"parley/store/record"
	"parley/views/chrome"
	"parley/views/pane"
	"parley/views/prompt"
	"parley/views/text"
)

// slash is a command that is typed in the composer.
type slash struct {
	name, argument, help string
	do                   func(m *Model, argument string) tea.Cmd
}

// alone reports whether nothing stands behind the command. Two are rarely followed by something.
func (s slash) alone() bool {
	return s.argument == "" && s.name != "/remembered" && s.name != "/limits"
}

func slashes() []slash {
	return []slash{
		{"/help", "", "keys and commands", func(m *Model, _ string) tea.Cmd { return m.toHelp() }},
		{"/model", "provider/name", "use another model in this conversation", (*Model).useModel},
		{"/tools", "", "the tools and how they run", (*Model).listTools},
		{"/mcp", "server", "the servers of tools: what they offer, and what is wrong with one", (*Model).servers},
		{"/remembered", "", "what you allowed or answered for this turn, and take it back", (*Model).remembered},
		{"/rules", "", "the rules in force here, and take one back", (*Model).rules},
		{"/inbox", "", "what waits for you in all conversations, and answer it", (*Model).inbox},
		{"/undo", "", "put files back as they were before the assistant changed them", (*Model).undo},
		{"/paste", "", "put the image on the clipboard into the message", (*Model).pasteImage},
		{"/compact", "what matters", "sum up what was said, for the assistant; you see it first", (*Model).compact},
		{"/window", "", "what stands for earlier messages: read it, change it, take it back", (*Model).window},
		{"/limits", "", "how far the turn is from its limits, and raise one for it", (*Model).limits},
		{"/scratchpad", "", "the notes about limits and what was decided", (*Model).scratchpad},
		{"/audit", "tool or who", "every decision on a timeline: when, what, who, why", (*Model).audit},
		{"/replay", "", "see this conversation happen again, up to now", (*Model).replayHere},
		{"/title", "words", "name the conversation", (*Model).entitle},
		{"/trust", "", "look at what of this workspace waits for your trust", (*Model).trust},
		{"/resume", "", "go to another conversation; this one is kept", (*Model).toSaved},
		{"/fork", "", "go on in a copy of this conversation", (*Model).fork},
		{"/new", "", "begin a new conversation; this one is kept", (*Model).begin},
		{"/export", "file", "write the conversation to a file: .md, .html, .json or .cast", (*Model).export},
		{"/quit", "", "leave; an open turn can be resumed", func(m *Model, _ string) tea.Cmd { return m.Quit() }},
	}
}

// submit sends what was typed: a command, or a message.
func (m *Model) submit() tea.Cmd {
	m.endPalette()
	text := m.composer.Text()
	if name, argument, ok := m.command(); ok {
		if argument != "" && slices.ContainsFunc(slashes(), func(s slash) bool { return s.name == name && s.alone() }) {
			m.reply(pane.Warning, name+textAlone)
			return nil
		}
		id := m.drafts.composed(m.o.Now())
		m.composer.Set("")
		m.drafts.setMessage("", m.o.Now())
		return m.run(id, name, argument)
	}
	if names := chrome.Names(m.composer.Shown()); len(names) > 0 {
		return m.attach(text, names)
	}
	return m.sendWritten(text, nil)
}

// sendWritten sends what was written.
func (m *Model) sendWritten(text string, files []store.File) tea.Cmd {
	if m.cannotSend(textMessageUnsent) {
		return nil
	}
	id := m.drafts.composed(m.o.Now())
	m.composer.Take()
	m.drafts.setMessage("", m.o.Now())
	held := m.o.Shell.State().Busy() == coordinator.Held
	cmd := m.submitCall(coordinator.Submitted{ID: id, Text: text, Read: readIn(text), Files: files})
	if held { // a user who types wants it to go on; the message comes after the turn
		return kit.Batch(cmd, m.send(coordinator.Continued{}))
	}
	return cmd
}

// submitText sends a message, or queues it while a turn runs.
func (m *Model) submitText(text string) tea.Cmd {
	return m.submitCall(coordinator.Submitted{ID: m.drafts.newID(m.o.Now()), Text: text})
}

// submitCall sends a message with all that goes with it, or queues it while a turn runs.
func (m *Model) submitCall(message coordinator.Submitted) tea.Cmd {
	if m.cannotSend(textMessageUnsent) {
		m.giveBack(message.Text)
		return m.saveLater()
	}
	var cmds []tea.Cmd
	for _, in := range m.o.Begin {
		cmds = append(cmds, m.send(in))
	}
	m.o.Begin = nil
	cmds = append(cmds, m.send(message))
	if slices.ContainsFunc(m.o.Shell.State().Queue, func(q coordinator.Queued) bool { return q.ID == message.ID }) {
		m.drafts.queue(coordinator.Queued(message), m.o.Now())
	}
	m.pane.Bottom()
	return kit.Batch(append(cmds, m.keepSaid(message.Text))...)
}

// command splits what begins with a slash, and a word behind it, on a single line.
func command(text string) (name, argument string, ok bool) {
	text = strings.TrimSpace(text)
	if len(text) < 2 || text[0] != '/' || text[1] == ' ' || text[1] == '\t' || strings.ContainsAny(text, "\n") || strings.Contains(strings.SplitN(text, " ", 2)[0][1:], "/") {
		return "", "", false
	}
	name, argument, _ = strings.Cut(text, " ")
	return name, strings.TrimSpace(argument), true
}

// command is what is written, if that is a command by what is seen: a folded paste is at most a
// part of its argument.
func (m *Model) command() (name, argument string, is bool) {
	name, argument, is = command(m.composer.Text())
	seen, _, _ := command(m.composer.Shown())
	return name, argument, is && seen == name
}

// isCommand reports whether the text is a command.
func (m *Model) isCommand() bool {
	_, _, is := m.command()
	return is
}

func (m *Model) run(id, name, argument string) tea.Cmd {
	for _, s := range slashes() {
		if s.name == name {
			return s.do(m, argument)
		}
	}
	host, message := m.o.Host, strings.TrimSpace(name+" "+argument)
	return func() tea.Msg { return calledMsg{id, name, message, host.Skills(), host.Prompts()} }
}

type deltaMsg struct {
	of    *coordinator.Shell // the conversation that it was requested for
	delta store.ConfigDelta
	err   error
}

type reloadedMsg struct {
	takeUp func()
	err    error
}

func (m *Model) useModel(id string) tea.Cmd {
	if id == "" { // the list of them, as if a space had been typed
		m.focus = onComposer
		m.composer.Set("/model ")
		return m.wrote()
	}
	host, shell := m.o.Host, m.o.Shell
	return func() tea.Msg {
		delta, err := host.UseModel(id)
		return deltaMsg{shell, delta, err}
	}
}

// lacksModel reports whether /model is written without a model: Enter would only write it again.
func (m *Model) lacksModel() bool {
	name, id, is := m.command()
	return is && name == "/model" && id == ""
}

// changed records a change of the conversation's settings and applies it.
func (m *Model) changed(msg deltaMsg) tea.Cmd {
	if msg.of != m.o.Shell {
		return nil // it belongs to a conversation that was left
	}
	if msg.err != nil {
		m.reply(pane.Failure, strings.TrimRight(msg.err.Error(), ".")+". "+textChooseModel)
		return nil
	}
	m.pane.Bottom() // where the change is told
	before := m.talk.Len()
	send := m.send(coordinator.Changed{Delta: msg.delta})
	if n := m.talk.Len(); n > before {
		if mark, ok := m.talk.At(n - 1).Item.(*record.Mark); ok && mark.Told { // the conversation's first model, and this is how it was chosen
			m.reply(pane.Info, pane.DeltaText(msg.delta))
		}
	}
	return kit.Batch(send, m.reload())
}

// reload reads the settings again.
func (m *Model) reload() tea.Cmd {
	host, deltas := m.o.Host, m.o.Shell.State().Folded.Deltas
	return func() tea.Msg {
		takeUp, err := host.Reload(deltas)
		return reloadedMsg{takeUp, err}
	}
}

func (m *Model) reloaded(msg reloadedMsg) tea.Cmd {
	if msg.err != nil {
		m.reply(pane.Failure, msg.err.Error())
		return nil
	}
	msg.takeUp()
	return kit.Batch(m.retooled(), m.askNewly())
}

func (m *Model) listTools(string) tea.Cmd {
	r := m.o.Shell.State().Env.Tools
	var lines []string
	for _, name := range r.Names() {
		if name == guards.ReportTool {
			continue // it exists only in debugging
		}
		e, _ := r.Get(name)
		state := string(e.Spec.Run)
		if e.Off {
			state = "off"
		}
		lines = append(lines, fmt.Sprintf("%-18s %s", name, state))
	}
	m.reply(pane.Info, "Tools\n"+strings.Join(lines, "\n"))
	return nil
}

// remembered lists what was remembered this turn, or revokes one by its number.
func (m *Model) remembered(argument string) tea.Cmd {
	ids, lines := m.memory()
	if argument == "" {
		if len(ids) == 0 {
			m.reply(pane.Info, "Nothing is remembered for this turn.")
			return nil
		}
		m.reply(pane.Info, "Remembered for this turn (/remembered N takes one back)\n"+strings.Join(lines, "\n"))
		return nil
	}
	var n int
	if _, err := fmt.Sscanf(argument, "%d", &n); err != nil || n < 1 || n > len(ids) {
		m.reply(pane.Warning, fmt.Sprintf("%q is not one of the numbers that /remembered lists.", argument))
		return nil
	}
	m.reply(pane.Info, "No longer remembered: "+strings.TrimSpace(lines[n-1][3:]))
	return m.send(coordinator.Revoked{ID: ids[n-1]})
}

func (m *Model) memory() (ids, lines []string) {
	t, _ := m.o.Shell.State().Folded.Current()
	for _, g := range t.Grants {
		verb := "may run: "
		if !g.Allow {
			verb = "may not run: "
		}
		ids = append(ids, g.Permission)
		line := fmt.Sprintf("%d  %s %s%s", len(ids), g.Tool, verb, text.Rule(g.Covers, 200))
		if body := m.permissionText(g.Permission); body != "" {
			line += " (asked for: " + text.Rule(strings.ReplaceAll(body, "\n", "␊"), 200) + ")"
		}
		lines = append(lines, line)
	}
	for _, r := range t.Memory {
		ids = append(ids, r.Inquiry)
		lines = append(lines, fmt.Sprintf("%d  %s: %s %s", len(ids), r.Tool, text.Rule(strings.ReplaceAll(r.Question.Text, "\n", "␊"), 200), r.Value))
	}
	return ids, lines
}

// permissionText is what a permission was asked about: "this command" alone does not
// say which.
func (m *Model) permissionText(id string) string {
	log := m.o.Shell.Log()
	for i := log.Len() - 1; i >= 0; i-- {
		if r, ok := log.At(i).Body.(store.PermissionRequest); ok && r.ID == id {
			whole, _ := record.Told(r.Text, r.Arguments)
			return whole
		}
	}
	return ""
}

// SetTitle names the conversation.
func (m *Model) SetTitle(title string) tea.Cmd {
	return m.send(coordinator.Titled{Title: text.Line(title, 200)})
}

// entitle is /title: it names the conversation, if a title is given, and says which one it has.
func (m *Model) entitle(title string) tea.Cmd {
	var cmd tea.Cmd
	if title != "" {
		cmd = m.SetTitle(title)
	}
	m.reply(pane.Info, "The title is: "+m.title())
	return cmd
}

// stop is Ctrl+C: end a user's command, otherwise stop the turn, otherwise clear the
// text, otherwise, twice, quit. In a form it ends the turn; its drafts stay.
func (m *Model) stop() tea.Cmd {
	switch {
	case m.ownRuns():
		return m.endOwn()
	case m.ask.own:
		return m.ask.taken(prompt.EndedTurn{})
	case m.ask.open:
		return m.send(coordinator.EndedTurn{Key: m.ask.prompt.Key})
	case m.o.Shell.State().Folded.Open(), m.o.Shell.State().Compacting(), m.o.Shell.State().Undoing.ID != "":
		return m.send(coordinator.Interrupted{})
	case !m.composer.Blank():
		m.endPalette()
		m.composer.Take()
		m.drafts.setMessage("", m.o.Now())
		m.note = m.spell(textCleared)
		return nil
	case m.composer.Command():
		return m.leaveCommand()
	case m.quitting:
		return m.Quit()
	}
	m.quitting, m.note = true, textQuitAgain
	return nil
}

// Quit leaves once everything is on disk.
func (m *Model) Quit() tea.Cmd {
	m.done = true
	m.keepPlace()
	if m.o.SaveDrafts == nil {
		return tea.Quit
	}
	if m.drafts.saving {
		return nil // it must end first: two saves would interfere
	}
	m.drafts.saving, m.drafts.last = true, true
	save := m.toSave()
	return func() tea.Msg { return savedMsg{save()} }
}

// earlier takes the last queued message back to edit it, otherwise goes back in the
// history.
func (m *Model) earlier() tea.Cmd {
	m.endPalette()
	if n := len(m.o.Shell.State().Queue); n > 0 && m.composer.Blank() {
		q := m.o.Shell.State().Queue[n-1]
		m.composer.Set(q.Text)
		m.drafts.sent(q.ID)
		m.drafts.setMessage(q.Text, m.o.Now())
		return m.send(coordinator.Withdrawn{ID: q.ID})
	}
	m.composer.Earlier()
	m.drafts.setMessage(m.composer.Text(), m.o.Now())
	return nil
}

func (m *Model) later() tea.Cmd {
	m.endPalette()
	m.composer.Later()
	m.drafts.setMessage(m.composer.Text(), m.o.Now())
	return nil
}

// editedMsg brings back a text from the user's editor.
type editedMsg struct {
	text string
	err  error
	ask  coordinator.Key // the prompt that it belongs to, none for the composer
}

// Written is what the editor brings.
func (e editedMsg) Written() string { return e.text }

// edit opens the text being typed in the user's editor.
func (m *Model) edit() tea.Cmd {
	key := coordinator.Key{}
	text, suffix := m.composer.Text(), ".md"
	if m.focus == onPrompt && m.ask.open {
		key, suffix = m.ask.prompt.Key, ".txt"
		if m.ask.prompt.Permission != nil {
			text = m.ask.permission.Typed()
		} else {
			text = m.ask.field.Draft().Text
		}
	}
	return m.inEditor(m.o.Host.Editor(text, suffix, func(text string, err error) tea.Msg { return editedMsg{text, err, key} }))
}
