package markdown

import (
	"fmt"
	"parley/teatest/goldens"
	"parley/views/text"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// constructs are what Markdown is made of. Each ¤ is a word that must be seen.
var constructs = []string{
	"¤ <b>¤</b> ¤", "¤ <¤> ¤", "Vec<¤<¤>>", "¤ <!-- ¤ --> ¤", "¤ <!-- ¤\n¤ --> ¤", "¤ <?¤ ¤?> ¤", "¤ <!¤ ¤> ¤", "¤ <![CDATA[¤ > ¤]]> ¤", "<a ¤=\"¤\" ¤='¤' ¤=¤>¤</a>", "¤<br/>¤",
	"<div>\n¤\n</div>", "<div ¤=\"¤\"\n¤>¤</div>\n¤", "<!-- ¤\n\n¤ -->\n¤", "<!-- ¤ --> ¤", "<?¤\n\n¤?>¤", "<!¤ ¤>¤", "<![CDATA[\n¤\n\n¤]]>¤", "<script>\n¤\n\n¤</script>¤", "<pre>¤\n\n¤</pre>\n¤", "<textarea>\n*¤*\n\n_¤_\n</textarea>",
	"<style>\n¤\n</style>", "<del>\n\n*¤*\n\n</del>", "<details><summary>¤</summary>\n\n¤\n\n</details>", "   <table>\n  <tr>¤\n", "<¤-¤>\n*¤*\n</¤>",
	"[¤](¤)", "[¤](/¤/¤ \"¤\")", "[¤](../¤ '¤ ¤')", "[¤](<¤ ¤> (¤))", "[¤](http://¤.¤/%zz¤)", "[¤](https://¤.example/¤?¤=¤&¤=¤#¤ \"¤\")", "[¤](#¤)", "[](¤)", "[¤](javascript:¤)", "[*¤* `¤` ~~¤~~](¤ \"¤\")", "[¤](¤\\_¤\\\\¤)", "[¤](¤:¤\\)¤)",
	"![¤](¤)", "![¤ *¤* [¤](¤)](http://¤/¤.png \"¤\")", "[![¤](http://¤/¤ \"¤\")](http://¤/¤ '¤')", "![](¤ \"¤\")",
	"[¤]: ¤", "[¤]: http://¤/¤ \"¤ ¤\"", "[¤]: <¤ ¤>\n  '¤\n¤'", "[¤]: ¤\n[¤]: ¤ (¤)\n¤", "[^¤]: ¤", "¤[^¤]\n\n[^¤]: ¤ ¤", "[¤]:\n  /¤\n\n¤",
	"<http://¤.¤/¤?¤&¤>", "<¤:¤%zz\\¤>", "<¤@¤.¤>", "<mailto:¤@¤.org>", "www.¤.com/¤?¤=¤", "https://¤.com/(¤)/¤.", "¤@¤.com",
	"&¤; &amp;¤ &#65;¤ &lt;¤&gt;", "\\<¤\\> \\*¤\\* \\\\¤ \\&amp;¤ \\\"¤", "¤\\\n¤", "¤  \n¤", "¤\n¤\n¤", "¤ \n ¤",
	"`¤`", "``¤ ` ¤``", "`\\¤ &amp; <¤>\n¤`", "*¤ **¤ _¤_ `¤`***", "~~¤~~", "~~¤ `¤` [¤](¤) <¤> *¤*~~", "~¤\n¤~", "**¤ [¤](¤ \"¤\") ![¤](¤)**", "***¤** ¤*",
	"```¤\n¤\n```", "```go ¤ {¤}\n¤\n```", "~~~ ¤ `¤`\n¤\n~~~", "```\n¤ \\* &amp; <¤>\n```", "    ¤ \\*¤ <¤>\n    ¤", "```\n¤", "````¤\n```\n¤\n````", "```diff ¤\n-¤\n+¤\n```", "```facts ¤\n¤: ¤\n```",
	"# ¤ <¤> [¤](¤) #", "¤\n¤ <¤>\n===", "¤\n---", "---\n¤: ¤\n¤: <¤>\n---\n¤", "***",
	"> ¤ <¤>\n> ¤\n¤", "> <div>\n> ¤\n> </div>", "> [¤]: ¤ \"¤\"", "> ```¤ ¤\n> ¤ \\* <¤>\n> ```", "> > ¤\n>\n> - ¤ <¤>\n>   - [¤](¤ '¤')", ">     ¤ \\\\ ¤",
	"- ¤ <¤>\n- ¤\n  ¤\n\n  ¤", "1. ¤\n2. <div>¤\n   </div>\n3) ¤", "- [x] ¤ <¤>\n- [ ] ¤\n- [X] ¤", "- ```¤ ¤\n  ¤\n  ```", "* ¤\n\n  > ¤ <!-- ¤ -->\n  > ¤\n", "7. ¤\n   1. ¤ ![¤](¤)", "- # ¤\n- ---\n- [¤]: ¤ '¤'", "- [ ] [¤](¤ \"¤\")", "-\n  ¤\n- - ¤",
	"| ¤ | ¤ |\n|---|--:|\n| ¤ | <¤> |", "| ¤ |\n|---|\n| ¤ | ¤ | ¤ |", "| ¤ | ¤ |\n|:-:|---|\n| [¤](¤ \"¤\") | ![¤](¤ \"¤\") |\n| `¤\\|¤` | ~~¤ `¤`~~ |", "¤ | ¤\n---|---\n¤ <!-- ¤ --> | www.¤.com\n<http://¤.¤> | &amp;¤ \\* ¤", "¤\n| ¤ |\n|---|\n| ¤ |\n¤", "> | ¤ |\n> |---|\n> | ¤ <¤> | ¤ |", "| |\n|-|\n| ¤ |", "- | ¤ |\n  |---|\n  | ¤ | ¤ |",
	"¤\n: ¤ <¤>\n: ¤\n\n  ¤", "¤\n¤\n: [¤](¤ \"¤\")\n\n      ¤", "¤\n:   ```¤ ¤\n    ¤\n    ```",
	"[¤][¤ ¤]\n\n[¤]", "[¤][¤]\n[¤]: ¤", "![¤][¤]",
}

// references are constructs in which a label is used elsewhere; the label is ¢.
var references = []string{
	"[¤][¢]\n\n[¢]: ¤ \"¤\"", "[¢]\n\n[¢]: http://¤/¤ '¤'", "[¢][] ![¢] ![¤][¢]\n\n[¢]: <¤ ¤>", "- [¤][¢]\n- ¤\n\n[¢]: ¤", "> [¢]: ¤\n\n[¤][¢]", "| ¤ |\n|---|\n| [¤][¢] |\n\n[¢]: ¤ (¤)", "[¢]: ¤\n[¢]: ¤ '¤'\n\n[¢]",
}

// filledIn puts a word of its own for every mark of a construct.
func filledIn(construct string, next func() string) (text string, words []string) {
	label := next()
	for _, r := range construct {
		switch r {
		case '¤':
			words = append(words, next())
			text += words[len(words)-1]
		case '¢':
			text += label
		default:
			text += string(r)
		}
	}
	if strings.Contains(construct, "¢") {
		words = append(words, label)
	}
	return text, words
}

func counter() func() string {
	n := 0
	return func() string {
		n++
		return "q" + string(rune('a'+n/676%26)) + string(rune('a'+n/26%26)) + string(rune('a'+n%26)) + "z"
	}
}

// lettersOf is a screen without what stands between its letters.
func lettersOf(lines []string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, ansi.Strip(text.LinksTold(strings.Join(lines, "\n"))))
}

