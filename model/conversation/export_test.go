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
