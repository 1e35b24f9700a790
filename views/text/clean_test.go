package text

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"parley/teatest/goldens"
)

func TestCleanOutput(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"\x1b[32mok\x1b[0m \x1b[Kdone", "ok done"},
		{"10%\r50%\r100%\r\nnext", "100%\nnext"},
		{"a\x1b]52;c;A\x07b\x1b[2J", "a␛]52;c;A␇b␛[2J"},
		{"cut \x1b[3", "cut ␛[3"},
	} {
		if got := CleanOutput(c.in); got != c.want {
			t.Errorf("cleanOutput(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestLine(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  string
	}{
		{"add  a\n--json\tflag", 40, "add a --json flag"},
		{"a long title that is cut", 10, "a long ti…"},
		{"日本語の題名", 5, "日本…"},
		{"x", 0, ""},
		{"\x1b]0;t\x07", 20, "␛]0;t␇"},
		{strings.Repeat("a", 1<<20), 3, "aa…"},
	} {
		if got := Line(c.in, c.width); got != c.want {
			t.Errorf("Line(%.20q, %d) = %q, want %q", c.in, c.width, got, c.want)
		}
	}
}

func TestFilter(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"colour passes", "\x1b[31mred\x1b[0m x", "\x1b[31mred \x1b[mx"},
		{"style ends with its line", "\x1b[1mone\ntwo\x1b[0m", "\x1b[1mone\x1b[m\n\x1b[1mtwo\x1b[m"},
		{"blanks at the end go", "a\x1b[2m   \x1b[0m  \nb", "a\nb"},
		{"a background stays", "\x1b[41m  \x1b[m", "\x1b[41m  \x1b[m"},
		{"hidden is not allowed", "\x1b[8msecret\x1b[5mx", "secretx"},
		{"clipboard", "\x1b]52;c;AA\x07", "␛]52;c;AA␇"},
		{"cursor", "a\x1b[2Jb", "a␛[2Jb"},
		{"link", "\x1b]8;;https://a.example/x\x07here\x1b]8;;\x07", "\x1b]8;;https://a.example/x\x1b\\here\x1b]8;;\x1b\\"},
		{"file link", "\x1b]8;;file:///etc/passwd\x07here\x1b]8;;\x07", "here"},
		{"a tower of marks", "a" + strings.Repeat("\u0301\x1b[31m", 400) + "b", "a" + strings.Repeat("\u0301", 1) + "\x1b[31m" + strings.Repeat("\u0301", 7) + "…b\x1b[m"},
		{"C1", "a\u009b2Jb", "a\ufffd2Jb"},
		{"CR", "safe\revil", "safe␍evil"},
		{"true colour", "\x1b[38;2;1;2;3;1mx\x1b[m", "\x1b[1;38;2;1;2;3mx\x1b[m"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Filter(c.in); got != c.want {
				t.Errorf("Filter(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestBordersHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := goldens.Nasty().Draw(t, "s")
		for name, f := range map[string]func(string) string{"Clean": Clean, "Reveal": Reveal, "Filter": Filter,
			"Line": func(s string) string { return Line(s, 20) }} {
			once := f(s)
			goldens.Harmless(t, once)
			if twice := f(once); twice != once {
				t.Fatalf("%s is not idempotent: %q, then %q", name, once, twice)
			}
		}
		if w := Width(Line(s, 7)); w > 7 {
			t.Fatalf("Line is %d wide", w)
		}
	})
}

func FuzzBorders(f *testing.F) {
	f.Add("\x1b]52;c;\x07\x1b[31mx\u009b\r\n\xff")
	f.Add("a\u200d\U000e0041👍\U0001f3fd\x1b[38;5;1m \x1b]8;;http://x\x1b\\")
	f.Fuzz(func(t *testing.T, s string) {
		for _, border := range []func(string) string{Clean, Reveal, Filter} {
			once := border(s)
			goldens.Harmless(t, once)
			if twice := border(once); twice != once {
				t.Fatalf("not idempotent: %q, then %q", once, twice)
			}
		}
	})
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  []string
	}{
		{"one two three", 7, []string{"one two", "three"}},
		{"one  two", 4, []string{"one", "two"}},
		{"abcdefgh", 3, []string{"abc", "def", "gh"}},
		{"a abcdef", 3, []string{"a", "abc", "def"}},
		{"  in dent", 6, []string{"  in", "dent"}},
		{"日本語", 4, []string{"日本", "語"}},
		{"日", 1, []string{"?", ""}},
		{"a\n\nb", 5, []string{"a", "", "b"}},
		{"\tx", 10, []string{"    x"}},
		{"", 5, []string{""}},
	} {
		got := Wrap(c.in, c.width)
		if strings.Join(got, "⏎") != strings.Join(c.want, "⏎") {
			t.Errorf("Wrap(%q, %d) = %q, want %q", c.in, c.width, got, c.want)
		}
	}
}

func TestWrapGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, width := Clean(goldens.Nasty().Draw(t, "s")), rapid.IntRange(1, 130).Draw(t, "width")
		w := Wrapper{Width: width}
		for rest := s; rest != ""; {
			_, n := utf8.DecodeRuneInString(rest)
			w.Add(rest[:n])
			rest = rest[n:]
		}
		got, want := w.Lines(), Wrap(s, width)
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("grown %q, at once %q", got, want)
		}
		for _, line := range got {
			if Width(line) > width {
				t.Fatalf("line %q is %d wide, limit %d", line, Width(line), width)
			}
		}
	})
}

func TestSubject(t *testing.T) {
	for in, want := range map[string]string{
		"":                               "",
		"go test ./...":                  "go test ./...",
		"  a\n\tb  \n\nc ":               "a␊b␊c",
		"echo safe\rrm -rf x":            "echo safe␍rm -rf x",
		"\trm\t-rf x\t\n y\tz":           "rm␉-rf x␊y␉z",
		"a\r\nb":                         "a␍␊b",
		"rm \u202ecod.\u202c":            "rm <U+202E>cod.<U+202C>",
		"a\u200bb\u00adc\u2066d":         "a<U+200B>b<U+00AD>c<U+2066>d",
		"a\u00a0b\u0085c\x1b[2J\x07\xff": "a<U+00A0>b<U+0085>c␛[2J␇\uFFFD",
		"grüße/日本.go":                    "grüße/日本.go",
		strings.Repeat("x", 41):          strings.Repeat("x", 39) + "…",
	} {
		if got := Subject(in, 40); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
