package diff

import (
	"strconv"
	"strings"
)

// Counted returns how many lines a unified diff adds and removes. Lines outside its hunks do
// not count.
func Counted(unified string) (added, removed int) {
	left, right := 0, 0 // lines still to come in the hunk
	for line := range strings.Lines(unified) {
		switch sign := line[0]; {
		case left <= 0 && right <= 0:
			if fields := strings.Fields(line); len(fields) >= 4 && fields[0] == "@@" && fields[3] == "@@" {
				_, left = Span(fields[1], "-")
				_, right = Span(fields[2], "+")
			}
		case sign == '+':
			added, right = added+1, right-1
		case sign == '-':
			removed, left = removed+1, left-1
		case sign != '\\':
			left, right = left-1, right-1
		}
	}
	return added, removed
}

// Span reads one of the two ranges in the header of a hunk, such as "-3,7" with the sign "-":
// the number of its first line, and the number of lines. It returns 0, 0 for anything else.
func Span(field, sign string) (from, lines int) {
	start, length, ok := strings.Cut(strings.TrimPrefix(field, sign), ",")
	from, err := strconv.Atoi(start)
	if err != nil || !strings.HasPrefix(field, sign) {
		return 0, 0
	}
	if lines = 1; ok {
		if lines, err = strconv.Atoi(length); err != nil {
			return 0, 0
		}
	}
	return from, lines
}
