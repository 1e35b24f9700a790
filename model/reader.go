package model

import (
	"context"
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/store"
	"parley/views/chrome"
	"parley/views/pane"
	"parley/views/text"
)

// Growing is a conversation that another process goes on writing. Next waits for
// events that were not there before; it is called in a command, one at a time.
type Growing interface {
	ID() string
	Log() store.Log
	Next(ctx context.Context) ([]store.Event, error)
	Close() error
}

// Reader shows a conversation that another process writes, as it goes on. It
// writes nothing.
type Reader struct {
	setting
	cover
	leaving
	o       Shared
	from    Growing
	locked  *store.LockedError
	talk    *store.Transcript
	entries entries
	pane    *pane.Pane
	title   string
	finding *finding
	ctx     context.Context
	end     context.CancelFunc
	ended   bool
	note    string
}

type grewMsg struct {
	of     *Reader
	events []store.Event
	err    error
}

// NewReader makes the screen; locked says who writes the conversation.
func NewReader(o Shared, from Growing, locked *store.LockedError) *Reader {
	r := &Reader{setting: newSetting(o.Theme, o.Ground), o: o, from: from, locked: locked, talk: store.NewTranscript(store.Log{})}
	r.ctx, r.end = context.WithCancel(context.Background())
	r.pane = pane.New(r.theme, r.terminal.w, r.terminal.h)
	for _, e := range from.Log().All() {
		r.show(e)
	}
	return r
}

// Init begins to follow.
func (r *Reader) Init() tea.Cmd { return tea.Batch(r.ground.ask(), r.next()) }

// next waits for what comes. The conversation is given back where the following
// ends, so that nothing is closed while it is read.
func (r *Reader) next() tea.Cmd {
	ctx, from := r.ctx, r.from
	return func() tea.Msg {
		events, err := from.Next(ctx)
		if err != nil {
			err = errors.Join(err, from.Close())
		}
		return grewMsg{r, events, err}
	}
}

// show puts an event into the pane.
func (r *Reader) show(e store.Event) {
	if b, ok := e.Body.(store.ChatRequest); ok && r.title == "" && b.Author == "" {
		r.title = text.Line(strings.TrimSpace(b.Text), titleWidth)
	}
	if b, ok := e.Body.(store.Title); ok {
		r.title = text.Line(b.Title, titleWidth)
	}
	at, changed := r.talk.Add(e)
	if !changed {
		return
	}
	if v := r.entries.view(r.talk.At(at), pane.Teller{Took: true}); v != nil {
		r.pane.Set(v)
	}
}

// Update takes keys and what was written meanwhile.
func (r *Reader) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if r.hears(msg) {
		r.pane.SetTheme(r.theme)
		return r, r.pass(msg)
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return r.key(msg)
	case tea.PasteMsg:
		if r.finding != nil {
			r.finding.typed(msg.Content)
			r.pane.Search(r.finding.query)
		}
	case tea.MouseWheelMsg:
		switch msg.Button {
		case tea.MouseWheelUp:
			r.pane.Scroll(-wheelLines)
		case tea.MouseWheelDown:
			r.pane.Scroll(wheelLines)
		}
	case grewMsg:
		if msg.of == r {
			return r, r.grew(msg)
		}
	case arrivedMsg:
		return r.arrived(msg)
	default:
		return r, r.pass(msg)
	}
	return r, nil
}

func (r *Reader) grew(msg grewMsg) tea.Cmd {
	if msg.err != nil {
		r.ended = true
		if !errors.Is(msg.err, context.Canceled) {
			r.pane.Set(r.entries.note(pane.Failure, msg.err.Error()))
		}
		return nil
	}
	for _, e := range msg.events {
		r.show(e)
	}
	return r.next()
}

// arrived gives way to the conversation that was asked for.
func (r *Reader) arrived(msg arrivedMsg) (tea.Model, tea.Cmd) {
	typed := r.came(r.under)
	if locked := asLocked(msg.err); locked != nil {
		r.locked, r.note = locked, textStillHeld
		return r, nil
	}
	if msg.err != nil {
		r.pane.Set(r.entries.note(pane.Failure, msg.err.Error()))
		return r, nil
	}
	r.end()
	return r.terminal.hand(msg.model, typed)
}

// back goes to the screen behind. What waits for more ends with it.
func (r *Reader) back() (tea.Model, tea.Cmd) {
	r.end()
	return r.uncover(r)
}

func (r *Reader) quit() (tea.Model, tea.Cmd) {
	r.end()
	if m := conversationOf(r.under); m != nil {
		return r, m.Quit()
	}
	return r, tea.Quit
}

// fork copies what is there now and goes on in the copy.
func (r *Reader) fork() (tea.Model, tea.Cmd) {
	screens, id := r.o.Screens, r.from.ID()
	return r, r.goTo(r.under, textForking, func() (tea.Model, error) { return forkAndOpen(screens, id, 0) })
}

// take tries to open the conversation to go on with it.
func (r *Reader) take() (tea.Model, tea.Cmd) {
	screens, id := r.o.Screens, r.from.ID()
	return r, r.goTo(r.under, textGoing, func() (tea.Model, error) { return screens.Conversation(id) })
}

