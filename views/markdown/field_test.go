package markdown

import (
	"image/color"
	"slices"
	"strings"
	"testing"

	"parley/teatest/goldens"
	"parley/views/text"
)

func onDark(t *testing.T, glyphs text.Glyphs) text.Theme {
	t.Helper()
	th, err := text.NewTheme(text.ThemeDark, glyphs)
	if err != nil {
		t.Fatal(err)
	}
	return th.Upon(color.RGBA{0x16, 0x16, 0x1e, 255}, false)
}

const (
	codeGround = "48;2;33;34;43"
	goneGround = "48;2;56;36;47"
	goneWord   = "48;2;90;51;64"
	addGround  = "48;2;42;50;41"
	addWord    = "48;2;63;77;53"
)

// TestMarksGiveWayToFields: with fields, code stands on them and headings are bold;
// Markdown's own marks stay only where nothing else says it.
func TestMarksGiveWayToFields(t *testing.T) {
	source := "# One\n\n## Two\n\n### Three\n\ncall `f(x)` now\n\n~~no~~\n\n```go\nreturn \"a\"\n```\n"
	plain := func(th text.Theme) []string {
		lines := New(th, 24).Draw(source)
		for i := range lines {
			lines[i] = strings.TrimRight(text.Stripped(lines[i]), " ")
		}
		return lines
	}
	fielded := []string{"One", "", "Two", "", "Three", "", "call  f(x)  now", "", "no", "", "  return \"a\""}
	marked := []string{"# One", "", "## Two", "", "### Three", "", "call `f(x)` now", "", "~~no~~", "", "  return \"a\""}
	if got := plain(onDark(t, text.Unicode())); !slices.Equal(got, fielded) {
		t.Errorf("with fields %q, want %q", got, fielded)
	}
	if got := plain(onDark(t, text.ASCII())); !slices.Equal(got, marked) {
		t.Errorf("in ASCII %q, want %q", got, marked)
	}
	if got := plain(goldens.Must(text.NewTheme(text.ThemeTerminal, text.Unicode()))); !slices.Equal(got, marked) {
		t.Errorf("with sixteen colours %q, want %q", got, marked)
	}
	want := []string{
		"\x1b[1;4;38;2;125;207;255mOne\x1b[m", "", "\x1b[1;38;2;125;207;255mTwo\x1b[m", "", "\x1b[1mThree\x1b[m", "",
		"call \x1b[38;2;255;158;100;48;2;42;43;53m f(x) \x1b[m now", "", "\x1b[9mno\x1b[m", "",
		"\x1b[38;2;200;204;212;" + codeGround + "m  \x1b[m\x1b[38;2;187;154;247;" + codeGround + "mreturn\x1b[m\x1b[38;2;200;204;212;" + codeGround + "m \x1b[m" +
			"\x1b[38;2;158;206;106;" + codeGround + "m\"a\"\x1b[m\x1b[38;2;200;204;212;" + codeGround + "m            \x1b[m",
	}
	if got := New(onDark(t, text.Unicode()), 24).Draw(source); !slices.Equal(got, want) {
		t.Errorf("drawn %q, want %q", got, want)
	}
}

// TestCodeIsColouredWhileItStreams: each line as soon as it is complete, however the text
// was cut, and in the end just like the whole.
func TestCodeIsColouredWhileItStreams(t *testing.T) {
	th := onDark(t, text.Unicode())
	source := "```go\nreturn \"a\"\nreturn 12\nret"
	keyword := "\x1b[38;2;187;154;247;" + codeGround + "mreturn"
	for _, size := range []int{1, 3, len(source)} {
		s := NewStream(New(th, 24), "")
		for piece := range slices.Chunk([]byte(source), size) {
			s.Append(string(piece))
			s.Lines()
		}
		lines := s.Lines()
		if len(lines) != 3 || !strings.Contains(lines[0], keyword) || !strings.Contains(lines[1], keyword) || strings.Contains(lines[2], "187;154;247") {
			t.Errorf("cut to %d bytes: drawn %q", size, lines)
		}
		s.Append("urn 1\n```\n")
		s.Finish()
		if got, want := s.Lines(), New(th, 24).Draw(source+"urn 1\n```\n"); !slices.Equal(got, want) {
			t.Errorf("cut to %d bytes: in the end %q, want %q", size, got, want)
		}
	}
}

