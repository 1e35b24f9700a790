package model

import (
	"errors"
	"testing"
)

// The host of the tests answers with the file and the title that it was given.
func TestExport(t *testing.T) {
	d := newDesk(t).write("/title Red").press("enter")
	d.write("/export a.md ").press("enter")
	d.shows(" · The conversation was written to /w/a.md Red")
	d.write("/export").press("enter", "enter")
	d.shows(" · The conversation was written to /w/ Red")
	if len(d.server.requests) != 0 {
		t.Error("a command was sent to the model")
	}
}

func TestExportThatFails(t *testing.T) {
	d := newDesk(t, func(d *desk, _ *Options) { d.host.err = errors.New("a.md is there already") })
	d.write("/export a.md").press("enter")
	d.shows(" ! a.md is there already")
}
