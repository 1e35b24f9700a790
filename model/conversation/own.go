package conversation

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/forms"
	"parley/forms/rawjson"
	"parley/model/kit"
	"parley/store/text/clean"
	"parley/store/text/spelling"
	"parley/views/chrome"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/prompt"
	"parley/views/text"
)

// own is the user's own commands: the one being typed, and those that were ended.
type own struct {
	since time.Time       // when typing it began, or when Enter came too early
	ended map[string]bool // commands that the user ended
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

// tellCommand says of a draft that looks like a command that Enter sends it: it was not typed here.
func (m *Model) tellCommand() bool {
	looks := strings.HasPrefix(m.composer.Text(), chrome.Bang)
	if looks {
		m.say(pane.Warning, textCommandDraft)
	}
	return looks
}

// commandBindings are the keys while a command is being typed.
func commandBindings() []binding {
	blank := func(m *Model) bool { return m.composer.Blank() }
	empty := func(m *Model) bool { return m.composer.Text() == "" }
	rows := []binding{
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: "run it", Help: "run the command; it needs no permission, since it is yours", When: func(m *Model) bool { return !blank(m) }, Do: does((*Model).runWritten)},
		{Keys: kit.Keys("esc"), Shown: "Esc", Words: "to a message", Help: "it is no command, but a message", Do: does((*Model).leaveCommand)},
		{Keys: kit.Keys("backspace"), Shown: "Backspace", Help: "with nothing written: it is no command", When: empty, Do: does((*Model).leaveCommand)},
		newLine(),
		{Keys: kit.Keys("up"), Shown: "↑", Help: "the command before", When: func(m *Model) bool { return m.composer.AtStart() }, Do: does(func(m *Model) tea.Cmd { m.composer.Earlier(); return m.wrote() })},
		{Keys: kit.Keys("down"), Shown: "↓", Help: "the command after", When: func(m *Model) bool { return m.composer.AtEnd() }, Do: does(func(m *Model) tea.Cmd { m.composer.Later(); return m.wrote() })},
	}
	return append(rows, withEditor(binding{Keys: kit.Keys("ctrl+e"), Shown: "Ctrl+E", Help: "write the command in your editor", Do: does((*Model).edit)})...)
}

// judgedMsg says which rule refuses a user's command, "" for none.
type judgedMsg struct {
	of         *coordinator.Shell // the conversation that it was written in
	id         string             // the id that it will have on record
	line, rule string
	hidden     bool // not all of it was seen as it was typed
}

// runWritten runs the typed command. An Enter that comes together with the first key
// does not count: nobody could have seen that this is a command.
func (m *Model) runWritten() tea.Cmd {
	if now := m.o.Now(); now.Sub(m.own.since) < m.o.Arming {
		m.own.since = now // of lines that come in one go none is run
		m.note = textCommandEarly
		return nil
	}
	if m.cannotSend(textCommandUnrun) {
		return nil
	}
	id := m.drafts.composed(m.o.Now())
	hidden := m.composer.Shown() != m.composer.Text()
	line := m.composer.Take()
	m.drafts.setMessage("", m.o.Now())
	host, shell := m.o.Host, m.o.Shell
	return func() tea.Msg { return judgedMsg{shell, id, line, host.Denies(line), hidden} }
}

// commandJudged runs a command, or asks first if a rule refuses it or a folded paste hid some of it.
func (m *Model) commandJudged(msg judgedMsg) tea.Cmd {
	if msg.of != m.o.Shell {
		return nil // it belongs to a conversation that was left
	}
	if msg.rule == "" && !msg.hidden {
		return m.runOwn(msg)
	}
	return m.askDenied(msg)
}

// runOwn puts a command on record, which then runs.
func (m *Model) runOwn(msg judgedMsg) tea.Cmd {
	var cmds []tea.Cmd
	for _, in := range m.o.Begin {
		cmds = append(cmds, m.send(in))
	}
	m.o.Begin = nil
	m.pane.Bottom()
	return kit.Batch(append(cmds, m.send(coordinator.Commanded{ID: msg.id, Command: msg.line}))...)
}