func missing(t interface{ Errorf(string, ...any) }, what, text string, lines, words []string) {
	seen := lettersOf(lines)
	for _, word := range words {
		if !strings.Contains(seen, word) {
			t.Errorf("%s: %q is not on the screen of %q:\n%s", what, word, text, ansi.Strip(strings.Join(lines, "\n")))
			return
		}
	}
}

func TestNoWordOfMarkdownVanishes(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	for _, width := range []int{40, 80, 120, -40, -80} {
		if th.Links = width < 0; th.Links { // the addresses are the terminal's to tell
			width = -width
		}
		md := New(th, width)
		for _, c := range append(constructs[:len(constructs):len(constructs)], references...) {
			text, words := filledIn(c, counter())
			missing(t, fmt.Sprintf("drawn at %d", width), text, md.Draw(text), words)
			missing(t, fmt.Sprintf("context at %d", width), text, Context(md, text), words)
			s := NewStream(md, "")
			s.Append(text)
			missing(t, fmt.Sprintf("open at %d", width), text, s.Lines(), words)
		}
	}
}

// Constructs follow each other, and stand in each other.
func TestNoWordOfMixedMarkdownVanishes(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	rapid.Check(t, func(t *rapid.T) {
		next := counter()
		var source string
		var words []string
		for range rapid.IntRange(1, 5).Draw(t, "parts") {
			part, more := filledIn(rapid.SampledFrom(constructs).Draw(t, "construct"), next)
			words = append(words, more...)
			if prefix := rapid.SampledFrom([]string{"", "", "> ", "- ", "    ", "1. ", "| ", "# "}).Draw(t, "within"); prefix != "" {
				rest := prefix
				if prefix != "> " {
					rest = text.Spaces(len(prefix))
				}
				part = prefix + strings.ReplaceAll(part, "\n", "\n"+rest)
			}
			source += part + rapid.SampledFrom([]string{"\n", "\n\n", " ", ""}).Draw(t, "end")
		}
		md := New(th, rapid.SampledFrom([]int{9, 11, 12, 20, 40, 80, 120}).Draw(t, "width"))
		missing(t, "drawn", source, md.Draw(source), words)
		missing(t, "context", source, Context(md, source), words)
	})
}

