package conversation

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model/kit"
	"parley/views/chrome"
	"parley/views/prompt"
)

// binding is one row of the key table.
type binding = kit.Row[*Model]

// does is a key that does not leave the screen.
//
//go:noinline
func does(f func(*Model) tea.Cmd) func(*Model) (tea.Model, tea.Cmd) {
	return func(m *Model) (tea.Model, tea.Cmd) { return m, f(m) }
}

// bindings is the key table for the present focus, more useful rows first.
func (m *Model) bindings() []binding {
	switch {
	case m.finding != nil:
		return findBindings()
	case m.focus == onPane:
		return append(paneBindings(), m.anywhere()...)
	case m.focus == onStart:
		return append(startBindings(), m.anywhere()...)
	case m.focus == onPrompt && m.ask.open:
		return append(m.promptBindings(), m.anywhere()...)
	}
	if m.composer.Command() {
		return append(commandBindings(), m.anywhere()...)
	}
	rows := append(composerBindings(), m.anywhere()...)
	if m.completing.open() {
		rows = append(m.paletteBindings(), rows...)
	}
	return rows
}

// hints are the rows that work now and are worth showing.
func (m *Model) hints() []chrome.Hint {
	rows := m.bindings()
	if held := m.arming.Holds(); held != "" && m.answering() { // it does nothing yet
		rows = slices.DeleteFunc(rows, func(r binding) bool {
			return len(r.Keys) > 0 && r.Keys[0] == held && !alwaysWorks(held) && !m.opensMenu(held)
		})
	}
	all := kit.HintsOf(rows, m, m.o.Theme)
	for i := range all {
		all[i].Key = m.terminal.Names(all[i].Key)
	}
	return all
}

// hintLine are the hints that fit on one line, without those on the start screen.
func (m *Model) hintLine() string {
	_, rest := m.startKeys()
	return kit.First(chrome.Hints(m.o.Theme, rest, m.w, 1))
}

// spell writes a key with characters that the terminal can show.
func (m *Model) spell(key string) string { return kit.Spell(m.o.Theme, key) }

// key handles a key according to the focus. What no row takes is text.
func (m *Model) key(msg tea.KeyPressMsg) tea.Cmd {
	m.note = ""
	name := msg.String()
	if m.help.Open {
		m.arming.Pressed(name, msg.IsRepeat)
		return m.helpKey(msg)
	}
	if name != "ctrl+c" {
		m.quitting = false
	}
	if name == "esc" {
		defer func() { m.escaped = m.o.Now() }()
	}
	if m.focus == onPrompt && m.ask.open && m.cramped() && !alwaysWorks(name) {
		m.arming.Pressed(name, msg.IsRepeat)
		return m.arm()
	}
	if m.hushes() && !alwaysWorks(name) {
		return m.hush(msg)
	}
	b, ok := kit.RowOf(m.bindings(), m, name)
	switch {
	case (b.Decides || name == "enter" && m.untouched()) && m.o.Arming > 0:
		if m.note = kit.Refuses(&m.arming, msg, true); m.note != "" {
			return nil
		}
	case alwaysWorks(name) || !m.lingers() && (!m.answering() || m.opensMenu(name)):
		m.arming.Pressed(name, msg.IsRepeat)
	case !m.arming.Answers(name, msg.IsRepeat) || m.away():
		return m.tooEarly(msg)
	case !ok && msg.Text != "" && m.answering() && !m.takesText(msg):
		m.ask.met = true
		return m.quiet() // the beginning of a word, of which the next letter is no answer
	default:
		m.left = ""
	}
	m.ask.met = m.ask.met || m.answering() && (!m.deaf() || m.opensMenu(name))
	if ok {
		_, cmd := b.Do(m)
		return cmd
	}
	return m.typed(msg)
}

// cramped reports whether the window is too small for the prompt to be drawn, so that
// no key can be meant for it.
func (m *Model) cramped() bool { return m.w < kit.LeastWidth || m.h < kit.LeastHeight }

