package inbox

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"go.uber.org/goleak"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/model/kit"
	"parley/store"
	"parley/store/inbox"
	"parley/teatest/desk"
	"parley/teatest/goldens"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// waits is an inbox that a test fills.
type waits struct {
	entries []inbox.Entry
	err     error
	taken   map[string]coordinator.Forwarded // by reference, what becomes of an answer
	wentOn  []string
	stopped string                // why what goes on gets no further
	asks    bool                  // it asks again
	unable  error                 // nothing goes on
	fates   map[string]store.Body // by reference, what became of an entry
}

func (w *waits) Waiting() ([]inbox.Entry, error) { return w.entries, w.err }

func (w *waits) Looked(e inbox.Entry) inbox.Entry {
	if e.Files != nil {
		e.Changed = e.Files // all of them have changed
	}
	return e
}

func (w *waits) GoOn(e inbox.Entry) (func() (string, bool), error) {
	if w.unable != nil {
		return nil, w.unable
	}
	w.wentOn = append(w.wentOn, e.Conversation)
	return func() (string, bool) { return w.stopped, w.asks }, nil
}

func (w *waits) Paper(e inbox.Entry) (tea.Model, error) {
	if e.Subject == "gone" {
		return nil, errors.New("that is not asked there any more")
	}
	return &form{of: w, e: e}, nil
}

func (w *waits) Fate(e inbox.Entry) (store.Body, error) {
	if b, known := w.fates[e.Ref]; known {
		return b, nil
	}
	return nil, coordinator.ErrNotAsked
}

// form is a form that y answers.
type form struct {
	of   *waits
	e    inbox.Entry
	keys []string
	size tea.WindowSizeMsg

	clicked int // line
	handing bool
	typed   []string
	kept    int   // how often it was told to keep that
	unable  error // to keep it
	answers int   // that are asked for
}

func (f *form) Answers() int     { return f.answers }
func (f *form) Handing() bool    { return f.handing }
func (f *form) Unsent() []string { return f.typed }
func (f *form) Last() error      { f.kept++; return f.unable }

func (f *form) Init() tea.Cmd { return nil }
func (f *form) View() tea.View {
	return tea.NewView("the form of " + f.e.Ref + " " + strings.Join(f.keys, " "))
}

func (f *form) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		f.size = msg
	case tea.ResumeMsg:
		f.keys = append(f.keys, "seen again")
	case tea.MouseClickMsg:
		f.clicked = msg.Y
	case lentMsg:
		f.keys = append(f.keys, "and back")
	case tea.KeyPressMsg:
		f.keys = append(f.keys, msg.String())
		if msg.String() == "e" {
			return f, func() tea.Msg { return kit.LendMsg{Done: func(error) tea.Msg { return lentMsg{} }} }
		}
		if msg.String() != "y" {
			return f, nil
		}
		of, e := f.of, f.e
		return f, func() tea.Msg {
			done, known := of.taken[e.Ref]
			if !known {
				done.Taken.Done = true
			}
			for i, x := range of.entries {
				if x.Ref == e.Ref {
					of.entries = append(of.entries[:i:i], of.entries[i+1:]...)
					if done.Taken.Done && !done.Taken.Held && e.Program == "" {
						x.Kind = inbox.Answered
						of.entries = append(of.entries, x)
					}
					break
				}
			}
			return commands.StepMsg{Input: done}
		}
	}
	return f, nil
}

// lentMsg says that the editor gave the terminal back.
type lentMsg struct{}

func some(now time.Time) []inbox.Entry {
	return []inbox.Entry{
		{Ref: "a/1", Conversation: "a", Title: "Orders", Workspace: "/src/orders", Subject: "Which environment?", Who: "Assistant", At: 1, Of: 3, Since: now.Add(-2 * time.Hour)},
		{Ref: "b/1", Conversation: "b", Workspace: "/src/orders", Subject: "Edit cmd/report.go  +17 −1", Who: "fs_modify_file", Reviewer: "haiku", Since: now.Add(-40 * time.Minute)},
		{Ref: "c/1", Conversation: "c", Workspace: "/src/bill\x1b[2Jing", Subject: "Run go test ./... \x1b[31m" + strings.Repeat("very long ", 20), Who: "run_command", Since: now.Add(-4 * time.Minute)},
		{Ref: "a/2", Conversation: "a", Subject: "A loop. How to proceed?", Who: "loop_threshold", Since: now},
	}
}

