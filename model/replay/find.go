package replay

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/store"
	"parley/store/record"
	"parley/views/edit"
)

// typing is a line that is being typed: a search text or a number.
type typing struct {
	mark  string // "/" or ":"
	line  edit.Line
	fault string // why it was refused
}

// put takes in the line as typed so far.
func (t *typing) put(line edit.Line) { t.line, t.fault = line, "" }

// found is where a text is in the conversation.
type found struct {
	query  string
	run    int // tells one search's results from another's
	points []int
}

// hitsMsg brings the points of the events that contain a text.
type hitsMsg struct {
	of     *Player
	run    int
	points []int
}

func (p *Player) paste(msg tea.PasteMsg) {
	if p.help.Open {
		p.help.Paste(msg.Content)
		return
	}
	switch {
	case p.Busy != "":
		p.Leaving.Typed = append(p.Leaving.Typed, msg)
	case p.typing != nil:
		p.typing.put(p.typing.line.Insert(msg.Content))
	}
}

// written handles a finished line. A number that no event has stays, to be corrected.
func (p *Player) written() tea.Cmd {
	t := *p.typing
	if t.mark == "/" {
		p.typing = nil
		return p.find(t.line.Text())
	}
	first, last := p.reel.past.Event(1).Seq, p.reel.past.Event(p.reel.last()).Seq
	seq, err := strconv.ParseInt(strings.TrimSpace(t.line.Text()), 10, 64)
	if err != nil || seq < first || seq > last {
		p.typing.fault = replayNumberText(first, last)
		return nil
	}
	p.typing = nil
	p.jump(p.reel.numbered(seq))
	return p.retick()
}

// find searches all events for a text, ignoring case.
func (p *Player) find(query string) tea.Cmd {
	p.found = found{query: query, run: p.found.run + 1}
	p.pane.Highlight(query)
	if query == "" {
		return nil
	}
	p.note = p.Theme.Glyphs.More(textReplaySearch)
	run, past := p.found.run, p.reel.past
	return func() tea.Msg { return hitsMsg{p, run, pointsOf(past, query)} }
}

// hit goes to the first event from here on that contains the text.
func (p *Player) hit(msg hitsMsg) {
	if msg.of != p || msg.run != p.found.run {
		return
	}
	p.found.points = msg.points
	if len(msg.points) == 0 {
		p.note = replayNoHitText(p.found.query)
		return
	}
	at := p.point - 1
	if _, later := next(msg.points, at, 1); !later {
		at = 0
	}
	p.toHit(at, 1)
}

// nextHit goes from hit to hit, and round again.
func (p *Player) nextHit(by int) {
	at := p.point
	if _, more := next(p.found.points, at, by); !more {
		at = map[bool]int{true: 0, false: p.reel.last() + 1}[by > 0]
	}
	p.toHit(at, by)
}

func (p *Player) toHit(from, by int) {
	to, ok := next(p.found.points, from, by)
	if !ok {
		return
	}
	p.jump(to)
	for i, point := range p.found.points {
		if point == to {
			p.note = kit.HitText(i+1, len(p.found.points))
		}
	}
}

// pointsOf are the points of the events that contain a text.
func pointsOf(past *record.History, query string) (points []int) {
	query = strings.ToLower(query)
	for point := 1; point <= past.Len(); point++ {
		for _, text := range textsOf(past.Event(point)) {
			if strings.Contains(strings.ToLower(text), query) {
				points = append(points, point)
				break
			}
		}
	}
	return points
}

// textsOf are the texts that an event adds to the screen.
func textsOf(e store.Event) []string {
	switch b := e.Body.(type) {
	case store.ChatRequest:
		return []string{record.With(b.Text, b.Files)}
	case store.ChatResponse:
		return []string{b.Text}
	case store.Reasoning:
		return []string{b.Text}
	case store.ToolCallRequest:
		return []string{b.Name, string(b.Arguments)}
	case store.ToolCallResponse:
		return []string{record.With(b.Content, b.Files)}
	case store.PermissionRequest:
		return []string{b.Text}
	case store.PermissionResponse:
		return []string{b.Outcome, b.Reason, string(b.Arguments)}
	case store.InquiryRequest:
		texts := []string{b.Question.Text, b.Question.Context, b.Question.Header}
		for _, o := range b.Question.AnswerType.Options {
			texts = append(texts, o.Label, string(o.Value), o.Description)
		}
		return texts
	case store.InquiryResponse:
		return []string{string(b.Answer), b.Reason, b.Reply, record.FileWords(b.Files)}
	case store.ModelFailed:
		return []string{b.Error}
	case store.GuardTripped:
		return []string{b.Guard}
	case store.GuardResolved:
		return []string{b.Guard, b.Choice}
	case store.ScratchpadNote:
		return []string{b.Text}
	case store.UserCommand:
		return []string{b.Command}
	case store.UserCommandEnd:
		return []string{b.Output}
	case store.ConfigDelta, store.ForkedFrom, store.Unknown:
		return []string{string(e.Line())}
	default:
		line, more := record.ToUser.Beside(b)
		return []string{line, more}
	}
}
