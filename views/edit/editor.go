// Package edit is text that is being typed: an editor with many lines, and chips that
// stand for text too large to show.
package edit

import (
	"fmt"
	"parley/views/text"
	"strconv"
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/textarea"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// noLimit lets a text area hold any number of rows, however many it shows.
const noLimit = 1 << 30

// Editor is a text that can be changed: Bubbles' text area without a cursor of
// its own, without a clipboard, and with Enter left to the caller. A copy
// shares its text with the original; only the newer of the two may be changed.
type Editor struct {
	area   textarea.Model
	laid   [3]int // the size that it is laid out for: numbers, width, height
	joined joined
}

// NewEditor returns an empty editor with a placeholder.
func NewEditor(theme text.Theme, placeholder string) Editor {
	a := textarea.New()
	a.Prompt, a.ShowLineNumbers, a.Placeholder = "", false, text.Line(placeholder, 200)
	a.CharLimit, a.MaxContentHeight, a.MaxHeight, a.MinHeight, a.DynamicHeight = 0, noLimit, 1, 1, true
	a.EndOfBufferCharacter = ' '
	a.KeyMap.InsertNewline.SetEnabled(false)
	a.KeyMap.Paste.SetEnabled(false)
	a.KeyMap.CopySelection.SetEnabled(false)
	a.SetVirtualCursor(false)
	a.Focus()
	e := Editor{area: a}
	e.SetTheme(theme)
	return e
}

// SetTheme changes the look.
func (e *Editor) SetTheme(theme text.Theme) {
	state := textarea.StyleState{Text: theme.Plain.Of(), Placeholder: theme.Dim.Of(), CursorLine: lipgloss.NewStyle(), Selection: theme.Found.Of()}
	e.area.SetStyles(textarea.Styles{Focused: state, Blurred: state})
}

// SetPlaceholder changes the placeholder.
func (e *Editor) SetPlaceholder(words string) { e.area.Placeholder = text.Line(words, 200) }

// SetSize sets the width in cells and the maximum number of lines shown.
func (e *Editor) SetSize(width, height int) {
	e.room(false, max(width, 1), max(height, 1))
}

// AllRows and numberColumn are the largest number of lines whose numbers fit the
// text area's number column, and the width of that column in cells.
const AllRows, numberColumn = 9999, 6

// numbered makes the editor draw all of its text, each line with its number.
func (e *Editor) numbered(width int) {
	e.room(true, width+numberColumn, AllRows)
}

// room lays out the text again if its size has changed, which costs as much as
// drawing it.
func (e *Editor) room(numbers bool, width, height int) {
	now := [3]int{0, width, height}
	if numbers {
		now[0] = 1
	}
	if e.laid == now {
		return
	}
	e.laid = now
	e.area.ShowLineNumbers, e.area.MaxHeight = numbers, height
	e.area.SetWidth(width)
	e.settle()
}

// settle scrolls to the cursor after a change that was not a key.
func (e *Editor) settle() { e.area, _ = e.area.Update(nil) }

// Update applies a key message of the program to the text. Enter, paste and
// copy keys do nothing here.
func (e *Editor) Update(msg any) {
	e.area, _ = e.area.Update(msg) // its commands are for the cursor and the clipboard
	if typed, is := msg.(fmt.Stringer); len(e.joined.spelled) > 0 || is && !text.PrintableASCII(typed.String()) {
		e.join()
	}
}

// join folds what was typed, which may be a part of the emoji before it, and forgets a joiner whose
// second emoji is gone.
func (e *Editor) join() {
	before := e.area.Value()
	held, n := e.joined.foldAt(e.joined.unfold(before, e.held()))
	if held != before {
		e.put(held, n)
	}
}

// SelectAll selects the text; typing then replaces it.
func (e *Editor) SelectAll() { e.area.SelectAll() }

// Insert inserts cleaned text at the cursor, replacing the selection; tabs become
// spaces.
func (e *Editor) Insert(words string) {
	e.area.DeleteSelection()
	e.area.InsertString(text.Clean(e.joined.fold(words)))
	e.settle()
}

// OnlySeen makes the text hold what is drawn, not more: no skin tone, joiner or keycap of an emoji. It
// is for what is decided by what it looks like.
func (e *Editor) OnlySeen(yes bool) { e.joined.onlySeen = yes }

// keeps reports whether a text stays as it is in the editor.
func (e *Editor) keeps(words string) bool { return e.joined.kept(words) == words }

// Kept is what an editor makes of a text: nothing that it does not draw.
func Kept(words string) string { return new(joined).kept(words) }

//go:noinline
func (j *joined) kept(words string) string {
	kept, _ := j.unfold(text.Clean(j.fold(words)), 0)
	return kept
}

// Set replaces the text; the cursor goes to its end.
func (e *Editor) Set(words string) {
	e.area.Reset()
	e.area.SetValue(text.Clean(e.joined.fold(words)))
	e.settle()
}

// Text returns the text.
func (e *Editor) Text() string {
	words, _ := e.joined.unfold(e.area.Value(), 0)
	return words
}

// Offset returns how many characters precede the cursor.
func (e *Editor) Offset() int {
	_, n := e.joined.unfold(e.area.Value(), e.held())
	return n
}

// held returns how many runes of the text area precede the cursor.
func (e *Editor) held() int {
	lines := strings.Split(e.area.Value(), "\n")
	n := e.area.Column()
	for _, line := range lines[:min(e.area.Line(), len(lines))] {
		n += utf8.RuneCountInString(line) + 1
	}
	return n
}

// SetOffset puts the cursor after n characters.
func (e *Editor) SetOffset(n int) {
	held := e.area.Value()
	e.put(held, e.joined.place([]rune(held), n))
}

// put replaces what the text area holds; the cursor stands after n runes of it. The text area can
// only move row by row, and fails to for some texts, so the two halves are inserted around the
// cursor instead.
func (e *Editor) put(held string, n int) {
	runes := []rune(held)
	e.area.Reset()
	e.area.SetValue(string(runes[n:]))
	e.area.MoveToBegin()
	e.area.InsertString(string(runes[:n]))
	e.settle()
}

// AtStart and AtEnd report whether the cursor is in the first or the last row.
//
//go:noinline
func (e *Editor) AtStart() bool {
	return e.area.Line() == 0 && e.area.LineInfo().RowOffset == 0
}

// AtEnd reports whether the cursor is in the last row.
//
//go:noinline
func (e *Editor) AtEnd() bool {
	info := e.area.LineInfo()
	return e.area.Line() == e.area.LineCount()-1 && info.RowOffset >= info.Height-1
}

// Above reports whether there is more of the text above what is drawn.
//
//go:noinline
func (e *Editor) Above() bool { return e.area.ScrollYOffset() > 0 }

// Cursor returns the cursor's cell in the drawn lines.
func (e *Editor) Cursor() (x, y int) {
	if e.spells() {
		_, x, y = e.spelled(e.area.Width())
		return min(x, max(e.area.Width()-1, 0)), y - e.top(y)
	}
	if c := e.area.Cursor(); c != nil {
		return min(c.X, max(e.area.Width()-1, 0)), min(max(c.Y, 0), e.area.Height()-1)
	}
	return 0, 0
}

// Lines draws the part of the text around the cursor. If the text area and its frame
// disagree about the width of a cluster, the frame breaks a row in two, and there is
// one row too many.
func (e *Editor) Lines() []string {
	if e.area.LineCount() == 1 && e.area.Length() == 0 && !e.area.ShowLineNumbers {
		return e.hint()
	}
	if e.spells() {
		return e.spelledLines()
	}
	out := strings.Split(text.Filter(e.joined.draw(e.area.View())), "\n")
	out = out[:min(len(out), e.area.Height())]
	for i := range out {
		out[i] = text.Cut(out[i], e.area.Width(), "")
	}
	return out
}

// hint draws the placeholder. The text area would draw the same, but takes a
// millisecond the first time, which would delay every start.
func (e *Editor) hint() []string {
	words := text.Wrap(e.area.Placeholder, e.area.Width())[0]
	if words == "" {
		return []string{""}
	}
	return []string{text.Filter(e.area.Styles().Focused.Placeholder.Render(words))}
}

// NumberedLines draws all of a JSON text with line numbers, and returns the cursor's
// position.
func (e *Editor) NumberedLines(theme text.Theme, width int) (lines []string, x, y int) {
	digits := len(strconv.Itoa(e.area.LineCount()))
	gutterWidth := min(max(digits, 2)+3, max(width-2, 0))
	e.numbered(max(width-gutterWidth-1, 1))
	bar := theme.Dim.Render(theme.Glyphs.Bar)
	if e.spells() {
		rows, x, y := e.spelled(max(width-gutterWidth-1, 1))
		for _, row := range rows {
			head := theme.Dim.Render(text.Cut(text.Spaces(max(digits, 2)-len(row.number))+row.number, max(gutterWidth-3, 0), "")) + " " + bar + " "
			lines = append(lines, text.Cut(head+row.text, width, ""))
		}
		return lines, min(x+gutterWidth, width-1), y
	}
	rows := strings.Split(text.Filter(e.joined.draw(e.area.View())), "\n")
	for _, row := range rows {
		number := strings.TrimSpace(text.Stripped(text.Cut(row, numberColumn, "")))
		head := theme.Dim.Render(text.Cut(text.Spaces(max(digits, 2)-len(number))+number, max(gutterWidth-3, 0), "")) + " " + bar + " "
		lines = append(lines, text.Cut(head+ansi.Cut(row, numberColumn, text.Width(row)), width, ""))
	}
	cx, cy := 0, 0
	if c := e.area.Cursor(); c != nil {
		cx, cy = c.X-numberColumn, c.Y
	}
	return lines, min(max(cx, 0)+gutterWidth, width-1), min(max(cy, 0), len(lines)-1)
}