func inboxDesk(t testing.TB, w *waits) (*desk.Desk, *Screen) {
	t.Helper()
	d := desk.New(t)
	s := New(Options{Shared: kit.Shared{Theme: d.Theme(), Now: d.Clock, Tick: d.Tick}, Inbox: w})
	s.Over(&desk.Heard{})
	d.Top = s
	return d.Start(), s
}

func TestTheInbox(t *testing.T) {
	d := desk.New(t)
	w := &waits{entries: some(d.Clock())}
	d, s := inboxDesk(t, w)
	d.Golden("inbox")
	d.Press("/", "e", "d", "i", "t")
	if e, ok := s.chosen(); !ok || e.Ref != "b/1" || len(s.shown) != 1 {
		t.Errorf("filtered to %+v", s.shown)
	}
	d.Press("x", "enter", "o")
	d.Golden("inbox-filtered")
	d.Press("esc", "down", "down")
	if e, _ := s.chosen(); e.Ref != "a/2" {
		t.Errorf("the cursor is on %s", e.Ref)
	}
	d, _ = inboxDesk(t, &waits{})
	d.Golden("inbox-none")
	d.Press("enter", "o", "g", "/", "up", "down")
}

// TestTheOrderIsSaidWhereThereIsOne: from two decisions on.
func TestTheOrderIsSaidWhereThereIsOne(t *testing.T) {
	for n, want := range []string{
		"   Nothing waits for you.", "   1 decision waits", "   2 decisions wait                                                oldest first",
	} {
		d, _ := inboxDesk(t, &waits{entries: some(desk.New(t).Clock())[:n]})
		if got, _, _ := strings.Cut(d.Screen(), "\n"); strings.TrimRight(got, " ") != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// TestOneFormAfterTheOther: after an answer the next one of the conversation stands there,
// then the oldest; what cannot go on is said.
func TestOneFormAfterTheOther(t *testing.T) {
	d := desk.New(t)
	w := &waits{entries: some(d.Clock()), taken: map[string]coordinator.Forwarded{
		"c/1": {Taken: coordinator.Taken{First: store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByUser, Via: &store.Via{Program: "parley", PID: 7}}}},
	}}
	d, s := inboxDesk(t, w)
	d.Press("enter")
	if s.paper == nil || s.paper.entry.Ref != "a/1" {
		t.Fatalf("no form: %+v", s.paper)
	}
	f := s.paper.model.(*form)
	if f.size.Height != s.Terminal.H-2 {
		t.Errorf("the form has %d lines of %d", f.size.Height, s.Terminal.H)
	}
	d.Press("x", "esc", "q")
	if s.paper == nil || strings.Join(f.keys, "") != "xescq" {
		t.Errorf("keys of the form: %q", f.keys)
	}
	if d.Send(tea.ResumeMsg{}); f.keys[len(f.keys)-1] != "seen again" {
		t.Errorf("the form does not know that it was away: %q", f.keys)
	}
	for _, next := range []string{"a/2", "b/1", "c/1"} {
		d.Press("y")
		if s.paper == nil || s.paper.entry.Ref != next {
			t.Fatalf("after the answer %+v stands there, not %s", s.paper, next)
		}
	}
	d.Press("y") // somebody else was first
	if s.paper != nil {
		t.Error("a form follows on what has to be read")
	}
	d.Golden("inbox-note")
	w.stopped = "parked, since deploy is not offered here"
	d.Press("g")
	if got := strings.Join(w.wentOn, " "); got != "a b" {
		t.Errorf("%q goes on", got)
	}
	const stopped = " does not go on: parked, since deploy is not offered here."
	if want := "“Orders”" + stopped + "\n“b”" + stopped; s.note != want {
		t.Errorf("it says %q, not %q", s.note, want)
	}
	w.stopped = ""
	d.Press("down", "g")
	if got := strings.Join(w.wentOn, " "); got != "a b a b" || s.note != "“Orders” went on to its end.\n“b” went on to its end." {
		t.Errorf("again: %q goes on, and it says %q", got, s.note)
	}
}

// TestWhatIsDecidedStandsInTheListNoMore: a key right behind an answer is for the entry that
// waits next, also while the list has not been read again.
func TestWhatIsDecidedStandsInTheListNoMore(t *testing.T) {
	for name, done := range map[string]coordinator.Taken{
		"here": {Done: true}, "elsewhere before": {First: store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByUser}},
	} {
		d := desk.New(t)
		d, s := inboxDesk(t, &waits{entries: some(d.Clock())})
		d.Press("enter")
		s.Update(innerMsg{s.paper.n, commands.StepMsg{Input: coordinator.Forwarded{Taken: done}}})
		if e, ok := s.chosen(); !ok || e.Ref != "b/1" || strings.Contains(d.Screen(), "Which environment?") {
			t.Errorf("%s: the cursor is on %q in\n%s", name, e.Ref, d.Screen())
		}
	}
}