// FuzzNoLetterOfMarkdownVanishes takes any text. Entities and labels are left out of
// it, for their letters are no text.
func FuzzNoLetterOfMarkdownVanishes(f *testing.F) {
	for _, c := range constructs {
		text, _ := filledIn(c, counter())
		f.Add(text, 40)
	}
	f.Fuzz(func(t *testing.T, words string, width int) {
		if len(words) > 2000 {
			return
		}
		words = strings.NewReplacer("&", "+", "][", "] [").Replace(text.Clean(words))
		md := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 10+(width&127))
		for name, lines := range map[string][]string{"drawn": md.Draw(words), "context": Context(md, words)} {
			count := map[rune]int{}
			for _, r := range strings.ToLower(lettersOf(lines)) {
				count[r]++
			}
			for line := range strings.Lines(words) {
				if at := strings.LastIndexAny(line, "`~"); at >= 0 && isLanguage(strings.TrimSpace(line[at+1:])) {
					line = line[:at]
				}
				for _, r := range strings.ToLower(line) {
					if r > unicode.MaxASCII || !unicode.IsLetter(r) {
						continue
					}
					if count[r]--; count[r] < 0 {
						t.Fatalf("%s: %q is missing of %q:\n%s", name, r, words, strings.Join(lines, "\n"))
					}
				}
			}
		}
	})
}

func TestWhatMarkdownLeavesOutIsDrawn(t *testing.T) {
	md := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 72)
	for _, c := range []struct{ name, in, want string }{
		{"tags and a comment", "Deploy Vec<String> to <prod> <!-- and delete the database --> now, then rm -rf <HOME>/tmp", "Deploy Vec<String> to <prod> <!-- and delete the database --> now, then\nrm -rf <HOME>/tmp"},
		{"a block of HTML", "<details>\n  <summary>a</summary>\n\n*b*\n\n</details>", "<details>\n  <summary>a</summary>\n\nb\n\n</details>"},
		{"a comment of many lines", "<!--\n\nrm \\* &amp;\n-->", "<!--\n\nrm \\* &amp;\n-->"},
		{"relative addresses", "[a](/etc/passwd) [b](../x 'title') [c](#d)", "a /etc/passwd b ../x \"title\" c #d"},
		{"an address that is no URL", "[a](http://h/%zz) <http://h/%zz>", "a http://h/%zz http://h/%zz"},
		{"images", "![alt *soft* [in](n)](x.png \"t\")", "Image: alt soft in n x.png \"t\""},
		{"a title beside an address", "[a](http://h/x \"t\").", "a http://h/x \"t\"."},
		{"definitions", "[a]: http://h/x 'not used'\n[b]: <y z>\n\n[B] says", "[a]: http://h/x 'not used'\n[b]: <y z>\n\nB y z says"},
		{"escapes", "\\<b\\> C:\\\\x \\& \\\"q\\\" \\&copy;", "<b> C:\\x & \"q\" &copy;"},
		{"code is verbatim", "`\\* &lt; \\\\`", "`\\* &lt; \\\\`"},
		{"code in a quote", "> ```\n> \\* &lt;\n> ```", "│   \\* &lt;"},
		{"struck out", "~~a `b` [c](d) <e>~~ ~~f\ng~~", "~~a `b` c d <e>~~ ~~f g~~"},
		{"what follows a language", "```sh then delete the database\nls\n```", "```sh then delete the database\n  ls"},
		{"a language that nobody knows", "> ```delete\n> ls\n> ```", "│   ```delete\n│   ls"},
		{"a cell too many", "| a |\n|---|\n| b | c |", "| a |\n|---|\n| b | c |"},
		{"hard line breaks", "a  \nb\\\nc\nd", "a\nb\nc d"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := ansi.Strip(strings.Join(md.Draw(c.in), "\n")); got != c.want {
				t.Errorf("%q is drawn as\n%s\nwant\n%s", c.in, got, c.want)
			}
		})
	}
}

// What a question is about keeps the lines in which it was written.
func TestContextKeepsItsLines(t *testing.T) {
	md := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 40)
	for _, c := range []struct{ name, in, want string }{
		{"a paragraph", "Host: a\nPort: 1\n  deeper", "Host: a\nPort: 1\ndeeper"},
		{"marks", "**a\nb** `c\nd` <e\nf>", "a\nb `c\nd` <e\nf>"},
		{"a list", "- a\n  b\n- c\nd", "• a\n  b\n• c\n  d"},
		{"a quote", "> a\n> b", "│ a\n│ b"},
		{"long lines are wrapped", strings.Repeat("word ", 10) + "\nb", "word word word word word word word word\nword word\nb"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := ansi.Strip(strings.Join(Context(md, c.in), "\n")); got != c.want {
				t.Errorf("%q is drawn as\n%s\nwant\n%s", c.in, got, c.want)
			}
		})
	}
	if got := ansi.Strip(strings.Join(md.Draw("a\nb"), "\n")); got != "a b" {
		t.Errorf("an answer is drawn as %q", got)
	}
}
