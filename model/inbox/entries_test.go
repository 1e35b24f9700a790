package inbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parley/coordinator"
	"parley/store"
	"parley/store/inbox"
	"parley/teatest/desk"
)

// TestWhatIsSaidOfAnAnswer: refusals, faults and errors are said, and what
// was typed.
func TestWhatIsSaidOfAnAnswer(t *testing.T) {
	for want, f := range map[string]coordinator.Forwarded{
		"The answer was refused: it has no terminal.":                         {Taken: coordinator.Taken{Refused: "it has no terminal"}},
		"The answer was not given: that is not asked there, or not any more.": {Taken: coordinator.Taken{Fault: coordinator.ErrNotAsked}},
		"The answer was not given: the disk is full.":                         {Err: errors.New("the disk is full")},
	} {
		d := desk.New(t)
		w := &waits{entries: some(d.Clock())[:1], taken: map[string]coordinator.Forwarded{"a/1": f}}
		d, s := inboxDesk(t, w)
		d.Press("enter")
		s.paper.model.(*form).typed = []string{"words"}
		d.Press("y")
		if want += " What you had typed there was not sent: words"; s.note != want || len(s.ready()) != 0 {
			t.Errorf("%q, want %q", s.note, want)
		}
	}
}

// TestColumnsStandBelowThemselves: the columns are as wide as the visible rows need; places
// and askers are aligned on the left, times on the right.
func TestColumnsStandBelowThemselves(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	all := []inbox.Entry{
		{Ref: "a", Workspace: "/src/orders", Subject: "Which environment?", Who: "Assistant", At: 1, Of: 3, Since: now.Add(-2 * time.Hour)},
		{Ref: "b", Workspace: "/src/a-very-long-folder", Subject: "Edit cmd/report.go  +17 −1", Who: "x", Reviewer: "haiku", Since: now.Add(-40 * time.Minute)},
		{Ref: "c", Subject: "Run go test ./...", Who: "run_command", Since: now},
	}
	_, s := inboxDesk(t, &waits{})
	s.o.Now, s.ref, s.shown = func() time.Time { return now }, "b", all
	for width, want := range map[int]string{
		80: "   ◆ orders        Which environment?             Assistant, 1 of 3     2 h ago\n" +
			" › ◆ a-very-long…  Edit cmd/report.go +17 −1      haiku says no      40 min ago\n" +
			"   ◆               Run go test ./...              run_command          just now",
		50: "   ◆ Which environment?                   2 h ago\n" +
			" › ◆ Edit cmd/report.go +17 −1         40 min ago\n" +
			"   ◆ Run go test ./...                   just now",
	} {
		lines := s.body(width, 10)
		for i, line := range lines {
			lines[i] = strings.TrimRight(ansi.Strip(line), " ")
		}
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("%d cells:\n%s\nwant\n%s", width, got, want)
		}
	}
}

// TestALongList is gone through by pages, to its ends and with the mouse. The cursor stays on its
// entry while others come and go, and takes the row of one that does not wait any more.
func TestALongList(t *testing.T) {
	d := desk.New(t)
	w := &waits{}
	for n := range 100 {
		w.entries = append(w.entries, inbox.Entry{Ref: fmt.Sprintf("c/%02d", n), Conversation: fmt.Sprint(n), Subject: fmt.Sprintf("Run %02d", n), Who: "x", Since: d.Clock()})
	}
	d, s := inboxDesk(t, w)
	on := func(what, want string) {
		t.Helper()
		if e, _ := s.chosen(); e.Ref != want {
			t.Errorf("%s: the cursor is on %s, not on %s", what, e.Ref, want)
		}
	}
	half := fmt.Sprintf("c/%02d", s.room()/2)
	for _, c := range []struct{ key, want string }{{"pgup", "c/00"}, {"pgdown", half}, {"end", "c/99"}, {"pgdown", "c/99"}, {"home", "c/00"}} {
		d.Press(c.key)
		on(c.key, c.want)
	}
	d.Send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	on("the wheel", "c/01")
	d.Send(tea.MouseClickMsg{Button: tea.MouseLeft, Y: headLines + 7})
	on("a click", "c/07")
	d.Send(tea.MouseClickMsg{Button: tea.MouseLeft, Y: headLines - 1})
	d.Send(tea.MouseClickMsg{Button: tea.MouseLeft, Y: headLines + s.room()})
	on("a click beside the list", "c/07")
	w.entries = w.entries[1:]
	d.Send(lookMsg{s.looks})
	on("another is gone", "c/07")
	w.entries = slices.Delete(slices.Clone(w.entries), 6, 7)
	d.Send(lookMsg{s.looks})
	on("it is gone", "c/08")
	d.Press("end", "/")
	d.Send(tea.PasteMsg{Content: "run 1"})
	on("what is pasted filters", "c/10")
	d.Press("home", "x")
	if s.filter.Text() != "xrun 1" {
		t.Errorf("Home is not of what is written: %q", s.filter.Text())
	}
}

