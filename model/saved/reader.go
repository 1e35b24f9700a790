package saved

import (
	"context"
	"errors"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
	"parley/store/text/secret"
	"parley/views/chrome"
	"parley/views/pane"
	"parley/views/text"
)

// Growing is a conversation that another process is writing. Next waits for new
// events; it is called in a command, one at a time.
type Growing interface {
	ID() string
	Log() store.Log
	Next(ctx context.Context) ([]store.Event, error)
	Close() error
}

// Reader shows a conversation that another process is writing, as it grows. It writes
// nothing.
type Reader struct {
	kit.Setting
	kit.Cover
	kit.Leaving
	o       kit.Shared
	from    Growing
	locked  *store.LockedError
	talk    *record.Transcript
	entries kit.Entries
	pane    *pane.Pane
	title   string
	finding *kit.Finding
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
func NewReader(o kit.Shared, from Growing, locked *store.LockedError) *Reader {
	r := &Reader{Setting: o.Setting(), o: o, from: from, locked: locked, entries: kit.Entries{Zone: time.Local}, talk: record.NewTranscript(store.Log{})}
	r.ctx, r.end = context.WithCancel(context.Background())
	r.pane = pane.New(r.Theme, r.Terminal.W, r.room())
	r.resize()
	for _, e := range from.Log().All() {
		r.show(e)
	}
	return r
}

// Init starts following.
func (r *Reader) Init() tea.Cmd { return kit.Batch(r.Ground.Ask(), r.next()) }

func (r *Reader) resize() {
	r.pane.Space(kit.Spaced(r.Terminal.H))
	r.pane.Resize(r.Terminal.W, r.room())
}

// next waits for new events. The conversation is closed where following ends, so that
// it is never closed while being read.
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

// show adds an event to the pane.
func (r *Reader) show(e store.Event) {
	if b, ok := e.Body.(store.ChatRequest); ok && r.title == "" && b.Author == "" {
		r.title = text.Line(secret.Hide(strings.TrimSpace(b.Text), nil), kit.TitleWidth)
	}
	if b, ok := e.Body.(store.Title); ok {
		r.title = text.Line(b.Title, kit.TitleWidth)
	}
	at, changed := r.talk.Add(e)
	if !changed {
		return
	}
	if broken, ok := r.talk.BrokenOff(); ok {
		r.showEntry(broken)
	}
	r.showEntry(at)
}

func (r *Reader) showEntry(at int) {
	if v := r.entries.View(r.talk.At(at), pane.Teller{Took: true}); v != nil {
		r.pane.Set(v)
	}
}

// Update handles keys and new events.
func (r *Reader) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if r.Hears(msg) {
		r.pane.SetTheme(r.Theme)
		r.resize()
		return r, r.Pass(msg)
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return r.key(msg)
	case tea.PasteMsg:
		if r.finding != nil {
			r.finding.Paste(msg.Content, r.pane)
		}
	case tea.MouseWheelMsg:
		if by := kit.Turned(msg); by != 0 {
			r.pane.Scroll(by * kit.WheelLines)
		}
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft {
			r.pane.Click(msg.Y)
		}
	case grewMsg:
		if msg.of == r {
			return r, r.grew(msg)
		}
	case kit.ArrivedMsg:
		return r.arrived(msg)
	default:
		return r, r.Pass(msg)
	}
	return r, nil
}

func (r *Reader) grew(msg grewMsg) tea.Cmd {
	if msg.err != nil {
		r.ended = true
		if !errors.Is(msg.err, context.Canceled) {
			r.pane.Set(r.entries.Note(pane.Failure, msg.err.Error()))
		}
		return nil
	}
	for _, e := range msg.events {
		r.show(e)
	}
	return r.next()
}

// arrived gives way to the conversation that was requested.
func (r *Reader) arrived(msg kit.ArrivedMsg) (tea.Model, tea.Cmd) {
	typed := r.Came(r.Under, msg)
	if locked := kit.AsLocked(msg.Err); locked != nil {
		r.locked, r.note = locked, textStillHeld
		return r, nil
	}
	if msg.Err != nil {
		r.pane.Set(r.entries.Note(pane.Failure, msg.Err.Error()))
		return r, nil
	}
	r.end()
	return r.Terminal.Hand(msg.Model, typed)
}

