package conversation

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model/kit"
	"parley/views/markdown"
	"parley/views/prompt"
	"parley/views/text"
)

// resize sizes every part. Nothing that was typed or chosen changes.
func (m *Model) resize(w, h int) {
	m.w, m.h = w, h
	m.md = markdown.New(m.o.Theme, text.TextWidth(w))
	m.composer.Resize(w, h)
	m.frame.stale = true
}

// colours adapts the theme to the colours and the background of the terminal.
func (m *Model) colours(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.ColorProfileMsg:
		m.o.Ground = m.o.Ground.Of(msg)
		m.paint(m.o.Ground.Unknown(m.o.Theme))
	case tea.BackgroundColorMsg:
		m.paint(m.o.Ground.Theme(msg, m.o.Theme))
	}
}

// paint redraws everything in another theme.
func (m *Model) paint(t text.Theme) {
	if t.Name == m.o.Theme.Name {
		return
	}
	m.o.Theme = t
	m.pane.SetTheme(t)
	m.composer.SetTheme(t)
	m.resize(m.w, m.h)
}

func (m *Model) wheel(msg tea.MouseWheelMsg) {
	if m.help.Open {
		m.help.Wheel(m.helpPage(), msg)
		return
	}
	if m.wheelPrompt(msg) {
		return
	}
	if by := kit.Turned(msg); by != 0 {
		m.pane.Scroll(by * kit.WheelLines)
	}
}

func (m *Model) nextFocus() tea.Cmd {
	switch {
	case m.focus == onPane:
		return m.leavePane()
	case m.focus == onComposer && m.start.Some():
		m.focus = onStart
		return nil
	case m.focus == onStart && m.pane.Len() == 0:
		return m.leaveStart()
	case m.pane.Len() == 0: // there is no block to go to, and no key for one
		return nil
	}
	m.focus = onPane
	m.ask.full = false // else the keys would go to what is not shown
	m.pane.Select(0)
	return nil
}

func (m *Model) leavePane() tea.Cmd {
	m.pane.Unselect()
	m.focus = onComposer
	if m.ask.open {
		m.focus = onPrompt
	}
	return nil
}

func (m *Model) foldSelected() tea.Cmd {
	m.pane.FoldSelected()
	return nil
}

func (m *Model) rawSelected() tea.Cmd {
	m.pane.RawSelected()
	return nil
}

// View returns the picture of the screen.
func (m *Model) View() tea.View { return m.frame.picture.View(m.picture) }

// lay sizes each part if something may have changed, so that the scroll range and the
// target of the pointer are known before the next key.
func (m *Model) lay() (anew bool) {
	if !m.frame.stale {
		return false
	}
	m.frame.stale = false
	m.frame.picture.Old()
	if m.cramped() || m.help.Open {
		return false
	}
	m.lower = m.bottom()
	room, keys := m.h-len(m.lower.Lines), m.upper.Keys
	m.pane.Space(kit.Spaced(m.h))
	m.pane.Resize(m.w, room)
	if m.upper = m.layStart(room); m.upper.Keys != keys { // they are shown in one place only
		m.lower = m.bottom()
	}
	m.pane.Resize(m.w, room-len(m.upper.Lines))
	return true
}

// laidMsg brings a long document as it is laid out.
type laidMsg markdown.Laid

// layOut lays out, beside the loop, the next long document in sight. Before Init nobody would run
// that.
func (m *Model) layOut() tea.Cmd {
	if m.laying || !m.started {
		return nil
	}
	owed, is := m.pane.Owed()
	if !is {
		return nil
	}
	m.laying = true
	return func() tea.Msg { return laidMsg(owed.Lay()) }
}

// picture draws the screen: the conversation, below it the composer or the prompt,
// and at the bottom the status line.
func (m *Model) picture() tea.View {
	v := kit.Page(m.windowTitle(), m.o.Mouse)
	if m.cramped() {
		v.Content = strings.Join(kit.SmallLines(m.w, m.h), "\n")
		return v
	}
	if m.help.Open {
		v.Content = strings.Join(m.help.Lines(m.helpPage()), "\n")
		return v
	}
	bottom := m.lower
	v.Content = strings.Join(slices.Concat(m.upper.Lines, m.pane.Lines(), bottom.Lines), "\n")
	if bottom.Shown && (m.focus != onPane && m.focus != onStart || m.finding != nil) {
		v.Cursor = tea.NewCursor(bottom.X, m.h-len(bottom.Lines)+bottom.Y)
		v.Cursor.Blink = false
	}
	return v
}

