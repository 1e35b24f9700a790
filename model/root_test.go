package model

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/forms"
	"parley/providers"
	"parley/store"
	"parley/teatest/desk"
	"parley/teatest/desk/talk"
	"parley/teatest/goldens"
)

// opened is an empty conversation with the screens that can stand before it.
func opened(t *testing.T, s *desk.Screens) *desk.Desk {
	t.Helper()
	d := desk.New(t)
	o := talk.Options(d)
	o.Screens = s
	d.Top = Open(o)
	return d
}

// TestReplayOfTheConversationOnTheScreen: it begins with what has happened, while the
// conversation goes on behind it, and a question that comes up meanwhile takes no key
// before it was seen.
func TestReplayOfTheConversationOnTheScreen(t *testing.T) {
	d := opened(t, &desk.Screens{T: t})
	d.Write("/replay").Press("enter")
	d.Shows(" · Nothing has happened in this conversation yet.")
	d.Write("Say it").Press("enter")
	d.Write("/replay").Press("enter")
	d.Pass(10 * time.Second)
	d.Sees(`
── 12:00:00  a message ─────────────────────────────────────────────────────────
 ‖ 1×  event 2 of 2   turn 1 of 1   00:00 / 00:00
 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━●
 Space play   ← → step   [ ] turn   f fork   + - speed   ? help   q leave`)
	d.Answer("Yes.", providers.Call{ID: "call", Name: "echo", Arguments: `{"say":"it"}`})
	if got := d.Bottom(1); got != " a question waits in the conversation; q goes back to it" {
		t.Errorf("the replay says %q", got)
	}
	d.Press("y", "G", "left")
	d.Shows(" ‖ 1×  event 1 of 2   turn 1 of 1   00:00 / 00:00")
	d.Send(tea.WindowSizeMsg{Width: 60, Height: 20})
	d.Pass(time.Minute)
	d.Press("q", "y", "backspace")
	d.Shows(" one moment; what you type now goes into your message") // it took no key before it was seen
	d.Pass(time.Second)
	d.Press("y").Shows(` ✓ echo   say: it                    it   ◆ you after 1 min`)
}

// TestAForkFromTheReplayOfTheConversationOnTheScreen leaves the conversation as switching
// to another one does, and is refused while a turn runs.
func TestAForkFromTheReplayOfTheConversationOnTheScreen(t *testing.T) {
	next := &desk.Heard{}
	s := &desk.Screens{T: t, Next: next}
	d := opened(t, s)
	d.Write("Say it").Press("enter")
	d.Write("/replay").Press("enter")
	d.Pass(time.Second)
	d.Press("f")
	d.Shows(" a turn runs in the conversation; go back (q) and stop it first (Ctrl+C)")
	d.Answer("Yes.")
	d.Press("g", "right", "f")
	if d.Top != tea.Model(next) {
		t.Fatalf("the screen is a %T:\n%s", d.Top, d.Screen())
	}
	desk.Same(t, s.Asked, []string{"fork c1 at 2", "conversation fork-of-c1"})
}

// TestAConversationThatCameToBeHeld: the one to be opened is written by another process.
func TestAConversationThatCameToBeHeld(t *testing.T) {
	s := &desk.Screens{T: t}
	d := opened(t, s)
	s.Err = &store.LockedError{ID: "a1", PID: 7}
	d.Write("/new").Press("enter")
	d.Shows("   This conversation is open in another Parley.")
	d.Sees(" 1-3 choose   ↑↓ move   Enter choose   Esc back")
	d.Press("esc").Sees(" › Ask, or / for commands\n\n small")
}

// TestTheKeysDocumentHasItsSections: every table of keys has a screen. The room that owns
// the key table checks what each says.
func TestTheKeysDocumentHasItsSections(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(goldens.Root(t), desk.KeysDocument))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(data)) {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			got = append(got, strings.TrimSpace(title))
		}
	}
	var questions []string
	for _, kind := range forms.Kinds() {
		title := desk.KindTitle(kind.Kind())
		questions = append(questions, title)
		if writing := title + ", writing"; slices.Contains(got, writing) { // the room knows whether it has one
			questions = append(questions, writing)
		}
	}
	desk.Same(t, got, slices.Concat([]string{
		"Writing a message", "Writing a command of your own", "In the list above the message", "In the conversation", "Searching the conversation", "In the list of recent conversations", "Everywhere",
		"In the help", "Searching the help",
	}, questions, []string{
		"A permission", "The rules that a yes can be made to", "The words of such a rule", "The menu of a permission", "The list of saved conversations", "Writing a new title",
		"A conversation that another process holds", "A conversation that is only read", "A change to a file",
		"A change, saying why not", "Searching a change", "Going through the hits in a change", "The decisions of a conversation", "The rules in force", "What can be put back", "The inbox", "The window", "The window, changing a summary", "A replay",
		"A replay, the event as it is stored", "A replay, writing what to search or a number", "The first run", "The first run, choosing a model", "The first run, the address of a server", "The first run, the key of a server at an address",
		"The first run, the variable of its key", "The first run, a server is asked", "The first run, a key", "Commands, written as a message",
	}))
}
