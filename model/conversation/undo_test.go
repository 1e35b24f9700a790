package conversation

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model/kit"
	"parley/store"
	"parley/teatest/desk"
)

// backs is a decision to put n files back.
func backs(n int) (in coordinator.Undo) {
	for i := range n {
		in.Files = append(in.Files, coordinator.PutBack{UndoneFile: store.UndoneFile{Path: fmt.Sprintf("f%d.go", i), Before: "b", After: "a"}})
	}
	return in
}

// puttingBack is a desk whose files are put back by put; step lets the undo take one step.
func puttingBack(t *testing.T, n int, put func(path string) error) (d *desk.Desk, step func()) {
	t.Helper()
	d = newDesk(t, func(_ *desk.Desk, o *Options) {
		o.Shell.World.PutBack = func(_ context.Context, f coordinator.PutBack) error { return put(f.Path) }
	}).Start()
	m := modelOf(d)
	_, cmd := m.Update(kit.UndoMsg{Of: m.o.Shell, Undo: backs(n)})
	pending := []tea.Cmd{cmd}
	return d, func() {
		t.Helper()
		next := pending
		pending = nil
		for _, msg := range desk.Ran(tea.Batch(next...)) {
			_, cmd := m.Update(msg)
			pending = append(pending, cmd)
		}
	}
}

// TestAnUndoIsShown while it goes on: how far it has come, and that Esc stops it.
func TestAnUndoIsShown(t *testing.T) {
	var put []string
	d, step := puttingBack(t, 3, func(path string) error { put = append(put, path); return nil })
	for len(put) < 2 {
		step()
	}
	d.Pass(time.Second)
	d.Sees(" Esc stop\n ⠋ putting back: 2 of 3 files")
	d.Write("/undo").Press("enter")
	d.Shows(" ! Files are being put back. Wait for the end of that or stop it, then say", "   /undo again.")
	d.Write("/new").Press("enter")
	d.Shows(" ! Files are being put back here. Wait for the end of that or stop it with", "   Ctrl+C, then leave.")
	d.Pass(time.Second)
	d.Press("esc")
	for modelOf(d).o.Shell.State().Undoing.ID != "" {
		step()
	}
	d.Shows(" ! Stopped: 1 file was not put back. /undo shows what is left.")
	if len(put) != 2 {
		t.Errorf("put back: %q", put)
	}
}

// TestWhatIsNotPutBack is named, up to a number of files.
func TestWhatIsNotPutBack(t *testing.T) {
	d, step := puttingBack(t, 13, func(path string) error {
		if path == "f0.go" {
			return nil
		}
		return errors.New("the disk is full; it stays as it is")
	})
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 40})
	for modelOf(d).o.Shell.State().Undoing.ID != "" {
		step()
	}
	for i := range 10 {
		d.Shows(fmt.Sprintf(" ! Left as it is: f%d.go: the disk is full; it stays as it is", i+1))
	}
	d.Shows(" ! 2 more files were left as they are; `parley audit` names them.")
}

// TestTheUndoWaits for the end of a turn, also of one that began while the files were looked
// at; a decision for another conversation is none here.
func TestTheUndoWaits(t *testing.T) {
	d := newDesk(t).Start().Write("go").Press("enter")
	d.Write("/undo").Press("enter")
	d.Shows(" ! A turn is open, and nothing is put back meanwhile. Wait for its end or", "   stop it, then say /undo again.")
	m := modelOf(d)
	events := m.o.Shell.Log().Len()
	d.Send(kit.UndoMsg{Of: m.o.Shell, Undo: backs(1)})
	d = newDesk(t).Start()
	d.Send(kit.UndoMsg{Of: m.o.Shell, Undo: backs(1)})
	if n := modelOf(d).o.Shell.Log().Len(); n != 0 || m.o.Shell.Log().Len() != events {
		t.Errorf("%d and %d events", n, m.o.Shell.Log().Len()-events)
	}
}

// TestTheUndoIsGivenWhatCanBeUndone in this conversation.
func TestTheUndoIsGivenWhatCanBeUndone(t *testing.T) {
	var given kit.Undos
	var of any
	d := newDesk(t, func(_ *desk.Desk, o *Options) {
		o.Undo = func(_ kit.Shared, shell any, u kit.Undos) kit.Covering { of, given = shell, u; return &covering{} }
	})
	d.Host.Undoable = changes{}
	d.Start()
	m := modelOf(d)
	d.Write("/undo").Press("enter")
	if given != kit.Undos(changes{}) || of != any(m.o.Shell) {
		t.Errorf("%v, %v", given, of)
	}
}

// changes are none.
type changes struct{}

func (changes) Sets() []kit.UndoSet               { return nil }
func (changes) Why() string                       { return "" }
func (changes) Look(int, int, int) []kit.UndoFile { return nil }
