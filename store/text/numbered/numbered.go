// Package numbered tells the numbers of a list's items, the same for the screen and for exports:
// those that were written, although Markdown itself counts from the first. Where all are written
// alike, as in 1. 1. 1., nobody meant them, and they are counted.
package numbered

import (
	"strconv"

	"github.com/yuin/goldmark/ast"
)

// As returns the numbers to show for those that were written.
func As(written []string) []string {
	for _, number := range written {
		if number != written[0] {
			return written
		}
	}
	if first, err := strconv.Atoi(written[0]); err == nil {
		for i := 1; i < len(written); i++ {
			written[i] = strconv.Itoa(first + i)
		}
	}
	return written
}

// Of returns the numbers to show for the items of a list, and where each ends in the source. It
// returns false if they cannot be told for sure.
func Of(list *ast.List, source []byte) (shown []string, ends []int, ok bool) {
	for n := list.FirstChild(); n != nil; n = n.NextSibling() {
		from := n.Pos() // behind a tab it is up to three too far
		for from = min(from, len(source)); from > 0 && source[from-1] > ' ' && source[from-1] != '>'; {
			from--
		}
		to := from
		for to < len(source) && digit(source[to]) {
			to++
		}
		if from == to || to == len(source) || source[to] != list.Marker || from > 3 && source[from-4] == '\t' && digit(source[from-3]) {
			return nil, nil, false
		}
		shown, ends = append(shown, string(source[from:to])), append(ends, to)
	}
	return As(shown), ends, true
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
