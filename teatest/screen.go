package teatest

import (
	"fmt"
	"slices"
	"strings"
)

// Screen is what a person sees at one moment. It is a value: what the program
// draws afterwards does not change it.
type Screen struct {
	W, H   int
	Cells  [][]Cell // H rows of W cells
	Cursor Cursor
	Title  string // of the window
	Alt    bool   // the alternate screen: a full-screen program is in it
	Bells  int    // how often it has rung so far
}

// Cell is one place on a screen. The place to the right of a wide character has no text.
type Cell struct {
	Text  string
	Style Style
}

// Cursor is where the terminal's cursor stands, from 0.
type Cursor struct {
	X, Y    int
	Visible bool
}

// Style is how a cell is drawn. A colour is "" for the terminal's own, a number from 0 to
// 255 for one of its palette, or #rrggbb.
type Style struct {
	Fg, Bg                                                          string
	Bold, Faint, Italic, Underline, Blink, Reverse, Conceal, Strike bool
	Link                                                            string
}

// Line is the text of a row, without the blanks at its end. A row that is not
// on the screen is empty.
func (s Screen) Line(y int) string {
	if y < 0 || y >= len(s.Cells) {
		return ""
	}
	var b strings.Builder
	for _, c := range s.Cells[y] {
		b.WriteString(c.Text)
	}
	return strings.TrimRight(b.String(), " ")
}

// String is the text of the screen: H lines without the blanks at their ends.
func (s Screen) String() string {
	lines := make([]string, len(s.Cells))
	for y := range s.Cells {
		lines[y] = s.Line(y)
	}
	return strings.Join(lines, "\n")
}

// Marked is String with styles marked: styled text is written as ⟨style:text⟩.
func (s Screen) Marked() string {
	lines := make([]string, len(s.Cells))
	for y, row := range s.Cells {
		lines[y] = markedLine(row)
	}
	return strings.Join(lines, "\n")
}

// inked is a row with the styles that can be seen: a blank without a line or a link has no
// ink, only its background. A terminal keeps the ink that was set when a cell became blank,
// which depends on what else was drawn at that moment. Blanks within one style belong to it.
func inked(row []Cell) []Cell {
	out := slices.Clone(row)
	for i := 1; i < len(out); i++ {
		if out[i].Text == "" { // the right half of a wide character
			out[i].Style = out[i-1].Style
		}
	}
	for from := 0; from < len(out); from++ {
		to := from
		for to < len(out) && out[to].blank() && out[to].Style.Bg == out[from].Style.Bg {
			to++
		}
		if to == from {
			continue
		}
		style := Style{Bg: out[from].Style.Bg}
		if from > 0 && to < len(out) && out[from-1].Style == out[to].Style && out[to].Style.Bg == style.Bg {
			style = out[to].Style
		}
		for i := from; i < to; i++ {
			out[i].Style = style
		}
		from = to - 1
	}
	return out
}

// blank reports whether nothing but the background of a cell can be seen.
func (c Cell) blank() bool {
	s := c.Style
	return c.Text == " " && !s.Underline && !s.Reverse && !s.Strike && s.Link == ""
}

func markedLine(row []Cell) string {
	row = inked(row)
	var b strings.Builder
	end := len(row)
	for end > 0 && row[end-1].Style == (Style{}) && strings.Trim(row[end-1].Text, " ") == "" {
		end--
	}
	for from := 0; from < end; {
		to := from
		var text strings.Builder
		for to < end && row[to].Style == row[from].Style {
			text.WriteString(row[to].Text)
			to++
		}
		if words := row[from].Style.String(); words == "" {
			b.WriteString(text.String())
		} else {
			fmt.Fprintf(&b, "⟨%s:%s⟩", words, text.String())
		}
		from = to
	}
	return b.String()
}

// String names the attributes of a style, "" for plain text.
func (s Style) String() string {
	var words []string
	for _, a := range []struct {
		on   bool
		word string
	}{
		{s.Bold, "bold"}, {s.Faint, "faint"}, {s.Italic, "italic"}, {s.Underline, "underline"}, {s.Blink, "blink"},
		{s.Reverse, "reverse"}, {s.Conceal, "conceal"}, {s.Strike, "strike"}, {s.Fg != "", "fg=" + s.Fg},
		{s.Bg != "", "bg=" + s.Bg}, {s.Link != "", "link=" + s.Link},
	} {
		if a.on {
			words = append(words, a.word)
		}
	}
	return strings.Join(words, " ")
}

// Spinner are the pictures of the spinner.
const Spinner = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"

// Busy reports whether something is in progress, judging by the last line.
func (s Screen) Busy() bool { return strings.ContainsAny(s.Line(len(s.Cells)-1), Spinner) }

// Has reports whether every text is on the screen, each within one line.
func (s Screen) Has(texts ...string) bool {
	whole := s.String()
	for _, text := range texts {
		if !strings.Contains(whole, text) {
			return false
		}
	}
	return true
}
