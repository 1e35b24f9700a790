package export

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"pgregory.net/rapid"

	"parley/store/text/struck"
)

// forged says what in a Markdown export does not come from the exporter: a heading outside
// quotations that it does not write, HTML, a picture, a link that acts.
func forged(source string) string {
	fault := ""
	own := regexp.MustCompile(`^(Decisions|Conversation|Turn -?\d+(, continued)?|<a id="decision:\d+"></a>Decision \d+|User|Parley \(.*|Assistant(, thinking)?|Tool.*|The limit.*|Note|Command of the user's)$`)
	titles, anchors := 0, map[string]bool{}
	doc := newParser().Parser().Parse(text.NewReader([]byte(source)))
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.RawHTML:
			tag := string(n.Segments.Value([]byte(source)))
			h, ok := n.Parent().(*ast.Heading)
			if !ok || h.Parent() != doc || h.Level != 4 || tag != "</a>" && anchors[tag] {
				fault = fmt.Sprintf("%s in\n%s", tag, source)
			}
			anchors[tag] = true
		case *ast.HTMLBlock, *ast.Image:
			fault = fmt.Sprintf("%T in\n%s", n, source)
		case *ast.Link:
			if !safeLink(string(n.Destination)) {
				fault = fmt.Sprintf("a link to %s in\n%s", n.Destination, source)
			}
		case *ast.Heading:
			words := ""
			for i := range n.Lines().Len() {
				at := n.Lines().At(i)
				words += string(at.Value([]byte(source)))
			}
			switch {
			case n.Parent() != doc: // a quotation's
			case n.Level == 1:
				titles++
			case !own.MatchString(words):
				fault = fmt.Sprintf("a heading %q in\n%s", words, source)
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil || titles != 1 {
		return fmt.Sprintf("%d titles, %v, in\n%s", titles, err, source)
	}
	return fault
}

// TestNoCodeIsDrawn: a viewer may draw code of some languages, and load what it names.
func TestNoCodeIsDrawn(t *testing.T) {
	for source, want := range map[string]string{
		"```mermaid\nA@{ img: \"https://evil.example/x.png\" }\n```": "> ```\n> ```mermaid\n> A@{ img: \"https://evil.example/x.png\" }\n> ```\n",
		"~~~~ Mermaid\nx\n~~~~":                                     "> ~~~~ \n> ~~~~ Mermaid\n> x\n> ~~~~\n",
		"```{=html}\n<img src=https://evil.example/x.png>\n```":     "> ```\n> ```{=html}\n> <img src=https://evil.example/x.png>\n> ```\n",
		"```js run\nx\n```\n\n- a\n  ```dot\n  x\n  ```":            "> ```\n> ```js run\n> x\n> ```\n>\n> - a\n>   ```\n>   ```dot\n>   x\n>   ```\n",
		"```mermaid\n![a](https://evil.example/x.png)\n```\n<b>":    "> ```\n> ```mermaid\n> ![a](https://evil.example/x.png)\n> ```\n> \\<b>\n",
		"```go\nx\n```\n\n```c++\nx\n```\n\n```objective-c\nx\n```": "> ```go\n> x\n> ```\n>\n> ```c++\n> x\n> ```\n>\n> ```objective-c\n> x\n> ```\n",
		"```m\u0435rmaid\nx\n```":                                   "> ```\n> ```m\u0435rmaid\n> x\n> ```\n",
		"> 1. ~~~ dot ~~~\n>    x\n>    ~~~\n> y":                   "> > 1. ~~~ \n> >    ~~~ dot ~~~\n> >    x\n> >    ~~~\n> > y\n",
		">* ~~~dot x": "> >* ~~~\n> >   ~~~dot x\n",
		"```dot `":    "> ```dot `\n", "```dot": "> ```\n> ```dot\n",
		"```me&#114;maid\nx\n```\n\n```merm\\aid\nx\n```\n\n`mermaid` x": "> ```\n> ```me&#114;maid\n> x\n> ```\n>\n> ```\n> ```merm\\aid\n> x\n> ```\n>\n> `mermaid` x\n",
	} {
		if got := markdownQuote(source, newParser()); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", source, got, want)
		}
	}
}

// languages are those of code, which are left out where a viewer may take them for orders; how such a
// fence began is then its first line.
var languages = regexp.MustCompile(`(<pre><code)(?: class="language-[^"]*")?>(?: *(?:~~~|` + "```" + `)[^\n]*\n)*`)

