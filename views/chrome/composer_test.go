package chrome

import (
	"parley/teatest/goldens"
	"parley/views/text"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"
)

func press(code rune) tea.KeyPressMsg {
	k := tea.Key{Code: code}
	if code >= ' ' && code < 0x7f {
		k.Text = string(code)
	}
	return tea.KeyPressMsg(k)
}

func composer(t testing.TB) *Composer {
	c := NewComposer(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), "Ask anything")
	c.Resize(40, 24)
	return c
}

func TestComposerScreens(t *testing.T) {
	goldens.Screens(t, "composer", func(width int) []string {
		c := NewComposer(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), "Ask anything")
		c.Resize(width, 12)
		lines := c.Lines()
		c.Paste("Please fix the flag.\nIt must keep the text output as it is, whatever comes, and say so in the help.")
		c.Paste(strings.Repeat("log line\n", 50))
		return append(lines, c.Lines()...)
	})
}

func TestComposerGrowsToAThird(t *testing.T) {
	c := composer(t)
	for want := 2; want <= 12; want++ {
		if got := len(c.Lines()); got != min(want, 8) {
			t.Fatalf("%d lines, want %d", got, min(want, 8))
		}
		x, y := c.Cursor()
		if x != 3 || y != min(want, 8)-1 {
			t.Fatalf("cursor at %d,%d of %d lines", x, y, len(c.Lines()))
		}
		c.NewLine()
	}
}

// TestComposerSaysThatThereIsMoreAbove: what stands there may be a server's, or come from a file.
func TestComposerSaysThatThereIsMoreAbove(t *testing.T) {
	c := composer(t)
	c.Set("one\ntwo")
	before := c.Lines()[1]
	c.Set("I agree to all." + strings.Repeat("\n", 12) + "feature/login")
	if got := text.Stripped(c.Lines()[1]); !strings.HasPrefix(strings.TrimSpace(got), "↑") || strings.Contains(before, "↑") {
		t.Errorf("the first line is %q, and %q where all is seen", got, before)
	}
}

// xterm, the VTE terminals and tmux end the lines of a paste with CR.
func TestComposerPastedLineEnds(t *testing.T) {
	for _, end := range []string{"\n", "\r", "\r\n"} {
		c := composer(t)
		c.Paste("one" + end + "two")
		if got := c.editor.Text(); got != "one\ntwo" {
			t.Errorf("few lines that end in %q are shown as %q", end, got)
		}
		c = composer(t)
		c.Paste(strings.Repeat("x"+end, 500))
		if got := c.editor.Text(); got != "[paste 1: 500 lines, 1.0 kB]" {
			t.Errorf("many lines that end in %q are shown as %q", end, got)
		}
		if got := c.Text(); got != strings.Repeat("x\n", 500) {
			t.Errorf("many lines that end in %q become %.20q", end, got)
		}
	}
}

func TestComposerChips(t *testing.T) {
	c := composer(t)
	big := strings.Repeat("x\n", 30)
	c.Paste("see ")
	c.Paste(big)
	c.Paste(" and ")
	c.Paste("a\tb")
	if got := c.editor.Text(); got != "see [paste 1: 30 lines, 60 bytes] and [paste 2: 1 line, 3 bytes]" {
		t.Fatalf("shown %q", got)
	}
	if got := c.Text(); got != "see "+big+" and a\tb" {
		t.Fatalf("text %q", got)
	}
	c.Update(press(tea.KeyBackspace))
	if got := c.Text(); got != "see "+big+" and " {
		t.Fatalf("after one backspace %q", got)
	}
	c.editor.SetOffset(10)
	c.Update(press('z'))
	if got := c.Text(); got != "see "+big+" and " {
		t.Fatalf("a key inside of a chip made %q", got)
	}
	if got := c.Take(); got != "see "+big+" and " || !c.Blank() {
		t.Fatalf("took %q", got)
	}
}

func TestComposerHistory(t *testing.T) {
	c := composer(t)
	for _, s := range []string{"one", "two", "two", "three\nlines"} {
		c.Set(s)
		c.Take()
	}
	c.Set("draft")
	for _, want := range []string{"three\nlines", "two", "one", "one"} {
		c.Earlier()
		if got := c.Text(); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	}
	for _, want := range []string{"two", "three\nlines", "draft", "draft"} {
		c.Later()
		if got := c.Text(); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	}
}

