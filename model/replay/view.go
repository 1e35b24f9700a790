package replay

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/store"
	"parley/store/record"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/prompt"
	"parley/views/replay"
	"parley/views/text"
)

// inspector shows the event of the point as it is stored.
type inspector struct {
	open   bool
	scroll int
	drawn  prompt.Drawn
	of     [2]int // the point and width of lines
	lines  []string
	owed   bool // they are to be laid out beside the loop
}

// fit adapts the drawing to the terminal's present size.
func (p *Player) fit() {
	p.md = markdown.New(p.Theme, text.TextWidth(p.Terminal.W))
	p.pane.SetTheme(p.Theme)
	p.raw.lines = nil
	p.picture.Old()
	p.layout()
}

// layout divides the room between the pane and the decision below it.
func (p *Player) layout() {
	p.lower = prompt.Drawn{}
	room := max(p.Terminal.H-replay.ReplayRows-len(p.warning()), 0)
	if r, ok := p.subject(); ok {
		p.lower = r.Draw(p.Theme, p.md, p.Terminal.W, max(room*2/3, min(room, leastDecision)), p.scroll)
	}
	p.pane.Resize(p.Terminal.W, room-len(p.lower.Lines))
}

// leastDecision is how many lines a decision needs to be read: what was asked, two lines of
// what it was about, yes and no, and who answered.
const leastDecision = 6

func (p *Player) scrollText(by int) { p.scroll = min(max(p.scroll+by, 0), p.lower.MaxScroll) }

// lines scrolls by lines.
func (p *Player) lines(n int) tea.Cmd {
	if p.help.Open {
		p.help.Scroll(p.helpPage(), n)
		return nil
	}
	if p.raw.open {
		p.raw.scroll = min(max(p.raw.scroll+n, 0), p.raw.drawn.MaxScroll)
		return nil
	}
	p.pane.Scroll(n)
	return nil
}

func (p *Player) page(n int) tea.Cmd {
	if p.raw.open {
		return p.lines(n * max(p.Terminal.H-replay.ReplayRows-3, 1))
	}
	p.pane.Page(n)
	return nil
}

func (p *Player) wheel(msg tea.MouseWheelMsg) {
	if by := kit.Turned(msg); by != 0 {
		p.lines(by * kit.WheelLines)
	}
}

// click unfolds the block under the mouse, or folds it again.
func (p *Player) click(msg tea.MouseClickMsg) {
	if msg.Button != tea.MouseLeft || p.help.Open || p.raw.open {
		return
	}
	p.pane.Click(msg.Y - len(p.warning()))
	p.layout()
}

func (p *Player) canFold() bool {
	e, ok := p.pane.Selected()
	return ok && e.Folds() && !p.raw.open
}

func (p *Player) fold() tea.Cmd {
	p.pane.FoldSelected()
	return nil
}

// escape undoes the latest of selection and search; otherwise it leaves.
func (p *Player) escape() (tea.Model, tea.Cmd) {
	_, selected := p.pane.Selected()
	switch {
	case selected:
		p.pane.Unselect()
		return p, nil
	case p.found.query != "":
		return p, p.find("")
	}
	return p.leave()
}

// who is the label of who asks for a decision.
func (p *Player) who(i int) string {
	tool, label := p.reel.tool(i), p.o.Label
	switch b := p.reel.bodyAt(p.reel.decisions[i].asked).(type) {
	case store.PermissionRequest:
		return b.Tool
	case store.InquiryRequest:
		switch {
		case len(b.Among) > 0:
			return record.Who(b)
		case b.Source.Source == "other":
			return guardTitle(b)
		case tool != "" && label != nil:
			return label(tool, b.Question.ID)
		case b.Source.Source == "assistant":
			return textAssistant
		case b.Source.Name != "":
			return b.Source.Name
		}
	}
	return tool
}

// guardTitle is the title of a guard's question.
func guardTitle(b store.InquiryRequest) string {
	if b.Question.Header != "" {
		return b.Question.Header
	}
	return b.Source.Name
}

// View returns the picture of the screen.
func (p *Player) View() tea.View { return p.picture.View(p.draw) }

func (p *Player) draw() tea.View {
	v := kit.Page(kit.OnlyText("parley: replay: "+p.o.Title), p.o.Mouse)
	switch {
	case p.Terminal.W < kit.LeastWidth || p.Terminal.H < kit.LeastHeight:
		v.Content = strings.Join(kit.SmallLines(p.Terminal.W, p.Terminal.H), "\n")
		return v
	case p.help.Open:
		v.Content = strings.Join(p.help.Lines(p.helpPage()), "\n")
		return v
	}
	lines := p.upper()
	lines = append(lines, p.bar()...)
	if p.typing != nil {
		_, x := p.field()
		v.Cursor = tea.NewCursor(min(x, p.Terminal.W-1), p.Terminal.H-1)
		v.Cursor.Blink = false
	}
	v.Content = strings.Join(lines, "\n")
	return v
}

// upper is everything above the bar: what is wrong with the file, and the conversation with
// the decision below it, or the stored event.
func (p *Player) upper() []string {
	if p.inspects() {
		return append(p.warning(), p.raw.drawn.Lines...)
	}
	return slices.Concat(p.warning(), p.pane.Lines(), p.lower.Lines)
}

