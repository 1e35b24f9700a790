package saved

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model/conversation"
	"parley/model/kit"
	"parley/store"
	"parley/teatest/desk"
	"parley/teatest/desk/talk"
	"parley/views/pane"
	"parley/views/text"
)

func openingDesk(t *testing.T, open func() (tea.Model, error)) *desk.Desk {
	t.Helper()
	var tail []store.Event
	for i, body := range []store.Body{
		store.ToolCallResponse{ID: "gone", Content: "of a call that is further up"},
		store.ChatRequest{Text: "What now?"}, store.ChatResponse{Response: "7.1", Text: "This."}, store.ResponseEnd{Response: "7.1"},
	} {
		ev, err := store.New(store.Head{V: store.Version, Seq: int64(100 + i), ID: fmt.Sprint("e", i), Time: time.Unix(1, 0).UTC(), Conversation: "c", Turn: 7}, body)
		if err != nil {
			t.Fatal(err)
		}
		tail = append(tail, ev)
	}
	d := desk.New(t)
	d.Begun = true
	d.Top = NewOpening(d.Theme(), kit.Ground{}, tail, nil, open, func() { d.Out = append(d.Out, "tidied") })
	return d
}

func TestOpeningShowsTheEndAtOnce(t *testing.T) {
	given := talk.New(t)
	d := openingDesk(t, func() (tea.Model, error) { return given.Top, nil })
	d.Server = given.Server
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.Write("hel").Press("backspace").Write("y").Press("left", "enter")
	d.Shows(" ▌ What now?", "   This.")
	d.Sees(strings.Repeat("─", 80) + "\n › hey\n\n opening the conversation…")

	d.Settle(d.Top.Init()) // now it is read
	d.Shows(" ▌ hey")
	if !slices.Contains(d.Out, tea.Msg("tidied")) {
		t.Error("what reading it took is kept")
	}
	d.Sees(" › Ask, or / for commands\n Esc stop   / commands   @ files   ? help\n ⠋ waiting for small")
}

func TestOpeningTurnsPages(t *testing.T) {
	d := openingDesk(t, func() (tea.Model, error) { return nil, errors.New("not asked for") })
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
	d.Top.(*Opening).pane.Set(pane.Response{Key: "long", Text: "1\n\n2\n\n3\n\n4\n\n5\n\n6\n\n7\n\n8"})
	d.Shows("   8")
	d.Press("pgup")
	d.Shows("   4", "                         ↓ 7 more lines")
	d.Press("pgdown")
	d.Shows("   8")
}

// TestOpeningWaitsForNoLoading: pages beyond the tail come from a longer end of the file,
// while the loading behind the screen is held back.
func TestOpeningWaitsForNoLoading(t *testing.T) {
	said := func(from, to int) (all []store.Event) {
		for i := from; i < to; i++ {
			ev, err := store.New(store.Head{V: store.Version, Seq: int64(1 + i), ID: fmt.Sprint("e", i), Time: time.Unix(1, 0).UTC(), Conversation: "c", Turn: 1 + i},
				store.ChatRequest{Text: fmt.Sprint("message ", i)})
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, ev)
		}
		return all
	}
	d := desk.New(t)
	d.Begun = true
	asked := 0
	d.Top = NewOpening(d.Theme(), kit.Ground{}, said(95, 100), func() []store.Event { asked++; return said(50, 100) },
		func() (tea.Model, error) { t.Error("it waits for the loading"); return nil, errors.New("held") }, func() {})
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
	d.Shows(" ▌ message 99")
	for _, top := range []int{93, 90, 87, 84} {
		d.Press("pgup")
		d.Shows(fmt.Sprint(" ▌ message ", top), fmt.Sprint(" ▌ message ", top+1), fmt.Sprint(" ▌ message ", top+2))
	}
	d.Press("pgdown")
	d.Shows(" ▌ message 87", " ▌ message 88", " ▌ message 89")
	if asked != 1 {
		t.Errorf("the end was read %d times", asked)
	}
}

// TestOpeningWritesCodeInOneColour: the colours come with the conversation's own screen, a
// moment later.
func TestOpeningWritesCodeInOneColour(t *testing.T) {
	d := openingDesk(t, func() (tea.Model, error) { return nil, errors.New("not asked for") })
	o := d.Top.(*Opening)
	dark, err := text.NewTheme(text.ThemeDark, text.Unicode())
	if err != nil {
		t.Fatal(err)
	}
	o.Theme = dark
	o.fill()
	o.pane.Set(pane.Response{Key: "code", Text: "**Look:**\n\n```go\nfunc main() {}\n```"})
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
	lines := strings.Join(o.pane.Lines(), "\n")
	if !strings.Contains(lines, "     func main() {}") || !strings.Contains(lines, "\x1b[1m") {
		t.Errorf("drawn as %q", lines)
	}
}

func TestOpeningThatFails(t *testing.T) {
	broken := errors.New("the conversation is open in another Parley")
	d := openingDesk(t, func() (tea.Model, error) { return nil, broken })
	d.Settle(d.Top.Init())
	o, ok := d.Top.(*Opening)
	if !ok || !errors.Is(o.Err(), broken) || len(d.Out) != 1 || d.Out[0] != (tea.QuitMsg{}) {
		t.Errorf("%T, to Bubble Tea went %v", d.Top, d.Out)
	}
}

// TestOpeningCanBeLeft at once: what is being read is not waited for.
func TestOpeningCanBeLeft(t *testing.T) {
	d := openingDesk(t, func() (tea.Model, error) { t.Fatal("it is waited for"); return nil, nil })
	d.Press("ctrl+c")
	if len(d.Out) != 1 || d.Out[0] != (tea.QuitMsg{}) {
		t.Errorf("to Bubble Tea went %v", d.Out)
	}
}

// TestWordsOfAnOpeningAreKept: when the program ends before the conversation is there, what stands
// in the composer is among its drafts, and nothing of it is sent. If it cannot be opened, or not in
// time, that is said.
func TestWordsOfAnOpeningAreKept(t *testing.T) {
	kept := store.Drafts{}
	var shell *coordinator.Shell
	given := talk.New(t, func(_ *desk.Desk, o *conversation.Options) {
		o.SaveDrafts = func(d store.Drafts) error { kept = d; return nil }
		shell = o.Shell
	})
	calls := 0
	open := func() (tea.Model, error) { calls++; return given.Top, nil }
	d := openingDesk(t, open)
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	o := d.Top.(*Opening)
	if err := o.Last(); err != nil || calls != 0 {
		t.Errorf("nothing was typed, and it is waited for: %v", err)
	}
	d.Write("the last word").Press("backspace", "enter")
	if err := o.Last(); err != nil || len(kept) != 1 || kept[store.MessageDraft(store.Composing)].Text != "the last wor" {
		t.Errorf("%+v, %v", kept, err)
	}
	if shell.State().Folded.Open() {
		t.Error("a turn began")
	}

	o.open = func() (tea.Model, error) { return nil, errors.New("it is damaged") }
	if err := o.Last(); err == nil || err.Error() != "what you typed is not kept: the conversation was not open yet\nit is damaged" {
		t.Errorf("%v", err)
	}
	never, now := make(chan struct{}), make(chan time.Time, 1)
	defer close(never)
	now <- time.Now()
	o.open, o.late = func() (tea.Model, error) { <-never; return nil, nil }, func() <-chan time.Time { return now }
	if err := o.Last(); err == nil || err.Error() != "what you typed is not kept: the conversation was not open yet" {
		t.Errorf("%v", err)
	}
}
