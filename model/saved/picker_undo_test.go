package saved

import (
	"errors"
	"parley/model/conversation"
	"parley/store"
	"parley/teatest/desk"
	"parley/teatest/desk/talk"
	"testing"
	"time"
)

func TestTrashAndUndo(t *testing.T) {
	shelf := someSaved(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	d := pickerDesk(t, shelf, nil).Press("down", "delete")
	d.Golden("picker-trash")
	for range 20 { // it is held
		d.Pass(30 * time.Millisecond)
		d.Press("delete")
	}
	desk.Same(t, shelf.asked, []string{"trash b2"})
	d.Pass(time.Second)
	d.Press("delete")
	desk.Same(t, shelf.asked, []string{"trash b2", "trash c3"})
	d.Press("ctrl+u")
	d.Shows(" › Fix flaky test                                                       12 days", "     ⑂ 2 forks · 17 turns", "   It is back.")
	d.Press("ctrl+u")
	desk.Same(t, shelf.asked[2:], []string{"restore c3", "restore b2"})
	d.Press("ctrl+u") // nothing is left to take back
	desk.Same(t, shelf.asked[4:], nil)
	shelf.err = errors.New("process 7 has it")
	d.Press("home", "delete")
	d.Shows(" ! process 7 has it", " › Orders migration, staging first                                      2 h ago", "     ◆ question open · 9 turns")
}

func TestTheListBeforeAConversation(t *testing.T) {
	s := &desk.Screens{T: t, Next: &desk.Heard{}}
	shelf := someSaved(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	shelf.list = append(shelf.list, store.Summary{ID: "c1", Title: "This one", Turns: 1, Workspace: "/src/shop"})
	var d *desk.Desk
	s.Next = nil
	s.T = t
	d = talk.New(t, func(_ *desk.Desk, o *conversation.Options) { o.Screens = s })
	s.Before = func() {
		s.Next = newTestPicker(d, shelf, s)
		if s.Asked[len(s.Asked)-1] != "saved" {
			s.Next = &desk.Heard{}
		}
	}
	d.Write("/resume").Press("enter")
	desk.Same(t, s.Asked, []string{"saved"})
	d.Press("end")
	d.Shows(" › This one", "     on screen · 1 turn")
	d.Press("delete") // it is not offered for the one on screen
	desk.Same(t, shelf.asked, nil)
	d.Press("ctrl+r").Write("!").Press("enter") // it goes through the conversation itself
	desk.Same(t, shelf.asked, nil)
	d.Shows(" › This one!", "     on screen · 1 turn")
	d.Press("enter")
	d.Sees(" small")
	d.Write("/resume").Press("enter").Press("enter")
	desk.Same(t, s.Asked, []string{"saved", "saved", "conversation a1"})
}

func TestADraftIsSavedBehindTheList(t *testing.T) {
	d := talk.New(t)
	d.Write("half")
	p := newTestPicker(d, someSaved(d.Now), nil)
	p.Over(d.Top)
	d.Top = p
	d.Start()
	d.Pass(time.Second)
	if n := len(d.Saved); n != 1 {
		t.Fatalf("saved %d times, want once", n)
	}
	d.Press("esc").Sees(" › half\n Enter send   Ctrl+J new line\n small")
	d.Write("!").Pass(time.Second)
	if got := d.Saved[len(d.Saved)-1][store.MessageDraft("composer")].Text; got != "half!" {
		t.Errorf("saved %q", got)
	}
}
