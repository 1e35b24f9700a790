package numbered_test

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"parley/store/text/numbered"
)

func TestNumbersAreThoseThatWereWritten(t *testing.T) {
	for source, want := range map[string]string{
		"1. a\n7. b":                             "1 7",
		"1. a\n1. b\n1. c":                       "1 2 3",
		"4) a\n4) b":                             "4 5",
		"0. a\n0. b":                             "0 1",
		"3. a\n2. b\n1. c":                       "3 2 1",
		"1. a\n1. b\n2. c":                       "1 1 2",
		"007. a\n08. b":                          "007 08",
		"1. a\n999999999. b":                     "1 999999999",
		"7. a":                                   "7",
		"  1. a\n  5.\n  9. b":                   "1 5 9",
		"1.\ta\n\n\n 3.\tb":                      "1 3",
		"> 2. a\n> 4. b":                         "2 4",
		"-\t1. a\n\t5. b":                        "1 5",
		">\t1. a\n>\t5. b":                       "1 5",
		"- 3. a\n  9. b\n\n      c\n  12. d":     "3 9 12",
		"1. 5. a\n   8. b\n4. c":                 "1 4, 5 8",
		"   >\t1. 5. a":                          "not sure, not sure",
		"1. a\n\n\t3. b\n\t9. c":                 "1, 3 9",
		"1. a\n2) b":                             "1, 2",
		"- a\n- b":                               "",
		"1. > 3. a\n   > 5. b\n2. 1. x\n   6. y": "1 2, 3 5, 1 6",
	} {
		if got := numbers(t, source); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

// numbers are those of all lists.
func numbers(t *testing.T, source string) string {
	t.Helper()
	var all []string
	doc := goldmark.New().Parser().Parse(text.NewReader([]byte(source)))
	if err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if list, ok := n.(*ast.List); ok && entering && list.IsOrdered() {
			shown, ends, ok := numbered.Of(list, []byte(source))
			if !ok {
				shown = []string{"not sure"}
			}
			for _, end := range ends {
				if strings.IndexByte(".)", source[end]) < 0 {
					t.Errorf("%q: a number ends at %d", source, end)
				}
			}
			all = append(all, strings.Join(shown, " "))
		}
		return ast.WalkContinue, nil
	}); err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, ", ")
}
