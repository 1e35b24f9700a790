package coordinator

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// TestAStrangersTurnGrantsNothing: what a record that was not made here says was allowed or
// answered for the rest of its turn lets nothing run, wherever the program was killed since.
func TestAStrangersTurnGrantsNothing(t *testing.T) {
	s := parkedIn(t, "/a", "writer")
	s.yes(t, store.ScopeTurn)
	s.goOn()
	if got := starts(s.story); len(got) != 1 {
		t.Fatalf("%v runs", got)
	}
	s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.Success{Content: "done"}})
	s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: "w2", Name: "writer", Arguments: `{}`}}}})
	second := slices.IndexFunc(s.disk, func(ev store.Event) bool { b, is := ev.Body.(store.ToolCallRequest); return is && b.ID == "w2" })
	record := slices.Clone(s.disk[:second+2]) // up to the end of that response
	s.disk = slices.Clone(record)
	s.goOn()
	if got := starts(s.story); len(got) != 1 {
		t.Fatalf("as it was, %v runs", got)
	}
	opened := func(n int, strange bool) {
		s.absent()
		s.reopen(n, Opened{Continue: true, Strange: strange})
		s.whole(t)
	}
	s.disk = record
	opened(len(record), true)
	last := slices.Clone(s.disk)
	for n := len(record); n <= len(last); n++ {
		s.disk = slices.Clone(last[:n])
		opened(n, n == len(record)) // since then it is recorded here
		if p, parked := s.state.Parked(); starts(s.story) != nil || !parked || p.Permission.ID != "w2.run" {
			t.Errorf("after %d: %v runs, parked: %+v", n, starts(s.story), p.Permission)
		}
		if turn, _ := s.state.Folded.Current(); turn.Grants != nil || turn.Memory != nil {
			t.Errorf("after %d: %+v, %+v", n, turn.Grants, turn.Memory)
		}
	}
	s.yes(t, store.ScopeOnce)
	s.goOn()
	s.whole(t)
	if got := starts(s.story); len(got) != 1 {
		t.Errorf("after a yes here %v runs", got)
	}
}

// TestACallThatBeganElsewhereEnds: its run was never allowed here, whether its form is open, was
// answered or was cut off. What is asked of a call that had not begun stays.
func TestACallThatBeganElsewhereEnds(t *testing.T) {
	for name, answered := range map[string]bool{"open": false, "answered": true} {
		s := parkedIn(t, "/a", "asker")
		s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.NeedsInput{Form: mustForm(askerForm().Questions()[2])}})
		n := len(s.disk)
		if answered {
			s.state.Env.SomebodyThere, s.state.Env.AnswersOnly = true, true
			s.reopen(n, Opened{})
			p, _ := s.state.Prompt()
			s.send(Answered{Key: p.Key, Value: json.RawMessage(`"words"`)})
			s.kept = append(s.kept, p.Key.ID)
		}
		s.absent()
		s.reopen(len(s.disk), Opened{Continue: true, Answered: s.kept, Strange: true})
		s.whole(t)
		said := ""
		for _, ev := range s.disk[n:] {
			switch b := ev.Body.(type) {
			case store.ToolStarted:
				t.Errorf("%s: it runs", name)
			case store.InquiryResponse:
				if b.Outcome == store.Cancelled && b.Reason != store.CancelStrange {
					t.Errorf("%s: its question was closed by %q", name, b.Reason)
				}
			case store.ToolCallResponse:
				said = b.Content
			}
		}
		const want = "asker was called when this conversation was recorded elsewhere, and nothing that was said of it there counts here, so it did not run on. " +
			"Where it was recorded, it may have taken effect in part. Call it again if it is still wanted here."
		if said != want {
			t.Errorf("%s: the call ended with %q", name, said)
		}
		checkLog(t, s.disk)
	}
	s := parkedIn(t, "/a", "writer")
	s.reopen(len(s.disk), Opened{Continue: true, Strange: true})
	s.whole(t)
	if p, parked := s.state.Parked(); !parked || p.Permission.ID != "w.run" {
		t.Errorf("asked is %+v", p.Permission)
	}
}

// TestTheTimeElsewhereCountsForNoLimit: not what passed between the last line of a turn that another
// installation recorded and its resuming here.
func TestTheTimeElsewhereCountsForNoLimit(t *testing.T) {
	for _, strange := range []bool{false, true} {
		s := parkedIn(t, "/a", "reader")
		last := slices.IndexFunc(s.disk, func(ev store.Event) bool { _, is := ev.Body.(store.ResponseEnd); return is })
		s.after(12 * time.Hour)
		s.reopen(last+1, Opened{Continue: true, Strange: strange})
		turn, _ := s.state.Folded.Current()
		if spent := turn.Clock.Spent; spent > time.Minute {
			t.Errorf("strange %v: %v are spent", strange, spent)
		}
	}
}

