package tool

import "strings"

// longestName bounds the work of Nearest; a longer name is near to nothing.
const longestName = 200

// Nearest returns the one of names that a writer of name most likely meant, or
// "" when none is near enough to be worth saying. Case does not count; of
// equally near names the first in order is taken.
func Nearest(name string, names []string) string {
	if len(name) > longestName {
		return ""
	}
	best, least := "", len(name)/3+2
	for _, n := range names {
		if len(n) > longestName {
			continue
		}
		if d := distance(strings.ToLower(name), strings.ToLower(n)); d < least && d < len(n) {
			best, least = n, d
		}
	}
	return best
}

// distance counts the letters to add, drop, replace or swap with their
// neighbour to get from a to b.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	before, last, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range last {
		last[j] = j
	}
	for i, x := range s {
		row[0] = i + 1
		for j, y := range t {
			d := last[j]
			if x != y {
				d++
			}
			d = min(d, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && x == t[j-1] && s[i-1] == y {
				d = min(d, before[j-1]+1)
			}
			row[j+1] = d
		}
		before, last, row = last, row, before
	}
	return last[len(t)]
}
