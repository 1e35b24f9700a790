package model

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/providers"
	"parley/store"
	"parley/teatest/goldens"
)

// opened is an empty conversation with the screens that can stand before it.
func opened(t *testing.T, s *fakeScreens) *desk {
	t.Helper()
	d := emptyDesk(t)
	o := talkOptions(d)
	o.Screens = s
	d.m = Open(o)
	return d
}

// TestReplayOfTheConversationOnTheScreen: it begins with what has happened,
// while the conversation goes on behind it, and a question that comes up
// meanwhile takes no key before it was seen.
func TestReplayOfTheConversationOnTheScreen(t *testing.T) {
	d := opened(t, &fakeScreens{t: t})
	d.write("/replay").press("enter")
	d.shows(" · Nothing has happened in this conversation yet.")
	d.write("Say it").press("enter")
	d.write("/replay").press("enter")
	d.pass(10 * time.Second)
	d.sees(`
── 12:00:00 UTC  chat_request ──────────────────────────────────────────────────
 ‖ 1×  event 2 of 2   turn 1 of 1   00:00 / 00:00
 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━●
 Space play   ← → step   [ ] turn   + - speed   f fork   i raw   ? help`)
	d.answer("Yes.", providers.Call{ID: "call", Name: "echo", Arguments: `{"say":"it"}`})
	if got := d.bottom(1); got != " a question waits in the conversation; q goes back to it" {
		t.Errorf("the replay says %q", got)
	}
	d.press("y", "G", "left")
	d.shows(" ‖ 1×  event 1 of 2   turn 1 of 1   00:00 / 00:00")
	d.send(tea.WindowSizeMsg{Width: 60, Height: 20})
	d.pass(time.Minute)
	d.press("q", "y", "backspace")
	d.shows(" one moment; what you type now goes into your message") // it took no key before it was seen
	d.pass(time.Second)
	d.press("y").shows(` ✓ echo  {"say":"it"}                                it   ▸`)
}

// TestAForkFromTheReplayOfTheConversationOnTheScreen leaves the conversation as
// going to another one does, and not while a turn runs.
func TestAForkFromTheReplayOfTheConversationOnTheScreen(t *testing.T) {
	next := &heard{}
	s := &fakeScreens{t: t, next: next}
	d := opened(t, s)
	d.write("Say it").press("enter")
	d.write("/replay").press("enter", "f")
	d.shows(" a turn runs in the conversation; go back (q) and stop it first (Ctrl+C)")
	d.answer("Yes.")
	d.press("g", "right", "f")
	if d.m != tea.Model(next) {
		t.Fatalf("the screen is a %T:\n%s", d.m, d.screen())
	}
	same(t, s.asked, []string{"fork c1 at 2", "conversation fork-of-c1"})
}

// TestAConversationThatCameToBeHeld: the one that was to be opened is written by
// another process.
func TestAConversationThatCameToBeHeld(t *testing.T) {
	s := &fakeScreens{t: t}
	d := opened(t, s)
	s.err = &store.LockedError{ID: "a1", PID: 7}
	d.write("/new").press("enter")
	d.shows("   This conversation is open in another Parley.")
	d.sees(" 1-3 choose   ↑↓ move   Enter choose   Esc back")
	d.press("esc").sees(" › Ask, or / for commands\n Shift+Enter new line   / commands   @ files   ? help\n small")
}

// TestTheKeysDocumentHasItsSections: no table of keys is of nothing. What each says
// is held to the key table by the room that has it.
func TestTheKeysDocumentHasItsSections(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(goldens.Root(t), keysDocument))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(data)) {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			got = append(got, strings.TrimSpace(title))
		}
	}
	same(t, got, []string{
		"Writing a message", "In the list above the message", "In the conversation", "Searching the conversation", "Everywhere",
		"In the help, where it is longer than the window", "A question for yes or no", "A question with one answer of several",
		"A question with several answers", "A question for a text", "A question for a text, writing", "A question for JSON",
		"A question for JSON, writing", "A permission", "The list of saved conversations", "Writing a new title",
		"A conversation that another process holds", "A conversation that is only read", "A change to a file",
		"A change, saying why not", "Searching a change", "Going through the hits in a change", "A replay",
		"A replay, the event as it is stored", "A replay, writing what to search or a number", "Commands, written as a message",
	})
}
