package diff

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of looking for the line that another became: pairs of a block, the beginning of
// a line in bytes, and how much two lines must have in common, of 100.
const (
	pairsMost = 1 << 10
	pairBytes = 1 << 10
	pairLeast = 8
)

// Pairs returns, for each removed line, the index of the added line that it became, or -1.
// Pairs keep the order of both sides. The two lines with most in common are paired first, then
// the lines on either side of them in turn.
func Pairs(gone, added []string) []int {
	out := make([]int, len(gone))
	for i := range out {
		out[i] = -1
	}
	if n, m := len(gone), len(added); n*m > 1 && n*m <= pairsMost {
		alike(gone, added, out)
	}
	next := 0
	for i := 0; i <= len(gone); i++ {
		if i < len(gone) && out[i] < 0 {
			continue
		}
		until, from := len(added), i // the unpaired lines before this pair
		if i < len(gone) {
			until = out[i]
		}
		for from > 0 && out[from-1] < 0 {
			from--
		}
		for k := from; k < i && next < until; k, next = k+1, next+1 {
			if (strings.TrimSpace(gone[k]) == "") == (strings.TrimSpace(added[next]) == "") {
				out[k] = next
			}
		}
		next = until + 1
	}
	return out
}

// alike pairs those lines that have most in common together.
func alike(gone, added []string, out []int) {
	n, m := len(gone), len(added)
	a, b := make([]bag, n), make([]bag, m)
	for i, line := range gone {
		a[i] = bagOf(line)
	}
	for i, line := range added {
		b[i] = bagOf(line)
	}
	gain, best := make([]int, n*m), make([]int, (n+1)*(m+1)) // best of the lines from (i, k) on
	for i := n - 1; i >= 0; i-- {
		for k := m - 1; k >= 0; k-- {
			at := i*(m+1) + k
			best[at] = max(best[at+1], best[at+m+1])
			if g := a[i].like(b[k]); g >= pairLeast {
				gain[i*m+k] = g
				best[at] = max(best[at], g+best[at+m+2])
			}
		}
	}
	for i, k := 0, 0; i < n && k < m; {
		at := i*(m+1) + k
		switch g := gain[i*m+k]; {
		case g > 0 && best[at] == g+best[at+m+2]:
			out[i] = k
			i, k = i+1, k+1
		case best[at] == best[at+m+1]:
			i++
		default:
			k++
		}
	}
}

// bag is the words and marks of a line in alphabetical order.
type bag struct {
	words  []string
	weight int
}

func bagOf(line string) bag {
	if line = strings.TrimSpace(line); len(line) > pairBytes {
		line = line[:pairBytes]
	}
	var b bag
	for len(line) > 0 {
		n := strings.IndexFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if n < 0 {
			n = len(line)
		}
		if n == 0 {
			r, size := utf8.DecodeRuneInString(line)
			if n = size; unicode.IsSpace(r) {
				line = line[n:]
				continue
			}
		}
		b.words, b.weight, line = append(b.words, line[:n]), b.weight+n, line[n:]
	}
	slices.SortFunc(b.words, cmp.Compare[string])
	return b
}

// like is how much two lines have in common, from 0 to 100.
func (b bag) like(other bag) int {
	common, i, k := 0, 0, 0
	for i < len(b.words) && k < len(other.words) {
		switch c := cmp.Compare(b.words[i], other.words[k]); {
		case c < 0:
			i++
		case c > 0:
			k++
		default:
			common, i, k = common+len(b.words[i]), i+1, k+1
		}
	}
	return 200 * common / max(b.weight+other.weight, 1)
}
