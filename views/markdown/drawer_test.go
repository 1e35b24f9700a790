package markdown

import (
	"slices"
	"strings"
	"testing"

	extension "github.com/yuin/goldmark/extension/ast"
	gmtext "github.com/yuin/goldmark/text"

	"parley/teatest/goldens"
	"parley/views/text"
)

// TestDrawn: what each kind of node becomes, byte for byte.
func TestDrawn(t *testing.T) {
	links := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	links.Links = true
	plain := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for _, c := range []struct {
		name, in string
		theme    text.Theme
		want     []string
	}{
		{"styles within styles", "a *b **c** ~~d~~ `e`* **f [g](x) *h***", plain, []string{
			"a \x1b[3mb \x1b[m\x1b[1;3mc \x1b[m\x1b[3;9m~~d~~\x1b[m `e` \x1b[1mf g x \x1b[m\x1b[1;3mh\x1b[m",
		}},
		{"a heading", "x\n## a `b` *c* [d](https://e.example/f)\n# g\n", plain, []string{
			"x",
			"",
			"\x1b[1m## a `b` \x1b[m\x1b[1;3mc\x1b[m \x1b[1md \x1b[m\x1b[1;4mhttps://e.example/f\x1b[m",
			"",
			"\x1b[1m# g\x1b[m",
		}},
		{"links", "[a `b` *c*](ftp://d.example/e \"f\") <https://g.example/h?i&j> [k](l.md) <m@n.example> ![o](p.png)", links, []string{
			"\x1b[4;38;2;125;207;255ma \x1b[m\x1b[4;38;2;255;158;100m`b`\x1b[m\x1b[4;38;2;125;207;255m \x1b[m\x1b[3;4;38;2;125;207;255mc\x1b[m \x1b[4;38;2;125;207;255mftp://d.example/e\x1b[m \"f\" \x1b[4;38;2;125;207;255m\x1b]8;;https://g.example/h?i&j\x1b\\https://g.example/h?i&j\x1b]8;;\x1b\\\x1b[m \x1b[4;38;2;125;207;255mk\x1b[m l.md",
			"\x1b]8;;mailto:m@n.example\x1b\\m@n.example\x1b]8;;\x1b\\ Image: o p.png",
		}},
		{"a list in a list in a quotation", "> 7) a\n>    - b\n>      - [x] c\n>      - [ ] d\n> 8) e\n>\n> f\n", plain, []string{
			"│ 7. a",
			"│   • b",
			"│     [x] c",
			"│     [ ] d",
			"│",
			"│ 8. e",
			"│",
			"│ f",
		}},
		{"code in a quotation", "> a\n>\n>     b \\* &amp;\n>       c\n", plain, []string{
			"│ a",
			"│",
			"│   b \\* &amp;",
			"│     c",
		}},
		{"definitions", "a\n: b `c`\n\nd\n: e\n", plain, []string{
			"a",
			"  b `c`",
			"",
			"d",
			"  e",
		}},
		{"a table", "| a | b | c | d |\n|---|:--|:-:|--:|\n| `e` | *f* g | ~~h~~ | i |\n| jj | kk k | lll | m mmm |\n", plain, []string{
			" a   │ b    │   c   │     d",
			"─────┼──────┼───────┼───────",
			" `e` │ \x1b[3mf \x1b[mg  │ \x1b[9m~~h~~\x1b[m │     i",
			" jj  │ kk k │  lll  │ m mmm",
		}},
		{"a rule", "a\n\n***\n\nb", links, []string{
			"a",
			"",
			"\x1b[38;2;133;139;156m────────\x1b[m",
			"",
			"b",
		}},
		{"escapes", `a \* &lt; &amp;lt; &#42; \\* [b\]](c) ` + "`\\* &lt;`", plain, []string{
			"a * < &lt; * \\* \x1b[1mb] \x1b[mc `\\* &lt;`",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := New(c.theme, 60).Draw(c.in); !slices.Equal(got, c.want) {
				t.Errorf("drawn as\n%q\nwant\n%q", got, c.want)
			}
		})
	}
}

// TestDrawnAfterAPanic: what was open when a document failed is not around the next one.
func TestDrawnAfterAPanic(t *testing.T) {
	d := newDrawer(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 40)
	source := []byte("> | a | b |\n> |---|---|\n> | c | d |\n")
	doc := theParser().Parse(gmtext.NewReader(source))
	doc.FirstChild().FirstChild().(*extension.Table).Alignments = nil
	func() {
		defer func() {
			if recover() == nil {
				t.Error("a table whose columns are not known was drawn")
			}
		}()
		_, _ = d.draw(source, doc)
	}()
	source = []byte("e\n")
	got, err := d.draw(source, theParser().Parse(gmtext.NewReader(source)))
	if want := "e" + strings.Repeat(" ", 39) + "\n"; got != want || err != nil {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}
