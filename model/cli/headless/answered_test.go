package headless

import (
	"fmt"
	"testing"
	"time"

	"parley/coordinator"
	"parley/forms"
	"parley/store"
)

// TestAnAnswerOfAnotherProcessIsSaid, and a person's own is not.
func TestAnAnswerOfAnotherProcessIsSaid(t *testing.T) {
	log := logOf(t, store.InquiryRequest{ID: "c.q.1", Target: store.TargetUser, Question: forms.Question{ID: "q", Text: "Go?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}},
		store.AnswerRefused{ID: "c.q.1", Reason: "no"},
		store.InquiryResponse{Outcome: store.Answered, ID: "c.q.1", Answer: []byte("true"), AnsweredBy: &store.AnsweredBy{By: store.ByUser, Via: &store.Via{Program: "parley", Terminal: "/dev/pts/3"}}})
	asked, refused, answered := log.At(0), log.At(1), log.At(2)
	sent := coordinator.Sent{Digest: store.Digest(asked.Line())[:16]}
	const said = "it was answered already: yes, by you (parley, on /dev/pts/3)"
	for name, c := range map[string]struct {
		in     coordinator.Input
		events []store.Event
		want   string
	}{
		"another's":            {sent, []store.Event{answered}, said},
		"one that was refused": {sent, []store.Event{refused}, ""},
		"one's own":            {coordinator.Answered{}, []store.Event{answered}, ""},
	} {
		if got := sentText(log, c.in, c.events); got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestAServerTookItBack is said of the question that stands on the terminal, and of no other.
func TestAServerTookItBack(t *testing.T) {
	log := logOf(t, store.InquiryResponse{Outcome: store.Cancelled, ID: "c.q.1", Reason: store.CancelWithdrawn}, store.InquiryResponse{Outcome: store.Cancelled, ID: "c.q.1", Reason: store.CancelNoPromptBackend},
		store.InquiryResponse{Outcome: store.Cancelled, ID: "c.q.1", Reason: store.CancelCut})
	const said = "it is not asked any more: not answered: the server withdrew it; what was typed there was not sent"
	const ended = "it is not asked any more: not answered: it was closed first; what was typed there was not sent"
	for name, c := range map[string]struct {
		stands string
		ev     store.Event
		want   string
	}{
		"the one that stands": {"c.q.1", log.At(0), said},
		"one that waits":      {"d.q.1", log.At(0), ""},
		"nothing stands":      {"", log.At(0), ""},
		"closed otherwise":    {"c.q.1", log.At(1), ""},
		"its call ended":      {"c.q.1", log.At(2), ended},
	} {
		if got := withdrawnText(c.stands, []store.Event{c.ev}); got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestWhatWasAnsweredOnceItWasParked: the words that a run said of it are not true any more.
func TestWhatWasAnsweredOnceItWasParked(t *testing.T) {
	asks := store.InquiryRequest{ID: "c.q.1", Call: "c", Target: store.TargetUser, Question: forms.Question{ID: "q", Text: "Go?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}}
	open := logOf(t, store.TurnStart{}, asks)
	answered := logOf(t, store.TurnStart{}, asks, store.InquiryResponse{Outcome: store.Answered, ID: "c.q.1", Answer: []byte("true"), AnsweredBy: &store.AnsweredBy{By: store.ByUser, Via: &store.Via{Program: "parley", Notified: true}}})
	const want = "it was answered already: yes, by you (parley, by the token that notify.command was given); `parley resume abc --park --non-interactive` goes on, if nobody did"
	for name, c := range map[string]struct {
		then, now store.Log
		want      string
	}{
		"answered":      {open, answered, want},
		"still open":    {open, open, ""},
		"nothing asked": {logOf(t, store.TurnStart{}), answered, ""},
	} {
		if got := sinceParked("abc", c.then, c.now); got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// logOf is a log of what happened.
func logOf(t *testing.T, bodies ...store.Body) (log store.Log) {
	t.Helper()
	for i, b := range bodies {
		ev, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), Conversation: "abc", ID: fmt.Sprint(i), Turn: 1, Time: time.Unix(1_800_000_000, 0).UTC()}, b)
		if err != nil {
			t.Fatal(err)
		}
		log = log.Append(ev)
	}
	return log
}