// TestASingleTildeIsItself: viewers take two of them for marks, and this program does not.
func TestASingleTildeIsItself(t *testing.T) {
	for source, want := range map[string]string{
		"rm ~/x~ then ~~that~~":                     "> rm \\~/x\\~ then ~~that~~\n",
		"`~a~` \\~b~ http://x.org/~me/a~b c~":       "> `~a~` \\~b\\~ http://x.org/~me/a~b c\\~\n",
		"<http://x.org/~me~> [~a](b~c \"~\")":       "> <http://x.org/~me~> [\\~a](b~c \"~\")\n",
		"~~~\n~a~\n~~~\n\n~ ~~~~ ~~~a~":             "> ~~~\n> ~a~\n> ~~~\n>\n> \\~ ~~~~ ~~~a\\~\n",
		"|a|b|\n|-|-|\n|~c|d~|\n\n- ~e\n\n      ~f": "> |a|b|\n> |-|-|\n> |\\~c|d\\~|\n>\n> - \\~e\n>\n>       ~f\n",
	} {
		if got := markdownQuote(source, newParser()); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", source, got, want)
		}
	}
	here, viewer := goldmark.New(goldmark.WithExtensions(struck.Through)), goldmark.New(goldmark.WithExtensions(extension.Strikethrough))
	rapid.Check(t, func(t *rapid.T) {
		source := rapid.StringOfN(rapid.SampledFrom([]rune("ab ~~~`*\\/>-\n")), 0, 40, -1).Draw(t, "text")
		var is, was strings.Builder
		if err := errors.Join(viewer.Convert([]byte(markdownQuote(source, newParser())), &is), here.Convert([]byte(quote(source)), &was)); err != nil {
			t.Fatal(err)
		}
		if languages.ReplaceAllString(is.String(), "$1>") != languages.ReplaceAllString(was.String(), "$1>") {
			t.Fatalf("%q is written as\n%s\nand drawn as\n%s\nwant\n%s", source, markdownQuote(source, newParser()), is.String(), was.String())
		}
	})
}

// headings counts the headings of a level outside quotations.
func headings(source string, level int) int {
	n := 0
	doc := newParser().Parser().Parse(text.NewReader([]byte(source)))
	for c := doc.FirstChild(); c != nil; c = c.NextSibling() {
		if h, ok := c.(*ast.Heading); ok && h.Level == level {
			n++
		}
	}
	return n
}

func TestNothingForgesMarkdown(t *testing.T) {
	more := []string{
		"> quote\n# x", "```\n# x", "~~~\n```\n# x\n", "a\n===\n\nb\n---", "- a\n  # b\n1. c\n2) d", "    # code", "|a|\n|-|\n|b|", "***", "___", "\\", "a\\\n<b>",
		"`\n<b>`", "`` ` <b> ``", "<b title=\"`\">`<i>`", "\\![a](b)", "\\\\![a](b)", "[a]: <javascript:x>\n", "#", "a #", "&copy; &#35; x", "*a* _b_ ~~c~~", "",
	}
	more = append(more, "## Decision 1", "#### <a id=\"decision:1\"></a>Decision 1", "# Decision:1 {#decision:1}")
	for _, x := range append(attacks(), more...) {
		if fault := forged(exported(t, "md", hostileLog(t, strings.ToValidUTF8(x, "?")), Options{})); fault != "" {
			t.Errorf("%q: %s", x, fault)
		}
	}
}

// What a person wrote reads the same once it is rendered.
func TestQuotedTextReadsTheSame(t *testing.T) {
	p := newProse()
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.StringOfN(rapid.SampledFrom([]rune("ab1 \n\t*_`<>[]()!#&;~|\\+-=.:\"'é")), 0, 40, -1).Draw(t, "text")
		var b strings.Builder
		if err := p.md.Convert([]byte(said(x)), &b); err != nil {
			t.Fatal(err)
		}
		got := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(b.String(), "")
		got = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&amp;", "&").Replace(got)
		if squeeze(got) != squeeze(x) {
			t.Fatalf("%q is written as\n%s\nand reads %q", x, said(x), got)
		}
		if strings.Count(b.String(), "<blockquote>") != 1 || regexp.MustCompile(`<(h\d|li|em|strong|code|a|hr|table|del)\b`).MatchString(b.String()) {
			t.Fatalf("%q became\n%s", x, b.String())
		}
	})
}

// squeeze leaves out the blanks, which a page draws as it likes.
func squeeze(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "\u00a0", " ")), "")
}
