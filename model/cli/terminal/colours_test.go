package terminal

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// TestWhichTerminalsAreAskedForTheirColours: those that answered before, where the
// environment does not say how many there are.
func TestWhichTerminalsAreAskedForTheirColours(t *testing.T) {
	xterm := []string{"TERM=xterm"}
	for _, c := range []struct {
		name    string
		env     []string
		profile colorprofile.Profile
		asked   bool
	}{
		{"sixteen", xterm, colorprofile.ANSI, true},
		{"256", []string{"TERM=xterm-256color"}, colorprofile.ANSI256, true},
		{"all are known", xterm, colorprofile.TrueColor, false},
		{"none are wanted", xterm, colorprofile.ASCII, false},
		{"it was said", []string{"TERM=xterm", "COLORTERM=256"}, colorprofile.ANSI256, false},
		{"it was not said", []string{"TERM=xterm", "COLORTERM="}, colorprofile.ANSI, true},
		{"its name says sixteen", []string{"TERM=xterm-16color"}, colorprofile.ANSI, false},
		{"its name says sixteen, and something else more", []string{"TERM=xterm-16color", "COLORTERM=256"}, colorprofile.ANSI256, false},
		{"it prints what it is asked", quiet, colorprofile.ANSI256, false},
		{"it is far away", []string{"TERM=xterm", "SSH_TTY=/dev/pts/1"}, colorprofile.ANSI, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := &device{width: 20}
			x := New(d, d, 125, c.env, c.profile)
			if err := x.Enter(); err != nil {
				t.Fatal(err)
			}
			if err := x.Paint(view("one")); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(d.took(), ""); strings.Contains(got, askingColours) {
				t.Errorf("%s: asked before it answered anything", c.name)
			}
			for range 2 {
				x.Hear(tea.BackgroundColorMsg{})
			}
			<-time.After(time.Second)
			if got := strings.Count(strings.Join(d.took(), ""), askingColours); got != map[bool]int{true: 1}[c.asked] {
				t.Errorf("%s: asked %d times", c.name, got)
			}
			if err := x.Leave(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestWhatATerminalSaysOfItsColours: only the colour that was set, as it was set, counts.
func TestWhatATerminalSaysOfItsColours(t *testing.T) {
	for answer, want := range map[string]bool{
		"\x1bP1$r0;48:2::1:2:3m\x1b\\":   true, // xterm
		"\x1bP1$r48:2:1:2:3m\x1b\\":      true,
		"\x1bP1$r0;48;2;1;2;3m\x1b\\":    true,
		"\x1bP1$r0;1;48:2::1:2:3m\x1b\\": true,
		"\x1bP1$r0;48:2::1:2:30m\x1b\\":  false,
		"\x1bP1$r0;48:5:16m\x1b\\":       false, // the nearest of 256
		"\x1bP1$r0m\x1b\\":               false,
		"\x1bP0$r\x1b\\":                 false,
		"\x1bP0$r48:2::1:2:3m\x1b\\":     false,
		"\x1bP1$r48;2;1;2;3":             false,
		"\x1bP>|XTerm(379)\x1b\\":        false,
		"":                               false,
	} {
		if got := keepsColours(answer); got != want {
			t.Errorf("%q: %t, want %t", answer, got, want)
		}
	}
}

// TestAllColoursAreDrawnWith from the moment the terminal said that it has them, also after
// another program had it; it is asked once.
func TestAllColoursAreDrawnWith(t *testing.T) {
	const red, answer = "\x1b[38;2;200;30;40mone\x1b[m", "\x1bP1$r0;48:2::1:2:3m\x1b\\"
	synctest.Test(t, func(t *testing.T) {
		d := &device{width: 20}
		x := New(d, d, 125, []string{"TERM=xterm-ghostty"}, colorprofile.ANSI256)
		if err := x.Enter(); err != nil {
			t.Fatal(err)
		}
		if err := x.Paint(view(red)); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(d.took(), ""); !strings.Contains(got, "\x1b[38;5;160mone") {
			t.Errorf("with 256 colours %q", got)
		}
		if x.HearColours(answer) {
			t.Error("what was not asked was answered")
		}
		x.Hear(tea.BackgroundColorMsg{})
		<-time.After(time.Second)
		d.took()
		if !x.HearColours(answer) || x.HearColours(answer) {
			t.Error("it is told once that there are more colours")
		}
		<-time.After(time.Second)
		same(t, "with all", d.took(), anew+red)
		if err := x.Lend(); err != nil {
			t.Fatal(err)
		}
		d.took()
		if err := x.Enter(); err != nil {
			t.Fatal(err)
		}
		x.Hear(tea.BackgroundColorMsg{})
		<-time.After(time.Second)
		same(t, "taken back", d.took(), entered+anew+red)
		if err := x.Leave(); err != nil {
			t.Error(err)
		}
	})
}

// TestTheNameOfATerminalSaysHowManyColours: that is a choice, which what surrounds the program,
// such as tmux, does not outdo.
func TestTheNameOfATerminalSaysHowManyColours(t *testing.T) {
	for _, c := range []struct {
		env         string
		found, want colorprofile.Profile
	}{
		{"TERM=xterm-16color", colorprofile.ANSI256, colorprofile.ANSI},
		{"TERM=xterm-16color", colorprofile.ASCII, colorprofile.ASCII},
		{"TERM=rxvt-88color", colorprofile.ANSI, colorprofile.ANSI},
		{"TERM=xterm-256color", colorprofile.ANSI256, colorprofile.ANSI256},
		{"TERM=xterm", colorprofile.ANSI, colorprofile.ANSI},
		{"TERM=xterm-16color COLORTERM=truecolor", colorprofile.TrueColor, colorprofile.TrueColor},
	} {
		if got := Profile(c.found, strings.Fields(c.env)); got != c.want {
			t.Errorf("%s, found %v: drawn with %v, want %v", c.env, c.found, got, c.want)
		}
	}
}
