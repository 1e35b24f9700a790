package markdown

import (
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"parley/views/text"
)

// tellsAll says whether every letter and digit of a source is in the lines that were
// drawn of it, in their order. Not counted is what only marks: the numbers of lists,
// the names of entities, and silent, the labels and languages that are known. What is
// drawn may say more. It is the last word on a picture: one that tells less than its
// source gives way to the source.
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
	begun := false // the line has begun, and no number is a mark
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

// tellsSome is tellsAll where columns stand beside each other: the letters are there,
// in any order.
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

// entityAround says whether the letter at i belongs to the name of an entity.
func entityAround(source string, i int) bool {
	const longest = 40
	from := strings.LastIndexByte(source[max(i-longest, 0):i], '&')
	if from < 0 {
		return false
	}
	from += max(i-longest, 0)
	return from+entityEnd(source[from:]) > i
}

// numbers says whether s goes on as the number of an item does.
func numbers(s string) bool {
	rest := strings.TrimLeft(s, "0123456789")
	return len(s)-len(rest) <= 9 && rest != "" && (rest[0] == '.' || rest[0] == ')')
}