// Enter, Ctrl+V and copy are handled by the program; the text area must not act on them.
func TestComposerLeavesKeysAlone(t *testing.T) {
	c := composer(t)
	c.Paste("ab")
	for _, k := range []tea.Key{{Code: tea.KeyEnter}, {Code: 'v', Mod: tea.ModCtrl}, {Code: 'c', Mod: tea.ModCtrl | tea.ModShift}} {
		c.Update(tea.KeyPressMsg(k))
	}
	if got := c.Text(); got != "ab" {
		t.Errorf("text %q", got)
	}
}

// TestACommandHoldsWhatIsSeen, while a message keeps the parts of an emoji that are not drawn.
func TestACommandHoldsWhatIsSeen(t *testing.T) {
	c := composer(t)
	write := func() string {
		c.Update(tea.KeyPressMsg{Code: tea.KeyExtended, Text: "👍🏽"})
		c.Update(tea.KeyPressMsg{Code: tea.KeyExtended, Text: "1\ufe0f\u20e3"})
		return c.Take()
	}
	if got := write(); got != "👍🏽1\ufe0f\u20e3" {
		t.Errorf("the message is %+q", got)
	}
	c.Begin()
	if got := write(); got != "👍1" {
		t.Errorf("the command is %+q", got)
	}
	if got := write(); got != "👍🏽1\ufe0f\u20e3" {
		t.Errorf("the message behind it is %+q", got)
	}
}

// Clusters of disputed width do not make the composer higher.
func TestComposerKeepsItsHeight(t *testing.T) {
	for _, c := range []struct {
		width, height int
		text          string
	}{{7, 9, "aः〆"}, {6, 1, "a🏿"}} {
		p := composer(t)
		p.Resize(c.width, c.height)
		p.Paste(c.text)
		goldens.Fits(t, p.Lines(), c.width, max(c.height/3, 2))
	}
}

func TestComposerHolds(t *testing.T) {
	keys := []rune{'a', ' ', tea.KeyBackspace, tea.KeyLeft, tea.KeyRight, tea.KeyUp, tea.KeyDown, tea.KeyHome, tea.KeyEnd, tea.KeyDelete}
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, 130).Draw(t, "width"), rapid.IntRange(1, 40).Draw(t, "height")
		th, err := text.NewTheme(text.ThemeDark, text.Unicode())
		if err != nil {
			t.Fatalf("%v", err)
		}
		c := NewComposer(th, "say")
		c.Resize(width, height)
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			if rapid.Bool().Draw(t, "paste") {
				c.Paste(goldens.Nasty().Draw(t, "text"))
			} else {
				c.Update(press(rapid.SampledFrom(keys).Draw(t, "key")))
			}
			lines := c.Lines()
			goldens.Fits(t, lines, width, max(height/3, 2))
			if x, y := c.Cursor(); x < 0 || x >= width || y < 0 || y >= len(lines) {
				t.Fatalf("cursor at %d,%d of %d lines, width %d", x, y, len(lines), width)
			}
			n := c.Offset()
			c.editor.SetOffset(n)
			if got := c.Offset(); got != n {
				t.Fatalf("offset %d became %d", n, got)
			}
		}
	})
}

func BenchmarkComposerKey(b *testing.B) {
	c := composer(b)
	c.Paste(strings.Repeat("some words in a line\n", 19))
	for b.Loop() {
		c.Update(press('a'))
		c.Lines()
		c.Update(press(tea.KeyBackspace))
	}
}

func TestComposerCompletes(t *testing.T) {
	c := NewComposer(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), "")
	c.Resize(80, 24)
	c.Paste("look at @vie and älso")
	for range len(" and älso") - 1 { // ä is two bytes
		c.Update(tea.KeyPressMsg{Code: tea.KeyLeft})
	}
	if got := c.Before(); got != "look at @vie" {
		t.Fatalf("before the cursor stands %q", got)
	}
	c.Complete(4, "@views/pané.go")
	if got, want := c.Text(), "look at @views/pané.go and älso"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	if got, want := c.Before(), "look at @views/pané.go"; got != want {
		t.Errorf("the cursor stands after %q, want %q", got, want)
	}
}