// alwaysWorks are the keys that need not wait: those that decide nothing, and the one
// that stops whatever is running.
func alwaysWorks(name string) bool {
	return kit.Contains([]string{"tab", "pgup", "pgdown", "ctrl+q", "ctrl+z", "ctrl+c"}, name)
}

// typed is a key that no row of the table takes.
func (m *Model) typed(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case m.finding != nil:
		m.finding.Key(msg, m.pane)
	case m.focus == onPrompt && m.ask.open:
		return m.typedInPrompt(msg)
	case m.focus == onComposer, m.focus == onStart: // text is the message's
		m.focus = onComposer
		if m.beginsCommand(msg) {
			return m.beginCommand()
		}
		m.composer.Update(msg)
		return m.wrote()
	}
	return nil
}

// wrote reacts to what is now in the composer.
func (m *Model) wrote() tea.Cmd {
	m.drafts.setMessage(m.written(), m.o.Now())
	return m.complete()
}

// takesText reports whether the prompt has a place for a letter that no row takes.
func (m *Model) takesText(msg tea.KeyPressMsg) bool {
	if m.permitting() {
		return m.ask.permission.Writing()
	}
	if _, ok := m.patchTyped(msg); ok {
		return true
	}
	switch m.ask.field.Mode() {
	case prompt.Writing, prompt.Replying, prompt.Other, prompt.Filtering:
		return true
	}
	return false
}

func (m *Model) typedInPrompt(msg tea.KeyPressMsg) tea.Cmd {
	if m.permitting() {
		if m.ask.permission.Writing() {
			return m.intent(prompt.Key{Msg: msg})
		}
		return nil
	}
	if in, ok := m.patchTyped(msg); ok {
		return m.intent(in)
	}
	switch m.ask.field.Mode() {
	case prompt.Writing, prompt.Replying, prompt.Other:
		return m.intent(prompt.Key{Msg: msg})
	case prompt.Filtering:
		return m.intent(inLine(msg))
	}
	return nil
}

// inLine handles a key in a line being typed: text is text, whatever the key's name.
func inLine(msg tea.KeyPressMsg) prompt.Intent {
	if msg.Text != "" {
		return prompt.Insert{Text: msg.Text}
	}
	return prompt.Key{Msg: msg}
}

// paste is text, and never a key.
func (m *Model) paste(body string) tea.Cmd {
	if m.help.Open {
		m.help.Paste(body)
		return nil
	}
	taken := m.arming.Pasted() && !m.away() && !m.hushes()
	if m.focus == onPrompt && m.ask.open {
		if names, ok := chrome.PastedImages(body); ok && m.asksText() && (m.ask.field.Mode() == prompt.Writing || m.ask.field.OverAnswer()) {
			body = names
		}
		switch {
		case m.answering() && !taken:
			return m.pastedEarly(body)
		case m.finding == nil && m.writing():
			return m.intent(prompt.Insert{Text: body})
		case m.finding == nil && !m.permitting() && !m.ask.own && !m.isPatch() && m.ask.field.OverAnswer():
			return kit.Batch(m.intent(prompt.OpenAnswer{}), m.intent(prompt.Insert{Text: body})) // it is text, so it belongs to the answer
		case m.finding == nil:
			return nil
		}
	}
	if m.finding != nil {
		m.finding.Paste(body, m.pane)
		return nil
	}
	if m.lingers() && !taken {
		return m.pastedEarly(body)
	}
	m.focus = onComposer
	if body == "" && !m.composer.Command() {
		return m.pasteImage("") // so a terminal says that the clipboard has no text
	}
	if names, ok := chrome.PastedImages(body); ok && !m.composer.Command() {
		body = names
	}
	m.composer.Paste(body)
	return m.wrote()
}

