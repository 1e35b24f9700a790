package export

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	extension "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"parley/store/text/numbered"
)

// numbersKept ends a list wherever a viewer, which counts, would show another number than the one
// that was written: of 1. and 7. the second becomes 7), which begins a list. It returns false if
// the numbers cannot be kept, or if a viewer leaves out cells of a table.
func numbersKept(source string, md goldmark.Markdown) (string, bool) {
	for range defuseRounds { // a list may now begin like the one behind it
		kept, ok := []byte(source), true
		err := ast.Walk(md.Parser().Parse(text.NewReader([]byte(source))), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if n.Kind() == extension.KindTableRow && entering {
				ok = ok && cellsShown(n, source)
			}
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

// cellsShown reports whether a row has nothing behind its last cell, where those without a head
// are left out.
func cellsShown(row ast.Node, source string) bool {
	end := row.Pos()
	for n := row.FirstChild(); n != nil; n = n.NextSibling() {
		if lines := n.Lines(); lines.Len() > 0 {
			end = lines.At(0).Stop
		}
	}
	rest, _, _ := strings.Cut(source[end:], "\n")
	return strings.Trim(rest, "| \t\r") == ""
}
