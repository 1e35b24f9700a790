package model

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/conversation"
	"parley/model/window"
	"parley/providers"
	"parley/teatest/desk"
)

// asked is a conversation with a message and its response.
func asked(t *testing.T) *desk.Desk {
	t.Helper()
	d := opened(t, &desk.Screens{T: t})
	d.Write("/compact").Press("enter").Shows("")
	d.Write("Say it").Press("enter")
	d.Answer("Yes.")
	return d
}

// TestASummaryIsShownBeforeItStands: it is written while the conversation continues, shown
// once it is there, and announced if the user is doing something else.
func TestASummaryIsShownBeforeItStands(t *testing.T) {
	d := asked(t)
	d.Write("/compact the parser").Press("enter")
	d.Sees(`



────────────────────────────────────────────────────────────────────────────────
 › Ask, or / for commands
 Esc stop   / commands   @ files   ? help
 ⠋ what was said is being summed up                       1.2k tokens · < $0.01`)
	d.Write("/compact").Press("enter")
	d.Shows(" · What was said is being summed up already. Esc stops it.")
	d.Pass(3 * time.Second)
	d.Sees(` ⠸ what was said is being summed up · 2 s                 1.2k tokens · < $0.01`)
	d.Say(desk.Finished("All was said."))
	d.Golden("compact")
	if _, ok := d.Top.(*window.Screen); !ok {
		t.Fatalf("the screen is a %T", d.Top)
	}
	d.Press("h", "i") // too early: they go into the message
	d.Pass(time.Second)
	d.Press("a")
	d.Shows(" · 2 messages became 7 tokens, by you (test/small) ▸", " › hi")
	d.Press("backspace", "backspace").Write("/window").Press("enter")
	d.Shows("   Summed up: 2 messages became 7 tokens")
	d.Pass(time.Second)
	d.Press("r", "esc")
	d.Shows(" · you took back what stood for earlier messages (n7-1)")
}

// TestASummaryWaitsForWhoWrites, is shown again with /compact, and is dropped.
func TestASummaryWaitsForWhoWrites(t *testing.T) {
	d := asked(t)
	d.Write("/compact").Press("enter")
	d.Write("half a mess")
	d.Say(desk.Finished("All was said."))
	d.Shows(" · The summary is written. /compact shows it, and nothing changes until you", "   accept it.", " › half a mess")
	d.Press("ctrl+c").Write("/compact").Press("enter")
	d.Pass(time.Second)
	d.Press("esc").Write("/compact").Press("enter")
	d.Pass(time.Second)
	d.Press("d").Write("/window").Press("enter")
	d.Shows("")
}

// TestASummaryIsStopped by Esc, and by Ctrl+C; and one that fails twice is reported, and
// leaves what is carried over.
func TestASummaryIsStopped(t *testing.T) {
	for _, key := range []string{"esc", "ctrl+c"} {
		d := asked(t)
		d.Write("/compact").Press("enter").Press(key)
		if m := d.Top.(*conversation.Model); m.Runs() {
			t.Errorf("%s: it goes on", key)
		}
		d.Shows(" small                                                    1.2k tokens · < $0.01")
	}
	d := asked(t)
	d.Write("/compact").Press("enter")
	d.Fail(&providers.Error{Message: "It fell over."})
	d.Shows(" ! No summary was written: It fell over.")
	d.Fail(&providers.Error{Message: "It fell over."})
	if _, ok := d.Top.(*window.Screen); !ok {
		t.Fatalf("the screen is a %T", d.Top)
	}
	d.Shows("   There is no summary. What follows stands alone.")
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
	d.Shows("   There is no summary. What follows")
}