// TestOfAFloodOfCodeTheEndIsColoured, whose letters are all there; and in the end all
// of it is coloured as the whole is.
func TestOfAFloodOfCodeTheEndIsColoured(t *testing.T) {
	th := onDark(t, text.Unicode())
	const line = "return 12345678901234567890 // and so on\n"
	source := "```go\n" + strings.Repeat(line, 2*freshCode/len(line))
	s := NewStream(New(th, 60), "")
	s.Append(source)
	coloured := 0
	lines := s.Lines()
	for i, drawn := range lines {
		if got := text.Stripped(drawn); strings.TrimSpace(got) != strings.TrimSpace(line) {
			t.Fatalf("line %d is %q", i, got)
		}
		if strings.Contains(drawn, "187;154;247") {
			coloured++
		} else if coloured > 0 {
			t.Fatalf("line %d has no colours, and some before it have", i)
		}
	}
	if want := freshCode / len(line); coloured != want {
		t.Errorf("%d lines of %d are coloured, not %d", coloured, len(lines), want)
	}
	s.Append("```\n")
	s.Finish()
	if got, want := s.Lines(), New(th, 60).Draw(source+"```\n"); !slices.Equal(got, want) {
		t.Errorf("in the end %q, want %q", got[:2], want[:2])
	}
}

// TestADiffStandsOnFields: removed and added lines on one each, up to the edge; changed
// words stronger, and code in its colours on both.
func TestADiffStandsOnFields(t *testing.T) {
	diff := "--- a/x.go\n+++ b/x.go\n@@ -1,2 +1,2 @@\n return 0\n-return 12\n+return 13\n"
	ink := func(words, ground string) string { return "\x1b[" + words + ";" + ground + "m" }
	const bad, good, plain, keyword, number = "38;2;247;118;142", "38;2;158;206;106", "38;2;200;204;212", "38;2;187;154;247", "38;2;255;158;100"
	want := []string{
		"\x1b[38;2;133;139;156m  1   1   \x1b[m\x1b[38;2;187;154;247mreturn\x1b[m \x1b[38;2;255;158;100m0\x1b[m",
		ink(bad, goneGround) + "  2     - \x1b[m" + ink(keyword, goneGround) + "return\x1b[m" + ink(plain, goneGround) + " \x1b[m" + ink("38;2;255;158;100", goneWord) + "12\x1b[m" + ink(plain, goneGround) + "     \x1b[m",
		ink(good, addGround) + "      2 + \x1b[m" + ink(keyword, addGround) + "return\x1b[m" + ink(plain, addGround) + " \x1b[m" + ink("38;2;255;164;110", addWord) + "13\x1b[m" + ink(plain, addGround) + "     \x1b[m",
	}
	if got := Diff(onDark(t, text.Unicode()), diff, 24)[3:]; !slices.Equal(got, want) {
		t.Errorf("drawn\n%q, want\n%q", got, want)
	}
}

// TestADiffThatAModelWrote: what it adds and takes away has the colours of a change.
func TestADiffThatAModelWrote(t *testing.T) {
	const source = "```diff\n@@ -1 +1 @@\n-old\n+new\n same\n```\n"
	terminal := goldens.Must(text.NewTheme(text.ThemeTerminal, text.Unicode()))
	for _, c := range []struct {
		th              text.Theme
		hunk, gone, add string
	}{
		{onDark(t, text.Unicode()), "38;2;125;207;255;" + codeGround, "38;2;247;118;142;" + codeGround, "38;2;158;206;106;" + codeGround},
		{terminal, "2", "31", "1"},
	} {
		drawn := New(c.th, 24).Draw(source)
		for i, want := range []string{c.hunk + "m@@ -1 +1 @@", c.gone + "m-old", c.add + "m+new"} {
			if len(drawn) != 4 || !strings.Contains(drawn[i], "\x1b["+want+"\x1b[m") {
				t.Errorf("%s: line %d of %q, want %q in it", c.th.Name, i, drawn, want)
			}
		}
		if plain := strings.TrimSpace(text.Stripped(drawn[3])); plain != "same" || strings.Contains(drawn[3], c.gone) || strings.Contains(drawn[3], c.add) {
			t.Errorf("%s: what stays the same is %q", c.th.Name, drawn[3])
		}
	}
}
