package conversation

import (
	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model/kit"
	"parley/views/chrome"
	"parley/views/prompt"
	"parley/views/text"
)

// binding is one row of the key table: the table is what keys do, what the hints
// say and what the help lists.
type binding struct {
	keys  []string // as Bubble Tea names them; empty where a family of keys is meant
	shown string   // as the hints and the help show them
	words string   // what it does, for the hints; "" keeps it out of them
	help  string   // for the help page; "" is words
	rank  int      // of hints that do not fit, the highest are left out first
	when  func(*Model) bool
	tell  func(*Model) bool // when it is hinted; nil: whenever it works
	do    func(*Model) tea.Cmd
}

func (b binding) on(m *Model) bool { return b.when == nil || b.when(m) }

// bindings is the key table of what has the focus now, the more telling rows
// first.
func (m *Model) bindings() []binding {
	switch {
	case m.finding != nil:
		return findBindings()
	case m.focus == onPane:
		return append(paneBindings(), everywhere()...)
	case m.focus == onPrompt && m.ask.open:
		return append(m.promptBindings(), everywhere()...)
	}
	rows := append(composerBindings(), everywhere()...)
	if m.completing.open() {
		rows = append(m.paletteBindings(), rows...)
	}
	return rows
}

// hints are the rows that work now and are worth a place. A row whose keys
// another one takes before it is left out.
func (m *Model) hints() (all []chrome.Hint) {
	taken := map[string]bool{}
	for _, b := range m.bindings() {
		if !b.on(m) {
			continue
		}
		free := len(b.keys) == 0
		for _, k := range b.keys {
			free = free || !taken[k]
			taken[k] = true
		}
		if b.words != "" && free && (b.tell == nil || b.tell(m)) {
			all = append(all, chrome.Hint{Key: m.spell(b.shown), Words: b.words, Rank: b.rank})
		}
	}
	return all
}

// hintLine are the hints that have room in one line.
func (m *Model) hintLine() string {
	return kit.First(chrome.Hints(m.o.Theme, chrome.FitHints(m.hints(), m.w, 1), m.w, 1))
}

// spell writes a key as the terminal can show it.
func (m *Model) spell(key string) string { return kit.Spell(m.o.Theme, key) }

// key does what a key means where the focus is. What no row takes is text.
func (m *Model) key(msg tea.KeyPressMsg) tea.Cmd {
	m.note = ""
	name := msg.String()
	if m.help {
		return m.helpKey(name)
	}
	if name != "ctrl+c" {
		m.quitting = false
	}
	if m.focus == onPrompt && m.ask.open && m.cramped() && !alwaysWorks(name) {
		return m.arm()
	}
	if m.deaf() && !alwaysWorks(name) && !m.opensMenu(name) {
		return m.tooEarly(msg)
	}
	for _, b := range m.bindings() {
		if kit.Contains(b.keys, name) && b.on(m) {
			return b.do(m)
		}
	}
	return m.typed(msg)
}

// cramped says that the window is too small for the prompt to be drawn, so that no
// key can be meant for it.
func (m *Model) cramped() bool { return m.w < kit.LeastWidth || m.h < kit.LeastHeight }

// alwaysWorks are the keys that need not wait: those that decide nothing, and the one
// that stops whatever there is.
func alwaysWorks(name string) bool {
	return kit.Contains([]string{"tab", "pgup", "pgdown", "ctrl+q", "ctrl+z", "ctrl+c"}, name)
}

// typed is a key that no row of the table takes.
func (m *Model) typed(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case m.finding != nil:
		m.finding.Typed(msg.Text)
		m.pane.Search(m.finding.Query)
	case m.focus == onPrompt && m.ask.open:
		return m.typedInPrompt(msg)
	case m.focus == onComposer:
		m.composer.Update(msg)
		return m.wrote()
	}
	return nil
}

