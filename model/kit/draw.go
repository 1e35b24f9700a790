package kit

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"parley/store/text/clean"
	"parley/views/chrome"
	"parley/views/pane"
	"parley/views/text"
)

// Paragraph wraps a text of the screen or of a server.
func Paragraph(th text.Theme, text string, w int) []string {
	n := pane.Note{Kind: pane.Warning, Text: text}
	return n.Draw(pane.Look{Theme: th, Width: w})
}

// Fault is a paragraph that says what went wrong.
func Fault(th text.Theme, text string, w int) []string {
	n := pane.Note{Kind: pane.Failure, Text: text}
	return n.Draw(pane.Look{Theme: th, Width: w})
}

// helpFoot is the line below a help page: the hints of its keys, and that any other
// key goes back; on a page that cannot be scrolled, any key does.
func helpFoot(th text.Theme, hints []chrome.Hint, scrolls bool, w int) string {
	leave := TextHelpLeave
	if scrolls {
		leave = textHelpOther
	}
	return First(chrome.Hints(th, append(hints, chrome.Hint{Words: leave}), w, 1))
}

// HelpMost is more lines than a help page has.
const HelpMost = 1 << 20

// HelpRow draws a key or command in a column of its own, with its description beside it over
// as many lines as needed. takes names the argument of a command, "" for none. A name too long
// for the column gets a line of its own.
func HelpRow(th text.Theme, name, takes, words string, column, w int) []string {
	w = th.Fit(w)
	column = min(column, w/3)
	name = text.Line(name, w-4)
	head := "   " + th.Accent.Render(name)
	if takes = text.Line(takes, w-5-text.Width(name)); takes != "" {
		head += " " + th.Dim.Render(takes)
		name += " " + takes
	}
	said := text.Wrap(words, max(w-column-6, 8))
	margin := strings.Repeat(" ", column+5)
	var lines []string
	if gap := column - text.Width(name); gap >= 0 {
		head += strings.Repeat(" ", gap+2) + said[0]
		said = said[1:]
	}
	lines = append(lines, head)
	for _, s := range said {
		lines = append(lines, margin+s)
	}
	return lines
}

// noticeWidth limits the text of a notification and of a title, in cells.
const noticeWidth = 120

// OnlyText keeps only the visible characters of a text, since programs other than the
// terminal also act on titles and notifications.
func OnlyText(body string) string {
	body = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, strings.ToValidUTF8(body, ""))
	return text.Line(clean.OneLine(body), noticeWidth)
}

// Paragraphs are lines of the screen's own text, dimmed. A line that is indented stays so where
// it goes on in the next.
func Paragraphs(th text.Theme, body string, w int) []string {
	var lines []string
	for line := range strings.SplitSeq(body, "\n") {
		words := strings.TrimLeft(line, " ")
		margin := text.Spaces(min(len(line)-len(words), max(w/4, 0)))
		for _, l := range text.Wrap(words, max(w-4-len(margin), 1)) {
			lines = append(lines, "   "+margin+th.Dim.Render(l))
		}
	}
	return lines
}

// TitleWidth limits a title taken from a message, in cells.
const TitleWidth = 60

// FrameTime is how long parts of a response are gathered before they are drawn.
const FrameTime = time.Second / 30

// SmallLines are what a screen too small for the program shows.
func SmallLines(w, h int) []string {
	if h < 1 || w < 1 {
		return nil
	}
	body := fmt.Sprintf(clean.Ours("Parley needs %d×%d; this is %d×%d."), LeastWidth, LeastHeight, w, h)
	lines := text.Wrap(body, w)
	return lines[:min(len(lines), h)]
}

// LeastWidth and LeastHeight are the smallest screen on which the program is usable.
const LeastWidth, LeastHeight = 40, 12

// Spaced reports whether a screen of this height has a line to spare between the conversation
// and whatever is below it.
func Spaced(height int) bool { return height >= 20 }

// Turned is which way the mouse wheel was turned: -1 is up, 1 down, 0 neither.
func Turned(msg tea.MouseWheelMsg) int {
	switch msg.Button {
	case tea.MouseWheelUp:
		return -1
	case tea.MouseWheelDown:
		return 1
	}
	return 0
}

// WheelLines is how far a turn of the mouse wheel scrolls.
const WheelLines = 3

// First is the first of some lines, "" if there is none.
func First(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return lines[0]
}
