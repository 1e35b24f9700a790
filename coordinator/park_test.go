package coordinator

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"parley/coordinator/guards"
	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
	"parley/store/record"
)

// parking is a story without anybody there: what needs a person stays open, the process
// ends, somebody answers in a process that only records answers, and another one goes on.
type parking struct {
	*story
	kept []string // the answers that are accounted for elsewhere
}

func newParking(t *testing.T, seed uint64) *parking {
	t.Helper()
	s := &parking{story: newLimited(t, seed)}
	s.absent()
	return s
}

// absent is the environment in which nobody is there.
func (s *parking) absent() {
	rules := escalating()
	rules.detached = route.PolicyPark
	s.state.Env.Rules, s.state.Env.SomebodyThere, s.state.Env.AnswersOnly = rules, false, false
}

// reopen is another process that opens what is on disk.
func (s *parking) reopen(n int, in Opened) {
	s.life++
	s.disk = slices.Clone(s.disk[:n])
	s.state = State{Folded: foldEvents(s.disk), Env: s.state.Env, slice: s.state.slice}
	s.send(in)
}

// work goes on until only a person is waited for, and says whether one is.
func (s *parking) work() bool {
	for range 3000 {
		var keys []Key
		waits := false
		for _, r := range s.state.Running {
			switch {
			case r.Stopping:
			case r.Key.Kind == OfUser:
				waits = true
			default:
				keys = append(keys, r.Key)
			}
		}
		if len(keys) == 0 {
			return waits
		}
		s.happen()
		s.play(keys[s.rand.IntN(len(keys))])
	}
	s.t.Fatal("the story does not rest")
	return false
}

// answer is the process that only records an answer. Nothing but the looking at rules
// starts in it.
func (s *parking) answer() {
	s.state.Env.SomebodyThere, s.state.Env.AnswersOnly = true, true
	s.reopen(len(s.disk), Opened{Answered: s.kept})
	for range 20 {
		i := slices.IndexFunc(s.state.Running, func(r *Running) bool { return r.Key.Kind == OfRules && !r.Stopping })
		if i < 0 {
			break
		}
		s.playRules(s.state.Running[i].Key)
	}
	p, ok := s.state.Prompt()
	if !ok {
		return // what was asked was not what the call would do, and nothing else is asked
	}
	at := len(s.disk)
	s.playUser(p.Key)
	for _, ev := range s.disk[at:] {
		switch b := ev.Body.(type) {
		case store.PermissionResponse:
			s.kept = append(s.kept, b.ID)
		case store.InquiryResponse:
			s.kept = append(s.kept, b.ID)
		case store.ToolStarted, store.ChatResponse, store.ToolAsked:
			s.t.Errorf("%s happened where answers are only recorded", b.Type())
		}
	}
	for _, r := range s.state.Running {
		if r.Key.Kind != OfUser && r.Key.Kind != OfRules && r.Key.Kind != OfClock && r.Key.Kind != OfCommand && !r.Stopping {
			s.t.Errorf("%s runs where answers are only recorded", r.Key)
		}
	}
}

// goOn is the process that goes on with what was answered.
func (s *parking) goOn() {
	s.absent()
	s.reopen(len(s.disk), Opened{Continue: true, Answered: s.kept})
}

// toTheEnd tells the story until nothing waits for anybody.
func (s *parking) toTheEnd(each func()) {
	for range 400 {
		waits := s.work()
		each()
		if !waits {
			return
		}
		if _, ok := s.state.Parked(); !ok {
			s.t.Fatalf("something is owed to a person, and nothing is parked: %+v", s.state.Running)
		}
		s.answer()
		each()
		s.goOn()
	}
	s.t.Fatal("the story does not end")
}

func TestAParkedTurnGoesOnWhereItWas(t *testing.T) {
	stories(t, 200, func(t *testing.T, seed uint64) {
		s := newParking(t, seed)
		s.begin(2)
		s.toTheEnd(func() { s.whole(t) })
		if s.state.Folded.Open() {
			t.Errorf("the story ended in an open turn: %+v", s.state.Folded.Stack)
		}
		checkLog(t, s.disk)
	})
}

func TestAKillAtEveryEventOfAParkedTurnLosesNothing(t *testing.T) {
	killedAnywhere(t, 40, func(s *parking, n int) { s.reopen(n, Opened{Continue: true, Answered: s.kept}) })
}

