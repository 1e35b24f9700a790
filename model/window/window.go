// Package window is the screen of what stands for earlier messages in what the assistant
// sees: a summary that is to be accepted, those that stand, results that are left out.
// There it can be read, changed and revoked.
package window

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model/kit"
	"parley/store"
	"parley/views/edit"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/text"
)

// Options are the inputs of the screen.
type Options struct {
	kit.Shared
	Window kit.Window
}

// Screen shows one at a time of the things that are in effect, or are to be.
type Screen struct {
	kit.Setting
	kit.Cover
	o     Options
	at    int
	top   int
	field edit.Editor // the text that is edited
	typed bool        // it is being edited
	was   string      // as it was before
	note  string
	of    drawnOf // what they were drawn from
	drawn []string
}

// New makes the screen.
func New(o Options) *Screen {
	s := &Screen{Setting: o.Setting(), o: o}
	s.field = edit.NewEditor(s.Theme, "")
	s.at = max(len(s.o.Window.All)-1, 0)
	if o.Window.Proposed != nil {
		s.o.Window.All = append(s.o.Window.All[:len(s.o.Window.All):len(s.o.Window.All)], kit.Stands{Body: *o.Window.Proposed})
		s.at = len(s.o.Window.All) - 1
	}
	return s
}

// Init asks for the background.
func (s *Screen) Init() tea.Cmd { return s.Ground.Ask() }

// Update handles keys. Everything else goes to the conversation behind.
func (s *Screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer s.lay()
	if s.Hears(msg) {
		return s, s.Pass(msg)
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return s.key(msg)
	case tea.PasteMsg:
		return s, s.paste(msg)
	case tea.MouseWheelMsg:
		s.top += kit.Turned(msg) * kit.WheelLines
	default:
		return s, s.Pass(msg)
	}
	return s, nil
}

// behind gives the conversation what was meant for it, as the screen had only just come up;
// false if it was not.
func (s *Screen) behind(msg tea.Msg) (cmd tea.Cmd, was bool) {
	if !s.proposed() || s.Seen() || s.Under == nil {
		return nil, false
	}
	if k, is := msg.(tea.KeyPressMsg); is {
		s.Refuses(k, true) // it may be held down
	} else {
		s.Quiet()
	}
	s.Under, cmd = s.Under.Update(msg)
	return cmd, true
}

// paste puts a text where it belongs.
func (s *Screen) paste(msg tea.PasteMsg) tea.Cmd {
	if cmd, was := s.behind(msg); was {
		return cmd
	}
	s.note = ""
	if s.typed {
		s.field.Insert(msg.Content)
	} else {
		s.note = textNotPasted
	}
	return nil
}

// key handles a key. One that was meant for the conversation goes there.
func (s *Screen) key(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	if cmd, was := s.behind(msg); was {
		return s, cmd
	}
	table := keys()
	if s.typed {
		table = writing()
	}
	r, ok := kit.RowOf(table, s, msg.String())
	if s.note = s.Refuses(msg, r.Decides); s.note != "" {
		return s, nil
	}
	if ok {
		return r.Do(s)
	}
	if s.typed {
		s.field.Update(msg)
	}
	return s, nil
}

// chosen is what is shown.
func (s *Screen) chosen() (kit.Stands, bool) {
	if s.at >= len(s.o.Window.All) {
		return kit.Stands{}, false
	}
	return s.o.Window.All[s.at], true
}

// proposed reports whether what is shown is to be accepted first.
func (s *Screen) proposed() bool {
	x, ok := s.chosen()
	return ok && x.Event == ""
}

// summary is the summary that is shown.
func (s *Screen) summary() (store.ContextSummary, bool) {
	x, _ := s.chosen()
	b, ok := x.Body.(store.ContextSummary)
	return b, ok
}

// tell tells the conversation behind what was decided.
func (s *Screen) tell(in coordinator.Input) tea.Cmd { return s.Pass(kit.WindowMsg{Input: in}) }

func (s *Screen) accept() (tea.Model, tea.Cmd) {
	b, _ := s.summary()
	cmd := s.tell(coordinator.Accepted{Summary: b})
	next, more := s.Return(s)
	return next, kit.Batch(cmd, more)
}

func (s *Screen) discard() (tea.Model, tea.Cmd) {
	cmd := s.tell(coordinator.Discarded{})
	next, more := s.Return(s)
	return next, kit.Batch(cmd, more)
}

// takeBack revokes what is shown.
func (s *Screen) takeBack() (tea.Model, tea.Cmd) {
	x, _ := s.chosen()
	cmd := s.tell(coordinator.TakenBack{Of: x.Event})
	s.o.Window.All = append(s.o.Window.All[:s.at:s.at], s.o.Window.All[s.at+1:]...)
	s.at, s.top = min(s.at, max(len(s.o.Window.All)-1, 0)), 0
	s.note = textTakenBack
	s.Anew() // another one is shown
	return s, cmd
}

// change opens the text for editing.
func (s *Screen) change() (tea.Model, tea.Cmd) {
	b, _ := s.summary()
	s.field.SetTheme(s.Theme)
	s.field.Set(b.Text)
	s.was, s.typed = s.field.Text(), true
	return s, nil
}

