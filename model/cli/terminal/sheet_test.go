package terminal

import (
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

func view(content string, change ...func(*tea.View)) tea.View {
	v := tea.NewView(content)
	for _, c := range change {
		c(&v)
	}
	return v
}

func cursor(x, y int) func(*tea.View) {
	return func(v *tea.View) { v.Cursor = tea.NewCursor(x, y); v.Cursor.Blink = false }
}

func mouse(v *tea.View)   { v.MouseMode = tea.MouseModeCellMotion }
func motion(v *tea.View)  { v.MouseMode = tea.MouseModeAllMotion }
func reports(v *tea.View) { v.ReportFocus = true }
func titled(v *tea.View)  { v.WindowTitle = "title" }

// TestASheet: exactly what is written for each change, and to give the terminal back.
func TestASheet(t *testing.T) {
	const (
		enters = "\x1b[?1049h\x1b[?25l\x1b[>4;2m\x1b[>1u\x1b[?2004h"
		drawn  = "\x1b[H\x1b[2Jone"
		leaves = "\x1b[>4m\x1b[<1u\x1b[3;1H\x1b[?1049l\x1b[?25h\x1b[?2004l"
	)
	all := view("one", cursor(3, 0), mouse, reports, titled)
	for _, c := range []struct {
		name   string
		first  tea.View
		then   tea.View
		can    abilities
		enters string
		writes string
		leaves string
	}{
		{"the same", view("one"), view("one"), abilities{}, enters + drawn, "", leaves},
		{"other text", view("one"), view("one\ntwo"), abilities{}, enters + drawn, "\r\ntwo", leaves},
		{"the cursor", view("one", cursor(3, 0)), view("one", cursor(1, 0)), abilities{}, enters + "\x1b[2 q" + drawn + "\x1b[?25h", "\x1b[?25l\x1b[1;2H\x1b[?25h", leaves + "\x1b[0 q"},
		{"… on a terminal that shows things at once", view("one", cursor(3, 0)), view("one", cursor(1, 0)), abilities{synced: true},
			enters + "\x1b[2 q" + drawn + "\x1b[?25h", "\x1b[?2026h\x1b[1;2H\x1b[?2026l", leaves + "\x1b[0 q"},
		{"no cursor any more", view("one", cursor(3, 0)), view("one"), abilities{}, enters + "\x1b[2 q" + drawn + "\x1b[?25h", "\x1b[?25l", leaves + "\x1b[0 q"},
		{"a cursor that appears", view("one"), view("one", cursor(0, 0)), abilities{}, enters + drawn, "\x1b[2 q\x1b[H\x1b[?25h", leaves + "\x1b[0 q"},
		{"all of it, and none", all, view("one"), abilities{},
			enters + "\x1b[?1004h\x1b[?1002h\x1b[?1006h\x1b]2;title\a\x1b[2 q" + drawn + "\x1b[?25h",
			"\x1b[?25l\x1b[?1004l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b]2;\a", leaves + "\x1b[0 q"},
		{"all of it, to the end", all, all, abilities{},
			enters + "\x1b[?1004h\x1b[?1002h\x1b[?1006h\x1b]2;title\a\x1b[2 q" + drawn + "\x1b[?25h", "",
			leaves + "\x1b[?1004l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b]2;\a\x1b[0 q"},
		{"another mouse", view("one", mouse), view("one", motion), abilities{}, enters + "\x1b[?1002h\x1b[?1006h" + drawn,
			"\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1003h\x1b[?1006h", leaves + "\x1b[?1002l\x1b[?1003l\x1b[?1006l"},
		{"a terminal that measures characters", view("one"), view("one"), abilities{graphemes: true}, enters + drawn,
			"\x1b[?2027h" + drawn, leaves + "\x1b[?2027l"},
	} {
		s := newSheet([]string{"TERM=xterm-256color"}, colorprofile.TrueColor)
		if got := string(s.frame(c.first, 20, 3, abilities{})); got != c.enters {
			t.Errorf("%s: enters with %q, want %q", c.name, got, c.enters)
		}
		if got := string(s.frame(c.then, 20, 3, c.can)); got != c.writes {
			t.Errorf("%s: writes %q, want %q", c.name, got, c.writes)
		}
		if got := string(s.leave()); got != c.leaves {
			t.Errorf("%s: leaves with %q, want %q", c.name, got, c.leaves)
		}
		if got := s.leave(); got != nil {
			t.Errorf("%s: leaves twice with %q", c.name, got)
		}
	}
}

// TestASheetIsDrawnAnew: when the terminal has another size, and when its contents are
// unknown. A terminal without a size gets no picture.
func TestASheetIsDrawnAnew(t *testing.T) {
	s := newSheet([]string{"TERM=xterm-256color"}, colorprofile.TrueColor)
	s.frame(view("one"), 20, 3, abilities{})
	if got := string(s.frame(view("one"), 0, 0, abilities{})); got != "" {
		t.Errorf("without a size: %q", got)
	}
	if got := string(s.frame(view("one"), 30, 4, abilities{})); got != "\x1b[H\x1b[2Jone" {
		t.Errorf("resized: %q", got)
	}
	s.again(30, 4)
	if got := string(s.frame(view("one"), 30, 4, abilities{})); got != "\x1b[H\x1b[2Jone" {
		t.Errorf("again: %q", got)
	}
	if got := newSheet(nil, colorprofile.TrueColor).leave(); got != nil {
		t.Errorf("one that was never drawn leaves with %q", got)
	}
}

// TestTheColoursOfTheTerminal: no others are sent.
func TestTheColoursOfTheTerminal(t *testing.T) {
	for profile, want := range map[colorprofile.Profile]string{
		colorprofile.TrueColor: "\x1b[38;2;255;0;0mone\x1b[m",
		colorprofile.ANSI:      "\x1b[91mone\x1b[m",
		colorprofile.ASCII:     "one",
	} {
		s := newSheet([]string{"TERM=xterm"}, profile)
		s.frame(view(""), 20, 3, abilities{})
		if got := string(s.frame(view("\x1b[38;2;255;0;0mone"), 20, 3, abilities{})); got != want {
			t.Errorf("%s: %q, want %q", profile, got, want)
		}
	}
}