// warning stands above everything if another hand changed the file.
func (p *Player) warning() []string {
	if !p.altered {
		return nil
	}
	words := textAltered
	if p.Terminal.H < roomy {
		words = textAlteredBriefly
	}
	return pane.Wrong(p.Theme, words, p.Terminal.W)
}

// roomy is from which height on there is room for more than the least.
const roomy = 20

func (p *Player) inspects() bool { return p.raw.open && p.point > 0 }

// inspect lays out the event of the point, if it is inspected.
func (p *Player) inspect() {
	if !p.inspects() {
		return
	}
	e := p.reel.past.Event(p.point)
	if of := [2]int{p.point, p.Terminal.W}; p.raw.lines == nil || p.raw.of != of {
		if p.raw.of[0] != p.point {
			p.raw.scroll = 0
		}
		line := e.Line()
		if p.raw.of, p.raw.owed = of, markdown.Long(len(line)); p.raw.owed {
			p.raw.lines = nil
		} else {
			p.raw.lines = replay.RawEvent(p.Theme, line, p.Terminal.W)
		}
	}
	heading := fmt.Sprintf("event number %d, %s, %s", e.Seq, record.EventWords(e.Body), p.local(e.Time, "2 January 2006 15:04:05"))
	lines := p.raw.lines
	if lines == nil {
		lines = []string{p.Theme.Glyphs.More(textReplayLaying)}
	}
	p.raw.drawn = replay.Inspector(p.Theme, heading, lines, p.raw.scroll, p.Terminal.W, p.Terminal.H-replay.ReplayRows-len(p.warning()))
}

// rawMsg brings a long event as it is laid out.
type rawMsg struct {
	of    *Player
	theme string
	at    [2]int
	lines []string
}

// aboutMsg brings what a question was about, if that is long, as it is laid out.
type aboutMsg struct {
	of   *Player
	laid replay.Laid
}

// layOther lays out, beside the loop, a long event that is inspected, or what a question was about.
func (p *Player) layOther() tea.Cmd {
	if !p.inspects() || !p.raw.owed {
		if _, is := p.subject(); !is {
			return nil
		}
		owed, is := p.decided.Owed(p.Theme, p.md, p.Terminal.W)
		if p.laying = is; !is {
			return nil
		}
		return func() tea.Msg { return aboutMsg{p, owed.Lay()} }
	}
	p.raw.owed, p.laying = false, true
	e, theme, at := p.reel.past.Event(p.point), p.Theme, p.raw.of
	return func() tea.Msg { return rawMsg{p, theme.Name, at, replay.RawEvent(theme, e.Line(), at[1])} }
}

// laidRaw shows it, if it is inspected still, and as wide and in the same colours.
func (p *Player) laidRaw(msg rawMsg) {
	p.laying = false
	if p.raw.of == msg.at && p.Theme.Name == msg.theme {
		p.raw.lines, p.raw.owed = msg.lines, false
	}
}

// local is a time where the user is. A film is for others, wherever they are.
func (p *Player) local(t time.Time, layout string) string {
	if p.o.Now == nil {
		return t.UTC().Format(layout + " UTC")
	}
	return t.In(p.o.Now().Location()).Format(layout)
}

func (p *Player) bar() []string {
	b := replay.Bar{Speed: p.speed, Playing: p.playing, Foot: p.foot()}
	if p.reel != nil {
		r := p.reel
		b.Event, b.Events, b.Turn, b.Turns = p.point, r.last(), int(r.turn[p.point]), len(r.turns)
		b.Played, b.Whole = int(p.clock/time.Second), int(r.at[r.last()]/time.Second)
		b.Marks, b.Beside, b.Passed = r.marks, r.beside, r.passed(p.point)
		if p.point > 0 {
			e := r.past.Event(p.point)
			_, b.New = e.Body.(store.Unknown)
			b.What, b.Clock = record.EventWords(e.Body), p.local(e.Time, "15:04:05")
		}
	}
	return b.Draw(p.Theme, p.Terminal.W)
}

// foot is the last line: what is being typed, a note, or the keys.
func (p *Player) foot() string {
	th := p.Theme
	switch {
	case p.typing != nil:
		line, _ := p.field()
		return line + p.typingFault(text.Width(line))
	case p.Busy != "":
		return th.Dim.Render(" " + text.Line(th.Glyphs.More(p.Busy), p.Terminal.W-1))
	case p.note != "":
		return " " + th.Decide.Render(text.Line(p.note, p.Terminal.W-1))
	}
	if p.reel == nil {
		return th.Dim.Render(" " + text.Line(th.Glyphs.More(kit.TextReplayReading), p.Terminal.W-1))
	}
	return kit.HintLine(p.controls(), p, th, p.Terminal.W)
}

// field is the line being typed with the cursor's column; the reason for a refusal
// has room beside it.
func (p *Player) field() (line string, x int) {
	room := p.Terminal.W
	if p.typing.fault != "" {
		room = max(room-text.Width(p.typing.fault)-3, 8)
	}
	head := p.typing.mark + " "
	words, x := p.typing.line.Draw(room - len(head))
	return head + words, x + len(head)
}

func (p *Player) typingFault(used int) string {
	if p.typing.fault == "" {
		return ""
	}
	return "  " + p.Theme.Decide.Render(text.Line(p.typing.fault, max(p.Terminal.W-used-3, 0)))
}
