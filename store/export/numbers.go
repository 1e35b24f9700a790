package export

import (
	"strconv"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"parley/store/text/numbered"
)

// numbersKept ends a list wherever a viewer, which counts, would show another number than the one
// that was written: of 1. and 7. the second becomes 7), which begins a list. It returns false if
// the numbers cannot be kept.
func numbersKept(source string, md goldmark.Markdown) (string, bool) {
	for range defuseRounds { // a list may now begin like the one behind it
		kept, ok := []byte(source), true
		err := ast.Walk(md.Parser().Parse(text.NewReader([]byte(source))), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			list, is := n.(*ast.List)
			if !is || !entering || !list.IsOrdered() {
				return ast.WalkContinue, nil
			}
			numbers, ends, sure := numbered.Of(list, []byte(source))
			ok = ok && sure
			next, mark := list.Start, list.Marker
			for i, end := range ends {
				number, err := strconv.Atoi(numbers[i])
				if err != nil {
					return ast.WalkStop, err
				}
				if number != next {
					mark ^= '.' ^ ')'
				}
				kept[end], next = mark, number+1
			}
			return ast.WalkContinue, nil
		})
		if err != nil || !ok || string(kept) == source {
			return source, err == nil && ok
		}
		source = string(kept)
	}
	return source, false
}
