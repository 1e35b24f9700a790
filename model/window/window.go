// Package window is the screen of what stands for earlier messages in what the assistant
// sees: a summary that is to be accepted, those that stand, results that are left out.
// There it can be read, changed and revoked.
package window

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model/kit"
	"parley/store"
	"parley/views/edit"
	"parley/views/text"
)

// Options are the inputs of the screen.
type Options struct {
	kit.Shared
	Window kit.Window
	Arming time.Duration // how long it ignores keys meant for the screen that it covered
}

// Screen shows one at a time of the things that are in effect, or are to be.
type Screen struct {
	kit.Setting
	kit.Cover
	o     Options
	at    int
	top   int
	since time.Time   // when the last key came that was not for it, or when it came up
	field edit.Editor // the text that is edited
	typed bool        // it is being edited
	was   string      // as it was before
	note  string
	once  kit.Once
}

// New makes the screen.
func New(o Options) *Screen {
	s := &Screen{Setting: kit.NewSetting(o.Theme, o.Ground), o: o, since: o.Now()}
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
		switch msg.Button {
		case tea.MouseWheelUp:
			s.top -= kit.WheelLines
		case tea.MouseWheelDown:
			s.top += kit.WheelLines
		}
	default:
		return s, s.Pass(msg)
	}
	return s, nil
}

// behind gives the conversation what was meant for it, as the screen had only just come up;
// false if it was not.
func (s *Screen) behind(msg tea.Msg) (cmd tea.Cmd, was bool) {
	now := s.o.Now()
	if !s.proposed() || now.Sub(s.since) >= s.o.Arming || s.Under == nil {
		return nil, false
	}
	s.since = now
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
	s.note = ""
	table := keys()
	if s.typed {
		table = writing()
	}
	r, ok := kit.RowOf(table, s, msg.String())
	if !s.once.Takes(msg, s.o.Now(), r.Once) {
		s.note = kit.TextHeld
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
	return next, tea.Batch(cmd, more)
}

func (s *Screen) discard() (tea.Model, tea.Cmd) {
	cmd := s.tell(coordinator.Discarded{})
	next, more := s.Return(s)
	return next, tea.Batch(cmd, more)
}

// takeBack revokes what is shown.
func (s *Screen) takeBack() (tea.Model, tea.Cmd) {
	x, _ := s.chosen()
	cmd := s.tell(coordinator.TakenBack{Of: x.Event})
	s.o.Window.All = append(s.o.Window.All[:s.at:s.at], s.o.Window.All[s.at+1:]...)
	s.at, s.top = min(s.at, max(len(s.o.Window.All)-1, 0)), 0
	s.note = textTakenBack
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
	return next, tea.Batch(cmd, more)
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
		s.field.SetSize(max(s.Theme.Fit(s.Terminal.W)-2, 8), s.room())
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
	drawn, table, note := s.head(), keys(), s.note
	if s.typed {
		table = writing()
		x, y := s.field.Cursor()
		v.Cursor = tea.NewCursor(x+1, y+len(drawn))
		v.Cursor.Blink = false
		for _, l := range s.field.Lines() {
			drawn = append(drawn, " "+l)
		}
	} else {
		all := s.lines()
		drawn = append(drawn, all[min(s.top, len(all)):min(s.top+s.room(), len(all))]...)
		if more := len(all) - s.top - s.room(); more > 0 && note == "" {
			note = moreText(more)
		}
	}
	for len(drawn) < h-2 {
		drawn = append(drawn, "")
	}
	drawn = append(drawn[:h-2], kit.First(kit.Paragraphs(s.Theme, note, w)), kit.HintLine(table, s, s.Theme, w))
	v.Content = strings.Join(drawn, "\n")
	return v
}

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
	lines := []string{text.Cut(text.Apart(" "+th.Strong.Render(left), th.Dim.Render(right)+" ", th.Fit(width)), width, "")}
	for _, l := range text.Wrap(aboutText(x, ok), max(th.Fit(width)-2, 8)) {
		lines = append(lines, " "+th.Dim.Render(l))
	}
	return append(lines, "")
}

// lines are the text, all of it.
func (s *Screen) lines() (lines []string) {
	th := s.Theme
	room := max(th.Fit(s.Terminal.W)-2, 8)
	b, ok := s.summary()
	if !ok {
		return nil
	}
	add := func(words string, style interface{ Render(...string) string }) {
		for _, l := range text.Wrap(text.Clean(words), room) {
			lines = append(lines, " "+style.Render(l))
		}
	}
	if b.Text == "" {
		add(textNoText, th.Dim)
	} else {
		add(b.Text, th.Plain)
	}
	if len(b.Carried) > 0 {
		lines = append(lines, "")
		add(textCarried, th.Dim)
	}
	for _, c := range b.Carried {
		lines = append(lines, "")
		add(pieceText(c), th.Dim)
		add(c.Text, th.Plain)
	}
	if b.LeftOut > 0 {
		lines = append(lines, "")
		add(leftOutText(b.LeftOut), th.Dim)
	}
	return lines
}