// TestWhatAnotherProgramAsks says where else it is asked, is not opened here, and is not gone
// on with.
func TestWhatAnotherProgramAsks(t *testing.T) {
	e := inbox.Entry{Ref: "d/1", Conversation: "d", Workspace: "/src/site", Program: "claude", Session: "s", Beside: true, Subject: "Run git push", Who: "Claude Code"}
	w := &waits{entries: []inbox.Entry{e}}
	d, s := inboxDesk(t, w)
	e.Since = d.Clock()
	if got, want := ansi.Strip(s.row(e, 120, s.columnsOf([]inbox.Entry{e}, 120))), " › ◆ site  Run git push                                  Claude Code, in its terminal too  just now "; got != want {
		t.Errorf("the row is\n%q, not\n%q", got, want)
	}
	e.Strange = true
	if got := ansi.Strip(s.row(e, 80, s.columnsOf([]inbox.Entry{e}, 80))); !strings.Contains(got, "not asked here") || strings.Contains(got, "Claude") {
		t.Errorf("of what was not asked here the row is %q", got)
	}
	d.Press("o", "enter")
	if s.paper == nil {
		t.Fatal("its form does not open")
	}
	s.done(coordinator.Forwarded{Taken: coordinator.Taken{Done: true}})
	if len(s.ready()) != 0 {
		t.Errorf("%v are to be gone on with", s.ready())
	}
}

// TestWhatSomebodyHasOpen is not gone on with from here: whoever has it open does so.
func TestWhatSomebodyHasOpen(t *testing.T) {
	d := desk.New(t)
	w := &waits{entries: some(d.Clock())[1:3], taken: map[string]coordinator.Forwarded{"b/1": {Taken: coordinator.Taken{Done: true, Held: true}}}}
	d, s := inboxDesk(t, w)
	d.Press("enter", "y")
	if len(s.ready()) != 0 || strings.Contains(d.Screen(), "go on with the answered") {
		t.Errorf("%v are to be gone on with:\n%s", s.ready(), d.Screen())
	}
}

// TestHowOldAFormIs: one line above a form says how old it is and what has changed since, with
// nothing that steers a terminal.
func TestHowOldAFormIs(t *testing.T) {
	d := desk.New(t)
	w := &waits{entries: some(d.Clock())[:1]}
	w.entries[0].Files = []string{inbox.Head, "a\x1b[2J\nb.go"}
	d, _ = inboxDesk(t, w)
	d.Press("enter")
	first, _, _ := strings.Cut(ansi.Strip(d.Top.View().Content), "\n")
	if want := "   1 decision waits  2 h ago; HEAD and a"; !strings.HasPrefix(first, want) || !strings.HasSuffix(first, "changed since     Ctrl+C back ") || strings.Contains(d.Top.View().Content, "\x1b[2J") {
		t.Errorf("%q", first)
	}
}

