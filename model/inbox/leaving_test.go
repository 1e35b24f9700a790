package inbox

import (
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parley/teatest/desk"
)

// TestAFormThatWasLeft does not open by itself after the answer to another one, nor does one that
// is answered only in its conversation. Whoever chooses it sees it.
func TestAFormThatWasLeft(t *testing.T) {
	d := desk.New(t)
	w := &waits{entries: some(d.Clock())[:3]}
	w.entries[2].There = true
	d, s := inboxDesk(t, w)
	d.Press("enter", "ctrl+c", "down", "enter", "y")
	if on, _ := s.chosen(); s.paper != nil || s.coming != "" || on.Ref != "c/1" {
		t.Fatalf("after the answer: a form %v, the cursor is on %s", s.paper != nil, on.Ref)
	}
	if got := d.Screen(); !strings.Contains(got, "run_command, o to answer") || !strings.Contains(got, "Enter look ") {
		t.Errorf("it does not say where it is answered:\n%s", got)
	}
	d.Send(tea.WindowSizeMsg{Width: 50, Height: 13})
	if got := ansi.Strip(d.Screen()); !strings.Contains(got, "› ◆ o to answer: Run go test") {
		t.Errorf("it does not say where it is answered:\n%s", got)
	}
	for _, k := range []string{"up", "down"} {
		if d.Press(k, "enter"); s.paper == nil {
			t.Errorf("%s: it does not open", k)
		}
		d.Press("ctrl+c")
	}
}

// TestCtrlCQuitsTheListTwice where there is nothing behind it: it leaves forms, and may come late.
func TestCtrlCQuitsTheListTwice(t *testing.T) {
	d, s := inboxDesk(t, &waits{entries: some(desk.New(t).Clock())})
	s.Under = nil
	quits := func(key string) bool {
		_, cmd := s.Update(desk.KeyOf(key))
		if cmd == nil {
			return false
		}
		_, is := cmd().(tea.QuitMsg)
		return is
	}
	if quits("ctrl+c") || s.note != "Press Ctrl+C again to leave." {
		t.Errorf("it quits at once, or says %q", s.note)
	}
	d.Press("down")
	if s.note != "" || quits("ctrl+c") {
		t.Errorf("another key came between: %q", s.note)
	}
	if !quits("ctrl+c") {
		t.Error("twice does not quit")
	}
	if d.Press("/", "ctrl+c"); s.finds {
		t.Error("it does not end the filter")
	}
	if !quits("esc") {
		t.Error("Esc does not quit")
	}
	s.Over(&desk.Heard{})
	d.Press("ctrl+c")
	if d.Top == tea.Model(s) {
		t.Error("it does not go back")
	}
}

// TestTheHelpOfTheList has all its keys, and is left with any other.
func TestTheHelpOfTheList(t *testing.T) {
	d, s := inboxDesk(t, &waits{entries: some(desk.New(t).Clock())})
	d.Press("?")
	d.Golden("inbox-help")
	d.Send(tea.MouseClickMsg{X: 4, Y: headLines + 1, Button: tea.MouseLeft})
	d.Send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	if on, _ := s.chosen(); on.Ref != "a/1" {
		t.Errorf("the mouse moves the cursor behind it, to %s", on.Ref)
	}
	d.Press("/")
	d.Send(tea.PasteMsg{Content: "turn pages"})
	if got := ansi.Strip(d.Screen()); strings.Contains(got, "Enter") && strings.Contains(got, "see what is asked") || !strings.Contains(got, "turn pages") {
		t.Errorf("nothing is found in it:\n%s", got)
	}
	d.Press("esc", "x")
	if s.help.Open || s.paper != nil {
		t.Errorf("it stays: %+v", s.help)
	}
	d.Press("/", "?")
	if s.help.Open || s.filter.Text() != "?" {
		t.Error("what is written opens the help")
	}
}

// TestTheFilterCountsWhatItShows beside what waits in all.
func TestTheFilterCountsWhatItShows(t *testing.T) {
	d, _ := inboxDesk(t, &waits{entries: some(desk.New(t).Clock())})
	for _, c := range []struct{ key, want string }{
		{"/", "   4 decisions wait "}, {"e", "   4 of 4 decisions wait "}, {"d", "   2 of 4 decisions wait "}, {"i", "   1 of 4 decisions wait "}, {"z", "   0 of 4 decisions wait "}, {"esc", "   4 decisions wait "},
	} {
		if d.Press(c.key); !strings.HasPrefix(ansi.Strip(d.Screen()), c.want) {
			t.Errorf("after %s:\n%s", c.key, d.Screen())
		}
	}
}

// TestWhatWasTypedIsKept when its form closes, once, or when the program ends. That it could not be
// is said, and keeps no form from opening.
func TestWhatWasTypedIsKept(t *testing.T) {
	for name, ends := range map[string]func(d *desk.Desk, s *Screen){
		"left":     func(d *desk.Desk, _ *Screen) { d.Press("ctrl+c", "down") },
		"answered": func(d *desk.Desk, _ *Screen) { d.Press("y") },
		"ended":    func(_ *desk.Desk, _ *Screen) {},
	} {
		d, s := inboxDesk(t, &waits{entries: some(desk.New(t).Clock())})
		d.Press("enter")
		f, is := s.paper.model.(*form)
		if !is {
			t.Fatalf("%T is on the screen", s.paper.model)
		}
		ends(d, s)
		if err := s.Last(); err != nil || f.kept != 1 {
			t.Errorf("%s: it is kept %d times: %v", name, f.kept, err)
		}
	}
	d, s := inboxDesk(t, &waits{entries: some(desk.New(t).Clock())})
	d.Press("enter")
	s.paper.model.(*form).unable = errors.New("the disk is full")
	if d.Press("ctrl+c"); !strings.Contains(d.Screen(), "the disk is full") {
		t.Errorf("it is not said:\n%s", d.Screen())
	}
	if err := s.Last(); err == nil || err.Error() != "the disk is full" {
		t.Errorf("at the end: %v", err)
	}
	if d.Press("enter"); s.paper == nil {
		t.Error("no form opens")
	}
}
