package replay

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/teatest"
	"parley/teatest/desk"
)

// TestReplayOfWhatHappensBesideTheTurns shows each event in its place, and carries none of
// them out.
func TestReplayOfWhatHappensBesideTheTurns(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 40}} {
		d := newScreening(t, desk.StoredLog(t, "beside"))
		d.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		var b strings.Builder
		for _, key := range []string{"", "right", "right", "right", "right", "]", "}", "right", "right", "right", "right", "right", "right", "right", "i", "i", "G"} {
			if key != "" {
				d.Press(key)
			}
			fmt.Fprintf(&b, "> %s\n%s\n", key, d.Screen())
		}
		goldenScreens(t, fmt.Sprintf("beside-%d", size[0]), b.String())
	}
}

// TestWhatHappensBesideTheTurnsIsGoneTo: each has a mark on the bar, and ( and ) go from
// one to the other and stop there.
func TestWhatHappensBesideTheTurnsIsGoneTo(t *testing.T) {
	d := newScreening(t, desk.StoredLog(t, "beside"))
	d.Press("space", "g", "space")
	p, ok := d.Top.(*Player)
	if !ok {
		t.Fatalf("the screen is a %T", d.Top)
	}
	var there []string
	for range p.reel.beside {
		d.Press(")")
		there = append(there, p.reel.bodyAt(p.point).Type())
		if p.playing {
			t.Errorf("it plays on at %s", there[len(there)-1])
		}
	}
	if got, want := strings.Join(there, " "), "user_command_end user_command_end instructions answer_refused context_trimmed context_summary context_summary context_revoked summary_asked summary_dropped summary_asked summary_dropped undone observed"; got != want {
		t.Errorf("it goes to %s, want %s", got, want)
	}
	at := p.point
	d.Press(")")
	if p.point != at {
		t.Errorf("after the last it goes to %d", p.point)
	}
	d.Press("(", "(")
	if got := p.reel.bodyAt(p.point).Type(); got != there[len(there)-3] {
		t.Errorf("back it goes to %s", got)
	}
}

// TestACastOfWhatHappensBesideTheTurns shows each event once, as the replay does.
func TestACastOfWhatHappensBesideTheTurns(t *testing.T) {
	var b, shown strings.Builder
	if err := Cast(&b, filming(desk.StoredLog(t, "beside")), stage()); err != nil {
		t.Fatal(err)
	}
	_, frames := read(t, b.String())
	sent := ""
	for _, f := range frames {
		sent += f.data
		picture, err := teatest.Sent(sent, 60, 16)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&shown, "> %.1f s\n%s\n", f.at, picture)
	}
	goldenScreens(t, "beside-cast-60", shown.String())
}
