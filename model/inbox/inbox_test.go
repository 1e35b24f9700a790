package inbox

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
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
}

func (w *waits) Waiting() ([]inbox.Entry, error) { return w.entries, w.err }

func (w *waits) GoOn(e inbox.Entry) error {
	w.wentOn = append(w.wentOn, e.Conversation)
	return nil
}

func (w *waits) Paper(e inbox.Entry) (tea.Model, error) {
	if e.Subject == "gone" {
		return nil, errors.New("that is not asked there any more")
	}
	return &form{of: w, e: e}, nil
}

// form is a form that y answers.
type form struct {
	of   *waits
	e    inbox.Entry
	keys []string
	size tea.WindowSizeMsg
}

func (f *form) Init() tea.Cmd { return nil }
func (f *form) View() tea.View {
	return tea.NewView("the form of " + f.e.Ref + " " + strings.Join(f.keys, " "))
}

func (f *form) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		f.size = msg
	case tea.KeyPressMsg:
		f.keys = append(f.keys, msg.String())
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
				}
			}
			return commands.StepMsg{Input: done}
		}
	}
	return f, nil
}

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
	d.Press("esc", "down", "down")
	if e, _ := s.chosen(); e.Ref != "a/2" {
		t.Errorf("the cursor is on %s", e.Ref)
	}
	d, _ = inboxDesk(t, &waits{})
	d.Golden("inbox-none")
	d.Press("enter", "o", "g", "/", "up", "down")
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
	if f.size.Height != s.Terminal.H-1 {
		t.Errorf("the form has %d lines of %d", f.size.Height, s.Terminal.H)
	}
	d.Press("x", "esc", "q")
	if s.paper == nil || strings.Join(f.keys, "") != "xescq" {
		t.Errorf("keys of the form: %q", f.keys)
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
	d.Press("g")
	if got := strings.Join(w.wentOn, " "); got != "a b" {
		t.Errorf("%q goes on", got)
	}
	d.Press("g")
	if len(w.wentOn) != 2 {
		t.Errorf("it goes on twice: %q", w.wentOn)
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
	if len(s.ready) != 0 {
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

func TestTheKeysOfTheInboxAreDocumented(t *testing.T) {
	goldens.Section(t, desk.KeysDocument, "The inbox", desk.KeyTable(keys()))
}

func TestTheInboxIsSuspended(t *testing.T) {
	d, _ := inboxDesk(t, &waits{})
	d.Suspends()
}

// TestWhatIsSaidOfAnAnswer: refusals, faults and errors are said.
func TestWhatIsSaidOfAnAnswer(t *testing.T) {
	for want, f := range map[string]coordinator.Forwarded{
		"The answer was refused: it has no terminal.": {Taken: coordinator.Taken{Refused: "it has no terminal"}},
		"that is not asked there, or not any more":    {Taken: coordinator.Taken{Fault: coordinator.ErrNotAsked}},
		"the disk is full":                            {Err: errors.New("the disk is full")},
	} {
		d := desk.New(t)
		w := &waits{entries: some(d.Clock())[:1], taken: map[string]coordinator.Forwarded{"a/1": f}}
		d, s := inboxDesk(t, w)
		d.Press("enter", "y")
		if s.note != want || len(s.ready) != 0 {
			t.Errorf("%q, want %q", s.note, want)
		}
	}
}
