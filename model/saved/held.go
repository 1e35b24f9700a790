package saved

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/store"
	"parley/store/record"
	"parley/views/text"
)

// Held is the screen for a conversation that another process is writing: it says
// which one, and what the user can still do.
type Held struct {
	kit.Setting
	kit.Cover
	kit.Leaving
	o      kit.Shared
	locked *store.LockedError
	at     int
	waits  bool // until the other process releases it
	fault  string
}

// triedMsg says that it is time to check whether the conversation is free.
type triedMsg struct{ of *Held }

// tryEvery is the time between two attempts to open what another process holds.
const tryEvery = time.Second

// NewHeld makes the screen; with no screen behind it, back leaves the program.
func NewHeld(o kit.Shared, locked *store.LockedError) *Held {
	return &Held{Setting: o.Setting(), o: o, locked: locked}
}

// Init asks for the terminal's colours.
func (h *Held) Init() tea.Cmd { return h.Ground.Ask() }

// Update takes keys, and tries again while it waits.
func (h *Held) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if h.Hears(msg) {
		return h, h.Pass(msg)
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return h.key(msg)
	case triedMsg:
		if msg.of == h && h.waits && h.Busy == "" {
			return h, h.again()
		}
	case kit.ArrivedMsg:
		return h.arrived(msg)
	default:
		return h, h.Pass(msg)
	}
	return h, nil
}

// heldChoice is something that the user can do.
type heldChoice struct {
	name, about, brief string
	do                 func(*Held) (tea.Model, tea.Cmd)
}

func heldChoices() []heldChoice {
	return []heldChoice{
		{"Read it", "as it goes on; nothing can be written", "nothing can be written", (*Held).read},
		{"Fork it", "go on in a copy of what is there now", "go on in a copy of it", (*Held).fork},
		{"Wait", "it opens by itself when it is free", "it opens once it is free", (*Held).wait},
	}
}

func heldKeys() []kit.Row[*Held] {
	move := func(n int) func(*Held) (tea.Model, tea.Cmd) {
		return func(h *Held) (tea.Model, tea.Cmd) {
			h.at = min(max(h.at+n, 0), len(heldChoices())-1)
			return h, nil
		}
	}
	free := func(h *Held) bool { return !h.waits }
	rows := []kit.Row[*Held]{
		{Shown: "1-3", Words: "choose", When: free},
		{Keys: kit.Keys("up"), Shown: "↑↓", Words: "move", When: free, Do: move(-1)},
		{Keys: kit.Keys("down"), When: free, Do: move(1)},
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: "choose", Decides: true, When: free,
			Do: func(h *Held) (tea.Model, tea.Cmd) { return heldChoices()[h.at].do(h) }},
		{Keys: kit.Keys("esc ctrl+c"), Shown: "Esc", Words: "wait no longer", Rank: kit.RankBack, Help: "wait no longer; else back", When: func(h *Held) bool { return h.waits },
			Do: func(h *Held) (tea.Model, tea.Cmd) { h.waits = false; return h, nil }},
		{Keys: kit.Keys("esc ctrl+c"), Shown: "Esc", Words: "back", Rank: kit.RankBack, When: func(h *Held) bool { return !h.waits && h.Under != nil }, Do: (*Held).back},
		{Keys: kit.Keys("esc ctrl+c"), Shown: "Esc", Words: "quit", Rank: kit.RankBack, When: func(h *Held) bool { return !h.waits && h.Under == nil }, Do: (*Held).back},
		{Keys: kit.Keys("ctrl+q"), Shown: "Ctrl+Q", Help: "leave the program", Do: (*Held).quit},
		kit.Suspending[*Held](),
	}
	for i, c := range heldChoices() {
		rows = append(rows, kit.Row[*Held]{Keys: []string{fmt.Sprint(i + 1)}, Decides: true, When: free,
			Do: func(h *Held) (tea.Model, tea.Cmd) { h.at = i; return c.do(h) }})
	}
	return rows
}

func (h *Held) key(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	name := msg.String()
	if h.Busy != "" && !h.waits {
		h.Typed = append(h.Typed, msg)
		return h, nil
	}
	r, ok := kit.RowOf(heldKeys(), h, name)
	if h.fault = h.Refuses(msg, r.Decides); h.fault != "" || !ok {
		return h, nil
	}
	return r.Do(h)
}

func (h *Held) back() (tea.Model, tea.Cmd) { return h.Return(h) }

