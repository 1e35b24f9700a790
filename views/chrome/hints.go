package chrome

import (
	"parley/views/text"
	"strings"
	"unicode/utf8"
)

// Hints draws the keys that work now in at most rows lines. Hints are given as
// "key words", separated by three blanks; one that does not fit is left out
// whole, and the ones after it are tried.
func Hints(theme text.Theme, hints string, width, rows int) []string {
	lines, used := []string{}, 0
	line := ""
	for _, hint := range strings.Split(hints, "   ") {
		hint = text.Line(hint, max(width-1, 0))
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
			line, used = " "+styled, 1+text.Width(hint)
		case used+3+text.Width(hint) <= width:
			line, used = line+"   "+styled, used+3+text.Width(hint)
		case len(lines) < rows-1:
			lines = append(lines, line)
			line, used = " "+styled, 1+text.Width(hint)
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	for i := range lines {
		lines[i] = text.Cut(lines[i], width, "")
	}
	return lines
}

// keyOfHint parts the key of a hint from its words; several keys of one
// character each go together, as in "← → step", and so do those of
// "Enter or a" and "↑↓ Enter".
func keyOfHint(hint string) (key, words string) {
	key, words, _ = strings.Cut(hint, " ")
	for utf8.RuneCountInString(key) == 1 || strings.Contains(key, " ") {
		next, rest, _ := strings.Cut(words, " ")
		if utf8.RuneCountInString(next) != 1 || rest == "" {
			break
		}
		key, words = key+" "+next, rest
	}
	if rest, ok := strings.CutPrefix(words, "Enter"); ok && (rest == "" || rest[0] == ' ') {
		return key + " Enter", strings.TrimPrefix(rest, " ")
	}
	if either, ok := strings.CutPrefix(words, "or "); ok {
		if next, rest, more := strings.Cut(either, " "); more && utf8.RuneCountInString(next) == 1 {
			return key + " or " + next, rest
		}
	}
	return key, words
}
