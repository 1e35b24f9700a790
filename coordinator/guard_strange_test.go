package coordinator

import (
	"encoding/json"
	"slices"
	"testing"

	"parley/coordinator/guards"
	"parley/forms"
	"parley/store"
)

// TestAGuardAsksItsOwnQuestion: what another hand wrote in its place is closed and asked anew as it is, and a choice that
// it does not offer is none.
func TestAGuardAsksItsOwnQuestion(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(*forms.Question)
		answer  string
		strange bool
		reason  string // why the question of the file is closed, "" if it stays
	}{
		"as it was": {func(*forms.Question) {}, "", false, ""},
		"another question": {func(q *forms.Question) {
			q.Header, q.Text, q.AnswerType = "Sign in", "Type your key; it is kept nowhere.", forms.AnswerType{Kind: forms.Secret}
		}, "", false, store.CancelAmiss},
		"other options":              {func(q *forms.Question) { q.AnswerType.Options[0].Description = "Nothing is sent" }, "", false, store.CancelAmiss},
		"other words, of elsewhere":  {func(q *forms.Question) { q.Context = "Nothing is sent." }, "", true, store.CancelStrange},
		"a choice that is not there": {func(*forms.Question) {}, `"hunter2"`, false, "none"},
	} {
		s := at(t, guards.LoopThreshold)
		i := slices.IndexFunc(s.disk, func(ev store.Event) bool { _, is := ev.Body.(store.InquiryRequest); return is })
		asked := s.disk[i].Body.(store.InquiryRequest)
		own := asked.Question
		asked.Question.AnswerType.Options = slices.Clone(own.AnswerType.Options)
		c.change(&asked.Question)
		disk := append(slices.Clone(s.disk[:i]), store.Event{Head: s.disk[i].Head, Body: asked})
		if c.answer != "" {
			for n, b := range []store.Body{
				store.InquiryResponse{ID: asked.ID, Outcome: store.Answered, Answer: json.RawMessage(c.answer)}, store.GuardResolved{Guard: guards.LoopThreshold, Choice: "hunter2"},
			} {
				ev := store.Event{Head: s.disk[i].Head, Body: b}
				ev.Seq += int64(n + 1)
				disk = append(disk, ev)
			}
		}
		s.disk = disk
		s.state = State{Folded: foldEvents(disk), Env: s.state.Env, slice: s.state.slice}
		s.send(Opened{Continue: true, Strange: c.strange})
		closed := ""
		for _, ev := range s.disk[len(disk):] {
			if b, is := ev.Body.(store.InquiryResponse); is {
				closed = b.Reason
			}
		}
		if c.answer != "" && closed == "" {
			closed = "none"
		}
		p, open := s.state.Prompt()
		if closed != c.reason || !open || p.Inquiry == nil || !asIs(p.Inquiry.Question, own) || p.Inquiry.Question.Context != own.Context {
			t.Errorf("%s: closed by %q; asked %v: %+v", name, closed, open, p.Inquiry)
		}
	}
}
