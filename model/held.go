package model

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/store"
	"parley/views/text"
)

// Held is the screen of a conversation that another process writes: it says who
// does, and what can be done all the same.
type Held struct {
	setting
	cover
	leaving
	o      Shared
	locked *store.LockedError
	at     int
	waits  bool // until the other one gives it back
	fault  string
}

// triedMsg says that it is time to see whether the conversation is free.
type triedMsg struct{ of *Held }

// tryEvery is the time between two tries to open what another process holds.
const tryEvery = time.Second

// NewHeld makes the screen; without one behind it, back leaves the program.
func NewHeld(o Shared, locked *store.LockedError) *Held {
	return &Held{setting: newSetting(o.Theme, o.Ground), o: o, locked: locked}
}

// Init asks for the terminal's colours.
func (h *Held) Init() tea.Cmd { return h.ground.ask() }

// Update takes keys, and tries again while it waits.
func (h *Held) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if h.hears(msg) {
		return h, h.pass(msg)
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return h.key(msg)
	case triedMsg:
		if msg.of == h && h.waits && h.busy == "" {
			return h, h.again()
		}
	case arrivedMsg:
		return h.arrived(msg)
	default:
		return h, h.pass(msg)
	}
	return h, nil
}

// heldChoice is something that can be done.
type heldChoice struct {
	name, about string
	do          func(*Held) (tea.Model, tea.Cmd)
}

func heldChoices() []heldChoice {
	return []heldChoice{
		{"Read it", "as it goes on; nothing can be written", (*Held).read},
		{"Fork it", "go on in a copy of what is there now", (*Held).fork},
		{"Wait", "it opens by itself when it is free", (*Held).wait},
	}
}

func heldKeys() []row[*Held] {
	move := func(n int) func(*Held) (tea.Model, tea.Cmd) {
		return func(h *Held) (tea.Model, tea.Cmd) {
			h.at = min(max(h.at+n, 0), len(heldChoices())-1)
			return h, nil
		}
	}
	free := func(h *Held) bool { return !h.waits }
	rows := []row[*Held]{
		{shown: "1-3", words: "choose", when: free},
		{keys: []string{"up"}, shown: "↑↓", words: "move", when: free, do: move(-1)},
		{keys: []string{"down"}, when: free, do: move(1)},
		{keys: []string{"enter"}, shown: "Enter", words: "choose", when: free,
			do: func(h *Held) (tea.Model, tea.Cmd) { return heldChoices()[h.at].do(h) }},
		{keys: []string{"esc", "ctrl+c"}, shown: "Esc", words: "wait no longer", help: "wait no longer; else back", when: func(h *Held) bool { return h.waits },
			do: func(h *Held) (tea.Model, tea.Cmd) { h.waits = false; return h, nil }},
		{keys: []string{"esc", "ctrl+c"}, shown: "Esc", words: "back", when: func(h *Held) bool { return !h.waits && h.under != nil }, do: (*Held).back},
		{keys: []string{"esc", "ctrl+c"}, shown: "Esc", words: "quit", when: func(h *Held) bool { return !h.waits && h.under == nil }, do: (*Held).back},
		{keys: []string{"ctrl+q"}, shown: "Ctrl+Q", help: "leave the program", do: (*Held).quit},
		suspending[*Held](),
	}
	for i, c := range heldChoices() {
		rows = append(rows, row[*Held]{keys: []string{fmt.Sprint(i + 1)}, when: free,
			do: func(h *Held) (tea.Model, tea.Cmd) { h.at = i; return c.do(h) }})
	}
	return rows
}

func (h *Held) key(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	name := msg.String()
	if h.busy != "" && !h.waits {
		h.typed = append(h.typed, msg)
		return h, nil
	}
	h.fault = ""
	if r, ok := rowOf(heldKeys(), h, name); ok {
		return r.do(h)
	}
	return h, nil
}

func (h *Held) back() (tea.Model, tea.Cmd) { return h.uncover(h) }

