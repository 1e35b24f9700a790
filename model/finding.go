package model

import (
	"fmt"
	"strings"

	"parley/views/pane"
	"parley/views/text"
)

// finding is a search in the conversation while its text is written.
type finding struct{ query string }

func (f *finding) typed(s string) {
	if s == " " { // which is no line
		f.query += s
		return
	}
	f.query += text.Line(s, 200)
}

func (f *finding) erase() {
	r := []rune(f.query)
	if len(r) > 0 {
		f.query = string(r[:len(r)-1])
	}
}

// line is the text that is looked for, at the right of it which hit is shown and
// the keys, as far as there is room; x is the column of the cursor.
func (f *finding) line(th text.Theme, pane *pane.Pane, hints string, w int) (line string, x int) {
	line = " / " + text.Line(f.query, w-4)
	x = min(text.Width(line), w-1)
	hit := ""
	if f.query != "" {
		hit = hitText(pane.Hit())
	}
	for _, said := range []string{strings.Trim(hit+"   "+hints, " "), hit} {
		if gap := w - x - text.Width(said) - 1; said != "" && gap >= 3 {
			return line + strings.Repeat(" ", gap) + th.Dim.Render(said), x
		}
	}
	return line, x
}

// searched says whether a search has found something that is still marked.
func searched(p *pane.Pane) bool {
	_, of := p.Hit()
	return of > 0
}

// hitText says which hit of a search is shown.
func hitText(at, of int) string {
	if of == 0 {
		return textNoHit
	}
	return fmt.Sprintf("hit %d of %d", at, of)
}
