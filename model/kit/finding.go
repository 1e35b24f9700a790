package kit

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/views/chrome"
	"parley/views/edit"
	"parley/views/pane"
	"parley/views/text"
)

// Finding is a search in the conversation while its text is being typed.
type Finding struct{ line edit.Line }

// Query is the text searched for.
func (f *Finding) Query() string { return f.line.Text() }

// Key applies a key to the text and marks what is found.
func (f *Finding) Key(msg tea.KeyPressMsg, in *pane.Pane) {
	var changed bool
	if f.line, changed = Written(f.line, msg); changed {
		in.Search(f.line.Text())
	}
}

// Written is a line after a key, and whether its text changed. A key that is text is
// inserted, whatever its name.
func Written(line edit.Line, msg tea.KeyPressMsg) (edit.Line, bool) {
	if msg.Text != "" {
		return line.Insert(msg.Text), true
	}
	return line.Update(msg)
}

// Paste inserts text and marks what is found.
func (f *Finding) Paste(words string, in *pane.Pane) {
	f.line = f.line.Insert(words)
	in.Search(f.line.Text())
}

// LineKeys describe the keys in a line that is being typed. They are handled by the
// line itself.
func LineKeys[S any]() []Row[S] {
	return []Row[S]{
		{Shown: "← →", Help: textInLine},
		{Shown: "Home End", Help: textEndsOfLine},
		{Shown: "Ctrl+W", Help: textLessAWord},
	}
}

// Line is the search text, with the hit number and the keys on the right, as far as
// there is room; x is the cursor's column.
func (f *Finding) Line(th text.Theme, pane *pane.Pane, hints []chrome.Hint, w int) (line string, x int) {
	const mark = " / "
	words, x := f.line.Draw(w - len(mark))
	line, x = mark+words, x+len(mark)
	if f.line.Text() != "" {
		hints = append([]chrome.Hint{{Words: HitText(pane.Hit())}}, hints...)
	}
	used := text.Width(line)
	room := w - used - 3
	if len(hints) == 0 || hints[0].Width() >= room {
		return line, x
	}
	said := First(chrome.Hints(th, hints, room, 1))
	return line + strings.Repeat(" ", w-used-text.Width(said)-1) + said, x
}

// Searched reports whether a search has hits that are still marked.
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
