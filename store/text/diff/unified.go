package diff

import (
	"fmt"
	"strings"
)

// Group joins changes that would touch if each were shown with this many lines of
// context.
func Group(changes []Change, context int) [][]Change {
	var out [][]Change
	for i := 0; i < len(changes); {
		j := i + 1
		for j < len(changes) && changes[j].OldFrom-changes[j-1].OldTo <= 2*context {
			j++
		}
		out = append(out, changes[i:j])
		i = j
	}
	return out
}

// Around is the range of both texts that a group covers, with as many context lines
// as there are.
func Around(group []Change, context, oldLines int) Change {
	first, last := group[0], group[len(group)-1]
	before, after := min(first.OldFrom, context), min(oldLines-last.OldTo, context)
	return Change{first.OldFrom - before, last.OldTo + after, first.NewFrom - before, last.NewTo + after}
}

// Unified writes the groups of changes between two lists of lines in the usual
// format, under the names of the two texts. Without groups the result is empty.
func Unified(from, to string, a, b []string, groups [][]Change, context int) string {
	if len(groups) == 0 {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", from, to)
	line := func(sign byte, text string) {
		out.WriteByte(sign)
		out.WriteString(text)
		if !strings.HasSuffix(text, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
	for _, g := range groups {
		w := Around(g, context, len(a))
		fmt.Fprintf(&out, "@@ -%s +%s @@\n", place(w.OldFrom, w.OldTo), place(w.NewFrom, w.NewTo))
		at := w.OldFrom
		for _, c := range g {
			for ; at < c.OldFrom; at++ {
				line(' ', a[at])
			}
			for ; at < c.OldTo; at++ {
				line('-', a[at])
			}
			for i := c.NewFrom; i < c.NewTo; i++ {
				line('+', b[i])
			}
		}
		for ; at < w.OldTo; at++ {
			line(' ', a[at])
		}
	}
	return out.String()
}

// place gives the position of lines: the number of the first, from 1, and how many;
// if there are none, the number of the line before.
func place(from, to int) string {
	switch to - from {
	case 0:
		return fmt.Sprintf("%d,0", from)
	case 1:
		return fmt.Sprint(from + 1)
	}
	return fmt.Sprintf("%d,%d", from+1, to-from)
}