func (h *Held) quit() (tea.Model, tea.Cmd) {
	if m := conversationOf(h.under); m != nil {
		return h, m.Quit()
	}
	return h, tea.Quit
}

func (h *Held) read() (tea.Model, tea.Cmd) {
	screens, locked := h.o.Screens, h.locked
	h.busy = textGoing
	return h, func() tea.Msg { next, err := screens.Read(locked); return arrivedMsg{next, err} }
}

func (h *Held) fork() (tea.Model, tea.Cmd) {
	screens, id := h.o.Screens, h.locked.ID
	return h, h.goTo(h.under, textForking, func() (tea.Model, error) { return forkAndOpen(screens, id, 0) })
}

func (h *Held) wait() (tea.Model, tea.Cmd) {
	h.waits = true
	return h, h.again()
}

// again tries to open the conversation.
func (h *Held) again() tea.Cmd {
	screens, id := h.o.Screens, h.locked.ID
	return h.goTo(h.under, textGoing, func() (tea.Model, error) { return screens.Conversation(id) })
}

// arrived gives way to what came. What is to be read stands before this screen;
// a conversation stands alone.
func (h *Held) arrived(msg arrivedMsg) (tea.Model, tea.Cmd) {
	typed := h.came(h.under)
	if locked := asLocked(msg.err); locked != nil && locked.ID == h.locked.ID {
		h.locked = locked
		return h, h.o.Tick(tryEvery, func(time.Time) tea.Msg { return triedMsg{h} })
	}
	if msg.err != nil {
		h.waits, h.fault = false, msg.err.Error()
		return h, nil
	}
	if c, ok := msg.model.(covering); ok {
		c.over(h)
	}
	return h.terminal.hand(msg.model, typed)
}

// View draws the screen.
func (h *Held) View() tea.View {
	v := tea.NewView("")
	v.AltScreen, v.ReportFocus, v.WindowTitle = true, true, "parley"
	w, height := h.terminal.w, h.terminal.h
	if w < leastWidth || height < leastHeight {
		v.Content = strings.Join(smallLines(w, height), "\n")
		return v
	}
	lines := []string{""}
	for _, line := range text.Wrap(textHeld, w-4) {
		lines = append(lines, "   "+h.theme.Strong.Render(line))
	}
	lines = append(lines, paragraphs(h.theme, holderText(h.locked, h.o.Now()), w)...)
	lines = append(lines, "")
	if h.waits {
		lines = append(lines, paragraphs(h.theme, textWaits, w)...)
	} else {
		lines = append(lines, h.choices(w)...)
	}
	if h.fault != "" {
		lines = append(append(lines, ""), paragraph(h.theme, h.fault, w)...)
	}
	for len(lines) < height-1 {
		lines = append(lines, "")
	}
	hints := first(fittingHints(hintsOf(heldKeys(), h, h.theme), h.theme, w, 1))
	v.Content = strings.Join(append(lines[:height-1], hints), "\n")
	return v
}

// choices are what can be done, each with what it means where there is room.
func (h *Held) choices(w int) (lines []string) {
	for i, c := range heldChoices() {
		mark, name := " ", fmt.Sprintf("%d  %-8s", i+1, c.name)
		if i == h.at {
			mark, name = h.theme.Accent.Render(h.theme.Glyphs.Cursor), h.theme.Accent.Render(name)
		}
		about := h.theme.Dim.Render(text.Line(c.about, w-18))
		lines = append(lines, " "+mark+" "+name+"  "+about)
	}
	return lines
}

// holderText says who writes the conversation.
func holderText(l *store.LockedError, now time.Time) string {
	who := "Another process writes it"
	if l.PID > 0 {
		who = fmt.Sprintf("Process %d writes it", l.PID)
	}
	if !l.Since.IsZero() {
		who += fmt.Sprintf(" since %s (%s)", l.Since.In(now.Location()).Format("2 January 15:04"), ago(max(now.Sub(l.Since), 0)))
	}
	return who + "."
}