func (h *Held) quit() (tea.Model, tea.Cmd) {
	if m := kit.ConversationOf(h.Under); m != nil {
		return h, m.Quit()
	}
	return h, tea.Quit
}

func (h *Held) read() (tea.Model, tea.Cmd) {
	screens, locked := h.o.Screens, h.locked
	h.Busy = kit.TextGoing
	return h, func() tea.Msg { next, err := screens.Read(locked); return kit.ArrivedMsg{Model: next, Err: err} }
}

func (h *Held) fork() (tea.Model, tea.Cmd) {
	screens, id := h.o.Screens, h.locked.ID
	return h, h.GoTo(h.Under, kit.TextForking, func() (tea.Model, error) { return kit.ForkAndOpen(screens, id, 0) })
}

func (h *Held) wait() (tea.Model, tea.Cmd) {
	h.waits = true
	return h, h.again()
}

// again tries to open the conversation.
func (h *Held) again() tea.Cmd {
	screens, id := h.o.Screens, h.locked.ID
	return h.GoTo(h.Under, kit.TextGoing, func() (tea.Model, error) { return screens.Conversation(id) })
}

// arrived gives way to the screen that came. A reader is put in front of this screen;
// a conversation replaces it.
func (h *Held) arrived(msg kit.ArrivedMsg) (tea.Model, tea.Cmd) {
	typed := h.Came(h.Under, msg)
	if locked := kit.AsLocked(msg.Err); locked != nil && locked.ID == h.locked.ID {
		h.locked = locked
		return h, h.o.Tick(tryEvery, func(time.Time) tea.Msg { return triedMsg{h} })
	}
	if msg.Err != nil {
		h.waits, h.fault = false, msg.Err.Error()
		h.Anew() // only now can it be chosen again
		return h, nil
	}
	if c, ok := msg.Model.(kit.Covering); ok {
		c.Over(h)
	}
	return h.Terminal.Hand(msg.Model, typed)
}

// View draws the screen.
func (h *Held) View() tea.View {
	v := kit.Page("parley", false)
	w, height := h.Terminal.W, h.Terminal.H
	if w < kit.LeastWidth || height < kit.LeastHeight {
		v.Content = strings.Join(kit.SmallLines(w, height), "\n")
		return v
	}
	lines := []string{""}
	for _, line := range text.Wrap(textHeld, w-4) {
		lines = append(lines, "   "+h.Theme.Strong.Render(line))
	}
	lines = append(lines, kit.Paragraphs(h.Theme, holderText(h.locked, h.o.Now()), w)...)
	lines = append(lines, "")
	if h.waits {
		lines = append(lines, kit.Paragraphs(h.Theme, textWaits, w)...)
	} else {
		lines = append(lines, h.choices(w)...)
	}
	if h.Keeps() {
		lines = append(append(lines, ""), kit.Paragraphs(h.Theme, textKept, w)...)
	}
	if h.fault != "" {
		lines = append(append(lines, ""), kit.Paragraph(h.Theme, h.fault, w)...)
	}
	for len(lines) < height-1 {
		lines = append(lines, "")
	}
	hints := kit.HintLine(heldKeys(), h, h.Theme, w)
	v.Content = strings.Join(append(lines[:height-1], hints), "\n")
	return v
}

// heldAbout is how much of a line is not for the explanation of a choice.
const heldAbout = 3 + 11 + 2

// choices are what can be done, with an explanation if there is room.
func (h *Held) choices(w int) (lines []string) {
	for i, c := range heldChoices() {
		mark, name := " ", fmt.Sprintf("%d  %-8s", i+1, c.name)
		if i == h.at {
			mark, name = h.Theme.Accent.Render(h.Theme.Glyphs.Cursor), h.Theme.Accent.Render(name)
		}
		about := c.about
		if text.Width(about) > w-heldAbout {
			about = c.brief
		}
		lines = append(lines, " "+mark+" "+name+"  "+h.Theme.Dim.Render(text.Line(about, w-heldAbout)))
	}
	return lines
}

// holderText says who writes the conversation.
func holderText(l *store.LockedError, now time.Time) string {
	who := "Another process"
	if l.PID > 0 {
		who = fmt.Sprintf("Process %d", l.PID)
	}
	if l.Since.IsZero() {
		return who + " has it open."
	}
	return who + fmt.Sprintf(" has had it open since %s (%s).", l.Since.In(now.Location()).Format("2 January 15:04"), record.Ago(now.Sub(l.Since)))
}