// askDenied asks whether a command that a rule refuses, or that was not seen whole, is meant. If something else
// has just been asked, it is dropped and can be run again.
func (m *Model) askDenied(msg judgedMsg) tea.Cmd {
	if m.ask.open {
		m.reply(pane.Warning, deniedText(msg))
		return nil
	}
	words := textRunDenied
	if msg.rule == "" {
		words = textRunHidden
	}
	q := forms.Question{
		ID: "denied", Header: "Your command", Text: words, Context: deniedContext(msg),
		AnswerType: forms.AnswerType{Kind: forms.Boolean}, Exclusive: true, Persistence: forms.PersistNone,
	}
	m.drafts.asksOf(msg.id, chrome.Bang+msg.line, m.o.Now())
	m.askOwn("command", 1, q, func(act prompt.Act) tea.Cmd {
		m.closePrompt()
		m.drafts.setMessage("", m.o.Now()) // what is written now is another one
		m.drafts.setMessage(m.written(), m.o.Now())
		if a, ok := act.(prompt.Answered); ok && string(a.Value) == "true" {
			return kit.Batch(m.reopen(), m.runOwn(msg))
		}
		m.reply(pane.Info, deniedText(msg))
		return m.reopen()
	})
	return kit.Batch(m.arm(), m.saveLater())
}

// askOwn asks a question of the screen's own, which belongs to no turn and is not on
// record.
func (m *Model) askOwn(id string, of int, q forms.Question, taken func(prompt.Act) tea.Cmd) {
	m.ask = ask{open: true, own: true, taken: taken, prompt: coordinator.Prompt{
		Key: coordinator.Key{Kind: coordinator.OfScreen, ID: id}, Label: "Parley", Of: of, Place: 1,
		Inquiry: &coordinator.Inquiry{ID: trustKey + id, Question: q}, Walk: forms.Start(forms.Restore([]forms.Question{q})),
	}}
	m.ask.field = prompt.NewField(m.o.Theme, q, prompt.Rules{Direct: true}, prompt.Draft{})
	m.focus = onPrompt
}