// writing reports whether letters belong to a text of the prompt.
func (m *Model) writing() bool {
	if m.permitting() {
		return m.ask.permission.Writing()
	}
	if m.isPatch() && m.ask.patch.view.Writing() {
		return true
	}
	switch m.ask.field.Mode() {
	case prompt.Writing, prompt.Replying, prompt.Other, prompt.Filtering:
		return true
	}
	return false
}

// anywhere are the keys that work everywhere. Some are the inbox's in one of its forms.
func (m *Model) anywhere() []binding {
	if !m.o.Shell.Mirrors() {
		return everywhere()
	}
	inboxed := []binding{{Keys: kit.Keys("ctrl+c"), Shown: "Ctrl+C", Help: "back to what waits for you; the question stays open", Do: does(func(*Model) tea.Cmd { return nil })}}
	return append(inboxed, slices.DeleteFunc(everywhere(), func(b binding) bool { return slices.Contains(b.Keys, "ctrl+c") })...)
}

func everywhere() []binding {
	return []binding{
		{Keys: kit.Keys("ctrl+c"), Shown: "Ctrl+C", Words: "end your command", When: (*Model).ownRuns, Do: does((*Model).stop)},
		{Keys: kit.Keys("ctrl+c"), Shown: "Ctrl+C", Words: "stop", Help: "stop the turn; else clear what is written; else, twice, quit", Tell: (*Model).onlyStops, Do: does((*Model).stop)},
		{Keys: kit.Keys("pgup"), Shown: "PgUp", Help: "scroll the conversation up", Do: does(func(m *Model) tea.Cmd { m.pane.Page(-1); return nil })},
		{Keys: kit.Keys("pgdown"), Shown: "PgDn", Help: "scroll the conversation down", Do: does(func(m *Model) tea.Cmd { m.pane.Page(1); return nil })},
		{Keys: kit.Keys("ctrl+q"), Shown: "Ctrl+Q", Help: "leave; an open turn and an open question can be resumed", Do: does((*Model).Quit)},
		kit.Suspending[*Model](),
		{Keys: kit.Keys("tab"), Shown: "Tab", Help: "to the conversation and back", Do: does((*Model).nextFocus)},
	}
}

func composerBindings() []binding {
	blank := func(m *Model) bool { return m.composer.Blank() }
	idle := func(m *Model) bool { return blank(m) && !m.completing.earlier }
	queues := func(m *Model) bool { return !blank(m) && m.running() && !m.isCommand() }
	rows := []binding{
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: "send", When: func(m *Model) bool { return !blank(m) && !queues(m) && !m.failed() }, Tell: func(m *Model) bool { return !m.lacksModel() }, Do: does((*Model).submit)},
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: "go on with the interrupted turn", Decides: true, When: (*Model).interrupted,
			Do: does(func(m *Model) tea.Cmd { return m.send(coordinator.Continued{}) })},
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: "go on", Help: "go on with a paused turn", Decides: true, When: (*Model).paused, Do: does((*Model).goOn)},
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: "queue it", Help: "queue the message: it is sent when the turn ends", When: queues, Do: does((*Model).submit)},
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: "try again", Help: "after an error, with the message as it was: try again", Decides: true, When: (*Model).failed, Do: does((*Model).tryAgain)},
		{Keys: kit.Keys("esc"), Shown: "Esc", Words: "decide yourself", Help: "stop the review and decide yourself", When: (*Model).reviewing, Do: does(unhurried((*Model).stopReviews))},
		{Keys: kit.Keys("esc"), Shown: "Esc", Words: "stop", Help: "stop the turn", When: (*Model).running, Do: does(unhurried((*Model).stop))},
		newLine(),
		{Keys: kit.Keys("ctrl+v"), Shown: "Ctrl+V", Help: "put the image on the clipboard into the message", When: func(m *Model) bool { return !m.composer.Command() }, Do: does(func(m *Model) tea.Cmd { return m.pasteImage("") })},
		{Keys: kit.Keys("up"), Shown: "↑", Help: "the message before", When: func(m *Model) bool { return m.composer.AtStart() && !m.completing.awaited() }, Do: does((*Model).earlier)},
		{Keys: kit.Keys("ctrl+r"), Shown: "Ctrl+R", Words: "earlier messages", Rank: kit.RankExtra, Help: "look for what is written in all earlier messages",
			When: func(m *Model) bool { return len(m.saidBefore) > 0 }, Tell: func(m *Model) bool { return blank(m) && m.begun == "" }, Do: does((*Model).searchEarlier)},
		{Keys: kit.Keys("down"), Shown: "↓", Help: "the message after", When: func(m *Model) bool { return m.composer.AtEnd() && !m.completing.awaited() }, Do: does((*Model).later)},
	}
	rows = append(rows, withEditor(binding{Keys: kit.Keys("ctrl+e"), Shown: "Ctrl+E", Help: "write the message in your editor", Do: does((*Model).edit)})...)
	return append(rows, []binding{
		{Keys: kit.Keys("tab"), Shown: "Tab", Words: "opens one", Help: "to the recent conversations, while nothing was said in this one", When: func(m *Model) bool { return m.start.Some() }, Do: does((*Model).nextFocus)},
		{Shown: "/", Words: "commands", When: idle},
		{Shown: chrome.Bang, Help: "as the first key: run a command of your own in the workspace; what it prints goes with your next message", When: idle},
		{Shown: "@", Words: "files", Rank: kit.RankAway, When: idle},
		{Keys: kit.Keys("?"), Shown: "?", Words: "help", When: idle, Do: does((*Model).toHelp)},
	}...)
}