// back goes to the screen behind. This also ends the wait for more.
func (r *Reader) back() (tea.Model, tea.Cmd) {
	r.end()
	return r.Return(r)
}

func (r *Reader) quit() (tea.Model, tea.Cmd) {
	r.end()
	if m := kit.ConversationOf(r.Under); m != nil {
		return r, m.Quit()
	}
	return r, tea.Quit
}

// fork copies what is there now and continues in the copy.
func (r *Reader) fork() (tea.Model, tea.Cmd) {
	screens, id := r.o.Screens, r.from.ID()
	return r, r.GoTo(r.Under, kit.TextForking, func() (tea.Model, error) { return kit.ForkAndOpen(screens, id, 0) })
}

// take tries to open the conversation and continue it.
func (r *Reader) take() (tea.Model, tea.Cmd) {
	screens, id := r.o.Screens, r.from.ID()
	return r, r.GoTo(r.Under, kit.TextGoing, func() (tea.Model, error) { return screens.Conversation(id) })
}

func readerKeys() []kit.Row[*Reader] {
	shown := func(f func(p *pane.Pane)) func(*Reader) (tea.Model, tea.Cmd) {
		return func(r *Reader) (tea.Model, tea.Cmd) { f(r.pane); return r, nil }
	}
	hits := func(r *Reader) bool { return kit.Searched(r.pane) }
	hit := func(n int) func(*Reader) (tea.Model, tea.Cmd) {
		return func(r *Reader) (tea.Model, tea.Cmd) { r.note = kit.HitText(r.pane.NextHit(n)); return r, nil }
	}
	return []kit.Row[*Reader]{
		{Keys: kit.Keys("up k"), Shown: "↑↓", Words: "block", Help: "select a block", Do: shown(func(p *pane.Pane) { p.Select(-1) })},
		{Keys: kit.Keys("down j"), Do: shown(func(p *pane.Pane) { p.Select(1) })},
		{Keys: kit.Keys("enter space"), Shown: "Enter", Words: "open", Help: "open or fold the block", When: (*Reader).folds, Do: shown((*pane.Pane).FoldSelected)},
		{Keys: kit.Keys("i"), Shown: "i", Words: "record", Help: "the call as it is on record (the tool's own name, ids, arguments)", Rank: kit.RankExtra, When: raws(false), Do: shown((*pane.Pane).RawSelected)},
		{Keys: kit.Keys("i"), Shown: "i", Words: "as before", Help: "the call in a row again", Rank: kit.RankExtra, When: raws(true), Do: shown((*pane.Pane).RawSelected)},
		{Keys: kit.Keys("/"), Shown: "/", Words: "search", Help: "search the conversation", Rank: kit.RankAway,
			Do: func(r *Reader) (tea.Model, tea.Cmd) { r.finding = &kit.Finding{}; return r, nil }},
		{Keys: kit.Keys("f"), Shown: "f", Words: "fork", Rank: kit.RankAway, Help: "go on in a copy of what is there now", Decides: true, Do: (*Reader).fork},
		{Keys: kit.Keys("t"), Shown: "t", Words: "try to open", Rank: kit.RankAway, Help: "open it to write, if it is free", Do: (*Reader).take},
		{Keys: kit.Keys("n"), Shown: "n N", Words: "hits", Help: "to the next hit of a search, to the one before", When: hits, Do: hit(1)},
		{Keys: kit.Keys("N"), When: hits, Do: hit(-1)},
		{Keys: kit.Keys("pgup"), Shown: "PgUp PgDn", Help: "turn pages", Do: shown(func(p *pane.Pane) { p.Page(-1) })},
		{Keys: kit.Keys("pgdown"), Do: shown(func(p *pane.Pane) { p.Page(1) })},
		{Keys: kit.Keys("g home"), Shown: "g G", Help: "to the beginning, to the end", Do: shown((*pane.Pane).SelectFirst)},
		{Keys: kit.Keys("G end"), Do: shown((*pane.Pane).SelectLast)},
		{Keys: kit.Keys("esc"), Shown: "Esc", Words: "end search", Rank: kit.RankBack, Help: "end the search; else back", When: hits, Do: shown(func(p *pane.Pane) { p.Search("") })},
		{Keys: kit.Keys("esc ctrl+c"), Shown: "Esc", Words: "back", Rank: kit.RankBack, When: func(r *Reader) bool { return r.Under != nil }, Do: (*Reader).back},
		{Keys: kit.Keys("esc ctrl+c"), Shown: "Esc", Words: "quit", Rank: kit.RankBack, When: func(r *Reader) bool { return r.Under == nil }, Do: (*Reader).back},
		{Keys: kit.Keys("ctrl+q"), Shown: "Ctrl+Q", Help: "leave the program", Do: (*Reader).quit},
		kit.Suspending[*Reader](),
	}
}