// TestAFormOnTheSmallestScreen takes all of it; with one row more comes the line above it,
// shortened on a narrow screen.
func TestAFormOnTheSmallestScreen(t *testing.T) {
	d := desk.New(t)
	w := &waits{entries: some(d.Clock())[:1]}
	d, s := inboxDesk(t, w)
	d.Press("enter")
	for _, c := range []struct {
		w, h, inner int
		first       string
	}{
		{40, 12, 12, "the form of a/1 "},
		{40, 13, 12, "   2 h ago                  Ctrl+C back "},
		{80, 12, 12, "the form of a/1 "},
		{80, 13, 12, "   1 decision waits  2 h ago  orders: Orders            Ctrl+C back to the list "},
	} {
		d.Send(tea.WindowSizeMsg{Width: c.w, Height: c.h})
		first, _, _ := strings.Cut(ansi.Strip(d.Top.View().Content), "\n")
		if got := s.paper.model.(*form).size.Height; first != c.first || got != c.inner {
			t.Errorf("%d×%d: %q above a form of %d rows", c.w, c.h, first, got)
		}
	}
}

// TestNothingOfARowIsLeftOut: what is not seen stands by its number.
func TestNothingOfARowIsLeftOut(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	_, s := inboxDesk(t, &waits{})
	s.o.Now, s.shown = func() time.Time { return now }, []inbox.Entry{{Ref: "a", Workspace: "/src/w\u200bx", Subject: "Run echo a\u202etxt\u200bb; rm x", Who: "run\u200b", Since: now}}
	if got := ansi.Strip(strings.Join(s.body(120, 10), "\n")); !strings.Contains(got, "w<U+200B>x  Run echo a<U+202E>txt<U+200B>b; rm x") || !strings.Contains(got, "run<U+200B>  just now") {
		t.Errorf("%q", got)
	}
}

// TestWhatWasAnsweredAndHasNotGoneOn stands below what waits and says what it waits for. It is no
// decision: it is not counted, has no form, and none follows in its place.
func TestWhatWasAnsweredAndHasNotGoneOn(t *testing.T) {
	d := desk.New(t)
	w := &waits{entries: []inbox.Entry{
		{Ref: "b/1", Conversation: "b", Workspace: "/src/orders", Subject: "Which environment?", Who: "Assistant", Since: d.Clock().Add(-time.Hour)},
		{Ref: "a/1", Conversation: "a", Workspace: "/src/site", Kind: inbox.Answered, Subject: "Run go test ./...", Who: "run_command", Since: d.Clock().Add(-2 * time.Hour)},
	}}
	d, s := inboxDesk(t, w)
	d.Press("down")
	d.Golden("inbox-answered")
	if d.Press("enter"); s.paper != nil || s.coming != "" {
		t.Error("it has a form")
	}
	d.Press("home", "enter", "y")
	if s.paper != nil || !strings.HasPrefix(d.Screen(), "   Nothing waits for you.") {
		t.Errorf("after the only answer:\n%s", d.Screen())
	}
	w.entries = append(w.entries, inbox.Entry{Ref: "b/2", Conversation: "b", Kind: inbox.Answered, Subject: "Which environment?", Who: "deploy", Since: d.Clock()})
	d.Send(lookMsg{s.looks})
	if d.Press("g"); strings.Join(w.wentOn, "") != "ab" {
		t.Errorf("%q goes on", w.wentOn)
	}
}

// TestFoldersOfOneNameAreToldApart by what stands before it in their paths, in the list and above a form.
func TestFoldersOfOneNameAreToldApart(t *testing.T) {
	d := desk.New(t)
	var all []inbox.Entry
	for i, dir := range []string{"/src/customers/production/app", "/src/customers/staging/app", "/c/app", "/src/other"} {
		e := some(d.Clock())[0]
		e.Ref, e.Conversation, e.Workspace = fmt.Sprint(i, "/1"), fmt.Sprint(i), dir
		all = append(all, e)
	}
	d, s := inboxDesk(t, &waits{entries: all})
	for _, want := range []string{" production/… ", " staging/app ", " c/app ", " other "} {
		if got := d.Screen(); !strings.Contains(got, want) {
			t.Errorf("%q is missing in the list:\n%s", want, got)
		}
	}
	d.Press("enter")
	if got, _, _ := strings.Cut(ansi.Strip(s.View().Content), "\n"); !strings.Contains(got, "  production/app: Orders") {
		t.Errorf("above a form: %q", got)
	}
}