func readerKeys() []row[*Reader] {
	shown := func(f func(p *pane.Pane)) func(*Reader) (tea.Model, tea.Cmd) {
		return func(r *Reader) (tea.Model, tea.Cmd) { f(r.pane); return r, nil }
	}
	hits := func(r *Reader) bool { return searched(r.pane) }
	hit := func(n int) func(*Reader) (tea.Model, tea.Cmd) {
		return func(r *Reader) (tea.Model, tea.Cmd) { r.note = hitText(r.pane.NextHit(n)); return r, nil }
	}
	return []row[*Reader]{
		{keys: []string{"up", "k"}, shown: "↑↓", words: "block", help: "select a block", do: shown(func(p *pane.Pane) { p.Select(-1) })},
		{keys: []string{"down", "j"}, do: shown(func(p *pane.Pane) { p.Select(1) })},
		{keys: []string{"enter", "space"}, shown: "Enter", words: "open", help: "open or fold the block", when: (*Reader).folds, do: shown(func(p *pane.Pane) {
			e, _ := p.Selected()
			p.Fold(e.ID(), !p.Opened(e.ID()))
		})},
		{keys: []string{"/"}, shown: "/", words: "search", help: "search the conversation", rank: rankAway,
			do: func(r *Reader) (tea.Model, tea.Cmd) { r.finding = &finding{}; return r, nil }},
		{keys: []string{"f"}, shown: "f", words: "fork", rank: rankAway, help: "go on in a copy of what is there now", do: (*Reader).fork},
		{keys: []string{"t"}, shown: "t", words: "try to open", rank: rankAway, help: "open it to write, if it is free", do: (*Reader).take},
		{keys: []string{"n"}, shown: "n N", words: "hits", help: "to the next hit of a search, to the one before", when: hits, do: hit(1)},
		{keys: []string{"N"}, when: hits, do: hit(-1)},
		{keys: []string{"pgup"}, shown: "PgUp PgDn", help: "turn pages", do: shown(func(p *pane.Pane) { p.Page(-1) })},
		{keys: []string{"pgdown"}, do: shown(func(p *pane.Pane) { p.Page(1) })},
		{keys: []string{"g", "home"}, shown: "g G", help: "to the beginning, to the end", do: shown((*pane.Pane).Top)},
		{keys: []string{"G", "end"}, do: shown((*pane.Pane).Bottom)},
		{keys: []string{"esc"}, shown: "Esc", words: "end the search", help: "end the search; else back", when: hits, do: shown(func(p *pane.Pane) { p.Search("") })},
		{keys: []string{"esc", "ctrl+c"}, shown: "Esc", words: "back", when: func(r *Reader) bool { return r.under != nil }, do: (*Reader).back},
		{keys: []string{"esc", "ctrl+c"}, shown: "Esc", words: "quit", when: func(r *Reader) bool { return r.under == nil }, do: (*Reader).back},
		{keys: []string{"ctrl+q"}, shown: "Ctrl+Q", help: "leave the program", do: (*Reader).quit},
		suspending[*Reader](),
	}
}

func readerFindKeys() []row[*Reader] {
	return []row[*Reader]{
		suspending[*Reader]().quiet(),
		{keys: []string{"enter"}, shown: "Enter", words: "find", do: func(r *Reader) (tea.Model, tea.Cmd) {
			r.finding = nil
			if r.note = hitText(r.pane.Hit()); !searched(r.pane) {
				r.pane.Search("")
			}
			return r, nil
		}},
		{keys: []string{"backspace"}, shown: "Backspace", do: func(r *Reader) (tea.Model, tea.Cmd) {
			r.finding.erase()
			r.pane.Search(r.finding.query)
			return r, nil
		}},
		{keys: []string{"esc", "ctrl+c"}, shown: "Esc", words: "end the search", do: func(r *Reader) (tea.Model, tea.Cmd) {
			r.finding = nil
			r.pane.Search("")
			return r, nil
		}},
	}
}

func (r *Reader) folds() bool {
	e, ok := r.pane.Selected()
	return ok && e.Folds()
}

func (r *Reader) keys() []row[*Reader] {
	if r.finding != nil {
		return readerFindKeys()
	}
	return readerKeys()
}

func (r *Reader) key(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	r.note = ""
	if r.busy != "" {
		r.typed = append(r.typed, msg)
		return r, nil
	}
	if x, ok := rowOf(r.keys(), r, msg.String()); ok {
		return x.do(r)
	}
	if r.finding != nil && msg.Text != "" {
		r.finding.typed(msg.Text)
		r.pane.Search(r.finding.query)
	}
	return r, nil
}

// View draws the conversation, and that it is only read.
func (r *Reader) View() tea.View {
	v := tea.NewView("")
	v.AltScreen, v.ReportFocus, v.WindowTitle = true, true, onlyText("parley: "+r.title)
	if r.o.Mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	w, h := r.terminal.w, r.terminal.h
	if w < leastWidth || h < leastHeight {
		v.Content = strings.Join(smallLines(w, h), "\n")
		return v
	}
	r.pane.Resize(w, h-3)
	hints := first(fittingHints(hintsOf(r.keys(), r, r.theme), r.theme, w, 1))
	if r.finding != nil {
		line, x := r.finding.line(r.theme, r.pane, chrome.JoinHints(hintsOf(r.keys(), r, r.theme)), w)
		hints = line
		v.Cursor = tea.NewCursor(x, h-2)
		v.Cursor.Blink = false
	}
	status := chrome.Status{Doing: r.doing(), Title: r.title}.Draw(r.theme, w)
	v.Content = strings.Join(append(r.pane.Lines(), r.theme.Dim.Render(strings.Repeat(r.theme.Glyphs.Rule, w)), hints, status), "\n")
	return v
}

// doing says what this is.
func (r *Reader) doing() string {
	switch {
	case r.busy != "":
		return r.busy
	case r.note != "":
		return r.note
	case r.ended:
		return textReadEnded
	}
	return readOnlyText(r.locked)
}