// killedAnywhere tells parked stories with a kill after each event; then goesOn is what happens
// to one that had n events, before it is told to its end.
func killedAnywhere(t *testing.T, n int, goesOn func(s *parking, n int)) {
	t.Helper()
	stories(t, n, func(t *testing.T, seed uint64) {
		first := newParking(t, seed)
		first.begin(1)
		first.toTheEnd(func() {})
		for n := range cuts(first.disk, seed) {
			s := newParking(t, seed)
			s.answers, s.disk, s.kept = 9, slices.Clone(first.disk), first.kept
			lost := runningAt(foldEvents(first.disk[:n]))
			goesOn(s, n)
			s.toTheEnd(func() {})
			if s.state.Folded.Open() {
				t.Errorf("killed after %d: the turn stays open", n)
			}
			checkLog(t, s.disk)
			checkKept(t, s.disk)
			checkNoSecondRun(t, lost, s.disk[n:])
			if t.Failed() {
				t.Fatalf("seed %d, killed after event %d", seed, n)
			}
		}
	})
}

// parkedCall is a turn in which one call waits for a permission, with nobody there.
func parkedCall(t *testing.T, name string) *parking {
	t.Helper()
	s := &parking{story: newStory(t, 3)}
	s.absent()
	s.send(Opened{})
	s.send(Submitted{ID: "m", Text: "go"})
	s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: "w", Name: name, Arguments: `{}`}}}})
	return s
}

func TestAnAnswerInAnotherProcessIsActedOnOnce(t *testing.T) {
	s := parkedCall(t, "writer")
	if p, ok := s.state.Parked(); !ok || p.Permission == nil || p.Permission.ID != "w.run" {
		t.Fatalf("parked: %+v", p)
	}
	if _, ok := s.state.Prompt(); ok {
		t.Error("somebody is asked, and nobody is there")
	}
	s.state.Env.SomebodyThere, s.state.Env.AnswersOnly = true, true
	s.reopen(len(s.disk), Opened{})
	p, _ := s.state.Prompt()
	s.nonce++
	state, did := Step(s.state, Msg{Time: time.Unix(1_800_000_900, 0), Nonce: "x-", Body: Permitted{Key: p.Key, Outcome: store.PermitAllowed}, Via: &store.Via{Program: "parley", PID: 7}})
	s.state = state
	s.keep(did.Events)
	want := store.PermissionResponse{ID: "w.run", Outcome: store.PermitAllowed, Scope: store.ScopeOnce, By: store.ByUser, Via: &store.Via{Program: "parley", PID: 7}}
	if len(did.Events) != 1 || !reflect.DeepEqual(did.Events[0].Body, want) || len(did.Start) != 0 {
		t.Fatalf("%+v, started %v", did.Events, did.Start)
	}
	n := len(s.disk)
	s.absent()
	s.reopen(n, Opened{Continue: true})
	if p, ok := s.state.Parked(); !ok || p.Permission.ID != "w.run.2" {
		t.Errorf("an answer that nobody accounts for is acted on: %+v", s.state.Running)
	}
	s.reopen(n, Opened{Continue: true, Answered: []string{"w.run"}})
	if len(s.state.Running) != 1 || s.state.Running[0].Key.Kind != OfTool {
		t.Errorf("after the answer %+v runs", s.state.Running)
	}
}

func TestAFormThatWasAnsweredElsewhereHoldsByItsLastAnswer(t *testing.T) {
	s := parkedCall(t, "asker")
	s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.NeedsInput{Form: askerForm()}})
	for _, value := range []string{`false`, `"words"`} {
		s.state.Env.SomebodyThere, s.state.Env.AnswersOnly = true, true
		s.reopen(len(s.disk), Opened{Answered: s.kept})
		p, ok := s.state.Prompt()
		if !ok {
			t.Fatal("nothing is asked")
		}
		s.send(Answered{Key: p.Key, Value: json.RawMessage(value)})
		s.kept = append(s.kept, p.Inquiry.ID)
	}
	s.goOn()
	if len(s.state.Running) != 1 || s.state.Running[0].Key.Kind != OfTool {
		t.Errorf("after the form %+v runs", s.state.Running)
	}
	s.kept = s.kept[:1]
	s.life++
	s.state = State{Folded: foldEvents(s.disk[:len(s.disk)-2]), Env: s.state.Env}
	s.disk = s.disk[:len(s.disk)-2]
	s.send(Opened{Continue: true, Answered: s.kept})
	if _, ok := s.state.Parked(); !ok {
		t.Error("the last answer of a form is acted on, and only the one before is accounted for")
	}
}

