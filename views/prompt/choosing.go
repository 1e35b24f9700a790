package prompt

import (
	"strings"

	"parley/forms"
	"parley/views/edit"
)

func (f Field) choosing(in Intent) (Field, Act) {
	n := f.choices()
	switch in := in.(type) {
	case Step:
		if n > 0 && !f.fixed() {
			f.cursor = min(max(f.cursor+in.By, 0), n-1)
		}
	case Edge:
		if f.fixed() {
			return f, nil
		}
		f.cursor = 0
		if in.Last {
			f.cursor = n - 1
		}
	case Pick:
		if in.Number < 1 || in.Number > n {
			return f, nil
		}
		f.cursor = in.Number - 1
	case Confirm:
		return f.kind().submit(f, "")
	case OpenMenu:
		if f.Filter() != "" { // Esc first undoes the latest thing
			return f.unfiltered(), nil
		}
		f.mode, f.menu = InMenu, 0
	case OpenFilter:
		if f.kind().traits().filters {
			f.mode, f.cursor = Filtering, 0
		}
	}
	return f, nil
}

// unfiltered is the field with all of its options, the cursor where it was.
func (f Field) unfiltered() Field {
	at := 0
	if visible := f.visible(); f.cursor >= 0 && f.cursor < len(visible) {
		at = visible[f.cursor]
	}
	f.filter, f.mode, f.cursor = edit.Line{}, Choosing, at
	return f
}

// pointAt puts the cursor on the n-th choice, or entry of the menu.
func (f Field) pointAt(n int) Field {
	switch {
	case n < 0:
	case f.mode == InMenu:
		f.menu = min(n, len(f.menuItems())-1)
	case f.mode == Choosing && !f.fixed() || f.mode == Filtering:
		f.cursor = min(n, f.choices()-1)
	}
	return f
}

// fixed reports whether choices are made only by labelled keys, not with the cursor.
func (f Field) fixed() bool {
	return f.is(forms.Boolean) && f.Rules.Escalated
}

// Choices returns how many choices the filter leaves, including the user's own value.
func (f Field) Choices() int { return f.choices() }

// AtAnswer reports whether the menu's cursor is on Answer.
func (f Field) AtAnswer() bool { return f.menuItems()[f.menu] == menuAnswer }

// Closes reports whether the menu covers choices that Esc leads back to.
func (f Field) Closes() bool { return f.home() == Choosing }

// choices is the number of rows that the cursor can stand on.
func (f Field) choices() int {
	if f.is(forms.Boolean) {
		return 2
	}
	return len(f.visible())
}

// visible lists the options that match the filter, by index; the number of options
// stands for the user's own value.
func (f Field) visible() []int {
	return f.names.with(f.Question.AnswerType, strings.ToLower(f.Filter()))
}
