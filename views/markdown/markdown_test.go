package markdown

import (
	"fmt"
	"parley/teatest/goldens"
	"parley/views/text"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func TestMarkdownScreens(t *testing.T) {
	goldens.Screens(t, "markdown", func(width int) []string {
		return New(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), width).Draw(goldens.Tour)
	})
}

func TestMarkdownTellsWithoutColour(t *testing.T) {
	dark := New(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), 80).Draw(goldens.Tour)
	for _, name := range []string{text.ThemeLight, text.ThemeTerminal, text.ThemePlain} {
		got := New(goldens.Must(text.NewTheme(name, text.Unicode())), 80).Draw(goldens.Tour)
		if a, b := ansi.Strip(strings.Join(got, "\n")), ansi.Strip(strings.Join(dark, "\n")); a != b {
			t.Errorf("theme %s says other words than dark:\n%s\n---\n%s", name, a, b)
		}
	}
	for _, line := range New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 80).Draw(goldens.Tour) {
		for _, colour := range []string{"[3", "[4", "[9", ";3", ";4", ";9"} {
			if i := strings.Index(line, "\x1b"+colour); i >= 0 && !strings.HasPrefix(line[i:], "\x1b[3m") && !strings.HasPrefix(line[i:], "\x1b[4m") && !strings.HasPrefix(line[i:], "\x1b[9m") {
				t.Errorf("colour without colours: %q", line)
			}
		}
	}
}

func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"paragraphs", "a\n\nb\nc\n\n\nd", []string{"a\n\n", "b\nc\n\n\n", "d"}},
		{"a fence ends a paragraph", "a\n```go\nx\n\ny\n```\nb", []string{"a\n", "```go\nx\n\ny\n```\n", "b"}},
		{"a loose list is one", "- a\n\n- b\n\n  c\n\nd", []string{"- a\n\n- b\n\n  c\n\n", "d"}},
		{"a nested fence stays in its list", "- a\n\n  ```\n  x\n  ```\n\nb", []string{"- a\n\n  ```\n  x\n  ```\n\n", "b"}},
		{"an open fence is one", "```\na\n\nb", []string{"```\na\n\nb"}},
		{"a longer fence holds a shorter", "````\n```\n````\n", []string{"````\n```\n````\n"}},
		{"HTML with blank lines", "<!-- a\n\nb -->\n\nc", []string{"<!-- a\n\nb -->\n\n", "c"}},
		{"definition list", "term\n\n: meaning\n\nb", []string{"term\n\n: meaning\n\n", "b"}},
		{"a heading stands alone", "a\n# b\nc\n- d\n## e\n\n#f\n", []string{"a\n", "# b\n", "c\n- d\n", "## e\n", "#f\n"}},
		{"tildes", "~~~\n```\n~~~\nx", []string{"~~~\n```\n~~~\n", "x"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := NewStream(New(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), 80), "")
			s.Append(c.in)
			s.Finish()
			var got []string
			for _, b := range s.blocks {
				got = append(got, b.Source)
			}
			if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestLinkDefinitionsReachEveryBlock(t *testing.T) {
	md := New(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), 60)
	got := md.Draw("see [x] now\n\nbetween\n\n[x]: https://example.com/x\n")
	want := append(md.Draw("see [x](https://example.com/x) now\n\nbetween\n"), "", "[x]: https://example.com/x")
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestEntitiesStayText(t *testing.T) {
	md := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 60)
	for _, c := range []struct{ in, want string }{
		{"a &#27;]52;c;AAAA&#7; b", "a ＆#27;]52;c;AAAA＆#7; b"},
		{"a `&#x1b;[2J` b", "a `＆#x1b;[2J` b"},
		{"a &amp;#27;[31mred", "a ＆amp;#27;[31mred"},
		{"a &#155;2J", "a ＆#155;2J"},
		{"a&#x202e;b&rlm;c&ZeroWidthSpace;d&amp;zwj;e", "a＆#x202e;b＆rlm;c＆ZeroWidthSpace;d＆amp;zwj;e"},
		{"a" + strings.Repeat("&#x301;", 20) + "b", "a" + strings.Repeat("\u0301", 8) + "…b"},
		{"1 &lt; 2 &#65; &copy; AT&T &shelter;", "1 < 2 A © AT&T &shelter;"},
	} {
		if got := ansi.Strip(strings.Join(md.Draw(c.in), "\n")); got != c.want {
			t.Errorf("%q is drawn as %q, want %q", c.in, got, c.want)
		}
	}
}

