package pane

import (
	"slices"
	"strings"
	"testing"

	"parley/teatest/goldens"
	"parley/views/text"
)

// TestProseKeepsWithinTheMeasure: prose does, code does not; 0 is the whole width, and
// anything below a narrow screen does not count.
func TestProseKeepsWithinTheMeasure(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	words, code := strings.TrimSpace(strings.Repeat("word ", 60)), strings.Repeat("c", 150)
	for _, c := range []struct{ measure, prose, code int }{{100, 99, 155}, {0, 158, 155}, {60, 59, 155}, {8, 39, 155}} {
		th.Measure = c.measure
		p := New(th, 160, 24)
		p.Set(Response{Key: "a", Text: words + "\n\n```\n" + code + "\n```"})
		widest := func(with string) (most int) {
			for _, line := range p.Lines() {
				if strings.Contains(line, with) {
					most = max(most, text.Width(line))
				}
			}
			return most
		}
		if got := widest("word"); got > c.prose || got < c.prose-len("word ") {
			t.Errorf("measure %d: prose is %d cells wide, want at most %d and hardly less", c.measure, got, c.prose)
		}
		if got := widest("c"); got != c.code {
			t.Errorf("measure %d: code is %d cells wide, want %d", c.measure, got, c.code)
		}
	}
}

// TestAShortConversationStandsAtTheBottom, and a longer one begins at the top.
func TestAShortConversationStandsAtTheBottom(t *testing.T) {
	p := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 40, 4)
	p.Set(Message{Key: "a", Text: "one"})
	if got, want := stripped(p.Lines()), []string{"", "", "", " ▌ one"}; !slices.Equal(got, want) {
		t.Errorf("drawn %q, want %q", got, want)
	}
	p.Set(Message{Key: "b", Text: "two\nthree\nfour"})
	if got, want := stripped(p.Lines()), []string{"", " ▌ two", " ▌ three", " ▌ four"}; !slices.Equal(got, want) {
		t.Errorf("drawn %q, want %q", got, want)
	}
}

func stripped(lines []string) []string {
	for i := range lines {
		lines[i] = text.Stripped(lines[i])
	}
	return lines
}
