package saved

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/replay"
	"parley/store"
	"parley/teatest/desk"
	"parley/teatest/goldens"
)

func lockedAt(d *desk.Desk) *store.LockedError {
	return &store.LockedError{ID: "a1", PID: 1234, Since: d.Now.Add(-12 * time.Minute)}
}

// heldDesk shows a conversation that process 1234 writes, alone.
func heldDesk(t *testing.T, s *desk.Screens) *desk.Desk {
	t.Helper()
	d := desk.New(t)
	s.T = t
	d.Top = NewHeld(newTestPicker(d, &fakeShelf{}, s).o.Shared, lockedAt(d))
	return d.Start()
}

func TestAConversationThatAnotherProcessHolds(t *testing.T) {
	d := heldDesk(t, &desk.Screens{})
	d.Golden("held")
	d.Press("esc")
	if len(d.Out) != 1 || d.Out[0] != (tea.QuitMsg{}) {
		t.Errorf("to Bubble Tea went %v", d.Out)
	}
}

// TestTheChoicesAreWholeInLittleRoom.
func TestTheChoicesAreWholeInLittleRoom(t *testing.T) {
	d := heldDesk(t, &desk.Screens{})
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
	d.Shows(" › 1  Read it   nothing can be written", "   2  Fork it   go on in a copy of it", "   3  Wait      it opens once it is free")
}

