// Package audit is the screen of the decisions of a conversation. It only shows them; a
// decision can be replayed, or asked again in a copy.
package audit

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/store"
	"parley/store/record"
	"parley/views/audit"
	"parley/views/pane"
)

// Options are the inputs of the screen.
type Options struct {
	kit.Shared
	Past   kit.Past // the conversation
	Tool   string   // the tool whose questions are shown, "" for all
	Who    string   // whose answers are shown at first, by the name in the record
	Replay func(kit.Shared, kit.Past, int64) kit.Covering
}

// Screen is the timeline.
type Screen struct {
	kit.Setting
	kit.Cover
	kit.Leaving
	o       Options
	all     []audit.Row
	broken  bool
	altered bool
	who     string // whose decisions are shown, in words
	at      int
	whole   int         // the decision that is shown in full, -1 for none
	kept    *audit.Kept // that decision as it is laid out
	laying  bool        // it is being laid out
	top     int
	note    string
}

// New makes the screen.
func New(o Options) *Screen {
	a := record.NewAudit(o.Past.Log)
	s := &Screen{Setting: o.Setting(), o: o, whole: -1, broken: len(a.Broken) > 0, altered: o.Past.Altered}
	s.all = audit.Rows(o.Past.Log, a.Only(o.Tool, o.Who).Decisions, o.Past.Teller, o.Past.File)
	s.at = max(len(s.all)-1, 0)
	return s
}

// Init asks for the background.
func (s *Screen) Init() tea.Cmd { return s.Ground.Ask() }

// laidMsg brings a long decision as it is laid out.
type laidMsg struct {
	of   *Screen
	laid audit.Laid
}

// layOut lays out, beside the loop, the decision that is shown in full.
func (s *Screen) layOut() tea.Cmd {
	if s.laying || s.whole < 0 {
		return nil
	}
	owed, is := s.list().Owed(s.Theme, s.Terminal.W)
	if s.laying = is; !is {
		return nil
	}
	return func() tea.Msg { return laidMsg{s, owed.Lay()} }
}

// Update handles keys. Everything else goes to the conversation behind.
func (s *Screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	next, cmd := s.hear(msg)
	s.lay()
	return next, kit.Batch(cmd, s.layOut())
}

func (s *Screen) hear(msg tea.Msg) (tea.Model, tea.Cmd) {
	if s.Hears(msg) {
		return s, s.Pass(msg)
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return s.key(msg)
	case tea.MouseWheelMsg:
		s.move(kit.Turned(msg))
	case tea.MouseClickMsg:
		s.click(msg)
	case laidMsg:
		if msg.of == s {
			s.laying = false
			s.kept.Take(msg.laid)
		}
	case kit.ArrivedMsg:
		typed := s.Came(s.Under, msg)
		if msg.Err != nil {
			s.note = msg.Err.Error()
			return s, nil
		}
		return s.Terminal.Hand(msg.Model, typed)
	default:
		return s, s.Pass(msg)
	}
	return s, nil
}

func (s *Screen) key(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	if s.Busy != "" {
		s.Typed = append(s.Typed, msg)
		return s, nil
	}
	r, ok := kit.RowOf(s.keys(), s, msg.String())
	if s.note = s.Refuses(msg, r.Decides); s.note != "" || !ok {
		return s, nil
	}
	return r.Do(s)
}

// list is what the screen lists.
func (s *Screen) list() audit.List {
	return audit.List{Title: s.o.Past.Title, Rows: audit.Of(s.all, s.who), Who: s.who, All: audit.Made(s.all), Broken: s.broken, Altered: s.altered, Now: s.o.Now(), At: s.at, Whole: s.whole, Kept: s.kept}
}

func (s *Screen) move(n int) {
	if s.scrolls(n) {
		return
	}
	s.at = min(max(s.at+n, 0), max(len(s.list().Rows)-1, 0))
	if n <= -far {
		s.top = 0
	}
}

// click moves the cursor to the decision under the mouse.
func (s *Screen) click(msg tea.MouseClickMsg) {
	if msg.Button != tea.MouseLeft || s.Busy != "" {
		return
	}
	lines := s.list().Timeline(s.Theme, s.Terminal.W)
	line := msg.Y - s.headRows() + s.top
	if line < s.top || line >= min(lines.Len(), s.top+s.room()) {
		return
	}
	if row := lines.At(line).Row; row >= 0 {
		s.at = row
	}
}