// keep ends the editing. A summary in effect is replaced; one that is yet to be accepted
// is shown as it is now.
func (s *Screen) keep() (tea.Model, tea.Cmd) {
	b, _ := s.summary()
	s.typed = false
	words := s.field.Text()
	if words == s.was {
		return s, nil
	}
	b.Text = strings.TrimSpace(words)
	if s.proposed() {
		s.o.Window.All[s.at].Body = b
		return s, nil
	}
	b.Prev, b.Via, b.Usage, b.Model = "", nil, nil, ""
	cmd := s.tell(coordinator.Accepted{Summary: b})
	next, more := s.Return(s)
	return next, kit.Batch(cmd, more)
}

func (s *Screen) drop() (tea.Model, tea.Cmd) {
	s.typed = false
	return s, nil
}

func (s *Screen) newLine() (tea.Model, tea.Cmd) {
	s.field.Insert("\n")
	return s, nil
}

func (s *Screen) choose(n int) {
	s.at, s.top = min(max(s.at+n, 0), max(len(s.o.Window.All)-1, 0)), 0
}

// room is how many lines the text has.
func (s *Screen) room() int { return max(s.Terminal.H-len(s.head())-2, 1) }

// lay keeps the text in view.
func (s *Screen) lay() {
	if s.typed {
		s.field.SetSize(max(s.Theme.Fit(s.Terminal.W)-len(text.Margin)-1, 8), s.room())
		return
	}
	s.top = max(min(s.top, len(s.lines())-s.room()), 0)
}

func (s *Screen) back() (tea.Model, tea.Cmd) { return s.Return(s) }

func (s *Screen) quit() (tea.Model, tea.Cmd) { return s.Quit(s) }

// View draws what is shown.
func (s *Screen) View() tea.View {
	v := s.o.Page("parley: the window")
	w, h := s.Terminal.W, s.Terminal.H
	if w < kit.LeastWidth || h < kit.LeastHeight {
		v.Content = strings.Join(kit.SmallLines(w, h), "\n")
		return v
	}
	drawn, table, note, below := s.head(), keys(), s.note, ""
	if s.typed {
		table = writing()
		x, y := s.field.Cursor()
		v.Cursor = tea.NewCursor(x+len(text.LeftMargin(w)), y+len(drawn))
		v.Cursor.Blink = false
		for _, l := range s.field.Lines() {
			drawn = append(drawn, text.LeftMargin(w)+l)
		}
	} else {
		all := s.lines()
		drawn = append(drawn, all[min(s.top, len(all)):min(s.top+s.room(), len(all))]...)
		if more := len(all) - s.top - s.room(); more > 0 && note == "" {
			below = pane.More(pane.Look{Theme: s.Theme, Width: w}, more)
		}
	}
	for len(drawn) < h-2 {
		drawn = append(drawn, "")
	}
	if below == "" {
		below = kit.First(kit.Paragraphs(s.Theme, note, w))
	}
	drawn = append(drawn[:h-2], below, kit.HintLine(table, s, s.Theme, w))
	v.Content = strings.Join(drawn, "\n")
	return v
}

// aboutShare is how many times the height of the screen is more than what is said about the
// text.
const aboutShare = 6

// head says what is shown.
func (s *Screen) head() []string {
	th, width := s.Theme, s.Terminal.W
	x, ok := s.chosen()
	left, right := textHead, ""
	if ok {
		left = titleOf(x, th)
	}
	if n := len(s.o.Window.All); n > 1 {
		right = placeText(s.at+1, n)
	}
	lines := []string{text.Cut(text.Apart(text.LeftMargin(width)+th.Strong.Render(left), th.Dim.Render(right)+" ", th.Fit(width)), width, "")}
	room := max(th.Fit(width)-len(text.Margin)-1, 8)
	words, short := aboutText(x, ok)
	about := text.Wrap(words, room)
	if len(about) > max(s.Terminal.H/aboutShare, 1) {
		about = text.Wrap(short, room)
	}
	for _, l := range about {
		lines = append(lines, text.LeftMargin(width)+th.Dim.Render(l))
	}
	return append(lines, "")
}

// drawnOf holds everything that the drawn lines depend on.
type drawnOf struct {
	theme     string
	width, at int
	text      string
}

// lines returns the whole text: a summary laid out as elsewhere, and quotations word for word.
// A bar marks everything that others wrote.
func (s *Screen) lines() []string {
	b, ok := s.summary()
	if !ok {
		return nil
	}
	if of := (drawnOf{s.Theme.Name, s.Terminal.W, s.at, b.Text}); s.drawn == nil || s.of != of {
		s.of, s.drawn = of, draw(b, s.Theme, s.Terminal.W)
	}
	return s.drawn
}

func draw(b store.ContextSummary, th text.Theme, width int) (lines []string) {
	margin, bar := text.LeftMargin(width), " "+th.Dim.Render(th.Glyphs.Bar)+" "
	room := max(th.Fit(width)-len(text.Margin)-1, 8)
	ours := func(words string) {
		for _, l := range text.Wrap(words, room) {
			lines = append(lines, margin+th.Dim.Render(l))
		}
	}
	theirs := func(all []string) { // marked, so that nothing of it passes for ours
		for _, l := range all {
			lines = append(lines, bar+l)
		}
	}
	if b.Text == "" {
		ours(textNoText)
	} else {
		theirs(markdown.Context(markdown.New(th, text.TextWidth(width)), b.Text))
	}
	if len(b.Carried) > 0 {
		lines = append(lines, "")
		ours(textCarried)
	}
	for _, c := range b.Carried {
		lines = append(lines, "")
		ours(pieceText(c))
		theirs(text.Wrap(text.Clean(c.Text), room))
	}
	if b.LeftOut > 0 {
		lines = append(lines, "")
		ours(leftOutText(b.LeftOut))
	}
	return lines
}
