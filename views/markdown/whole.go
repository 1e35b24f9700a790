package markdown

import (
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"parley/views/text"
)

// tellsAll reports whether every letter and digit of a source is in the lines drawn
// from it, in order. It ignores what is only markup: list numbers, entity names, and
// silent, the known labels and languages. The lines may say more. It is the last
// check on a picture: one that says less than its source is replaced by the source.
func tellsAll(source string, lines, silent []string) bool {
	shown := strings.ToLower(ansi.Strip(text.LinksTold(strings.Join(lines, "\n"))))
	source = strings.ToLower(source)
	for _, s := range silent {
		source = strings.ReplaceAll(source, "]["+strings.ToLower(s)+"]", "")
		for _, mark := range []string{"```", "~~~"} {
			source = strings.ReplaceAll(source, mark+strings.ToLower(s)+"\n", "\n")
			source = strings.ReplaceAll(source, mark+" "+strings.ToLower(s)+"\n", "\n")
		}
	}
	if strings.Contains(source, "|") && len(sourceCells(source)) > 0 {
		return tellsSome(source, shown)
	}
	entities := strings.Contains(source, "&")
	begun := false // the line has begun, so a number is not a mark any more
	for i, r := range source {
		switch {
		case r == '\n':
			begun = false
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			continue
		case entities && entityAround(source, i):
			continue
		case !begun && r >= '0' && r <= '9' && numbers(source[i:]):
			continue
		default:
			begun = true
			at := strings.IndexRune(shown, r)
			if at < 0 {
				return false
			}
			shown = shown[at+len(string(r)):]
		}
	}
	return true
}

// tellsSome is tellsAll for columns side by side: the letters are there, in any
// order.
func tellsSome(source, shown string) bool {
	count := map[rune]int{}
	for _, r := range shown {
		count[r]++
	}
	entities := strings.Contains(source, "&")
	for i, r := range source {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) || entities && entityAround(source, i) {
			continue
		}
		if count[r]--; count[r] < 0 {
			return false
		}
	}
	return true
}

// entityAround reports whether the letter at i is in the name of an entity.
func entityAround(source string, i int) bool {
	const longest = 40
	from := strings.LastIndexByte(source[max(i-longest, 0):i], '&')
	if from < 0 {
		return false
	}
	from += max(i-longest, 0)
	return from+entityEnd(source[from:]) > i
}

// numbers reports whether s continues like the number of a list item.
func numbers(s string) bool {
	rest := strings.TrimLeft(s, "0123456789")
	return len(s)-len(rest) <= 9 && rest != "" && (rest[0] == '.' || rest[0] == ')')
}
