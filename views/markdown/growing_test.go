package markdown

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"parley/teatest/goldens"
	"parley/views/text"
)

// long are documents with blocks beyond the limits, which are not drawn a second time
// when they end.
func long() map[string]string {
	code := strings.Repeat("if x := f(a); x > 0 { return \"b\" } // and\tmore\n", 600)
	words := strings.Repeat("words of an answer, and **more** of them ", 2000)
	return map[string]string{
		"code":                      "```go\n" + code + "```\nthe end\n",
		"code without an end":       "one\n\n```go\n" + code,
		"code that ends in a blank": "```go\n" + code + "\n\n```\n",
		"code, cut in a line":       "```go\n" + code + "if x",
		"a fence that says more":    "```go title=x\n" + code + "```\n",
		"short code":                "```go\nreturn 1\n```\n",
		"no code":                   "```go\n```\n",
		"one line of code":          "```go\n" + strings.ReplaceAll(code, "\n", " "),
		"code and then code":        "```go\n" + code + "```\n```go\n" + code + "```\n",
		"one line":                  words,
		"lines":                     strings.ReplaceAll(words, "them ", "them\n") + "\n\nthe end",
		"lines and blanks":          strings.ReplaceAll(words, "them ", "them\n") + "  \n\n\n",
		"marks":                     strings.Repeat("*_`", 4000) + "\n\nthe *end*\n",
		"definitions":               manyDefinitions(200),
		"a long document":           strings.Repeat("- some **words**\n\nand *more*\n\n```go\nreturn 1\n```\n", 9000),
	}
}

// manyDefinitions is a document whose first block uses all that its last ones define.
func manyDefinitions(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, "[l%d] ", i)
	}
	out.WriteString("\n\n" + strings.Repeat("words of an answer, and *more* of them\n\n", 500))
	for i := range n {
		fmt.Fprintf(&out, "[l%d]: http://x/%d\n\nword\n\n", i, i)
	}
	return out.String()
}

// Each definition draws again what used it before. That has an end: later ones count for
// what follows them.
func TestDefinitionsDoNotDrawForEver(t *testing.T) {
	th, err := text.NewTheme(text.ThemePlain, text.Unicode())
	if err != nil {
		t.Fatal(err)
	}
	source := manyDefinitions(200) + "the end [l199]\n"
	lines := New(th, 4000).Draw(source)
	first := text.Stripped(strings.Join(lines[:slices.Index(lines, "")], " ")) + " "
	last := text.Stripped(lines[len(lines)-1])
	again := maxDocument/(501*(128+40)) - 1
	for i, want := range map[int]bool{0: true, again - 1: true, again + 1: false, 199: false} {
		if got := strings.Contains(first, fmt.Sprintf("l%d http://x/%d ", i, i)); got != want {
			t.Errorf("the definition of l%d counts for what stands before it: %v", i, got)
		}
	}
	if last != "the end l199 http://x/199" {
		t.Errorf("what follows the definitions is %q", last)
	}
}

// What arrives piece by piece and is looked at meanwhile looks like the whole, once it
// has ended.
func TestLongBlocksEndAsTheyAreDrawn(t *testing.T) {
	th, err := text.NewTheme(text.ThemeDark, text.Unicode())
	if err != nil {
		t.Fatal(err)
	}
	for name, source := range long() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			md := New(th, 90)
			s := NewStream(md, "")
			for rest := source; rest != ""; {
				n := min(len(rest), 7001)
				s.Append(rest[:n])
				s.Lines()
				rest = rest[n:]
			}
			s.Finish()
			goldens.Same(t, name, s.Lines(), New(th, 90).Draw(source))
		})
	}
}

// Beyond its limit a document is drawn as it stands.
func TestLongDocumentsArePlainFromTheirLimit(t *testing.T) {
	th, err := text.NewTheme(text.ThemeDark, text.Unicode())
	if err != nil {
		t.Fatal(err)
	}
	para := "some **words**\n\n"
	n := (maxDocument-1)/(128+len(para)) + 1 // that begin within it
	got := New(th, 90).Draw(strings.Repeat(para, n+2))
	if len(got) != 2*(n+2)-1 || strings.Contains(got[2*n-2], "**") || got[2*n] != "some **words**" {
		t.Errorf("%d lines, %q, %q", len(got), got[2*n-2], got[2*n])
	}
}
