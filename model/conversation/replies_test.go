package conversation

import (
	"errors"
	"strings"
	"testing"

	"parley/model/kit"
	"parley/store"
	"parley/teatest/desk"
)

// longTalk is a conversation scrolled to its beginning.
func longTalk(t *testing.T, change ...func(*desk.Desk, *Options)) *desk.Desk {
	t.Helper()
	d := newDesk(t, change...)
	d.Write("tell me").Press("enter")
	d.Answer(strings.Repeat("line\n\n", 80))
	return d
}

func away(d *desk.Desk) *desk.Desk {
	d.T.Helper()
	d.Press("pgup", "pgup", "pgup")
	if modelOf(d).pane.Following() {
		d.T.Fatal("the end is still followed")
	}
	return d
}

// TestAnAnswerToACommandIsSeen: somebody who is looking elsewhere in the conversation sees
// the outcome of the command that they wrote.
func TestAnAnswerToACommandIsSeen(t *testing.T) {
	broken := func(d *desk.Desk, _ *Options) { d.Host.Err = errors.New("It cannot be done.") }
	unknown := func(d *desk.Desk, _ *Options) {
		d.Host.Use = func(string) (store.ConfigDelta, error) {
			return store.ConfigDelta{}, errors.New("There is no such model.")
		}
	}
	cases := []struct {
		name, command string
		change        func(*desk.Desk, *Options)
		want          string // a line of the screen
	}{
		{"model", "/model", func(d *desk.Desk, _ *Options) { d.Host.Offered = []kit.Offer{{ID: "b/small"}} }, " › b/small"},
		{"model, wrong", "/model small", unknown, " ! There is no such model. /model and a space lists those there are."},
		{"model, broken settings", "/model a/b", broken, " ! It cannot be done."},
		{"model, changed", "/model a/b", nil, " · model: a/b"},
		{"tools", "/tools", nil, " · Tools"},
		{"mcp", "/mcp", func(d *desk.Desk, _ *Options) { d.Host.ServerTexts = map[string]string{"": "files: 3 tools"} }, " · files: 3 tools"},
		{"mcp, connected", "/mcp", serverThat(kit.ServerReady), " ✓ files: 3 tools"},
		{"mcp, waits for a login", "/mcp", serverThat(kit.ServerWaits), " ! files: 3 tools"},
		{"mcp, dead", "/mcp", serverThat(kit.ServerDead), " ! files: 3 tools"},
		{"mcp, one", "/mcp files", func(d *desk.Desk, _ *Options) { d.Host.ServerTexts = map[string]string{"files": "files: all of it"} }, " · files: all of it"},
		{"mcp, wrong", "/mcp fils", broken, " ! It cannot be done."},
		{"new, with a message", "/new mend the login", nil, " ! /new stands alone: nothing is written behind it. Nothing was done, and"},
		{"remembered", "/remembered", nil, " · Nothing is remembered for this turn."},
		{"remembered, wrong", "/remembered 9", nil, ` ! "9" is not one of the numbers that /remembered lists.`},
		{"limits", "/limits", nil, " · Limits of a turn (none runs now)"},
		{"limits, wrong", "/limits max_loops 3", nil, ` ! There is no limit "max_loops". /limits lists them.`},
		{"scratchpad", "/scratchpad", nil, " · " + textNoNotes},
		{"audit, wrong", "/audit somebody", nil, ` ! "somebody" is no tool that asked something here, nor one of user,`},
		{"title", "/title", nil, " · The title is: tell me"},
		{"title, changed", "/title Lines", nil, " small                                                    1.2k tokens · < $0.01"},
		{"trust", "/trust", nil, " · Nothing in this workspace waits for your trust."},
		{"trust, wrong", "/trust", func(_ *desk.Desk, o *Options) {
			o.Waiting = func() ([]Withheld, error) { return nil, errors.New("It cannot be read.") }
		}, " ! It cannot be read."},
		{"paste", "/paste", nil, " ! No image was pasted: there is no image on the clipboard."},
		{"export", "/export x.md", nil, " · The conversation was written to /w/x.md tell me"},
		{"export, wrong", "/export x.md", broken, " ! It cannot be done."},
		{"unknown", "/modle", nil, " ! There is no command /modle. Did you mean /model? /help lists them."},
		{"new, wrong", "/new", func(d *desk.Desk, o *Options) { withScreens(&desk.Screens{Err: errors.New("The disk is full.")})(d, o) }, " ! The disk is full."},
		{"fork, wrong", "/fork", func(d *desk.Desk, o *Options) { withScreens(&desk.Screens{Err: errors.New("The disk is full.")})(d, o) }, " ! The disk is full."},
		{"resume, wrong", "/resume", func(d *desk.Desk, o *Options) { withScreens(&desk.Screens{Err: errors.New("The disk is full.")})(d, o) }, " ! The disk is full."},
	}
	answered := map[string]bool{"/help": true, "/audit": true, "/quit": true, "/rules": true, "/inbox": true, "/undo": true, "/replay": true, "/compact": true, "/window": true} // screens of their own
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var changes []func(*desk.Desk, *Options)
			if c.change != nil {
				changes = append(changes, c.change)
			}
			d := away(longTalk(t, changes...)).Write(c.command)
			d.Press("enter")
			d.Shows(c.want)
		})
		answered[strings.Fields(c.command)[0]] = true
	}
	for _, s := range slashes() {
		if !answered[s.name] {
			t.Errorf("no case for %s", s.name)
		}
	}
}

