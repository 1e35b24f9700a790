package views

import (
	"strings"
	"unicode/utf8"
)

// Status is the line at the bottom: what is true of the conversation as a
// whole. Empty parts are left out, the least important first where the line is
// short.
type Status struct {
	Model   string
	Doing   string // "thinking", "try 2 of 5 in 8 s"; the loudest part
	Tokens  int
	Cost    string  // "$0.08", empty where no price is known
	Guards  []Limit // that are near, the nearest first
	Waiting int     // questions for the user
	Title   string  // at the right
}

// Limit is how far a turn has come towards one of its limits.
type Limit struct {
	Words string // "iteration 41 of 50"
	Short string // "iter 41/50", where there is no room for the words
}

// Draw returns the line.
func (s Status) Draw(theme Theme, width int) string {
	if width < 1 {
		return ""
	}
	type part struct {
		text string
		less string // a shorter text, "" for none
		rank int    // the highest goes first
		loud bool
	}
	parts := []part{{text: Line(s.Doing, width), rank: 1, loud: true}, {text: Line(s.Model, width), rank: 3}}
	if s.Waiting > 0 {
		parts = append(parts, part{text: count(s.Waiting, "question waits", "questions wait"), loud: true})
	}
	if s.Tokens > 0 {
		parts = append(parts, part{text: Thousands(s.Tokens) + " tokens", rank: 5})
	}
	parts = append(parts, part{text: Line(s.Cost, width), rank: 6})
	for i, g := range s.Guards {
		parts = append(parts, part{text: Line(g.Words, width), less: Line(g.Short, width), rank: 2 + 2*min(i, 1)}) // the nearest is worth more than the model's name
	}
	var kept []part
	for _, p := range parts {
		if p.text != "" {
			kept = append(kept, p)
		}
	}
	sep := " " + theme.Glyphs.Dot + " "
	size := func() int {
		n := 1
		for i, p := range kept {
			if i > 0 {
				n += Width(sep)
			}
			n += Width(p.text)
		}
		return n
	}
	for len(kept) > 1 && size() > width-1 {
		drop := 0
		for i := range kept {
			if kept[i].rank > kept[drop].rank {
				drop = i
			}
		}
		if kept[drop].less != "" {
			kept[drop].text, kept[drop].less = kept[drop].less, ""
			continue
		}
		kept = append(kept[:drop], kept[drop+1:]...)
	}
	var words []string
	for _, p := range kept {
		style := theme.Dim
		if p.loud {
			style = theme.Decide
		}
		words = append(words, style.Render(p.text))
	}
	left := " " + strings.Join(words, theme.Dim.Render(sep))
	title := Line(s.Title, max(width-Width(left)-4, 0))
	if Width(title) < min(8, Width(s.Title)) {
		title = ""
	}
	if title == "" {
		return cut(left, width, theme.Glyphs.Ellipsis)
	}
	return cut(apart(left, theme.Dim.Render(title)+" ", width), width, "")
}

// Hints draws the keys that work now in at most rows lines. Hints are given as
// "key words", separated by three blanks; one that does not fit is left out
// whole, and the ones after it are tried.
func Hints(theme Theme, hints string, width, rows int) []string {
	lines, used := []string{}, 0
	line := ""
	for _, hint := range strings.Split(hints, "   ") {
		hint = Line(hint, max(width-1, 0))
		if hint == "" {
			continue
		}
		key, words := keyOfHint(hint)
		styled := theme.Accent.Render(key)
		if words != "" {
			styled += " " + theme.Dim.Render(words)
		}
		switch {
		case line == "":
			line, used = " "+styled, 1+Width(hint)
		case used+3+Width(hint) <= width:
			line, used = line+"   "+styled, used+3+Width(hint)
		case len(lines) < rows-1:
			lines = append(lines, line)
			line, used = " "+styled, 1+Width(hint)
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	for i := range lines {
		lines[i] = cut(lines[i], width, "")
	}
	return lines
}

// keyOfHint parts the key of a hint from its words; several keys of one
// character each go together, as in "← → step".
func keyOfHint(hint string) (key, words string) {
	key, words, _ = strings.Cut(hint, " ")
	for utf8.RuneCountInString(key) == 1 || strings.Contains(key, " ") {
		next, rest, _ := strings.Cut(words, " ")
		if utf8.RuneCountInString(next) != 1 || rest == "" {
			break
		}
		key, words = key+" "+next, rest
	}
	return key, words
}
