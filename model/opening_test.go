package model

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/store"
	"parley/views/pane"
	"parley/views/text"
)

func openingDesk(t *testing.T, open func() (tea.Model, error)) *desk {
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
	d := emptyDesk(t)
	d.begun = true
	d.m = NewOpening(d.theme(), Ground{}, tail, open)
	return d
}

func TestOpeningShowsTheEndAtOnce(t *testing.T) {
	given := newTalk(t)
	d := openingDesk(t, func() (tea.Model, error) { return given.m, nil })
	d.server = given.server
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.write("hel").press("backspace").write("y").press("left", "enter")
	d.shows(" ▌ What now?", "   This.")
	d.sees(strings.Repeat("─", 80) + "\n › hey\n\n opening the conversation…")

	d.settle(d.m.Init()) // now it is read
	d.shows(" ▌ hey")
	d.sees(" › Ask, or / for commands\n Shift+Enter new line   / commands   @ files   ? help   Ctrl+C stop\n waiting for the model · small                                              hey")
}

func TestOpeningTurnsPages(t *testing.T) {
	d := openingDesk(t, func() (tea.Model, error) { return nil, errors.New("not asked for") })
	d.send(tea.WindowSizeMsg{Width: 40, Height: 12})
	d.m.(*Opening).pane.Set(pane.Answer{Key: "long", Text: "1\n\n2\n\n3\n\n4\n\n5\n\n6\n\n7\n\n8"})
	d.shows("   8")
	d.press("pgup")
	d.shows("   4", "                        ↓ 7 more lines")
	d.press("pgdown")
	d.shows("   8")
}

// TestOpeningWritesCodeInOneColour: the colours come with the conversation's own
// screen, a moment later.
func TestOpeningWritesCodeInOneColour(t *testing.T) {
	d := openingDesk(t, func() (tea.Model, error) { return nil, errors.New("not asked for") })
	o := d.m.(*Opening)
	dark, err := text.NewTheme(text.ThemeDark, text.Unicode())
	if err != nil {
		t.Fatal(err)
	}
	o.theme = dark
	o.fill()
	o.pane.Set(pane.Answer{Key: "code", Text: "**Look:**\n\n```go\nfunc main() {}\n```"})
	d.send(tea.WindowSizeMsg{Width: 40, Height: 12})
	lines := strings.Join(o.pane.Lines(), "\n")
	if !strings.Contains(lines, "     func main() {}") || !strings.Contains(lines, "\x1b[1m") {
		t.Errorf("drawn as %q", lines)
	}
}

func TestOpeningThatFails(t *testing.T) {
	broken := errors.New("the conversation is open in another Parley")
	d := openingDesk(t, func() (tea.Model, error) { return nil, broken })
	d.settle(d.m.Init())
	o, ok := d.m.(*Opening)
	if !ok || !errors.Is(o.Err(), broken) || len(d.out) != 1 || d.out[0] != (tea.QuitMsg{}) {
		t.Errorf("%T, to Bubble Tea went %v", d.m, d.out)
	}
}

func TestOpeningCanBeLeft(t *testing.T) {
	other := newTalk(t).m
	d := openingDesk(t, func() (tea.Model, error) { return other, nil })
	d.press("ctrl+c")
	d.settle(d.m.Init())
	if len(d.out) != 1 || d.out[0] != (tea.QuitMsg{}) {
		t.Errorf("to Bubble Tea went %v", d.out)
	}
}
