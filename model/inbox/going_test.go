package inbox

import (
	"errors"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/store/inbox"
	"parley/teatest/desk"
)

// TestWhatIsSaidOfTurnsThatGoOn is true at each moment: how many go on, how each of them ended,
// and nothing any more once it was read.
func TestWhatIsSaidOfTurnsThatGoOn(t *testing.T) {
	d, s := inboxDesk(t, &waits{entries: some(desk.New(t).Clock())})
	said := func(want string) {
		t.Helper()
		if s.note != want {
			t.Errorf("it says\n%s\nnot\n%s", s.note, want)
		}
	}
	never := func() endedMsg { return endedMsg{} } // the test sends the ends
	s.wentOn(wentOnMsg{ends: []func() endedMsg{never, never, never}})
	said("3 turns go on without a screen; what they ask next waits here.")
	d.Send(endedMsg{title: "One"})
	said("“One” went on to its end.\n2 turns go on without a screen; what they ask next waits here.")
	d.Send(endedMsg{title: "Two\x1b[2J", asks: true})
	said("“One” went on to its end.\n“Two␛[2J” went on, and asks again.\n1 turn goes on without a screen; what it asks next waits here.")
	d.Press("down")
	said("")
	d.Send(endedMsg{title: "Three", why: "the configuration has 2 faults:\n  a.toml:1: foo\n  a.toml:2: bar"})
	said("“Three” does not go on: the configuration has 2 faults:\n  a.toml:1: foo\n  a.toml:2: bar")
	s.wentOn(wentOnMsg{faults: []string{notStartedText("Four", errors.New("no memory"))}})
	said("“Three” does not go on: the configuration has 2 faults:\n  a.toml:1: foo\n  a.toml:2: bar\n“Four” does not go on: no memory.")
	s.note = "It was answered already."
	s.wentOn(wentOnMsg{ends: []func() endedMsg{never}})
	said("It was answered already.\n1 turn goes on without a screen; what it asks next waits here.")
	d.Send(endedMsg{title: "Five"})
	said("It was answered already.\n“Five” went on to its end.")
}

// TestNothingGoesOn: what cannot even be started says why.
func TestNothingGoesOn(t *testing.T) {
	w := &waits{entries: some(desk.New(t).Clock())[1:2], unable: errors.New("no processes are left")}
	d, s := inboxDesk(t, w)
	d.Press("enter", "y", "g")
	if want := "“b” does not go on: no processes are left."; s.note != want {
		t.Errorf("it says %q, not %q", s.note, want)
	}
}

// TestWhatIsSaidBehindAForm stands there when the form is left, whatever is said of the form.
func TestWhatIsSaidBehindAForm(t *testing.T) {
	for _, typed := range []string{"", "words"} {
		d, s := inboxDesk(t, &waits{entries: some(desk.New(t).Clock())})
		d.Press("enter")
		d.Send(endedMsg{title: "One", why: "no"})
		if typed != "" {
			s.paper.model.(*form).typed = []string{typed}
		}
		d.Press("ctrl+c")
		want := "“One” does not go on: no."
		if typed != "" {
			want += "\nWhat you had typed there was not sent: words"
		}
		if s.note != want {
			t.Errorf("it says %q, not %q", s.note, want)
		}
	}
}

// TestWhatCannotBeReadIsSaidAsLongAsThatIsSo: it goes away with its reason, not with a key.
func TestWhatCannotBeReadIsSaidAsLongAsThatIsSo(t *testing.T) {
	const fault = "x\x1b[2J cannot be read"
	w := &waits{entries: some(desk.New(t).Clock()), err: errors.New(fault)}
	d, s := inboxDesk(t, w)
	shown := func() bool { return strings.Contains(d.Screen(), "x␛[2J cannot be read") }
	if d.Press("down"); !shown() {
		t.Errorf("it is not said:\n%s", d.Screen())
	}
	s.note = "Something else."
	if shown() {
		t.Errorf("it hides what became of an answer:\n%s", d.Screen())
	}
	s.note, w.err = "", nil
	if d.Send(lookMsg{s.looks}); shown() {
		t.Errorf("it stays:\n%s", d.Screen())
	}
}

// TestANoteThatIsCutSaysSo, and the list keeps two rows beside it.
func TestANoteThatIsCutSaysSo(t *testing.T) {
	d, s := inboxDesk(t, &waits{entries: some(desk.New(t).Clock())})
	s.note = strings.TrimSpace(strings.Repeat("word ", 200))
	d.Send(tea.WindowSizeMsg{Width: 40, Height: kit.LeastHeight})
	lines := strings.Split(ansi.Strip(s.View().Content), "\n")
	var cut int
	for _, line := range lines {
		if strings.HasSuffix(line, "word…") {
			cut++
		}
	}
	if len(lines) != kit.LeastHeight || cut != 1 || s.room() < 2 {
		t.Errorf("%d lines, %d of them cut, %d of the list:\n%s", len(lines), cut, s.room(), strings.Join(lines, "\n"))
	}
	s.note = "short"
	if strings.Contains(ansi.Strip(s.View().Content), "short…") {
		t.Error("what is whole seems to be cut")
	}
}

// TestAFilterOfOne: it is not called all.
func TestAFilterOfOne(t *testing.T) {
	d, s := inboxDesk(t, &waits{entries: []inbox.Entry{{Ref: "a", Subject: "Which?", Since: desk.New(t).Clock()}}})
	d.Press("/", "z")
	if got := strings.Join(s.body(80, 9), "\n"); ansi.Strip(got) != "   Nothing here has these words; Esc shows the one that waits." {
		t.Errorf("%q", got)
	}
	if d.Press("esc"); len(s.shown) != 1 || s.finds {
		t.Errorf("%d are shown", len(s.shown))
	}
}

// TestWhatWasAnsweredBefore is gone on with as well: by whom and where it was answered does not
// matter. What goes on is not gone on with twice.
func TestWhatWasAnsweredBefore(t *testing.T) {
	d := desk.New(t)
	w := &waits{entries: some(d.Clock())[1:3]}
	w.entries[0].Kind, w.entries[1].Kind = inbox.Answered, inbox.Answered
	again := w.entries[1]
	again.Ref = "c/2"
	w.entries = append(w.entries, again)
	d, s := inboxDesk(t, w)
	if !strings.Contains(d.Screen(), "g go on with the answered") {
		t.Fatalf("g is not offered:\n%s", d.Screen())
	}
	_, start := s.goOn()
	if len(s.ready()) != 0 {
		t.Errorf("%v would go on twice", s.ready())
	}
	msg, is := start().(wentOnMsg)
	if !is || strings.Join(w.wentOn, " ") != "b c" {
		t.Fatalf("%q goes on", w.wentOn)
	}
	s.wentOn(msg)
	if d.Send(msg.ends[0]()); len(s.ready()) != 1 || s.ready()[0].Conversation != "b" {
		t.Errorf("%v can be gone on with again", s.ready())
	}
	s.going.on, w.unable = map[string]bool{}, errors.New("no processes are left")
	if d.Press("g"); len(s.ready()) != 2 {
		t.Errorf("of those that did not even begin only %v can be gone on with again", s.ready())
	}
}
