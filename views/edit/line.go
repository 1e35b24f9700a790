package edit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/bubbles/v2/textinput"

	"parley/views/text"
)

// lineMost is how many characters a line may have.
const lineMost = 200

// Line is one line of text being typed: a search text, a name, a number. Keys mean
// what they mean in Bubbles' text input. It is a value; its zero value is empty.
type Line struct {
	text string
	at   int // characters before the cursor
}

// LineOf is a line with a text, with the cursor at its end.
func LineOf(words string) Line { return Line{}.Insert(words) }

// Text returns the text.
//
//go:noinline
func (l Line) Text() string { return l.text }

// AtEnd reports whether the cursor is at the end.
func (l Line) AtEnd() bool { return l.at == utf8.RuneCountInString(l.text) }

// Update applies a key message, and reports whether the text changed.
func (l Line) Update(msg any) (Line, bool) {
	in := textinput.New()
	in.SetVirtualCursor(false)
	in.CharLimit = lineMost
	in.KeyMap.Paste.SetEnabled(false)
	in.SetValue(l.text)
	in.SetCursor(l.at)
	in.Focus()
	in, _ = in.Update(msg) // its commands are for the cursor and the clipboard
	next := Line{text: in.Value(), at: in.Position()}
	if clean := text.Clean(next.text); clean != next.text {
		next = Line{}.Insert(clean)
	}
	return next, next.text != l.text
}

// Insert inserts words at the cursor, as one line, without control characters; text
// beyond the limit is dropped.
func (l Line) Insert(words string) Line {
	all := []rune(l.text)
	put := []rune(text.Clean(strings.Map(oneLine, text.Clip(words, lineMost))))
	put = put[:min(len(put), max(lineMost-len(all), 0))]
	return Line{text: string(all[:l.at]) + string(put) + string(all[l.at:]), at: l.at + len(put)}
}

// oneLine is a character as it appears in a line, negative if it does not.
func oneLine(r rune) rune {
	switch {
	case r == '\n' || r == '\t' || r == '\u2028' || r == '\u2029':
		return ' '
	case unicode.IsControl(r):
		return -1
	}
	return r
}

// Draw is as much of the text around the cursor as fits the width, and the cursor's
// column in it.
func (l Line) Draw(width int) (shown string, x int) {
	width = max(width, 1)
	shown, before := l.text, string([]rune(l.text)[:l.at])
	x = text.Width(before)
	for over := x - width + 1; x >= width; over++ { // a wide character may be cut one cell later
		shown, x = text.CutLeft(l.text, over), text.Width(text.CutLeft(before, over))
	}
	return text.Cut(shown, width, ""), x
}