// TestAFormStandsBelowALine, with a blank one between if there is room; a click hits the line
// that is shown there.
func TestAFormStandsBelowALine(t *testing.T) {
	for height, above := range map[int]int{24: 2, 16: 2, 15: 1, 13: 1} {
		d := desk.New(t)
		d, s := inboxDesk(t, &waits{entries: some(d.Clock())})
		d.Press("enter")
		d.Send(tea.WindowSizeMsg{Width: 80, Height: height})
		d.Send(tea.MouseClickMsg{X: 4, Y: 9, Button: tea.MouseLeft})
		lines := strings.Split(ansi.Strip(s.View().Content), "\n")
		if !strings.HasPrefix(lines[0], "   4 decisions wait") || !strings.HasPrefix(lines[above], "the form of a/1") || above == 2 && lines[1] != "" {
			t.Errorf("at %d it is\n%s", height, strings.Join(lines, "\n"))
		}
		if f := s.paper.model.(*form); f.size.Height != height-above || f.clicked != 9-above {
			t.Errorf("at %d the form has %d lines, and line %d is clicked", height, f.size.Height, f.clicked)
		}
	}
}

// TestALongNoteLeavesRoom on the smallest screen, and what was typed is told when a form is
// left.
func TestALongNoteLeavesRoom(t *testing.T) {
	d := desk.New(t)
	d, s := inboxDesk(t, &waits{entries: some(d.Clock())})
	d.Press("enter")
	s.paper.model.(*form).typed = []string{strings.Repeat("word ", 100), strings.Repeat("more ", 100)}
	d.Press("ctrl+c")
	if !strings.HasPrefix(s.note, "What you had typed there was not sent: word word") {
		t.Errorf("the note is %q", s.note)
	}
	d.Send(tea.WindowSizeMsg{Width: 40, Height: kit.LeastHeight})
	if lines := strings.Split(ansi.Strip(s.View().Content), "\n"); len(lines) != kit.LeastHeight || !strings.HasPrefix(lines[0], "   4 decisions wait") {
		t.Errorf("%d lines:\n%s", len(lines), strings.Join(lines, "\n"))
	}
}

func TestAFormThatIsLeft(t *testing.T) {
	d := desk.New(t)
	w := &waits{entries: some(d.Clock())}
	d, s := inboxDesk(t, w)
	d.Press("enter")
	late := innerMsg{s.paper.n, commands.StepMsg{Input: coordinator.Forwarded{Taken: coordinator.Taken{Done: true}}}}
	d.Press("ctrl+c")
	if s.paper != nil {
		t.Fatal("Ctrl+C does not leave the form")
	}
	d.Send(late)
	if len(s.ready()) != 0 {
		t.Error("what comes late for a form that was left counts for another")
	}
	w.entries[0].Subject = "gone"
	d.Press("esc")
	if d.Top == tea.Model(s) {
		t.Error("Esc does not go back")
	}
	d, s = inboxDesk(t, w)
	d.Press("enter")
	if s.paper != nil || s.note != "that is not asked there any more" {
		t.Errorf("%+v, %q", s.paper, s.note)
	}
}

// TestWhatAnEditorBringsBack goes to the form that opened it, and to none that came after.
func TestWhatAnEditorBringsBack(t *testing.T) {
	d := desk.New(t)
	d, s := inboxDesk(t, &waits{entries: some(d.Clock())})
	d.Press("enter")
	f, is := s.paper.model.(*form)
	if !is {
		t.Fatalf("%T is on the screen", s.paper.model)
	}
	lend, is := s.paper.update(desk.KeyOf("e"))().(kit.LendMsg)
	if !is {
		t.Fatal("the terminal is not requested")
	}
	d.Send(lend.Done(nil))
	if got := strings.Join(f.keys, " "); got != "e and back" {
		t.Errorf("the form heard %q", got)
	}
	d.Press("ctrl+c", "enter")
	d.Send(lend.Done(nil))
	if late, is := s.paper.model.(*form); !is || len(late.keys) != 0 {
		t.Errorf("another form heard %q", late.keys)
	}
}

func TestTheKeysOfTheInboxAreDocumented(t *testing.T) {
	goldens.Section(t, desk.KeysDocument, "The inbox", desk.KeyTable(keys()))
}

func TestTheInboxIsSuspended(t *testing.T) {
	d, _ := inboxDesk(t, &waits{})
	d.Suspends()
}
