package conversation

import (
	"errors"
	"strings"
	"testing"
	"time"

	"parley/providers"
	"parley/store"
	"parley/teatest/desk"
)

// TestAConversationThatCannotBeSaved: why is said in whole and once, however often it is tried.
func TestAConversationThatCannotBeSaved(t *testing.T) {
	tries := 0
	d := newDesk(t, func(_ *desk.Desk, o *Options) {
		o.Shell.World.Record = func(...store.Event) error {
			if tries++; tries < 4 {
				return errors.New("another program changed its file while it was open here; nothing that it wrote counts, and it lies in /there/events.jsonl.foreign.1 now")
			}
			return nil
		}
	})
	d.Write("hi").Press("enter")
	d.Shows(" ! cannot save the conversation: another program changed its file while it",
		"   was open here; nothing that it wrote counts, and it lies in", "   /there/events.jsonl.foreign.1 now")
	if n := strings.Count(d.Screen(), "cannot save"); n != 1 || tries < 4 {
		t.Errorf("said %d times after %d tries:\n%s", n, tries, d.Screen())
	}
}

// unsaved is a desk on which a call was allowed and that cannot be saved until it was looked at.
func unsaved(t *testing.T, look func(*desk.Desk)) *desk.Desk {
	tries := 0
	d := called(t, nil, []providers.Call{desk.CallOf("c1", "echo", `{"say":"hi"}`)}, func(d *desk.Desk, o *Options) {
		record := o.Shell.World.Record
		o.Shell.World.Record = func(events ...store.Event) error {
			if tries == 0 {
				return record(events...)
			}
			if tries++; tries == 4 {
				look(d)
			}
			if tries < 6 {
				return errors.New("the disk is full")
			}
			return record(events...)
		}
	})
	tries = 1
	return d.Press("y")
}

// rowOf is the row of the call of echo.
func rowOf(d *desk.Desk) string {
	for line := range strings.SplitSeq(d.Screen(), "\n") {
		if strings.Contains(line, "echo") {
			return strings.Join(strings.Fields(line), " ")
		}
	}
	return ""
}

// TestARowFollowsWhatIsOnDisk: what was allowed and could not be saved neither runs nor seems to,
// nothing is sent meanwhile, and it runs once it is saved.
func TestARowFollowsWhatIsOnDisk(t *testing.T) {
	d := unsaved(t, func(d *desk.Desk) {
		if got := rowOf(d); got != "· echo say: hi not saved, so not run ◆ you after 1 s" {
			t.Errorf("it is %q", got)
		}
		d.Write("more").Press("enter")
		d.Shows(" ! The message was not sent: nothing can be saved, and nothing is sent or run", "   without that. It stays in the composer.")
		if got := modelOf(d).composer.Text(); got != "more" {
			t.Errorf("there is %q in the composer", got)
		}
	})
	if got := rowOf(d); result(d, "c1") != "hi" || got != "✓ echo say: hi hi ◆ you after 1 s" {
		t.Errorf("saved again, it is %q:\n%s", got, d.Screen())
	}
}

// TestWhatCouldNotBeSavedWasNotRun: nobody says of it that it was stopped while it ran.
func TestWhatCouldNotBeSavedWasNotRun(t *testing.T) {
	d := unsaved(t, func(d *desk.Desk) { d.Press("esc") })
	if got := result(d, "c1"); got != "The user ended the turn before this was done. It was not carried out." {
		t.Errorf("the model is told %q", got)
	}
	if got := rowOf(d); got != "◆ echo say: hi not run, you ended the turn" {
		t.Errorf("it is %q", got)
	}
}

// TestACommandThatCannotBeSaved stays in the composer, as what it is.
func TestACommandThatCannotBeSaved(t *testing.T) {
	unsaved(t, func(d *desk.Desk) {
		d.Write("!").Pass(time.Second)
		d.Write("make").Press("enter")
		d.Shows(" ! The command was not run: nothing can be saved, and nothing is sent or run", "   without that. It stays in the composer.")
		if m := modelOf(d); m.composer.Text() != "make" || !m.composer.Command() {
			t.Errorf("there is %q in the composer", m.composer.Text())
		}
	})
}