func TestAHolderThatDidNotSay(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	if got, want := holderText(&store.LockedError{ID: "x"}, now), "Another process has it open."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := holderText(&store.LockedError{PID: 7, Since: now.Add(-3 * time.Hour)}, now), "Process 7 has had it open since 21 November 09:00 (3 h ago)."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestWaitingUntilItIsFree(t *testing.T) {
	s := &desk.Screens{}
	d := heldDesk(t, s)
	s.Err = fmt.Errorf("conversation a1 cannot be opened: %w", lockedAt(d))
	d.Press("3")
	d.Golden("held-waits")
	d.Pass(2 * tryEvery)
	desk.Same(t, s.Asked, []string{"conversation a1", "conversation a1", "conversation a1"})
	next := &desk.Heard{}
	s.Next, s.Err = next, nil
	d.Pass(tryEvery)
	if d.Top != tea.Model(next) {
		t.Fatalf("the screen is a %T", d.Top)
	}
}

func TestWaitingCanBeEnded(t *testing.T) {
	s := &desk.Screens{}
	d := heldDesk(t, s)
	s.Err = lockedAt(d)
	d.Press("down", "down", "enter", "esc")
	d.Pass(10 * tryEvery)
	desk.Same(t, s.Asked, []string{"conversation a1"})
	d.Shows(" › 3  Wait      it opens by itself when it is free")
	s.Err = errors.New("the disk is gone")
	d.Press("3").Shows(" ! the disk is gone")
	d.Pass(10 * tryEvery)
	desk.Same(t, s.Asked[1:], []string{"conversation a1"})
}

func TestForkingWhatAnotherProcessHolds(t *testing.T) {
	s := &desk.Screens{Next: &desk.Heard{}}
	heldDesk(t, s).Press("2")
	desk.Same(t, s.Asked, []string{"fork a1 at 0", "conversation fork-of-a1"})
}

func TestAHeldConversationIsOfferedFromTheListAndBack(t *testing.T) {
	s := &desk.Screens{}
	d := pickerDesk(t, nil, s)
	s.T, s.Err = t, lockedAt(d)
	d.Press("enter")
	d.Shows("   This conversation is open in another Parley.")
	d.Sees(" 1-3 choose   ↑↓ move   Enter choose   Esc back")
	d.Press("esc")
	d.Shows(" › Orders migration, staging first                                      2 h ago", "     ◆ question open · 9 turns")
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

// readerDesk shows the reader; the test plays its following by hand, since a command that
// waits would keep the desk from resting.
func readerDesk(t *testing.T, s *desk.Screens) (*desk.Desk, *growing, tea.Cmd) {
	t.Helper()
	d := desk.New(t)
	s.T = t
	g := &growing{comes: make(chan store.Event, 10)}
	g.log = store.Log{}.Append(recorded(t, 1, store.ChatRequest{Text: "What now?"}))
	r := NewReader(newTestPicker(d, &fakeShelf{}, s).o.Shared, g, lockedAt(d))
	d.Top, d.Begun = r, true
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	t.Cleanup(r.end)
	return d, g, r.next()
}

func TestReadingWhatAnotherProcessWrites(t *testing.T) {
	d, g, next := readerDesk(t, &desk.Screens{})
	d.Shows(" ▌ What now?")
	g.comes <- recorded(t, 2, store.ChatResponse{Response: "1.1", Text: "Now **this**."})
	g.comes <- recorded(t, 3, store.ResponseEnd{Response: "1.1"})
	d.Top.(*Reader).grew(next().(grewMsg))
	d.Top.(*Reader).grew(next().(grewMsg))
	d.Golden("reader")
	d.Press("/").Write("this")
	d.Sees(" / this                            hit 1 of 1   Enter find   Esc end the search\n read only · held by process 1234                                     What now?")
	d.Press("enter")
	d.Sees(" ↑↓ block   / search   f fork   t try to open   n N hits   Esc end search\n hit 1 of 1                                                           What now?")
	d.Press("esc", "up")
	d.Sees(" ↑↓ block   / search   f fork   t try to open   Esc quit\n read only · held by process 1234                                     What now?")
	close(g.comes)
	d.Send(next())
	d.Shows(" ! conversation a1 cannot be followed: its file was moved")
	d.Sees(" read only · no longer followed                                       What now?")
	if !g.closed {
		t.Error("the file is still open")
	}
}

func TestTheReaderEndsWhatItFollows(t *testing.T) {
	d, g, next := readerDesk(t, &desk.Screens{})
	under := &desk.Heard{}
	d.Top.(*Reader).Over(under)
	d.Press("esc")
	if d.Top != tea.Model(under) {
		t.Fatalf("the screen is a %T", d.Top)
	}
	if msg := next().(grewMsg); !errors.Is(msg.err, context.Canceled) || !g.closed {
		t.Errorf("it ended with %v, closed: %v", msg.err, g.closed)
	}
}

func TestTheReaderTriesToOpen(t *testing.T) {
	s := &desk.Screens{}
	d, _, _ := readerDesk(t, s)
	s.Err = lockedAt(d)
	d.Press("t")
	d.Sees(" the other Parley still has it                                        What now?")
	s.Err, s.Next = nil, &desk.Heard{}
	d.Press("f")
	desk.Same(t, s.Asked, []string{"conversation a1", "fork a1 at 0", "conversation fork-of-a1"})
	if _, ok := d.Top.(*desk.Heard); !ok {
		t.Errorf("the screen is a %T", d.Top)
	}
}

// TestTheReaderShowsACallAsItIsOnRecord, and a click unfolds what it hits.
func TestTheReaderShowsACallAsItIsOnRecord(t *testing.T) {
	d, g, next := readerDesk(t, &desk.Screens{})
	for i, b := range []store.Body{
		store.ToolCallRequest{Response: "1.1", ID: "c1", Name: "fs_read_file", Arguments: json.RawMessage(`{"path":"a.go"}`)},
		store.ResponseEnd{Response: "1.1", Calls: 1}, store.ToolStarted{ID: "c1", Run: 1}, store.ToolCallResponse{ID: "c1", Content: "package a\nvar b int"},
	} {
		g.comes <- recorded(t, int64(i+2), b)
		d.Top.(*Reader).grew(next().(grewMsg))
	}
	d.Press("up", "i")
	d.Shows(`▌  │ fs_read_file  c1`)
	d.Sees(" ↑↓ block   Enter open   / search   f fork   t try to open   Esc quit\n read only · held by process 1234                                     What now?")
	d.Press("i")
	row := slices.IndexFunc(strings.Split(d.Screen(), "\n"), func(line string) bool { return strings.HasPrefix(line, "▌✓ Read   a.go") })
	d.Send(tea.MouseClickMsg{X: 5, Y: row, Button: tea.MouseLeft})
	d.Shows("▌    package a", "▌    var b int")
}

func TestWhatAPersonDoesIsForTheScreenTheySee(t *testing.T) {
	d := desk.New(t)
	under := &desk.Heard{}
	h := NewHeld(newTestPicker(d, &fakeShelf{}, &desk.Screens{T: t}).o.Shared, lockedAt(d))
	h.Over(under)
	d.Top = h
	d.Send(tea.PasteMsg{Content: "pasted"})
	d.Send(tea.MouseClickMsg{X: 5, Y: 5, Button: tea.MouseLeft})
	d.Send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
	d.Press("x")
	d.Send(tea.WindowSizeMsg{Width: 60, Height: 20})
	if got, want := fmt.Sprint(under.Msgs), "[{80 24} {60 20}]"; got != want {
		t.Errorf("the screen behind was told %s, want %s", got, want)
	}
}

// TestAHeldConversationIsSuspended.
func TestAHeldConversationIsSuspended(t *testing.T) { heldDesk(t, &desk.Screens{}).Suspends() }

// TestTheKeysOfSavedConversationsAreDocumented.
func TestTheKeysOfSavedConversationsAreDocumented(t *testing.T) {
	goldens.Section(t, desk.KeysDocument, "The list of saved conversations", desk.KeyTable(pickerKeys()))
	goldens.Section(t, desk.KeysDocument, "Writing a new title", desk.KeyTable(namingKeys()))
	goldens.Section(t, desk.KeysDocument, "A conversation that another process holds", desk.KeyTable(heldKeys()))
	goldens.Section(t, desk.KeysDocument, "A conversation that is only read", desk.KeyTable(readerKeys()))
}

// TestReplayFromTheList covers the list, and goes back to it.
func TestReplayFromTheList(t *testing.T) {
	s := &desk.Screens{}
	d := pickerDesk(t, nil, s)
	s.Next = replay.NewPlayer(replay.PlayerOptions{Log: desk.StoryLog(t), Theme: d.Top.(*Picker).Theme, Now: func() time.Time { return d.Now }, Paused: true})
	d.Press("right")
	d.Shows(" ‖ 1×  event 1 of 51   turn 0 of 2   00:00 / 00:53   ◆ 8 decisions   ┼ 3 others")
	d.Press("q")
	if _, back := d.Top.(*Picker); !back {
		t.Errorf("q leads to a %T", d.Top)
	}
	s.Next = replay.NewPlayer(replay.PlayerOptions{Theme: d.Top.(*Picker).Theme, Read: func() (replay.Tape, error) { return replay.Tape{}, errors.New("it is gone") }})
	d.Press("right")
	d.Shows(" it is gone")
	d.Press("esc")
	s.Err = errors.New("the configuration is wrong")
	d.Press("right")
	d.Shows(" ! the configuration is wrong")
}
