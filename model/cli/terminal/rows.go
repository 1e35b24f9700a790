package terminal

import (
	"strings"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// row is a row of a picture that is not what it was.
type row struct {
	y    int
	text string
}

// fewRows is how many rows may differ for them alone to be drawn. More come with a text that
// moves, which the terminal is told to scroll, and that is found by comparing all rows.
const fewRows = 3

// changed returns the rows of a picture that differ from those of the one before, false if there
// are many, or one cannot be drawn without its neighbours.
func changed(old, now string) (rows []row, few bool) {
	for y := 0; ; y++ {
		before, restBefore, moreBefore := strings.Cut(old, "\n")
		after, rest, more := strings.Cut(now, "\n")
		if moreBefore != more || !closed(after) {
			return nil, false
		}
		if before != after {
			if len(rows) == fewRows || !closed(before) || leans(before) || leans(after) || more && leans(rest) || blank(after) {
				return nil, false
			}
			rows = append(rows, row{y, after})
		}
		if !more {
			return rows, true
		}
		old, now = restBefore, rest
	}
}

// closed reports whether a row leaves no style and no link to the next one.
func closed(row string) bool {
	if at := strings.LastIndex(row, "\x1b]8;"); at >= 0 && !strings.HasPrefix(row[at:], noLink) {
		return false
	}
	at := strings.LastIndex(row, "\x1b[")
	return at < 0 || strings.HasPrefix(row[at:], ansi.ResetStyle)
}

// noLink ends a link.
const noLink = "\x1b]8;;\a"

// blank reports whether nothing is in a row. Blank rows at the end of a screen are cleared
// together, with the row above them.
func blank(row string) bool { return strings.TrimSpace(ansi.Strip(row)) == "" }

// leans reports whether what a row begins with is drawn into the row above: a mark without a
// width of its own.
func leans(row string) bool {
	for strings.HasPrefix(row, "\x1b") {
		_, _, n, _ := ansi.DecodeSequence(row, ansi.NormalState, nil)
		row = row[n:]
	}
	r, size := utf8.DecodeRuneInString(row)
	return r >= utf8.RuneSelf && ansi.StringWidth(row[:size]) == 0
}

// fill makes the cells those of a content.
func (s *sheet) fill(content string, width, height int) {
	rows, few := []row(nil), false
	if s.holds {
		rows, few = changed(s.shown.Content, content)
	}
	s.screen.SetScrollOptim(!few)
	if !few {
		s.cells.Clear()
		uv.NewStyledString(content).Draw(s.cells, s.cells.Bounds())
	}
	for _, r := range rows {
		if r.y < height {
			uv.NewStyledString(r.text).Draw(s.cells, uv.Rect(0, r.y, width, 1))
		}
	}
	s.holds = true
}