// newLine is the key for a new line in a question, in the composer.
func newLine() binding {
	b := joined(prompt.NewLine()).Ranked(kit.RankExtra)
	b.Tell = func(m *Model) bool { return !m.composer.Blank() && !m.completing.earlier } // nobody begins with an empty line, or looks for two
	b.Do = does(func(m *Model) tea.Cmd { m.composer.NewLine(); return m.wrote() })
	return b
}

// startBindings are the keys in the list of recent conversations.
func startBindings() []binding {
	move := func(n int) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd { m.start.Move(n); return nil }
	}
	return []binding{
		{Keys: kit.Keys("up"), Shown: "↑↓", Words: "choose", Rank: kit.RankNear, Help: "the conversation before, the one after", Do: does(move(-1))},
		{Keys: kit.Keys("down"), Do: does(move(1))},
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: "opens it", Help: "go on with it; what is written here is kept", Do: does((*Model).openRecent)},
		{Keys: kit.Keys("esc"), Shown: "Esc", Words: "back", Rank: kit.RankBack, Help: "back to the message; letters go there too", Do: does((*Model).leaveStart)},
		{Keys: kit.Keys("?"), Shown: "?", Words: "help", Rank: kit.RankAway, Do: does((*Model).toHelp)},
	}
}

func paneBindings() []binding {
	sel := func(n int) func(*Model) tea.Cmd { return func(m *Model) tea.Cmd { m.pane.Select(n); return nil } }
	hits := func(m *Model) bool { return kit.Searched(m.pane) }
	return []binding{
		{Keys: kit.Keys("up k"), Shown: "↑↓", Words: "block", Help: "select a block", Do: does(sel(-1))},
		{Keys: kit.Keys("down j"), Help: "", Do: does(sel(1))},
		{Keys: kit.Keys("enter space"), Shown: "Enter", Words: "open", Help: "open the block", Rank: kit.RankAway, When: folds(false), Do: does((*Model).foldSelected)},
		{Keys: kit.Keys("enter space"), Shown: "Enter", Words: "fold", Help: "fold it again", Rank: kit.RankAway, When: folds(true), Do: does((*Model).foldSelected)},
		{Keys: kit.Keys("i"), Shown: "i", Words: "record", Help: "the call as it is on record (the tool's own name, ids, arguments)", Rank: kit.RankExtra, When: raws(false), Do: does((*Model).rawSelected)},
		{Keys: kit.Keys("i"), Shown: "i", Words: "as before", Help: "the call in a row again", Rank: kit.RankExtra, When: raws(true), Do: does((*Model).rawSelected)},
		{Keys: kit.Keys("c y"), Shown: "c", Words: "copy", Help: "copy the block; again, each block of code in it alone", Rank: kit.RankExtra, Do: does((*Model).copySelected)},
		{Keys: kit.Keys("/"), Shown: "/", Words: "search", Help: "search the conversation", Rank: kit.RankAway, Do: does(func(m *Model) tea.Cmd { m.finding = &kit.Finding{}; return nil })},
		{Keys: kit.Keys("f"), Shown: "f", Help: "go on in a copy that ends with the block; at a decision its question is open again", Do: does((*Model).forkSelected)},
		{Keys: kit.Keys("n"), Shown: "n N", Words: "hits", Help: "to the next hit of a search, to the one before", When: hits, Do: does(func(m *Model) tea.Cmd { m.nextHit(1); return nil })},
		{Keys: kit.Keys("N"), When: hits, Do: does(func(m *Model) tea.Cmd { m.nextHit(-1); return nil })},
		{Keys: kit.Keys("g home"), Shown: "g G", Help: "to the beginning, to the end", Do: does(func(m *Model) tea.Cmd { m.pane.SelectFirst(); return nil })},
		{Keys: kit.Keys("G end"), Do: does(func(m *Model) tea.Cmd { m.pane.SelectLast(); return nil })},
		{Keys: kit.Keys("esc"), Shown: "Esc", Words: "end search", Rank: kit.RankBack, Help: "end the search", When: hits, Do: does(func(m *Model) tea.Cmd { m.endSearch(); return nil })},
		{Keys: kit.Keys("esc"), Shown: "Esc", Words: "back", Rank: kit.RankBack, Do: does((*Model).leavePane)},
		{Keys: kit.Keys("?"), Shown: "?", Words: "help", Rank: kit.RankAway, Do: does((*Model).toHelp)},
	}
}