// bottom is the lower part of the screen.
func (m *Model) bottom() prompt.Drawn {
	var d prompt.Drawn
	if m.ask.open {
		d = m.layPrompt(m.promptRoom())
		if m.focus == onPane {
			d.Lines[len(d.Lines)-1] = m.hintLine()
		}
	} else {
		m.composer.SetPlaceholder(m.placeholder())
		above := append(m.queueLines(), m.palette()...)
		d.Lines = append(above, m.composer.Lines()...)
		d.X, d.Y = m.composer.Cursor()
		d.Y += len(above)
		d.Shown = true
		d.Lines = append(d.Lines, m.hintLine())
	}
	if m.finding != nil {
		line, x := m.finding.Line(m.o.Theme, m.pane, m.hints(), m.w)
		d.Lines[len(d.Lines)-1] = line
		d.X, d.Y, d.Shown = x, len(d.Lines)-1, true
	}
	d.Lines = append(d.Lines, m.status())
	return d
}

// placeholder is the composer's placeholder, which says where keys go now.
func (m *Model) placeholder() string {
	switch {
	case m.finding != nil:
		return ""
	case m.focus == onPane:
		return textReading
	case m.focus == onStart:
		return textChoosing
	}
	return kit.TextPlaceholder
}

// promptRoom is how high a prompt may be: it leaves a third to the conversation, or
// what a shorter one takes, unless it has the whole screen. A guard asks about the turn and
// not about what stands above it, so it leaves some lines. On a small screen it leaves
// one line, until the conversation gets the focus, and not even that while its text is
// being read.
func (m *Model) promptRoom() int {
	switch {
	case m.ask.full:
		return m.h - 1
	case m.focus == onPane:
		return max(m.h*2/3, 8, m.unused())
	case m.reading():
		return m.h - 1
	}
	room := max(m.h*2/3, min(m.h-2, 11), m.unused())
	if m.ask.prompt.Guard != "" {
		room = max(room, m.h-guardLeaves)
	}
	return room
}

// guardLeaves is how many lines a guard leaves to the conversation and the status line: the
// latest call is seen.
const guardLeaves = 6

// unused is how many lines the conversation left free when the prompt came up. They
// stay the prompt's, so that it does not move while the conversation grows.
func (m *Model) unused() int {
	if m.starts() {
		return 0 // what stands there before the first message needs them
	}
	if x := &m.ask.unused; x.w != m.w || x.h != m.h {
		m.pane.Resize(m.w, m.pane.Height())
		*x = unused{m.w, m.h, m.h - 1 - m.pane.Needs(m.h/3)}
	}
	return m.ask.unused.lines
}

// unused is how many lines of a screen of some size are free.
type unused struct{ w, h, lines int }

// nextHit moves by n hits, and says which one is shown.
func (m *Model) nextHit(n int) { m.note = kit.HitText(m.pane.NextHit(n)) }

// endSearch removes the marks.
func (m *Model) endSearch() {
	m.finding = nil
	m.pane.Search("")
}

// keepHits keeps what was found, so that n and N go through it; finding nothing ends
// the search.
func (m *Model) keepHits() {
	m.finding = nil
	if m.note = kit.HitText(m.pane.Hit()); !kit.Searched(m.pane) {
		m.pane.Search("")
	}
}

// mostQueued is how many queued messages are shown; beyond that, only their number.
const mostQueued = 3

// queueLines are the messages that wait for the turn to end, the next first.
func (m *Model) queueLines() []string {
	all := m.o.Shell.State().Queue
	most := min(mostQueued, max(m.h/8, 1))
	if len(all) > most {
		most = max(most-1, 1)
	}
	var lines []string
	for _, q := range all[:min(most, len(all))] {
		lines = append(lines, m.queueLine(q))
	}
	if more := len(all) - most; more > 0 {
		lines = append(lines, fmt.Sprintf("%d %s", more, textMoreQueued))
	}
	th := m.o.Theme
	width := th.Fit(m.w) - len(text.Margin)
	if n := len(lines); n > 0 && m.composer.Blank() && m.focus == onComposer {
		edits := text.Cut(m.spell(textEditsQueued), width/2, "")
		lines[n-1] = text.Cut(lines[n-1], width-text.Width(edits)-3, th.Glyphs.Ellipsis) + "   " + edits
	}
	for i, line := range lines {
		lines[i] = text.Cut(line, width, th.Glyphs.Ellipsis)
	}
	return text.Gutter(th.Dim.Render(th.Glyphs.Note), "", text.Paint(lines, th.Dim.Render), m.w)
}

func (m *Model) queueLine(q coordinator.Queued) string {
	return textQueued + text.Line(q.Text, m.w)
}