// TestACallThatNobodyHereMadeIsNotRunUnasked: neither as it is configured, nor by a policy, be it asked about on
// record or not. One that is asked about here runs by a person's yes.
func TestACallThatNobodyHereMadeIsNotRunUnasked(t *testing.T) {
	const want = " was called when this conversation was recorded elsewhere, and nothing that was said of it there counts here, so it did not run. Call it again if it is still wanted here."
	for name, c := range map[string]struct {
		tool  string
		up    store.Body // the last line of the file
		there bool
	}{
		"read":                       {"reader", store.ResponseEnd{}, false},
		"read, somebody there":       {"reader", store.ResponseEnd{}, true},
		"by the policy":              {"writer", store.ResponseEnd{}, false},
		"by the policy, asked":       {"writer", store.PermissionRequest{}, false},
		"asked of who is there":      {"writer", store.PermissionRequest{}, true},
		"not yet, of who is there":   {"writer", store.ResponseEnd{}, true},
		"a question of who is there": {"asker", store.ResponseEnd{}, true},
	} {
		s := parkedIn(t, "/a", c.tool)
		last := slices.IndexFunc(s.disk, func(ev store.Event) bool { return reflect.TypeOf(ev.Body) == reflect.TypeOf(c.up) })
		asks := c.tool == "writer" && c.there
		for i, strange := range []bool{true, false} { // it stays so when it is opened again
			auto := escalating()
			auto.detached = route.PolicyAuto
			s.state.Env.Rules, s.state.Env.SomebodyThere = auto, c.there
			if i == 0 {
				s.reopen(last+1, Opened{Continue: true, Strange: strange})
			} else {
				s.reopen(slices.IndexFunc(s.disk, func(ev store.Event) bool { _, is := ev.Body.(store.Resumed); return is })+1, Opened{Continue: true})
			}
			s.whole(t)
			if got := starts(s.story); len(got) != 0 {
				t.Errorf("%s: %v runs", name, got)
			}
			said := ""
			for _, ev := range s.disk {
				switch b := ev.Body.(type) {
				case store.PermissionResponse:
					if b.Outcome != store.PermitCancelled || b.Reason != store.CancelStrange {
						t.Errorf("%s: the permission was answered by %+v", name, b)
					}
				case store.ToolCallResponse:
					said = b.Content
				}
			}
			if said != c.tool+want && !asks || asks && said != "" {
				t.Errorf("%s: the call ended with %q", name, said)
			}
			if !asks {
				checkLog(t, s.disk)
			}
		}
		if p, ok := s.state.Prompt(); asks != ok {
			t.Errorf("%s: asked is %+v", name, p)
		} else if asks {
			s.send(Permitted{Key: p.Key, Outcome: store.PermitAllowed, Scope: store.ScopeOnce})
			s.whole(t)
			if got := starts(s.story); len(got) != 1 {
				t.Errorf("%s: after a yes here %v runs", name, got)
			}
		}
	}
}

// TestStrangersTurnsEnd: at any moment the turn goes on where it was not recorded. Nothing that had
// begun by then runs on, and in the end nothing is open.
func TestStrangersTurnsEnd(t *testing.T) {
	ended := 0
	stories(t, 80, func(t *testing.T, seed uint64) {
		s := newParking(t, seed)
		s.begin(2)
		for i := range 400 {
			waits := s.work()
			s.whole(t)
			if !waits {
				break
			}
			s.answer()
			n, strange := len(s.disk), i < 20 && (i+int(seed))%3 == 0
			begun := map[string]bool{}
			if turn, open := s.state.Folded.Current(); open {
				for _, c := range turn.Calls.All() {
					begun[c.ID] = strange && !c.Done && c.Run > 0 && c.Result == nil
				}
			}
			s.absent()
			s.reopen(n, Opened{Continue: true, Answered: s.kept, Strange: strange})
			s.whole(t)
			s.work()
			for _, ev := range s.disk[n:] {
				switch b := ev.Body.(type) {
				case store.ToolStarted:
					if begun[b.ID] {
						t.Errorf("%s runs on", b.ID)
					}
				case store.ToolCallResponse:
					if begun[b.ID] {
						ended++
					}
				}
			}
		}
		if s.state.Folded.Open() {
			t.Errorf("the story ended in an open turn: %+v", s.state.Folded.Stack)
		}
		checkLog(t, s.disk)
	})
	if ended < 3 && !testing.Short() {
		t.Errorf("only %d calls ended because they began elsewhere", ended)
	}
}