// deniedContext shows the command and the rule, with every character visible.
func deniedContext(msg judgedMsg) string {
	said := fencedText("The command", msg.line)
	if msg.rule != "" {
		said += fencedText("The rule", msg.rule)
	}
	return said
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
func deniedText(of judgedMsg) string {
	if of.rule == "" {
		return textNotRun
	}
	return fmt.Sprintf(textDenied, text.Line(clean.Reveal(of.rule), 200))
}

// calledMsg says which skills there are, for a message that may call one.
type calledMsg struct {
	id, name, message string
	skills            []kit.Skill
	prompts           []kit.ServerPrompt
}

// called sends a message that calls a skill, or says that there is no such command.
func (m *Model) called(msg calledMsg) tea.Cmd {
	names := Commands()
	for _, s := range msg.skills {
		if "/"+s.Name == msg.name {
			m.composer.Remember(msg.message)
			return m.submitCall(coordinator.Submitted{ID: msg.id, Text: msg.message, Skill: s.Name})
		}
		names = append(names, "/"+s.Name)
	}
	for _, p := range msg.prompts {
		if p.Name == msg.name {
			return m.callPrompt(p, strings.TrimSpace(strings.TrimPrefix(msg.message, msg.name)))
		}
		names = append(names, p.Name)
	}
	text := fmt.Sprintf("There is no command %s.", msg.name)
	if near := spelling.Nearest(msg.name, names); near != "" {
		text += fmt.Sprintf(" Did you mean %s?", near)
	}
	m.reply(pane.Warning, text+" /help lists them.")
	m.composer.Remember(msg.message) // so that ↑ brings it back for correction
	return nil
}

// callable are skills and the prompts of servers, as the list shows them.
func callable(h kit.Host) []kit.Skill {
	all := h.Skills()
	for _, p := range h.Prompts() {
		all = append(all, kit.Skill{Name: strings.TrimPrefix(p.Name, "/"), Help: p.Help, Where: p.Server})
	}
	return all
}

// callPrompt asks a server for a prompt, and the user first for what the prompt wants to
// know. What was written after its name is the first of that.
func (m *Model) callPrompt(p kit.ServerPrompt, written string) tea.Cmd {
	if len(p.Arguments) == 0 || len(p.Arguments) == 1 && written != "" {
		arguments := map[string]string{}
		if len(p.Arguments) == 1 {
			arguments[p.Arguments[0].Name] = written
		}
		return m.fetchPrompt(p, arguments)
	}
	if m.ask.open {
		m.reply(pane.Warning, textPromptLater)
		return nil
	}
	q := forms.Question{
		ID: "arguments", Header: text.Line(p.Name, 60), Text: textPromptAsks, Context: promptContext(p), Exclusive: true, Persistence: forms.PersistNone,
		AnswerType: forms.AnswerType{Kind: forms.Schema, Schema: promptSchema(p)}, Default: promptDefault(p, written),
	}
	m.askOwn("prompt", 1, q, func(act prompt.Act) tea.Cmd {
		a, ok := act.(prompt.Answered)
		if !ok {
			m.closePrompt()
			return m.reopen()
		}
		if err := q.Check(a.Value); err != nil {
			m.ask.field = m.ask.field.WithFaults(m.faults(err)...)
			return nil
		}
		m.closePrompt()
		return kit.Batch(m.reopen(), m.fetchPrompt(p, promptArguments(a.Value)))
	})
	return m.arm()
}

// promptSchema asks for the arguments of a prompt, in their order.
func promptSchema(p kit.ServerPrompt) json.RawMessage {
	var properties, required []string
	for _, a := range p.Arguments {
		name := string(rawjson.Quote(a.Name))
		least := ""
		if a.Required {
			required, least = append(required, name), `,"minLength":1`
		}
		properties = append(properties, name+`:{"type":"string","description":`+string(rawjson.Quote(a.Help))+least+`}`)
	}
	return json.RawMessage(`{"type":"object","properties":{` + strings.Join(properties, ",") + `},"required":[` + strings.Join(required, ",") + `]}`)
}

// promptDefault is what was written as the first argument.
func promptDefault(p kit.ServerPrompt, written string) json.RawMessage {
	if written == "" {
		return nil
	}
	return json.RawMessage("{" + string(rawjson.Quote(p.Arguments[0].Name)) + ":" + string(rawjson.Quote(written)) + "}")
}

// promptArguments are the answers that are not empty.
func promptArguments(value json.RawMessage) map[string]string {
	var given map[string]string
	if json.Unmarshal(value, &given) != nil {
		return nil // it was checked: all are strings
	}
	maps.DeleteFunc(given, func(_, v string) bool { return v == "" })
	return given
}

// promptMsg brings what a prompt came to.
type promptMsg struct {
	of            *coordinator.Shell
	prompt        kit.ServerPrompt
	text, leftOut string
	err           error
}

func (m *Model) fetchPrompt(p kit.ServerPrompt, arguments map[string]string) tea.Cmd {
	host, shell := m.o.Host, m.o.Shell
	return func() tea.Msg {
		text, leftOut, err := host.Prompt(p, arguments)
		return promptMsg{shell, p, text, leftOut, err}
	}
}

// prompted puts a prompt into the composer, from which only the user sends it.
func (m *Model) prompted(msg promptMsg) tea.Cmd {
	if msg.of != m.o.Shell {
		return nil // of a conversation that was left
	}
	if msg.err != nil {
		m.reply(pane.Warning, msg.err.Error())
		return nil
	}
	if msg.leftOut != "" {
		m.reply(pane.Warning, leftOutText(msg.prompt.Name, msg.leftOut))
	}
	if strings.TrimSpace(msg.text) == "" {
		m.reply(pane.Warning, fmt.Sprintf(textPromptEmpty, msg.prompt.Name))
		return nil
	}
	if m.composer.Command() || !m.composer.Blank() { // begun since the prompt was called
		m.reply(pane.Warning, fmt.Sprintf(textPromptLate, msg.prompt.Name))
		return nil
	}
	m.composer.Complete(0, fmt.Sprintf(textPromptFrom, msg.prompt.Server)+chrome.Nameless(msg.text))
	m.came = m.composer.Text()
	m.drafts.setMessage(m.came, m.o.Now())
	return m.complete()
}

// promptContext says what a prompt is for; the words are its server's.
func promptContext(p kit.ServerPrompt) string {
	lines := []string{strings.TrimSpace(p.Help)}
	for _, a := range p.Arguments {
		if a.Help != "" {
			lines = append(lines, a.Name+": "+a.Help)
		}
	}
	return fencedText(fmt.Sprintf(textPromptSays, p.Server), strings.TrimSpace(strings.Join(lines, "\n")))
}

// leftOutText shows what a prompt would have others say.
func leftOutText(name, words string) string {
	return fmt.Sprintf(textLeftOut, name) + "\n" + words
}

// resourceHead is how what a server has begins in a message.
func resourceHead(name string) string { return "\n\n@" + name + ":\n```" }

// resourceText is what a server has, as a message brings it. It names nothing where the message
// is sent again.
func resourceText(name, content string) string {
	content = chrome.Nameless(content)
	fence := markdown.Marks(content)
	return fmt.Sprintf("\n\n@%s:\n%s\n%s\n%s", name, fence, strings.TrimRight(content, "\n"), fence)
}