func readerFindKeys() []kit.Row[*Reader] {
	rows := []kit.Row[*Reader]{
		kit.Suspending[*Reader]().Quiet(),
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: "find", Do: func(r *Reader) (tea.Model, tea.Cmd) {
			r.finding = nil
			if r.note = kit.HitText(r.pane.Hit()); !kit.Searched(r.pane) {
				r.pane.Search("")
			}
			return r, nil
		}},
		{Keys: kit.Keys("esc ctrl+c"), Shown: "Esc", Words: "end the search", Rank: kit.RankBack, Do: func(r *Reader) (tea.Model, tea.Cmd) {
			r.finding = nil
			r.pane.Search("")
			return r, nil
		}},
	}
	return append(rows, kit.LineKeys[*Reader]()...)
}

// raws reports whether i shows what is selected as recorded, or rendered again.
func raws(raw bool) func(*Reader) bool {
	return func(r *Reader) bool {
		is, can := r.pane.Raws()
		return can && is == raw
	}
}

func (r *Reader) folds() bool {
	e, ok := r.pane.Selected()
	return ok && e.Folds()
}

func (r *Reader) keys() []kit.Row[*Reader] {
	if r.finding != nil {
		return readerFindKeys()
	}
	return readerKeys()
}

func (r *Reader) key(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	r.note = ""
	if r.Busy != "" {
		r.Typed = append(r.Typed, msg)
		return r, nil
	}
	x, ok := kit.RowOf(r.keys(), r, msg.String())
	if r.note = r.Refuses(msg, x.Decides); r.note != "" {
		return r, nil
	}
	if ok {
		return x.Do(r)
	}
	if r.finding != nil {
		r.finding.Key(msg, r.pane)
	}
	return r, nil
}

// room is the height of the conversation in lines.
func (r *Reader) room() int { return max(r.Terminal.H-3, 0) }

// View draws the conversation, and says that it is read-only.
func (r *Reader) View() tea.View {
	v := r.o.Page(kit.OnlyText("parley: " + r.title))
	w, h := r.Terminal.W, r.Terminal.H
	if w < kit.LeastWidth || h < kit.LeastHeight {
		v.Content = strings.Join(kit.SmallLines(w, h), "\n")
		return v
	}
	hints := kit.HintLine(r.keys(), r, r.Theme, w)
	if r.finding != nil {
		line, x := r.finding.Line(r.Theme, r.pane, kit.HintsOf(r.keys(), r, r.Theme), w)
		hints = line
		v.Cursor = tea.NewCursor(x, h-2)
		v.Cursor.Blink = false
	}
	status := chrome.Status{Doing: r.doing(), Where: r.title}.Draw(r.Theme, w)
	v.Content = strings.Join(append(r.pane.Lines(), r.Theme.Dim.Render(strings.Repeat(r.Theme.Glyphs.Rule, w)), hints, status), "\n")
	return v
}

// doing says what this screen does.
func (r *Reader) doing() string {
	switch {
	case r.Busy != "":
		return r.Theme.Glyphs.More(r.Busy)
	case r.note != "":
		return r.note
	case r.ended:
		return clean.Ours(textReadEnded)
	}
	return readOnlyText(r.locked)
}
