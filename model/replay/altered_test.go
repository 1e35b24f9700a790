package replay

import (
	"bytes"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/store"
	"parley/store/record"
	"parley/teatest/desk"
)

// TestAFileThatAnotherHandChanged is said above everything that is shown of it, at every place
// of the replay and in every size.
func TestAFileThatAnotherHandChanged(t *testing.T) {
	log := desk.StoryLog(t)
	read := func(o *PlayerOptions) {
		o.Read = func() (Tape, error) { return Tape{Log: log, Altered: true}, nil }
	}
	here := func(o *PlayerOptions) { o.Altered = true }
	for _, c := range []struct {
		name   string
		change func(*PlayerOptions)
		w, h   int
		want   string
	}{
		{"of a conversation on the screen", here, 120, 40, " ! Another hand changed the file: what is shown need not be what was said and decided."},
		{"of a file", read, 80, 24, " ! Another hand changed the file: what is shown need not be what was said and\n   decided."},
		{"in little room", here, 40, 12, " ! Another hand changed the file."},
	} {
		d := newScreening(t, log, c.change)
		d.Send(tea.WindowSizeMsg{Width: c.w, Height: c.h})
		for _, key := range []string{"home", "}", "}", "G", "i", "right"} {
			d.Press(key)
			screen := d.Screen()
			if !strings.HasPrefix(screen, c.want+"\n") {
				t.Fatalf("%s, after %q:\n%s", c.name, key, screen)
			}
			if n := strings.Count(screen, "\n"); n != c.h && n != c.h-1 {
				t.Errorf("%s, after %q: %d lines", c.name, key, n)
			}
		}
	}
}

// TestDecisionsThatWereChanged: what the chain of decisions says counts as well.
func TestDecisionsThatWereChanged(t *testing.T) {
	var log store.Log
	for _, ev := range desk.StoryLog(t).All() {
		ev, err := store.Decode(bytes.Replace(ev.Line(), []byte(`"outcome":"edited"`), []byte(`"outcome":"allowed"`), 1))
		if err != nil {
			t.Fatal(err)
		}
		log = log.Append(ev)
	}
	if len(record.NewAudit(log).Broken) == 0 {
		t.Fatal("the chain is whole")
	}
	d := newScreening(t, log)
	d.Shows(" ! Another hand changed the file: what is shown need not be what was said and")
}

// TestAClickBelowTheWarning goes to the line under the mouse.
func TestAClickBelowTheWarning(t *testing.T) {
	for _, altered := range []bool{false, true} {
		d := newScreening(t, desk.StoryLog(t), func(o *PlayerOptions) { o.Altered = altered })
		d.Send(tea.WindowSizeMsg{Width: 80, Height: 60})
		d.Press("G")
		before := strings.Split(d.Screen(), "\n")
		at := -1
		for i, line := range before {
			if strings.Contains(line, "▸") {
				at = i
				break
			}
		}
		if at < 0 {
			t.Fatalf("nothing can be unfolded:\n%s", d.Screen())
		}
		d.Send(tea.MouseClickMsg{X: 4, Y: at, Button: tea.MouseLeft})
		if open := strings.Replace(before[at], "▸", "▾", 1); !strings.Contains(d.Screen(), open) {
			t.Errorf("altered %v: line %d is not unfolded:\n%s", altered, at, d.Screen())
		}
	}
}
