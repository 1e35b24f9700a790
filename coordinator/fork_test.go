package coordinator

import (
	"slices"
	"testing"
	"time"

	"parley/store"
)

// fork turns the first n events of a story into another conversation and opens it, as
// `parley fork` and a start of the program do.
func (s *story) fork(n int) {
	s.t.Helper()
	log := slices.Clone(s.disk[:n])
	ev, err := store.New(store.Head{
		V: store.Version, Seq: int64(n + 1), ID: "c-fork-fork", Time: time.Unix(1_900_000_000, 0), Conversation: "c-fork",
	}, store.ForkedFrom{From: storyConversation, At: log[n-1].ID})
	if err != nil {
		s.t.Fatal(err)
	}
	s.disk = append(log, ev)
	s.life++
	s.state = State{Folded: FoldAll("c-fork", store.Log{}.Append(s.disk...)), Env: s.state.Env}
	s.state.Held = false
	s.send(Opened{})
}

// waitingAt are the ids of what is open after the first events of a log.
func waitingAt(f Folded) []string {
	t, _ := f.Current()
	var ids []string
	if t.Ending != "" {
		return nil
	}
	for _, c := range t.Calls.All() {
		if p := c.openPermission(); p != nil && !c.Done {
			ids = append(ids, p.ID)
		}
		if c.Asking != nil && c.Asking.Open != nil && !c.Done && !c.Asking.Live { // a run that asks does not outlive the program
			ids = append(ids, c.Asking.Open.ID)
		}
	}
	return ids
}

// TestAForkAtEveryEventGoesOn: a fork in the middle of anything opens like a conversation
// that was interrupted there; what was open is put to the user, under the same id, whoever
// answered it in the original; and it ends well.
func TestAForkAtEveryEventGoesOn(t *testing.T) {
	reopened, told := 0, 0
	stories(t, 60, func(t *testing.T, seed uint64) {
		first := newLimited(t, seed)
		first.begin(1)
		first.tell(nil)
		told++
		for n := range cuts(first.disk, seed) {
			s := newLimited(t, seed)
			s.answers = 9
			s.disk = slices.Clone(first.disk)
			lost := runningAt(foldEvents(first.disk[:n]))
			open := waitingAt(foldEvents(first.disk[:n]))
			guard := false
			if turn, ok := foldEvents(first.disk[:n]).Current(); ok {
				guard = turn.Guard != nil
			}
			s.fork(n)
			if p, ok := s.state.Prompt(); len(open) > 0 && !guard {
				id := ""
				if ok && p.Permission != nil {
					id = p.Permission.ID
				} else if ok {
					id = p.Inquiry.ID
				}
				if !ok && !s.compares() {
					t.Errorf("open were %q, before the user is nothing", open)
				}
				if slices.Contains(open, id) { // otherwise a form that has the screen continues first
					reopened++
				}
			}
			s.tell(nil)
			if s.state.Folded.Open() || s.state.Folded.Ignored != 0 {
				t.Errorf("the turn stays open, or %d events referred to nothing", s.state.Folded.Ignored)
			}
			checkLog(t, s.disk)
			checkNoSecondRun(t, lost, s.disk[n:])
			if t.Failed() {
				t.Fatalf("seed %d, forked after event %d", seed, n)
			}
		}
	})
	if reopened < told && !testing.Short() { // the number depends on what is drawn; it is at least three times this
		t.Errorf("only %d forks of %d stories had something open", reopened, told)
	}
}

// TestAForkAtTheReviewersAnswerAsksTheUser: with nobody there it is the reviewer again, as
// it would have been.
func TestAForkAtTheReviewersAnswerAsksTheUser(t *testing.T) {
	for _, somebody := range []bool{true, false} {
		s := questioned(t, "patcher", boolean(false, "true"), toReviewer(true), true)
		n := len(s.disk)
		if q, ok := s.disk[n-1].Body.(store.InquiryRequest); !ok || q.Target != store.TargetReviewer {
			t.Fatalf("the story stands at a %s", s.disk[n-1].Body.Type())
		}
		s.state.Env.SomebodyThere = somebody
		s.fork(n)
		p, asked := s.state.Prompt()
		if asked != somebody || asked && (p.Inquiry == nil || p.Inquiry.ID != "c.q.1") {
			t.Fatalf("somebody there %v: %+v", somebody, p)
		}
		if !somebody {
			s.send(Continued{})
			if got := s.effect("review"); got.String() != "review/c.q.1" {
				t.Errorf("running is %q", got)
			}
			continue
		}
		if reviews := s.state.Reviews(); len(reviews) > 0 {
			t.Errorf("told to be under review: %+v", reviews)
		}
		s.send(Answered{Key: p.Key, Value: []byte("true")})
		var last store.InquiryResponse
		for _, ev := range s.disk[n:] {
			if r, ok := ev.Body.(store.InquiryResponse); ok {
				last = r
			}
		}
		if last.ID != p.Inquiry.ID || string(last.Answer) != "true" || last.AnsweredBy.By != store.ByUser {
			t.Errorf("recorded %+v", last)
		}
	}
}
