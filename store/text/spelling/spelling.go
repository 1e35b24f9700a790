// Package spelling guesses the name that a mistyped one was meant to be.
package spelling

import (
	"slices"
	"strings"
)

// longestName is the length from which a name is not a typing error, and expensive to
// compare.
const longestName = 100

// Nearest guesses the known name that a mistyped one was meant to be: the one reached
// by the fewest changed, lost, added or swapped characters, the first of equals;
// otherwise one that begins with the mistyped name. Case does not count. It is empty
// if none is near.
func Nearest(name string, known []string) string {
	if len(name) > longestName {
		return ""
	}
	lower := strings.ToLower(name)
	best, at := "", max(2, len(name)/3)+1
	for _, k := range known {
		if len(k)-len(name) >= at || len(name)-len(k) >= at {
			continue // that many are added or lost
		}
		if d := distance(lower, strings.ToLower(k)); d < at && d < max(len(name), len(k)) {
			best, at = k, d
		}
	}
	if best == "" && len(name) > 3 {
		at := slices.IndexFunc(known, func(k string) bool { return strings.HasPrefix(strings.ToLower(k), lower) })
		if at >= 0 {
			return known[at]
		}
	}
	return best
}

// distance counts the bytes that differ between two words; a swap of neighbours
// counts once.
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
