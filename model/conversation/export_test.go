package conversation

import (
	"errors"
	"testing"

	"parley/teatest/desk"
)

// The test host answers with the file and the title that it was given.
func TestExport(t *testing.T) {
	d := newDesk(t).Write("/title Red").Press("enter")
	d.Shows(" · The title is: Red")
	d.Write("/export a.md ").Press("enter")
	d.Shows(" · The conversation was written to /w/a.md Red")
	d.Write("/export").Press("enter", "enter")
	d.Shows(" · The conversation was written to /w/ Red")
	if len(d.Server.Requests) != 0 {
		t.Error("a command was sent to the model")
	}
}

func TestExportThatFails(t *testing.T) {
	d := newDesk(t, func(d *desk.Desk, _ *Options) { d.Host.Err = errors.New("a.md is there already") })
	d.Write("/export a.md").Press("enter")
	d.Shows(" ! a.md is there already")
}

// TestATitleFromAMessageHasNoKey: it becomes the terminal's title, and the name of an export.
func TestATitleFromAMessageHasNoKey(t *testing.T) {
	d := newDesk(t, func(_ *desk.Desk, o *Options) {
		o.Shell.World.Keys = func() []string { return []string{"9f8e7d6c5b4a"} }
	}).Write("rotate 9f8e7d6c5b4a please").Press("enter")
	d.Answer("no")
	if got := d.Top.View().WindowTitle; got != "parley: rotate [hidden] please" {
		t.Errorf("title %q", got)
	}
	d.Write("/export").Press("enter", "enter")
	d.Shows(" · The conversation was written to /w/ rotate [hidden] please")
}