// A stream shows the same whatever its pieces were, at every moment, and once finished it
// looks like the document drawn at once.
func TestStreamIsTheDocument(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	rapid.Check(t, func(t *rapid.T) {
		text := goldens.Nasty().Draw(t, "text")
		width := rapid.IntRange(1, 130).Draw(t, "width")
		md := New(th, width)
		pieces, look := NewStream(md, " "), rapid.Bool().Draw(t, "look")
		for rest := text; rest != ""; {
			n := rapid.IntRange(1, min(len(rest), 20)).Draw(t, "n")
			pieces.Append(rest[:n])
			rest = rest[n:]
			if look {
				goldens.Fits(t, pieces.Lines(), width+1, 0)
			}
		}
		whole := NewStream(md, " ")
		whole.Append(text)
		goldens.Same(t, "open", pieces.Lines(), whole.Lines())
		pieces.Finish()
		var want []string
		for _, line := range md.Draw(text) {
			want = append(want, pieces.indent(line))
		}
		goldens.Same(t, "finished", pieces.Lines(), want)
		md.Arrived(pieces, text)
		arrived, ok := md.TakeArrived(text, " ")
		if _, again := md.TakeArrived(text, " "); !ok || again {
			t.Error("what arrived is not given exactly once")
		}
		goldens.Same(t, "drawn as it arrived", arrived, want)
		goldens.Fits(t, want, width+1, 0)
		pieces.Resize(New(th, 40))
		again := NewStream(New(th, 40), " ")
		again.Append(text)
		again.Finish()
		goldens.Same(t, "resized", pieces.Lines(), again.Lines())
	})
}

// Beyond the limits text is drawn as it stands.
func TestHostileMarkdownIsPlain(t *testing.T) {
	md := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 100)
	for name, in := range hostiles() {
		t.Run(name, func(t *testing.T) {
			got := md.Draw(in)
			goldens.Same(t, name, got, plain(in, text.TextWidth(text.UsualMeasure)))
		})
	}
}

func hostiles() map[string]string {
	list := ""
	for i := range 60 {
		list += strings.Repeat("  ", i) + "- x\n"
	}
	return map[string]string{
		"quotes":    strings.Repeat(">", 300) + " deep\n",
		"list":      list,
		"numbers":   strings.Repeat("1. ", 100) + "deep\n",
		"mixed":     strings.Repeat("12) - > 1. ", 30) + "deep\n",
		"brackets":  strings.Repeat("[", 20000),
		"addresses": strings.Repeat("http://a.b/(", 4000),
		"links":     strings.Repeat("[](", 2000) + strings.Repeat("a", 50_000),
		"emphasis":  strings.Repeat("*a_", 10000),
		"word":      strings.Repeat("a", 100<<10),
		"ticks":     strings.Repeat("a`", 20000),
		"lines":     strings.Repeat("a\n===\n", 9000),
	}
}

// TestWhatIsHostileIsNotParsed to find where it ends: that alone could take long.
func TestWhatIsHostileIsNotParsed(t *testing.T) {
	for _, open := range []string{strings.Repeat("> ", 100) + "deep\n\n", strings.Repeat("1. ", 100) + "deep\n\n", strings.Repeat("[](", 2000) + "deep\n\n"} {
		var s Splitter
		all := open + "next\n"
		s.Feed(all, 0, len(open)-1)
		s.Feed(all, len(open)-1, len(open))
		if ended := s.Feed(all, len(open), len(all)); len(ended) != 1 || ended[0].Source != open || s.parsed != nil {
			t.Errorf("%q: %v, parsed %v", open, ended, s.parsed)
		}
	}
}

// TestWhatTakesLongIsSoonPlain: a response that is cheap to send and slow to lay out may arrive at once, and a key
// waits for all of it.
func TestWhatTakesLongIsSoonPlain(t *testing.T) {
	for _, block := range []string{strings.Repeat("*a_", 800), strings.Repeat("`a", 1000), strings.Repeat("[a]", 800), strings.Repeat("[](", 400), strings.Repeat("http://a.b/(", 900)} {
		var s Splitter
		n := 0
		for ; !s.late(); n++ {
			s.weight += Block{Source: block}.weight()
		}
		if n > 60 {
			t.Errorf("%d times %.9s… are laid out", n, block)
		}
	}
	prose := Block{Source: strings.Repeat("Some **words** and `code` and a [link](https://example.com) in a sentence. ", 50)}
	if n := prose.weight(); n > 3*len(prose.Source) {
		t.Errorf("%d bytes of prose weigh %d", len(prose.Source), n)
	}
}

