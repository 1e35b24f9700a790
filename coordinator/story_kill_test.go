package coordinator

import (
	"iter"
	"reflect"
	"slices"
	"testing"

	"parley/coordinator/guards"
	"parley/providers"
	"parley/store"
)

// stories runs a test on many seeds, in a short run on few: nothing in a story runs side by side.
func stories(t *testing.T, n int, test func(t *testing.T, seed uint64)) {
	if testing.Short() {
		n = 1 + n/40
	}
	for seed := range uint64(n) {
		test(t, seed)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// cuts are the numbers of events, from the first on, after which a log is cut: each, in a short run
// some. Those differ from seed to seed.
func cuts(log []store.Event, seed uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := range len(log) {
			if (!testing.Short() || n%9 == int(seed%9) || n == len(log)-1) && !yield(n+1) {
				return
			}
		}
	}
}

func TestAKillAtEveryEventLosesNothing(t *testing.T) {
	stories(t, 120, func(t *testing.T, seed uint64) {
		first := newLimited(t, seed)
		first.begin(1)
		first.tell(nil)
		for n := range cuts(first.disk, seed) {
			s := newLimited(t, seed)
			s.answers = 9
			s.disk = slices.Clone(first.disk)
			before := foldEvents(first.disk[:n])
			lost := runningAt(before)
			s.kill(n)
			checkReopened(t, before, s)
			s.tell(nil)
			if s.state.Folded.Open() {
				t.Errorf("killed after %d: the turn stays open", n)
			}
			if s.state.Folded.Ignored != 0 {
				t.Errorf("killed after %d: %d events referred to nothing", n, s.state.Folded.Ignored)
			}
			checkLog(t, s.disk)
			checkDecided(t, s.disk)
			checkNoSecondRun(t, lost, s.disk[n:])
			if t.Failed() {
				t.Fatalf("seed %d, killed after event %d", seed, n)
			}
		}
	})
}

// runningAt lists the runs in progress that must not happen twice.
func runningAt(f Folded) []string {
	var ids []string
	t, _ := f.Current()
	for _, c := range t.Calls.All() {
		if (c.Running || c.Lost) && c.Name != "reader" && c.Name != "asker" && c.Name != guards.ReportTool {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

func checkNoSecondRun(t *testing.T, lost []string, after []store.Event) {
	t.Helper()
	for _, ev := range after {
		if b, ok := ev.Body.(store.ToolStarted); ok && slices.Contains(lost, b.ID) {
			t.Errorf("%s ran again after it was interrupted", b.ID)
		}
	}
}

// checkReopened checks that what was before the user is before the user again, under the
// same id, in the same place.
func checkReopened(t *testing.T, before Folded, s *story) {
	t.Helper()
	for _, r := range s.state.Running {
		if r.Key.Kind == OfFiles {
			t.Errorf("%s is made up for after a kill", r.Key)
		}
	}
	if s.state.Folded.Wish != nil || s.state.Compacting() || s.state.Proposed != nil {
		t.Errorf("a summary is awaited after a kill: %+v", s.state.Folded.Wish)
	}
	turn, ok := before.Current()
	if !ok || turn.Ending != "" {
		return
	}
	p, open := s.state.Prompt()
	if g := turn.Guard; g != nil && g.Open != nil {
		if turn.Failed != "" || turn.Complete && turn.Calls.Len() == 0 {
			return // the turn ended by itself while the guard asked
		}
		if !open || p.Inquiry == nil || p.Inquiry.ID != g.Open.ID || !reflect.DeepEqual(p.Walk, g.Walk) {
			t.Errorf("the guard's question %s is not open again: %+v", g.Open.ID, p)
		}
		return
	}
	h, ok := turn.holder()
	if !ok || h.asksLive() { // a run that asks does not outlive the program
		return
	}
	if r := h.openPermission(); r != nil {
		if g, granted := turn.granted(h.Name, r.CoversKey); granted {
			_ = g
			return // answered at once by what was remembered
		}
		if s.compares() {
			if open {
				t.Errorf("the permission %s is shown before it was compared", r.ID)
			}
			return
		}
		if !open || p.Permission == nil || p.Permission.ID != r.ID {
			t.Errorf("the permission %s is not open again: %+v", r.ID, p)
		}
		return
	}
	q := h.Asking.Open
	if q == nil || q.ToAssistant {
		return
	}
	if _, known := turn.remembered(h, q.Question); known && q.EscalatedFrom == "" {
		return
	}
	if !open || p.Inquiry == nil || p.Inquiry.ID != q.ID {
		t.Errorf("the question %s is not open again: %+v", q.ID, p)
		return
	}
	if !reflect.DeepEqual(p.Walk, h.Asking.Walk) {
		t.Errorf("the walk changed over the kill:\n%+v\n%+v", p.Walk, h.Asking.Walk)
	}
}

func TestAnAnswerAfterARestartIsTheKeyThatGoesOn(t *testing.T) {
	s := newStory(t, 3)
	s.send(Opened{})
	s.send(Submitted{ID: "m", Text: "go"})
	s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: "w", Name: "writer", Arguments: `{}`}}}})
	s.kill(len(s.disk))
	if s.state.Busy() != Waiting || !s.state.Held {
		t.Fatalf("busy %v, held %v", s.state.Busy(), s.state.Held)
	}
	p, _ := s.state.Prompt()
	s.send(Permitted{Key: p.Key, Outcome: store.PermitAllowed})
	if s.state.Busy() != Working {
		t.Errorf("after the answer it is %v, want at work", s.state.Busy())
	}
}

func TestWithoutAQuestionARestartWaitsForAKey(t *testing.T) {
	s := newStory(t, 3)
	s.send(Opened{})
	s.send(Submitted{ID: "m", Text: "go"})
	s.kill(len(s.disk))
	if len(s.state.Running) != 0 || s.state.Busy() != Held {
		t.Fatalf("running %v, busy %v", s.state.Running, s.state.Busy())
	}
	s.send(Continued{})
	if len(s.state.Running) != 1 || s.state.Busy() != Thinking {
		t.Errorf("running %v, busy %v", s.state.Running, s.state.Busy())
	}
}