func TestAGuardIsParked(t *testing.T) {
	s := &parking{story: newStory(t, 3)}
	s.absent()
	s.state.Env.Limits = guards.Limits{Iterations: 1}
	s.send(Opened{})
	s.send(Submitted{ID: "m", Text: "go"})
	for i := range 2 {
		s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: string(rune('a' + i)), Name: "reader", Arguments: `{}`}}}})
		if len(s.state.Running) == 1 && s.state.Running[0].Key.Kind == OfTool {
			s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.Success{Content: "x"}})
		}
	}
	if p, ok := s.state.Parked(); !ok || p.Guard != guards.MaxIterations {
		t.Fatalf("parked: %+v, running %v", p, s.state.Running)
	}
	rules := escalating() // with the policy that is the default it is stopped
	s.state.Env.Rules = rules
	s.reopen(len(s.disk), Opened{Continue: true})
	if s.state.Folded.Open() {
		t.Error("the guard's question stays open, and the policy is to deny")
	}
}

func TestWhoDecidedIsOnRecord(t *testing.T) {
	via := &store.Via{Program: "parley", PID: 4711, Terminal: "/dev/pts/3"}
	w := writing{msg: Msg{Via: via}}
	user, reviewer := &store.AnsweredBy{By: store.ByUser}, &store.AnsweredBy{By: store.ByReviewer}
	for _, c := range []struct{ said, want store.Body }{
		{store.InquiryResponse{AnsweredBy: user}, store.InquiryResponse{AnsweredBy: &store.AnsweredBy{By: store.ByUser, Via: via}}},
		{store.InquiryResponse{AnsweredBy: reviewer}, store.InquiryResponse{AnsweredBy: reviewer}},
		{store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelReply}, store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelReply, AnsweredBy: &store.AnsweredBy{By: store.ByUser, Via: via}}},
		{store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelPolicyDenied}, store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelPolicyDenied}},
		{store.PermissionResponse{By: store.ByUser}, store.PermissionResponse{By: store.ByUser, Via: via}},
		{store.PermissionResponse{By: store.ByRule}, store.PermissionResponse{By: store.ByRule}},
		{store.GuardResolved{Guard: "g"}, store.GuardResolved{Guard: "g", Via: via}},
		{store.GuardResolved{Guard: "g", Choice: record.ChoiceStopped}, store.GuardResolved{Guard: "g", Choice: record.ChoiceStopped}},
		{store.RuleAdded{Rule: "r"}, store.RuleAdded{Rule: "r", Via: via}},
		{store.RuleRevoked{Rule: "r"}, store.RuleRevoked{Rule: "r", Via: via}},
		{store.Undone{LeftOut: []string{"a"}}, store.Undone{LeftOut: []string{"a"}, Via: via}},
		{store.ContextSummary{By: store.ByUser}, store.ContextSummary{By: store.ByUser, Via: via}},
		{store.ContextSummary{By: store.ByPolicy}, store.ContextSummary{By: store.ByPolicy}},
		{store.ContextRevoked{Of: "e"}, store.ContextRevoked{Of: "e", Via: via}},
		{store.ToolStarted{ID: "c"}, store.ToolStarted{ID: "c"}},
	} {
		if got := w.vouched(c.said); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v becomes %+v, want %+v", c.said, got, c.want)
		}
	}
	if user.Via != nil {
		t.Error("what was said was changed")
	}
}

// viaOf is what is on record of the person who made a decision; persons is false where nobody
// did, or where nobody can be known.
func viaOf(b store.Body) (via *store.Via, persons bool) {
	switch b := b.(type) {
	case store.InquiryResponse:
		if b.AnsweredBy != nil && b.AnsweredBy.By == store.ByUser {
			return b.AnsweredBy.Via, true
		}
		return nil, b.AnsweredBy == nil && slices.Contains([]string{store.CancelReply, store.CancelDecline, store.CancelBack, store.CancelEndTurn}, b.Reason)
	case store.PermissionResponse:
		return b.Via, b.By == store.ByUser
	case store.GuardResolved:
		return b.Via, b.Choice != record.ChoiceStopped
	}
	_, _, via, persons = record.Done(b)
	return via, persons
}
