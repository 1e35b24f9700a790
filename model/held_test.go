package model

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/store"
	"parley/teatest/goldens"
)

func lockedAt(d *desk) *store.LockedError {
	return &store.LockedError{ID: "a1", PID: 1234, Since: d.now.Add(-12 * time.Minute)}
}

// heldDesk shows a conversation that process 1234 writes, alone.
func heldDesk(t *testing.T, s *fakeScreens) *desk {
	t.Helper()
	d := emptyDesk(t)
	s.t = t
	d.m = NewHeld(newTestPicker(d, &fakeShelf{}, s).o.Shared, lockedAt(d))
	return d.start()
}

func TestAConversationThatAnotherProcessHolds(t *testing.T) {
	d := heldDesk(t, &fakeScreens{})
	d.golden("held")
	d.press("esc")
	if len(d.out) != 1 || d.out[0] != (tea.QuitMsg{}) {
		t.Errorf("to Bubble Tea went %v", d.out)
	}
}

func TestAHolderThatDidNotSay(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	if got, want := holderText(&store.LockedError{ID: "x"}, now), "Another process writes it."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := holderText(&store.LockedError{PID: 7, Since: now.Add(-3 * time.Hour)}, now), "Process 7 writes it since 21 November 09:00 (3 h ago)."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestWaitingUntilItIsFree(t *testing.T) {
	s := &fakeScreens{}
	d := heldDesk(t, s)
	s.err = fmt.Errorf("conversation a1 cannot be opened: %w", lockedAt(d))
	d.press("3")
	d.golden("held-waits")
	d.pass(2 * tryEvery)
	same(t, s.asked, []string{"conversation a1", "conversation a1", "conversation a1"})
	next := &heard{}
	s.next, s.err = next, nil
	d.pass(tryEvery)
	if d.m != tea.Model(next) {
		t.Fatalf("the screen is a %T", d.m)
	}
}

func TestWaitingCanBeEnded(t *testing.T) {
	s := &fakeScreens{}
	d := heldDesk(t, s)
	s.err = lockedAt(d)
	d.press("down", "down", "enter", "esc")
	d.pass(10 * tryEvery)
	same(t, s.asked, []string{"conversation a1"})
	d.shows(" › 3  Wait      it opens by itself when it is free")
	s.err = errors.New("the disk is gone")
	d.press("3").shows(" ! the disk is gone")
	d.pass(10 * tryEvery)
	same(t, s.asked[1:], []string{"conversation a1"})
}

func TestForkingWhatAnotherProcessHolds(t *testing.T) {
	s := &fakeScreens{next: &heard{}}
	heldDesk(t, s).press("2")
	same(t, s.asked, []string{"fork a1 at 0", "conversation fork-of-a1"})
}

func TestAHeldConversationIsOfferedFromTheListAndBack(t *testing.T) {
	s := &fakeScreens{}
	d := pickerDesk(t, nil, s)
	s.t, s.err = t, lockedAt(d)
	d.press("enter")
	d.shows("   This conversation is open in another Parley.")
	d.sees(" 1-3 choose   ↑↓ move   Enter choose   Esc back")
	d.press("esc")
	d.shows(" › Orders migration, staging first         2 h ago   9 turns   ◆ question open")
}

// growing is a conversation that grows when the test lets it.
type growing struct {
	log    store.Log
	comes  chan store.Event
	closed bool
}

func (g *growing) ID() string     { return "a1" }
func (g *growing) Log() store.Log { return g.log }
func (g *growing) Close() error   { g.closed = true; return nil }
func (g *growing) Next(ctx context.Context) ([]store.Event, error) {
	select {
	case e, ok := <-g.comes:
		if !ok {
			return nil, errors.New("conversation a1 cannot be followed: its file was moved")
		}
		return []store.Event{e}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func recorded(t *testing.T, seq int64, b store.Body) store.Event {
	t.Helper()
	e, err := store.New(store.Head{V: store.Version, Seq: seq, ID: fmt.Sprint("e", seq), Time: time.Unix(seq, 0).UTC(), Conversation: "a1", Turn: 1}, b)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// readerDesk shows the reader; its following is played by hand, since a command
// that waits would not let the desk rest.
func readerDesk(t *testing.T, s *fakeScreens) (*desk, *growing, tea.Cmd) {
	t.Helper()
	d := emptyDesk(t)
	s.t = t
	g := &growing{comes: make(chan store.Event, 10)}
	g.log = store.Log{}.Append(recorded(t, 1, store.ChatRequest{Text: "What now?"}))
	r := NewReader(newTestPicker(d, &fakeShelf{}, s).o.Shared, g, lockedAt(d))
	d.m, d.begun = r, true
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	t.Cleanup(r.end)
	return d, g, r.next()
}

func TestReadingWhatAnotherProcessWrites(t *testing.T) {
	d, g, next := readerDesk(t, &fakeScreens{})
	d.shows(" ▌ What now?")
	g.comes <- recorded(t, 2, store.ChatResponse{Response: "1.1", Text: "Now **this**."})
	g.comes <- recorded(t, 3, store.ResponseEnd{Response: "1.1"})
	d.m.(*Reader).grew(next().(grewMsg))
	d.m.(*Reader).grew(next().(grewMsg))
	d.golden("reader")
	d.press("/").write("this")
	d.sees(" / this                            hit 1 of 1   Enter find   Esc end the search\n read only · held by process 1234                                     What now?")
	d.press("enter")
	d.sees(" ↑↓ block   / search   f fork   t try to open   n N hits   Esc end the search\n hit 1 of 1                                                           What now?")
	d.press("esc", "up")
	d.sees(" ↑↓ block   / search   f fork   t try to open   Esc quit\n read only · held by process 1234                                     What now?")
	close(g.comes)
	d.send(next())
	d.shows(" ! conversation a1 cannot be followed: its file was moved")
	d.sees(" read only · no longer followed                                       What now?")
	if !g.closed {
		t.Error("the file is still open")
	}
}

func TestTheReaderEndsWhatItFollows(t *testing.T) {
	d, g, next := readerDesk(t, &fakeScreens{})
	under := &heard{}
	d.m.(*Reader).over(under)
	d.press("esc")
	if d.m != tea.Model(under) {
		t.Fatalf("the screen is a %T", d.m)
	}
	if msg := next().(grewMsg); !errors.Is(msg.err, context.Canceled) || !g.closed {
		t.Errorf("it ended with %v, closed: %v", msg.err, g.closed)
	}
}

func TestTheReaderTriesToOpen(t *testing.T) {
	s := &fakeScreens{}
	d, _, _ := readerDesk(t, s)
	s.err = lockedAt(d)
	d.press("t")
	d.sees(" the other Parley still has it                                        What now?")
	s.err, s.next = nil, &heard{}
	d.press("f")
	same(t, s.asked, []string{"conversation a1", "fork a1 at 0", "conversation fork-of-a1"})
	if _, ok := d.m.(*heard); !ok {
		t.Errorf("the screen is a %T", d.m)
	}
}

func TestWhatAPersonDoesIsForTheScreenTheySee(t *testing.T) {
	d := emptyDesk(t)
	under := &heard{}
	h := NewHeld(newTestPicker(d, &fakeShelf{}, &fakeScreens{t: t}).o.Shared, lockedAt(d))
	h.over(under)
	d.m = h
	d.send(tea.PasteMsg{Content: "pasted"})
	d.send(tea.MouseClickMsg{X: 5, Y: 5, Button: tea.MouseLeft})
	d.send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
	d.press("x")
	d.send(tea.WindowSizeMsg{Width: 60, Height: 20})
	if got, want := fmt.Sprint(under.msgs), "[{80 24} {60 20}]"; got != want {
		t.Errorf("the screen behind was told %s, want %s", got, want)
	}
}

// TestAHeldConversationIsSuspended.
func TestAHeldConversationIsSuspended(t *testing.T) { heldDesk(t, &fakeScreens{}).suspends() }

// TestTheKeysOfSavedConversationsAreDocumented.
func TestTheKeysOfSavedConversationsAreDocumented(t *testing.T) {
	goldens.Section(t, keysDocument, "The list of saved conversations", keyTable(pickerKeys()))
	goldens.Section(t, keysDocument, "Writing a new title", keyTable(namingKeys()))
	goldens.Section(t, keysDocument, "A conversation that another process holds", keyTable(heldKeys()))
	goldens.Section(t, keysDocument, "A conversation that is only read", keyTable(readerKeys()))
}

// TestReplayFromTheList stands before the list, and goes back to it.
func TestReplayFromTheList(t *testing.T) {
	s := &fakeScreens{}
	d := pickerDesk(t, nil, s)
	s.next = NewPlayer(PlayerOptions{Log: storyLog(t), Theme: d.m.(*Picker).theme, Now: func() time.Time { return d.now }, Paused: true})
	d.press("right")
	d.shows(" ‖ 1×  event 1 of 49   turn 0 of 2   00:00 / 00:51   ◆ 8 decisions")
	d.press("q")
	if _, back := d.m.(*Picker); !back {
		t.Errorf("q leads to a %T", d.m)
	}
	s.next = NewPlayer(PlayerOptions{Theme: d.m.(*Picker).theme, Read: func() (store.Log, []string, error) { return store.Log{}, nil, errors.New("it is gone") }})
	d.press("right")
	d.shows(" it is gone")
	d.press("esc")
	s.err = errors.New("the configuration is wrong")
	d.press("right")
	d.shows(" ! the configuration is wrong")
}