// TestWordsBehindACommandThatStandsAloneStay: they are not lost.
func TestWordsBehindACommandThatStandsAloneStay(t *testing.T) {
	newDesk(t).Write("/fork mend the login").Press("enter").Shows(" › /fork mend the login")
}

// TestWhatIsRefusedWhileATurnRunsIsSeen: even on a screen that is scrolled elsewhere.
func TestWhatIsRefusedWhileATurnRunsIsSeen(t *testing.T) {
	for _, command := range []string{"/new", "/fork", "/resume"} {
		d := away(longTalk(t).Write("again").Press("enter")).Write(command).Press("enter")
		d.Shows(" ! A turn runs here. Stop it first with Ctrl+C, then leave; you can continue", "   it later.")
	}
}

// TestWhoReadsIsAnsweredInTheStatus: a key of the conversation does not take its reader
// away from the place for which it was pressed.
func TestWhoReadsIsAnsweredInTheStatus(t *testing.T) {
	d := longTalk(t).Write("/limits").Press("enter").Press("tab", "f")
	d.Sees(" Select a block that is on record; then f goes on from there in a copy. · small")
	d.Press("k")
	d.Sees(" small · turn of 12:00                                    1.2k tokens · < $0.01")
	away(d.Press("esc").Write("again").Press("enter")).Press("tab", "f")
	d.Sees(" A turn runs here. Stop it first with Ctrl+C, then leave · small    1.2k tokens")
	if modelOf(d).pane.Following() {
		t.Error("the reader was taken to the end")
	}
}

// TestAFileThatIsNewIsOffered: the files are listed again for each path that is begun, and
// those known are offered meanwhile.
func TestAFileThatIsNewIsOffered(t *testing.T) {
	d := newDesk(t)
	d.Host.Listed = []string{"old.go"}
	d.Write("@old").Press("enter")
	d.Shows(" › @old.go")
	d.Host.Listed = []string{"old.go", "new.go"}
	d.Write("@new").Press("enter")
	d.Shows(" › @old.go @new.go")
}

// serverThat sets up a server in this state.
func serverThat(how kit.ServerHow) func(*desk.Desk, *Options) {
	return func(d *desk.Desk, _ *Options) {
		d.Host.ServerTexts = map[string]string{"": ""}
		d.Host.ServerStates = []kit.ServerState{{How: how, Text: "files: 3 tools"}}
	}
}