// TestNumbersAreNoNesting where no list begins: they are drawn like any other text.
func TestNumbersAreNoNesting(t *testing.T) {
	for _, in := range []string{"..................... the end\n", "1234567890123456789012345678 *is* long\n", strings.Repeat("1. ", maxNesting) + "x\n"} {
		if hostile(in) {
			t.Errorf("%q is hostile", in)
		}
	}
}

func TestLongCodeIsKeptWhole(t *testing.T) {
	body := strings.Repeat("x := 1\n", 4000)
	md := New(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), 80)
	got := md.Draw("```go\n" + body + "```\n")
	want := strings.Split(strings.TrimSuffix(strings.ReplaceAll(body, "x :=", "  x :="), "\n"), "\n")
	goldens.Same(t, "code", got, want)
}

// A character wider than the whole line does not put the colours of the rest out
// of step.
func TestNarrowCodeKeepsItsCharacters(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"```go\n🇩🇪\x1b[31m\u009b\b\n```\n", "?|␛|[|3|1|m|\ufffd|␈"},
		{"```go\n日x\ny日\n```\n", "?|x|y|?"},
	} {
		if got := ansi.Strip(strings.Join(New(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), 1).Draw(c.in), "|")); got != c.want {
			t.Errorf("%q is drawn as %q, want %q", c.in, got, c.want)
		}
	}
}

func FuzzStream(f *testing.F) {
	f.Add(goldens.Tour, uint8(40))
	f.Add("- a\n\n```\nx\n", uint8(3))
	f.Fuzz(func(t *testing.T, words string, width uint8) {
		w := int(width%130) + 1
		md := New(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), w)
		s := NewStream(md, "")
		half := len(words) / 2
		s.Append(words[:half])
		goldens.Fits(t, s.Lines(), w, 0)
		s.Append(words[half:])
		goldens.Fits(t, s.Lines(), w, 0)
		s.Finish()
		goldens.Same(t, "finished", s.Lines(), md.Draw(words))
	})
}

// stream20k feeds 20,000 tokens, five per tick, and draws at every tick.
func stream20k(b *testing.B, words string) {
	md := New(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), 100)
	for b.Loop() {
		s := NewStream(md, "   ")
		for rest := words; rest != ""; {
			n := min(20, len(rest))
			s.Append(rest[:n])
			rest = rest[n:]
			s.Lines()
		}
		s.Finish()
		s.Lines()
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(len(words)/20), "µs/tick")
}

func BenchmarkStreamMixed(b *testing.B) {
	stream20k(b, strings.Repeat(goldens.Tour, 80000/len(goldens.Tour)))
}

// The last tenth must cost what the first does.
func BenchmarkStreamMixedTenths(b *testing.B) {
	for _, tenth := range []int{0, 9} {
		b.Run(fmt.Sprint(tenth), func(b *testing.B) {
			words := strings.Repeat(goldens.Tour, 80000/len(goldens.Tour))
			md := New(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), 100)
			for b.Loop() {
				b.StopTimer()
				s := NewStream(md, "   ")
				from := len(words) / 10 * tenth
				s.Append(words[:from])
				s.Lines()
				b.StartTimer()
				for at := from; at < from+len(words)/10-20; at += 20 {
					s.Append(words[at : at+20])
					s.Lines()
				}
			}
		})
	}
}

func BenchmarkStreamEndlessCode(b *testing.B) {
	stream20k(b, "```go\n"+strings.Repeat("\tif err != nil { return fmt.Errorf(\"x: %w\", err) }\n", 1600))
}

func BenchmarkStreamEndlessParagraph(b *testing.B) {
	stream20k(b, strings.Repeat("words and words, without an end to them; ", 2000))
}

func BenchmarkStreamEndlessWord(b *testing.B) {
	stream20k(b, strings.Repeat("a", 80000))
}

func BenchmarkStreamEndlessList(b *testing.B) {
	stream20k(b, strings.Repeat("- an item\n\n", 7300))
}

func BenchmarkHostile(b *testing.B) {
	for name, in := range hostiles() {
		b.Run(name, func(b *testing.B) {
			md := New(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), 120)
			for b.Loop() {
				md.Draw(in)
			}
		})
	}
}