// folds reports whether Enter opens or folds what is selected. What is shown as recorded is
// shown whole.
func folds(opened bool) func(*Model) bool {
	return func(m *Model) bool {
		e, ok := m.pane.Selected()
		raw, _ := m.pane.Raws()
		return ok && !raw && e.Folds() && m.pane.Opened(e.ID()) == opened
	}
}

// raws reports whether i shows what is selected as recorded, or formatted again.
func raws(raw bool) func(*Model) bool {
	return func(m *Model) bool {
		is, can := m.pane.Raws()
		return can && is == raw
	}
}

// running reports whether there is a turn to stop, an undo, or a summary that the user
// wants; if something is asked, a key of the question does that as well.
func (m *Model) running() bool {
	s := m.o.Shell.State()
	return (s.Folded.Open() && s.Busy() != coordinator.Held || s.Compacting() || s.Undoing.ID != "") && !m.ask.open
}

// onlyStops reports whether only Ctrl+C stops the turn; elsewhere Esc does, which is
// the shorter hint.
func (m *Model) onlyStops() bool {
	return m.running() && (m.focus == onPane || m.completing.open() || m.reviewing())
}

// escapeRest is how long after an Esc the next one stops nothing: it was pressed
// twice, or the first one closed something.
const escapeRest = time.Second

// unhurried is what an Esc does unless it closely follows another one.
func unhurried(f func(*Model) tea.Cmd) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		if m.o.Now().Sub(m.escaped) < escapeRest {
			return nil
		}
		return f(m)
	}
}

func findBindings() []binding {
	rows := []binding{
		kit.Suspending[*Model]().Quiet(),
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: "find", Do: does(func(m *Model) tea.Cmd { m.keepHits(); return m.quiet() })},
		{Keys: kit.Keys("esc ctrl+c"), Shown: "Esc", Words: "end the search", Do: does(func(m *Model) tea.Cmd { m.endSearch(); return m.quiet() })},
	}
	return append(rows, kit.LineKeys[*Model]()...)
}
