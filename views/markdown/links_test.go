package markdown

import (
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parley/teatest/goldens"
	"parley/views/text"
)

// linked is a theme for terminals with hyperlinks.
func linked(t testing.TB) text.Theme {
	t.Helper()
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	th.Links = true
	return th
}

// spelled writes links as <address|words>, and leaves out everything else that is not
// seen.
func spelled(lines []string) string {
	s := strings.Join(lines, "\n")
	s = regexp.MustCompile(`\x1b\]8;;\x1b\\`).ReplaceAllString(s, "\x01")
	s = regexp.MustCompile(`\x1b\]8;;([^\x1b]+)\x1b\\`).ReplaceAllString(s, "\x02$1\x03")
	s = ansi.Strip(strings.NewReplacer("\x01", "⟩", "\x02", "⟨", "\x03", "|").Replace(s))
	return s
}

func TestLinksOfATerminal(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"words and the host", "see [the wiki](https://wiki.example.com/a?x=1&copy=2) now", "see ⟨https://wiki.example.com/a?x=1&copy=2|the wiki⟩ (wiki.example.com) now"},
		{"a title", `[it](https://a.example/b "so called")`, `⟨https://a.example/b|it⟩ (a.example) "so called"`},
		{"a name before the host is not the host", "[bank](https://bank.example@evil.example:8443/x)", "⟨https://bank.example@evil.example:8443/x|bank⟩ (evil.example:8443)"},
		{"marks within the words", "[a *b* ~~c~~](http://a.example/)", "⟨http://a.example/|a b ~~c~~⟩ (a.example)"},
		{"words that are the address", "[https://a.example/b](https://a.example/b)", "⟨https://a.example/b|https://a.example/b⟩"},
		{"words that are another address", "[https://bank.example](https://evil.example/b)", "⟨https://evil.example/b|https://bank.example⟩ (evil.example)"},
		{"an address alone", "<https://a.example/b> and https://a.example/c", "⟨https://a.example/b|https://a.example/b⟩ and\n⟨https://a.example/c|https://a.example/c⟩"},
		{"a mailbox", "<joe@a.example>, [him](mailto:joe@a.example)", "⟨mailto:joe@a.example|joe@a.example⟩, ⟨mailto:joe@a.example|him⟩ (joe@a.example)"},
		{"a mailbox with a letter written", "[him](mailto:joe@a.example?body=yes)", "him mailto:joe@a.example?body=yes"},
		{"another kind of address", "[it](javascript:alert) [that](file:///etc/passwd)", "it javascript:alert that\nfile:///etc/passwd"},
		{"letters that look like others", "[it](https://аpple.example/)", "it https://аpple.example/"},
		{"an address with what would end it", "[it](https://a.example/&#27;]0;x&#7;)", "it https://a.example/＆#27;]0;x＆#7;"},
		{"relative", "[it](docs/x.md)", "it docs/x.md"},
		{"a picture", "![shot](https://a.example/b.png)", "Image: ⟨https://a.example/b.png|shot⟩ (a.example)"},
		{"a picture in a link", "[![shot](https://a.example/b.png)](https://b.example)", "⟨https://b.example|Image: shot https://a.example/b.png⟩\n(b.example)"},
		{"no words", "[](https://a.example/b)", " ⟨https://a.example/b|https://a.example/b⟩"},
		{"by reference", "[it][1]\n\n[1]: https://a.example/b", "⟨https://a.example/b|it⟩ (a.example)\n\n[1]: https://a.example/b"},
		{"broken between lines", "a few words and [these that lead elsewhere and are many](https://a.example/b)", "a few words and ⟨https://a.example/b|these that lead⟩\n⟨https://a.example/b|elsewhere and are many⟩ (a.example)"},
		{"in a table", "| a | b |\n|---|---|\n| [it](https://a.example/b) | two |", " a              │ b\n────────────────┼─────\n ⟨https://a.example/b|it⟩ (a.example) │ two"},
		{"in a list", "- [it](https://a.example/b)\n- [that](https://a.example/c)", "• ⟨https://a.example/b|it⟩ (a.example)\n• ⟨https://a.example/c|that⟩ (a.example)"},
	} {
		if got := spelled(New(linked(t), 40).Draw(c.source)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// Without hyperlinks no link sequences are written, and every address is visible.
func TestNoLinksOfATerminal(t *testing.T) {
	md := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 60)
	got := spelled(md.Draw("[it](https://a.example/b) <https://c.example> ![x](https://d.example/e) <joe@a.example>"))
	if want := "it https://a.example/b https://c.example Image: x\nhttps://d.example/e joe@a.example"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// FuzzLinks: whatever is linked may be opened by a terminal, and shows its host.
func FuzzLinks(f *testing.F) {
	for _, c := range append(constructs, references...) {
		f.Add(strings.ReplaceAll(strings.ReplaceAll(c, "¤", "q"), "¢", "q"))
	}
	f.Add("[a](https://b.example/c)[d](https://e.example)")
	f.Fuzz(func(t *testing.T, source string) {
		out := strings.Join(New(linked(t), 60).Draw(text.Clean(source)), "")
		for _, m := range regexp.MustCompile(`\x1b\]8;;([^\x1b]+)\x1b\\`).FindAllStringSubmatch(out, -1) {
			seen := strings.ReplaceAll(ansi.Strip(out), " ", "")
			if !text.SafeLink(m[1]) || !strings.Contains(seen, text.LinkHost(m[1])) {
				t.Fatalf("%q leads to %q, and shows\n%s", source, m[1], seen)
			}
		}
	})
}
