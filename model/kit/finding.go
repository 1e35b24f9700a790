package kit

import (
	"fmt"
	"strings"

	"parley/views/chrome"
	"parley/views/pane"
	"parley/views/text"
)

// Finding is a search in the conversation while its text is written.
type Finding struct{ Query string }

func (f *Finding) Typed(s string) {
	if s == " " { // which is no line
		f.Query += s
		return
	}
	f.Query += text.Line(s, 200)
}

func (f *Finding) Erase() {
	r := []rune(f.Query)
	if len(r) > 0 {
		f.Query = string(r[:len(r)-1])
	}
}

// Line is the text that is looked for, at the right of it which hit is shown and
// the keys, as far as there is room; x is the column of the cursor.
func (f *Finding) Line(th text.Theme, pane *pane.Pane, hints []chrome.Hint, w int) (line string, x int) {
	line = " / " + text.Line(f.Query, w-4)
	x = min(text.Width(line), w-1)
	if f.Query != "" {
		hints = append([]chrome.Hint{{Words: HitText(pane.Hit())}}, hints...)
	}
	room := w - x - 3
	if len(hints) == 0 || hints[0].Width() >= room {
		return line, x
	}
	said := First(chrome.Hints(th, hints, room, 1))
	return line + strings.Repeat(" ", w-x-text.Width(said)-1) + said, x
}

// Searched says whether a search has found something that is still marked.
func Searched(p *pane.Pane) bool {
	_, of := p.Hit()
	return of > 0
}

// HitText says which hit of a search is shown.
func HitText(at, of int) string {
	if of == 0 {
		return textNoHit
	}
	return fmt.Sprintf("hit %d of %d", at, of)
}