// wrote takes note of what now stands in the composer.
func (m *Model) wrote() tea.Cmd {
	m.drafts.setMessage(m.composer.Text(), m.o.Now())
	return m.complete()
}

func (m *Model) typedInPrompt(msg tea.KeyPressMsg) tea.Cmd {
	if m.ask.prompt.Permission != nil {
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
		if msg.Text != "" {
			return m.intent(prompt.Insert{Text: msg.Text})
		}
	}
	return nil
}

// paste is text, and never a key.
func (m *Model) paste(body string) tea.Cmd {
	if m.focus == onPrompt && m.ask.open {
		switch {
		case m.deaf():
			return m.pastedEarly(body)
		case m.finding == nil && m.writing():
			return m.intent(prompt.Insert{Text: body})
		case m.finding == nil:
			return nil
		}
	}
	if m.finding != nil {
		m.finding.Typed(text.Line(body, 200))
		m.pane.Search(m.finding.Query)
		return nil
	}
	m.focus = onComposer
	m.composer.Paste(body)
	return m.wrote()
}

// writing says whether letters belong to a text of the prompt.
func (m *Model) writing() bool {
	if m.ask.prompt.Permission != nil {
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

func everywhere() []binding {
	return []binding{
		{keys: []string{"ctrl+c"}, shown: "Ctrl+C", words: "stop", help: "stop the turn; else clear what is written; else, twice, quit", tell: (*Model).running, do: (*Model).stop},
		{keys: []string{"pgup"}, shown: "PgUp", help: "scroll the conversation up", do: func(m *Model) tea.Cmd { m.pane.Page(-1); return nil }},
		{keys: []string{"pgdown"}, shown: "PgDn", help: "scroll the conversation down", do: func(m *Model) tea.Cmd { m.pane.Page(1); return nil }},
		{keys: []string{"ctrl+q"}, shown: "Ctrl+Q", help: "leave; an open turn and an open question can be resumed", do: (*Model).Quit},
		{keys: []string{"ctrl+z"}, shown: "Ctrl+Z", help: "suspend the program; fg brings it back", do: func(*Model) tea.Cmd { return tea.Suspend }},
		{keys: []string{"tab"}, shown: "Tab", help: "to the conversation and back", do: (*Model).nextFocus},
	}
}

func composerBindings() []binding {
	blank := func(m *Model) bool { return m.composer.Blank() }
	held := func(m *Model) bool { return m.o.Shell.State().Busy() == coordinator.Held }
	rows := []binding{
		{keys: []string{"enter"}, shown: "Enter", words: "go on with the interrupted turn", when: func(m *Model) bool { return held(m) && blank(m) },
			do: func(m *Model) tea.Cmd { return m.send(coordinator.Continued{}) }},
		{keys: []string{"enter"}, shown: "Enter", words: "go on", help: "go on with a paused turn", when: (*Model).paused, do: (*Model).goOn},
		{keys: []string{"enter"}, shown: "Enter", words: "send", when: func(m *Model) bool { return !blank(m) }, do: (*Model).submit},
		{keys: []string{"esc"}, shown: "Esc", words: "decide yourself", help: "stop the review and decide yourself", when: (*Model).reviewing, do: (*Model).stopReviews},
		{keys: []string{"shift+enter", "ctrl+j", "alt+enter"}, shown: "Shift+Enter", words: "new line", rank: kit.RankExtra, help: "new line (also Ctrl+J, Alt+Enter)",
			do: func(m *Model) tea.Cmd { m.composer.NewLine(); return m.wrote() }},
		{keys: []string{"up"}, shown: "↑", help: "the message before", when: func(m *Model) bool { return m.composer.AtStart() }, do: (*Model).earlier},
		{keys: []string{"down"}, shown: "↓", help: "the message after", when: func(m *Model) bool { return m.composer.AtEnd() }, do: (*Model).later},
	}
	rows = append(rows, withEditor(binding{keys: []string{"ctrl+e"}, shown: "Ctrl+E", help: "write the message in your editor", do: (*Model).edit})...)
	return append(rows, []binding{
		{shown: "/", words: "commands", when: blank},
		{shown: "@", words: "files", rank: kit.RankAway, when: blank},
		{keys: []string{"?"}, shown: "?", words: "help", when: blank, do: func(m *Model) tea.Cmd { m.help = true; return nil }},
	}...)
}

func paneBindings() []binding {
	sel := func(n int) func(*Model) tea.Cmd { return func(m *Model) tea.Cmd { m.pane.Select(n); return nil } }
	hits := func(m *Model) bool { return kit.Searched(m.pane) }
	return []binding{
		{keys: []string{"up", "k"}, shown: "↑↓", words: "block", help: "select a block", do: sel(-1)},
		{keys: []string{"down", "j"}, help: "", do: sel(1)},
		{keys: []string{"enter", "space"}, shown: "Enter", words: "open", help: "open the block", rank: kit.RankAway, when: folds(false), do: (*Model).foldSelected},
		{keys: []string{"enter", "space"}, shown: "Enter", words: "fold", help: "fold it again", rank: kit.RankAway, when: folds(true), do: (*Model).foldSelected},
		{keys: []string{"c", "y"}, shown: "c", words: "copy", help: "copy the block", rank: kit.RankExtra, do: (*Model).copySelected},
		{keys: []string{"/"}, shown: "/", words: "search", help: "search the conversation", rank: kit.RankAway, do: func(m *Model) tea.Cmd { m.finding = &kit.Finding{}; return nil }},
		{keys: []string{"f"}, shown: "f", help: "go on in a copy that ends with the block; at a decision its question is open again", do: (*Model).forkSelected},
		{keys: []string{"n"}, shown: "n N", words: "hits", help: "to the next hit of a search, to the one before", when: hits, do: func(m *Model) tea.Cmd { m.nextHit(1); return nil }},
		{keys: []string{"N"}, when: hits, do: func(m *Model) tea.Cmd { m.nextHit(-1); return nil }},
		{keys: []string{"g", "home"}, shown: "g G", help: "to the beginning, to the end", do: func(m *Model) tea.Cmd { m.pane.Top(); return nil }},
		{keys: []string{"G", "end"}, do: func(m *Model) tea.Cmd { m.pane.Bottom(); return nil }},
		{keys: []string{"esc"}, shown: "Esc", words: "end the search", when: hits, do: func(m *Model) tea.Cmd { m.endSearch(); return nil }},
		{keys: []string{"esc"}, shown: "Esc", words: "back", do: (*Model).leavePane},
		{keys: []string{"?"}, shown: "?", words: "help", rank: kit.RankAway, do: func(m *Model) tea.Cmd { m.help = true; return nil }},
	}
}

// folds says of what is selected whether Enter opens it, or folds it again.
func folds(opened bool) func(*Model) bool {
	return func(m *Model) bool {
		e, ok := m.pane.Selected()
		return ok && e.Folds() && m.pane.Opened(e.ID()) == opened
	}
}

// running says whether there is a turn to stop; where something is asked, a key of
// the question does that as well.
func (m *Model) running() bool {
	s := m.o.Shell.State()
	return s.Folded.Open() && !m.ask.open && s.Busy() != coordinator.Held
}

func findBindings() []binding {
	return []binding{
		{keys: []string{"ctrl+z"}, do: func(*Model) tea.Cmd { return tea.Suspend }},
		{keys: []string{"enter"}, shown: "Enter", words: "find", do: func(m *Model) tea.Cmd { m.keepHits(); return m.quiet() }},
		{keys: []string{"backspace"}, shown: "Backspace", do: func(m *Model) tea.Cmd { m.finding.Erase(); m.pane.Search(m.finding.Query); return nil }},
		{keys: []string{"esc", "ctrl+c"}, shown: "Esc", words: "end the search", do: func(m *Model) tea.Cmd { m.endSearch(); return m.quiet() }},
	}
}
