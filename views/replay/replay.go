// Package replay draws what only a replay has: its bar, and decisions as they were
// made.
package replay

import (
	"fmt"
	"parley/store/record"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/prompt"
	"parley/views/text"
	"strings"
)

// Bar says where a replay is: below the conversation, in four lines. The
// last of them is the caller's: the keys that work, or a note.
type Bar struct {
	Playing       bool
	Speed         float64 // 1 is the conversation's own
	Event, Events int     // how many happened, of how many
	Turn, Turns   int     // Turns is 0 if unknown
	Played, Whole int     // seconds, long waits shortened
	Marks         []int   // the events at which something was decided
	Beside        []int   // the events beside the turns that are marked: an undo, a rule, a command of the user's
	Clock         string  // when the event happened
	What          string  // what it was, in words
	New           bool    // this Parley does not know it
	Passed        int     // seconds that a shortened wait before it took, 0 for none
	Foot          string
}

// ReplayRows is the height of the bar.
const ReplayRows = 4

// Draw draws the bar.
func (b Bar) Draw(th text.Theme, width int) []string {
	if width < 1 {
		return make([]string, ReplayRows)
	}
	return []string{b.rule(th, width), b.where(th, width), b.track(th, width), b.Foot}
}

// rule names the event.
func (b Bar) rule(th text.Theme, width int) string {
	g := th.Glyphs.Rule
	words := strings.TrimSpace(b.Clock + "  " + text.Line(b.What, 40))
	if b.New {
		words += " (" + pane.TextNewer + ")"
	}
	left, right := strings.Repeat(g, width), ""
	if words != "" {
		left = g + g + " " + words + " "
	}
	if b.Passed > 0 {
		right = " " + passedText(b.Passed) + " " + g
	}
	left = text.Cut(left, max(width-text.Width(right), 0), th.Glyphs.Ellipsis)
	fill := strings.Repeat(g, max(width-text.Width(left)-text.Width(right), 0))
	return th.Dim.Render(text.Cut(left+fill+right, width, ""))
}

// where says the position in numbers; the least important is dropped first.
func (b Bar) where(th text.Theme, width int) string {
	type part struct {
		text string
		rank int
		loud bool
	}
	parts := []part{
		{fmt.Sprintf("event %d of %d", b.Event, b.Events), 0, false},
		{"", 2, false},
		{clock(b.Played) + " / " + clock(b.Whole), 1, false},
		{"", 3, true},
		{"", 4, false},
	}
	if b.Turns > 0 {
		parts[1].text = fmt.Sprintf("turn %d of %d", b.Turn, b.Turns)
	}
	if len(b.Marks) > 0 {
		parts[3].text = th.Glyphs.Decision + " " + text.Count(len(b.Marks), "decision", "decisions")
	}
	if len(b.Beside) > 0 {
		parts[4].text = ticks(th).ahead + " " + text.Count(len(b.Beside), "other", "others")
	}
	head := b.state(th)
	line := func(upTo int) (plain, drawn string) {
		plain, drawn = " "+head, " "+th.Accent.Render(head)
		for i, p := range parts {
			if p.text == "" || p.rank > upTo {
				continue
			}
			gap, style := "   ", th.Plain
			if i == 0 {
				gap = "  "
			}
			if p.loud {
				style = th.Decide
			}
			plain += gap + p.text
			drawn += gap + style.Render(p.text)
		}
		return plain, drawn
	}
	for upTo := 4; ; upTo-- {
		if plain, drawn := line(upTo); upTo == 0 || text.Width(plain) <= width {
			return text.Cut(drawn, width, th.Glyphs.Ellipsis)
		}
	}
}

// state says whether the replay plays, and how fast.
func (b Bar) state(th text.Theme) string {
	ascii := th.Glyphs.InASCII()
	mark := "‖"
	switch {
	case b.Playing && ascii:
		mark = ">"
	case b.Playing:
		mark = "▶"
	case ascii:
		mark = "="
	}
	return mark + " " + SpeedText(b.Speed, ascii)
}

// SpeedText says how fast a replay plays: "2×", "¼×".
func SpeedText(speed float64, ascii bool) string {
	switch {
	case ascii:
		return fmt.Sprintf("%gx", speed)
	case speed == 0.25:
		return "¼×"
	case speed == 0.5:
		return "½×"
	}
	return fmt.Sprintf("%g×", speed)
}

// clock is a time as minutes and seconds, with hours where there are any.
func clock(seconds int) string {
	if seconds >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	}
	return fmt.Sprintf("%02d:%02d", seconds/60, seconds%60)
}

// passedText says how long a wait was that is not played in full.
func passedText(seconds int) string {
	if days := seconds / (24 * 3600); days >= 2 {
		return fmt.Sprintf("%d days passed", days)
	}
	return pane.Took(float64(seconds)) + " passed"
}

// tick is what marks an event beside the turns on the way, behind the replay and ahead
// of it.
type tick struct{ past, ahead string }

func ticks(th text.Theme) tick {
	if th.Glyphs.InASCII() {
		return tick{"|", "|"}
	}
	return tick{"┿", "┼"}
}

// track is the line from the first event to the last, with the decisions, the other
// marks and the present position.
func (b Bar) track(th text.Theme, width int) string {
	past, ahead, here := "━", "─", "●"
	if th.Glyphs.InASCII() {
		past, ahead, here = "=", "-", "o"
	}
	n := max(width-2, 1)
	cell := func(event int) int {
		if b.Events < 2 {
			return 0
		}
		return min(max(event-1, 0)*(n-1)/(b.Events-1), n-1)
	}
	at, tick := cell(b.Event), ticks(th)
	way := make([]string, n)
	for i := range way {
		way[i] = th.Dim.Render(ahead)
		if i < at {
			way[i] = th.Accent.Render(past)
		}
	}
	for _, m := range b.Beside {
		way[cell(m)] = th.Plain.Render(tick.ahead)
		if cell(m) < at {
			way[cell(m)] = th.Accent.Render(tick.past)
		}
	}
	for _, m := range b.Marks {
		way[cell(m)] = th.Decide.Render(th.Glyphs.Decision)
	}
	way[at] = th.Accent.Render(here)
	return text.Cut(" "+strings.Join(way, ""), width, "")
}

// RawEvent lays out the stored line of an event, with nothing hidden.
func RawEvent(th text.Theme, line []byte, width int) []string {
	look := pane.Look{Theme: th, Width: width}
	return pane.Indented(look, text.Wrap(text.Reveal(record.IndentJSON(line)), text.TextWidth(width)))
}

// Inspector draws the part of an event's lines that fits below a heading, from the
// scroll offset on, in exactly height lines.
func Inspector(th text.Theme, heading string, lines []string, scroll, width, height int) prompt.Drawn {
	d := prompt.Dock{Theme: th, Width: width, Height: height, Heading: text.Line(heading, width)}
	shown, most := prompt.Window(th, markdown.Reading{Before: lines}, scroll, max(height-1, 0), width)
	out := append([]string{d.Head()}, shown...)
	for len(out) < height {
		out = append(out, "")
	}
	return prompt.Drawn{Lines: out[:max(height, 0)], MaxScroll: most}
}
