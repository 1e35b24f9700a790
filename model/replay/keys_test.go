package replay

import (
	"encoding/json"
	"fmt"
	"parley/store"
	"parley/teatest/desk"
	"parley/teatest/goldens"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// TestReplayKeys: where each key leads.
func TestReplayKeys(t *testing.T) {
	d := newScreening(t, desk.StoryLog(t))
	turns, marks := player(d).reel.turns, player(d).reel.marks
	if got := fmt.Sprint(turns, marks); got != "[4 44] [14 18 20 22 24 28 34 49]" {
		t.Fatalf("turns and decisions are at %s", got)
	}
	for _, c := range []struct {
		keys string
		want int
	}{
		{"left", 1}, {"right", 2}, {"right right left", 3}, {"]", 4}, {"]", 44}, {"]", 44}, {"[", 4}, {"[", 4}, {"}", 14}, {"}", 18}, {"{", 14}, {"{", 14},
		{"G", 51}, {"right", 51}, {"{", 49}, {"g", 1}, {"end", 51}, {"home", 1}, {": 2 3 enter", 23}, {": 9 9 9 enter esc", 23}, {": x enter esc", 23}, {": 5 esc", 23}, {": 1 backspace 7 enter", 7},
	} {
		d.Press(strings.Fields(c.keys)...)
		if got := player(d).point; got != c.want {
			t.Errorf("%s leads to event %d, want %d", c.keys, got, c.want)
		}
	}
}

// TestReplaySearch goes from event to event with the text, and marks it.
func TestReplaySearch(t *testing.T) {
	l := desk.LogOf(t, time.Second, store.ChatRequest{Text: "a needle in here"}, store.ChatResponse{Response: "r", Text: "nothing"},
		store.ToolCallRequest{Response: "r", ID: "c", Name: "grep", Arguments: json.RawMessage(`{"for":"hay"}`)}, store.ToolCallResponse{ID: "c", Content: "one\ntwo NEEDLE\nthree"},
		store.ChatRequest{Text: "the end"})
	d := newScreening(t, l)
	d.Press("right", "/").Write("needle").Press("enter")
	d.Shows(" hit 2 of 2", "     two NEEDLE")
	for _, c := range []struct{ key, note string }{{"n", " hit 1 of 2"}, {"n", " hit 2 of 2"}, {"N", " hit 1 of 2"}, {"N", " hit 2 of 2"}} {
		d.Press(c.key).Shows(c.note)
	}
	d.Press("/").Write("nowhere").Press("enter")
	d.Shows(` "nowhere" is nowhere in the conversation`)
	d.Press("esc")
	if p := player(d); len(d.Out) > 0 || p.found.query != "" {
		t.Errorf("Esc left the search at %q and sent %v", p.found.query, d.Out)
	}
}

// TestReplayHelpScrolls if the window is too small for it; any other key leaves it.
func TestReplayHelpScrolls(t *testing.T) {
	d := newScreening(t, desk.StoryLog(t))
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
	for _, c := range []struct{ key, first string }{
		{"?", " Through the conversation"}, {"down", "   Space          pause"}, {"up", " Through the conversation"}, {"up", " Through the conversation"}, {"pgdown", "                  both pause"},
		{"g", " Through the conversation"},
	} {
		d.Press(c.key)
		if got := strings.Split(d.Screen(), "\n")[0]; got != c.first {
			t.Errorf("after %s the first line is %q, want %q", c.key, got, c.first)
		}
	}
	d.Sees(" / search   ↑↓ scroll   other keys: back")
	d.Press("G").Sees("   Ctrl+Z         suspend the program;\n                  fg brings it back\n / search   ↑↓ scroll   other keys: back")
	d.Press("x")
	if player(d).help.Open || player(d).point != 1 {
		t.Errorf("x leads to help %v, event %d", player(d).help.Open, player(d).point)
	}
}

// TestTheHelpOfAReplayIsSearched: by words that are typed or pasted; what matches can be
// scrolled, and the next help is complete again.
func TestTheHelpOfAReplayIsSearched(t *testing.T) {
	d := newScreening(t, desk.StoryLog(t))
	d.Send(tea.WindowSizeMsg{Width: 60, Height: 12})
	d.Press("?", "/").Write("to th")
	d.Send(tea.PasteMsg{Content: "e fir"})
	d.Sees(`
 Through the conversation
   g G            to the first event, to the last (also
                  Home, End)








 / to the fir   Enter keep   Esc end search`)
	d.Press("backspace", "backspace", "backspace", "enter")
	d.Sees(`
 / search   ↑↓ scroll   other keys: back`)
	d.Press("/", "esc")
	d.Shows(" Through the conversation", "   Space          pause")
	d.Press("/").Write("nothing")
	d.Shows(" No key and no command matches.")
	d.Press("enter", "x", "?")
	d.Shows(" Through the conversation", "   Space          pause")
}

// TestANumberThatIsNoneOfAnEventStaysToBeMended: the field does not close, and says which
// numbers there are.
func TestANumberThatIsNoneOfAnEventStaysToBeMended(t *testing.T) {
	for _, c := range []struct{ written, shown string }{
		{"", ":   the events have the numbers 1 to 51"},
		{"x", ": x  the events have the numbers 1 to 51"},
		{"0", ": 0  the events have the numbers 1 to 51"},
		{"52", ": 52  the events have the numbers 1 to 51"},
		{"99999999999999999999", ": 99999999999999999999  the events have the numbers 1 to 51"},
		{strings.Repeat("9", 300), ": " + strings.Repeat("9", 39) + "  the events have the numbers 1 to 51"},
	} {
		d := newScreening(t, desk.StoryLog(t)).Press(":").Write(c.written).Press("enter")
		d.Sees(c.shown)
		for range max(len(c.written), 1) {
			d.Press("backspace")
		}
		d.Sees(":")
		d.Write("7").Press("enter")
		if player(d).point != 7 || player(d).typing != nil {
			t.Errorf("%q: it is at event %d", c.written, player(d).point)
		}
	}
	d := newScreening(t, desk.StoryLog(t)).Press(":").Write("x").Press("enter", "esc")
	if p := player(d); p.point != 1 || p.typing != nil {
		t.Errorf("after Esc it is at event %d, writing %v", p.point, p.typing)
	}
}

// TestGoingToADecisionPauses: the reader wants to read it; if there is none, the replay
// continues.
func TestGoingToADecisionPauses(t *testing.T) {
	playing := func(o *PlayerOptions) { o.Paused = false }
	for _, c := range []struct {
		keys    string
		point   int
		playing bool
	}{
		{"}", 14, false}, {"} }", 18, false}, {"{", 1, true}, {"} {", 14, false}, {"]", 4, true}, {"} space", 14, true},
	} {
		d := newScreening(t, desk.StoryLog(t), playing).Press(strings.Fields(c.keys)...)
		if p := player(d); p.point != c.point || p.playing != c.playing {
			t.Errorf("%s leads to event %d, playing %v; want %d, %v", c.keys, p.point, p.playing, c.point, c.playing)
		}
		if d.Pass(time.Hour); !c.playing && player(d).point != c.point {
			t.Errorf("after %s it goes on to event %d", c.keys, player(d).point)
		}
	}
}

// TestAReplayIsSuspended, even while a number is written.
func TestAReplayIsSuspended(t *testing.T) {
	newScreening(t, desk.StoryLog(t)).Suspends()
	newScreening(t, desk.StoryLog(t)).Press(":").Write("4").Suspends()
}

// TestTheKeysOfAReplayAreDocumented.
func TestTheKeysOfAReplayAreDocumented(t *testing.T) {
	goldens.Section(t, desk.KeysDocument, "A replay", desk.KeyTable(append(append(moveControls(), lookControls()...), leaveControls()...)))
	goldens.Section(t, desk.KeysDocument, "A replay, the event as it is stored", desk.KeyTable(inspectorControls()))
	goldens.Section(t, desk.KeysDocument, "A replay, writing what to search or a number", desk.KeyTable(typingControls()))
}

// TestTheFieldOfAReplayIsALine: it is edited at the cursor.
func TestTheFieldOfAReplayIsALine(t *testing.T) {
	d := newScreening(t, desk.StoryLog(t)).Press(":").Write("3x").Press("left").Write("1").Press("delete", "home", "delete", "end")
	d.Send(tea.PasteMsg{Content: "7\n"})
	d.Sees(": 17")
	if x := d.Cursor(); x != 5 {
		t.Errorf("the cursor is at %d", x)
	}
	d.Press("enter")
	if player(d).point != 17 {
		t.Errorf("it is at event %d", player(d).point)
	}
}
