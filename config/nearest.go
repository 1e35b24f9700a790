package config

import (
	"slices"
	"strings"
)

// Nearest is the known name that a mistyped one was perhaps meant to be: the one
// that the fewest changed, lost, added or swapped characters lead to, the first
// of equals; else one that it is the beginning of. It is empty when none is near.
func Nearest(name string, known []string) string {
	best, at := "", max(2, len(name)/3)+1
	if len(name) > 100 { // nobody's typing error, and dear to compare
		return ""
	}
	for _, k := range known {
		if len(k)-len(name) >= at || len(name)-len(k) >= at {
			continue // so many are added or lost
		}
		if d := distance(name, k); d < at && d < max(len(name), len(k)) {
			best, at = k, d
		}
	}
	if best == "" && len(name) > 3 {
		at := slices.IndexFunc(known, func(k string) bool { return strings.HasPrefix(k, name) })
		if at >= 0 {
			return known[at]
		}
	}
	return best
}

// distance counts the changes between two words; a swap of neighbours is one.
func distance(a, b string) int {
	rows := make([]int, 3*(len(b)+1))
	before, last, row := rows[:len(b)+1], rows[len(b)+1:2*(len(b)+1)], rows[2*(len(b)+1):]
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row = last, row, before
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