// TestWhatHasChangedIsNotCut: where the line above a form is too short, first the title goes, then
// words of the key, then how many wait, and at last the names of what has changed.
func TestWhatHasChangedIsNotCut(t *testing.T) {
	d := desk.New(t)
	w := &waits{entries: some(d.Clock())[:1]}
	d, s := inboxDesk(t, w)
	d.Press("enter")
	for _, c := range []struct {
		w       int
		changed []string
		want    string
	}{
		{80, nil, "   1 decision waits  2 h ago  orders: Orders            Ctrl+C back to the list "},
		{80, []string{inbox.Head}, "   1 decision waits  2 h ago; HEAD changed since        Ctrl+C back to the list "},
		{80, []string{inbox.Head, "main.go"}, "   1 decision waits  2 h ago; HEAD and main.go changed since        Ctrl+C back "},
		{80, []string{inbox.Head, "model/cli/screens/a.go"}, "   2 h ago; HEAD and model/cli/screens/a.go changed since           Ctrl+C back "},
		{80, []string{inbox.Head, strings.Repeat("long/", 20)}, "   1 decision waits  2 h ago; 2 changed  orders: Orders             Ctrl+C back "},
		{120, []string{inbox.Head, "main.go"}, "   1 decision waits  2 h ago; HEAD and main.go changed since  orders: Orders                    Ctrl+C back to the list "},
		{40, nil, "   2 h ago                  Ctrl+C back "},
		{40, []string{inbox.Head, "main.go"}, "   2 h ago; 2 changed       Ctrl+C back "},
	} {
		s.paper.entry.Changed = c.changed
		d.Send(tea.WindowSizeMsg{Width: c.w, Height: 24})
		if got, _, _ := strings.Cut(ansi.Strip(s.View().Content), "\n"); got != c.want {
			t.Errorf("%d cells, %q:\n%q\nwant\n%q", c.w, c.changed, got, c.want)
		}
	}
}

// TestWhatIsAnsweredElsewhere and has not gone on closes its form, though it is still listed, and
// the cursor stays with what waits.
func TestWhatIsAnsweredElsewhere(t *testing.T) {
	d := desk.New(t)
	w := &waits{entries: some(d.Clock())[:2]}
	w.entries[0].Asked.AnswerType.Kind = "boolean"
	d, s := inboxDesk(t, w)
	d.Press("enter")
	e := w.entries[0]
	e.Kind = inbox.Answered
	w.entries = []inbox.Entry{w.entries[1], e}
	w.fates = map[string]store.Body{e.Ref: store.InquiryResponse{Outcome: store.Answered, Answer: []byte("true"), AnsweredBy: &store.AnsweredBy{By: store.ByUser}}}
	d.Send(lookMsg{s.looks})
	if on, _ := s.chosen(); s.paper != nil || on.Ref != "b/1" || !strings.HasPrefix(s.note, "It was answered already: yes, by you.") {
		t.Errorf("open %v, the cursor is on %s, said %q", s.paper != nil, on.Ref, s.note)
	}
}

// written is what an editor brings.
type written string

func (w written) Written() string { return string(w) }

// TestWhatAnEditorBringsTooLate is told beside what is said already: its form is closed by then.
func TestWhatAnEditorBringsTooLate(t *testing.T) {
	d := desk.New(t)
	d, s := inboxDesk(t, &waits{entries: some(d.Clock())})
	d.Press("enter")
	n := s.paper.n
	d.Press("ctrl+c")
	s.note = "It was answered already: no, by you."
	d.Send(innerMsg{n, written("")})
	d.Send(innerMsg{n, written("my own\n\x1b[2Jtext\n")})
	if want := "It was answered already: no, by you.\nWhat you had typed there was not sent: my own ␛[2Jtext"; s.note != want {
		t.Errorf("the note is %q", s.note)
	}
}
