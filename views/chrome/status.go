// Package chrome is what stands around a conversation: the composer with its
// palette, the keys that work now, the status line, the list of conversations.
package chrome

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"parley/views/text"
)

// Status is the line at the bottom: what is true of the conversation as a
// whole. Empty parts are left out, the least important first where the line is
// short.
type Status struct {
	Model   string
	Doing   string // "thinking", "try 2 of 5 in 8 s"
	Trouble bool   // Doing is what went wrong
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
func (s Status) Draw(theme text.Theme, width int) string {
	if width < 1 {
		return ""
	}
	sep := " " + theme.Glyphs.Dot + " "
	var words []string
	for _, p := range fitting(s.parts(theme, width), text.Width(sep), width-1) {
		words = append(words, p.style.Render(p.text))
	}
	left := " " + strings.Join(words, theme.Dim.Render(sep))
	title := text.Line(s.Title, max(width-text.Width(left)-4, 0))
	if text.Width(title) < min(8, text.Width(s.Title)) {
		title = ""
	}
	if title == "" {
		return text.Cut(left, width, theme.Glyphs.Ellipsis)
	}
	return text.Cut(text.Apart(left, theme.Dim.Render(title)+" ", width), width, "")
}

// part is one thing that the line says.
type part struct {
	text  string
	less  string // a shorter text, "" for none
	rank  int    // the highest goes first
	style lipgloss.Style
}

// parts are what there is to say, in order.
func (s Status) parts(theme text.Theme, width int) []part {
	doing := theme.Plain
	if s.Trouble {
		doing = theme.Warn
	}
	parts := []part{{text: text.Line(clause(text.Line(s.Doing, 400), width-1), width), rank: 1, style: doing}, {text: text.Line(s.Model, width), rank: 3, style: theme.Dim}}
	if s.Waiting > 0 {
		parts = append(parts, part{text: text.Count(s.Waiting, "question waits", "questions wait"), style: theme.Decide})
	}
	if s.Tokens > 0 {
		parts = append(parts, part{text: text.Thousands(s.Tokens) + " tokens", rank: 5, style: theme.Dim})
	}
	parts = append(parts, part{text: text.Line(s.Cost, width), rank: 6, style: theme.Dim})
	for i, g := range s.Guards {
		parts = append(parts, part{text: text.Line(g.Words, width), less: text.Line(g.Short, width), rank: 2 + 2*min(i, 1), style: theme.Dim}) // the nearest is worth more than the model's name
	}
	return slices.DeleteFunc(parts, func(p part) bool { return p.text == "" })
}

// fitting are the parts that a width has room for, with so much between two.
func fitting(kept []part, between, width int) []part {
	size := func() int {
		n := 1
		for i, p := range kept {
			if i > 0 {
				n += between
			}
			n += text.Width(p.text)
		}
		return n
	}
	for len(kept) > 1 && size() > width {
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
	return kept
}

// clause shortens words that are too long for a line by what stands last in them,
// if half of them or more is left: what stands in brackets, after a comma, after a
// semicolon.
func clause(words string, width int) string {
	if text.Width(words) <= width {
		return words
	}
	for i := len(words) - 1; i > 0; i-- {
		if strings.HasPrefix(words[i:], " (") || strings.HasPrefix(words[i:], ", ") || strings.HasPrefix(words[i:], "; ") {
			if n := text.Width(words[:i]); n <= width && 2*n >= width {
				return words[:i]
			}
		}
	}
	return words
}
