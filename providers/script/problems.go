package script

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is one fault of a scenario file.
type Problem struct {
	File string
	Line int
	Text string
}

func (p Problem) String() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text) }

// Problems are all faults of a scenario file, by line.
type Problems []Problem

func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, one := range p {
		lines[i] = one.String()
	}
	return strings.Join(lines, "\n")
}

func (p Problems) sorted() Problems {
	slices.SortStableFunc(p, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	return p
}

// nearest returns the word of words that is most like name, or "" if none is
// close enough to have been meant.
func nearest(name string, words []string) string {
	if len(name) > 64 {
		return ""
	}
	best, least := "", max(2, len(name)/3)+1
	for _, w := range words {
		if d := distance(name, w); d < least {
			best, least = w, d
		}
	}
	return best
}

// distance counts the edits between two words; a swap of neighbours is one.
func distance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	var older []int
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		older, before, row = before, row, make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(before[j]+1, row[j-1]+1, before[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
