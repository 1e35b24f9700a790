package inbox

import (
	"strings"
	"testing"
	"time"

	"parley/store"
	"parley/teatest/desk"
)

// TestAFormThatIsDecidedElsewhere is closed and says who decided what, and what was typed in it
// and not sent; not while its own answer is on its way, and not as long as it is asked.
func TestAFormThatIsDecidedElsewhere(t *testing.T) {
	here := &store.Via{Program: "parley", PID: 7, Terminal: "/dev/pts/3"}
	const denied = "It was answered already: no, by you (parley, on /dev/pts/3). Nothing was changed here."
	for name, c := range map[string]struct {
		fate    store.Body
		waits   bool // it is still listed
		handing bool
		typed   []string
		open    bool
		note    string
	}{
		"a permission": {fate: store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByUser, Via: here}, note: denied},
		"with what was typed": {fate: store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByUser, Via: here}, typed: []string{"not \x1b[2Jon\nFridays", "and"},
			note: denied + " What you had typed there was not sent: not ␛[2Jon Fridays / and"},
		"a question": {fate: store.InquiryResponse{Outcome: store.Answered, Answer: []byte(`"live"`), AnsweredBy: &store.AnsweredBy{By: store.ByUser, Via: &store.Via{Program: "parley", Notified: true}}},
			note: `It was answered already: "live", by you (parley, by the token that notify.command was given). Nothing was changed here.`},
		"the end of the turn":             {fate: store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelEndTurn}, note: "It is not asked any more: you ended the turn. Nothing was changed here."},
		"its own answer is on its way":    {fate: store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByUser}, handing: true, open: true},
		"it is asked":                     {fate: store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByUser}, waits: true, open: true},
		"it is asked and cannot be found": {open: true},
	} {
		d := desk.New(t)
		w := &waits{entries: some(d.Clock()), fates: map[string]store.Body{}}
		d, s := inboxDesk(t, w)
		d.Press("enter")
		s.o.Arming = 300 * time.Millisecond
		f := s.paper.model.(*form)
		f.typed, f.handing = c.typed, c.handing
		if c.fate != nil {
			w.fates["a/1"] = c.fate
		}
		if !c.waits {
			w.entries = w.entries[1:]
		}
		d.Send(lookMsg{s.looks})
		if (s.paper != nil) != c.open || s.note != c.note {
			t.Errorf("%s: open %v, said\n%s\nwant\n%s", name, s.paper != nil, s.note, c.note)
		}
		if c.open {
			continue
		}
		if strings.Contains(d.Screen(), "o open the conversation") || strings.Contains(d.Screen(), "Esc quit") {
			t.Errorf("%s: a hint says what a key does not do:\n%s", name, d.Screen())
		}
		for _, rest := range []string{"y", "o", "/", "g"} {
			d.Pass(4 * time.Second)
			said := "What is typed now is dropped, as the rest of an answer; Enter or Esc ends that."
			if d.Press(rest); s.note != c.note || !strings.Contains(strings.Join(strings.Fields(d.Screen()), " "), said) || s.finds || s.Busy != "" {
				t.Errorf("%s: %s was meant for the form: %q\n%s", name, rest, s.note, d.Screen())
			}
			if strings.Contains(d.Screen(), "Enter answer") || strings.Contains(d.Screen(), "o open the conversation") {
				t.Errorf("%s: a hint says what a key does not do:\n%s", name, d.Screen())
			}
		}
		if d.Press("enter"); s.note != c.note || s.paper != nil || s.coming != "" {
			t.Errorf("%s: Enter ends more than the rest of an answer: %q", name, s.note)
		}
		if d.Press("down"); s.note != "" {
			t.Errorf("%s: it stays: %q", name, s.note)
		}
	}
}

// TestWhatWasToCome behind what was decided elsewhere is dropped before keys are those of the list.
func TestWhatWasToCome(t *testing.T) {
	w := &waits{entries: some(desk.New(t).Clock()), fates: map[string]store.Body{"a/1": store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByUser}}}
	d, s := inboxDesk(t, w)
	d.Press("enter")
	s.o.Arming = 300 * time.Millisecond
	s.paper.model.(*form).answers = 2
	w.entries = w.entries[1:]
	d.Send(lookMsg{s.looks})
	for _, rest := range []string{"y", "enter", "o", "/", "enter", "g"} {
		d.Pass(time.Second)
		d.Press(rest)
		if s.finds || s.Busy != "" || s.paper != nil || s.coming != "" {
			t.Fatalf("%s is a key of the list:\n%s", rest, d.Screen())
		}
		if !strings.Contains(d.Screen(), "answer; Esc ends that.") {
			t.Errorf("behind %s:\n%s", rest, d.Screen())
		}
	}
	d.Press("esc")
	d.Pass(time.Second)
	if d.Press("/"); !s.finds {
		t.Errorf("keys are dropped for ever:\n%s", d.Screen())
	}
}