func (s *Screen) headRows() int { return len(s.list().Head(s.Theme, s.Terminal.W)) }

// room is the height of the timeline in lines.
func (s *Screen) room() int { return max(s.Terminal.H-s.headRows()-2, 1) }

// lay scrolls to the decision under the cursor.
func (s *Screen) lay() {
	lines, room := s.list().Timeline(s.Theme, s.Terminal.W), s.room()
	first, last := lines.Span(s.at)
	if first >= 0 && last-first >= room { // it is read line by line
		s.top = min(max(s.top, first), last-room+1)
		return
	}
	s.top = min(s.top, max(lines.Len()-room, 0))
	s.top = max(s.top, last-room+1)
	if first >= 0 && first < s.top {
		s.top = first
	}
	if s.top == 1 && last < room { // the line above the first decision is its day
		s.top = 0
	}
}

// scrolls reads on in a decision that the screen cannot hold, and reports whether there
// was more of it in that direction.
func (s *Screen) scrolls(n int) bool {
	first, last := s.list().Timeline(s.Theme, s.Terminal.W).Span(s.at)
	most := last - s.room() + 1
	if first < 0 || most <= first || n <= -far || n >= far {
		return false
	}
	before := s.top
	s.top = min(max(s.top+n, first), most)
	return s.top != before
}

// chosen is the decision under the cursor.
func (s *Screen) chosen() (audit.Row, bool) {
	rows := s.list().Rows
	if s.at >= len(rows) {
		return audit.Row{}, false
	}
	return rows[s.at], true
}

// next switches to the decisions of the next answerer.
func (s *Screen) next() {
	names := append([]string{""}, audit.Whos(s.all)...)
	s.who = names[(slices.Index(names, s.who)+1)%len(names)]
	s.at, s.whole = max(len(s.list().Rows)-1, 0), -1
}

// unfold shows a decision in full, or in one line again.
func (s *Screen) unfold() {
	s.kept = &audit.Kept{}
	if s.whole == s.at {
		s.whole = -1
		return
	}
	s.whole = s.at
}

// replay replays the decision.
func (s *Screen) replay() (tea.Model, tea.Cmd) {
	r, ok := s.chosen()
	if !ok {
		return s, nil
	}
	next := s.o.Replay(s.o.Shared, s.o.Past, r.Last)
	next.Over(s)
	return s.Terminal.Hand(next, nil)
}

// fork asks the decision again in a copy.
func (s *Screen) fork() (tea.Model, tea.Cmd) {
	r, ok := s.chosen()
	if !ok {
		return s, nil
	}
	if m := kit.ConversationOf(s.Under); m != nil && m.Runs() {
		s.note = textRuns
		return s, nil
	}
	open, seq := s.o.Past.Fork, store.ForkPoint(s.o.Past.Log, r.Last)
	return s, s.GoTo(s.Under, kit.TextForking, func() (tea.Model, error) { return open(seq) })
}

func (s *Screen) back() (tea.Model, tea.Cmd) { return s.Return(s) }

func (s *Screen) quit() (tea.Model, tea.Cmd) { return s.Quit(s) }

// View draws the timeline.
func (s *Screen) View() tea.View {
	v := s.o.Page("parley: decisions")
	w, h := s.Terminal.W, s.Terminal.H
	if w < kit.LeastWidth || h < kit.LeastHeight {
		v.Content = strings.Join(kit.SmallLines(w, h), "\n")
		return v
	}
	l := s.list()
	lines := l.Head(s.Theme, w)
	all := l.Timeline(s.Theme, w)
	for i := s.top; i < min(s.top+s.room(), all.Len()); i++ {
		lines = append(lines, all.At(i).Text)
	}
	for len(lines) < h-2 {
		lines = append(lines, "")
	}
	note := s.note
	if s.Busy != "" {
		note = s.Theme.Glyphs.More(s.Busy)
	}
	below := kit.First(kit.Paragraphs(s.Theme, note, w))
	if more := all.Len() - s.top - s.room(); more > 0 && note == "" {
		below = pane.More(pane.Look{Theme: s.Theme, Width: w}, more)
	}
	lines = append(lines, below, kit.HintLine(s.keys(), s, s.Theme, w))
	v.Content = strings.Join(lines, "\n")
	return v
}
