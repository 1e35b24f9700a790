package coordinator

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/store"
)

// takeAway makes every tool one that is not offered, and returns what brings them back.
func (s *parking) takeAway(how int) (back func()) {
	tools := s.state.Env.Tools
	switch how % 3 {
	case 0:
		s.state.Env.Tools = tool.Registry{}
	case 1:
		for _, name := range tools.Names() {
			s.state.Env.Tools = retooled(s.t, s.state.Env.Tools, name, func(e *tool.Entry) { e.Off = true })
		}
	case 2:
		s.state.Env.Tools = retooled(s.t, tools, "writer", func(e *tool.Entry) { e.Off = true })
	}
	return func() { s.state.Env.Tools = tools }
}

// checkKept checks that no call that a person was asked about was failed for want of its tool.
func checkKept(t *testing.T, log []store.Event) {
	t.Helper()
	asked := map[string]bool{}
	for _, ev := range log {
		switch b := ev.Body.(type) {
		case store.PermissionRequest:
			asked[b.Call] = true
		case store.ToolAsked:
			asked[b.ID] = true
		case store.ToolCallResponse:
			if asked[b.ID] && (strings.HasPrefix(b.Content, "There is no tool named") || strings.Contains(b.Content, "is switched off in this conversation")) {
				t.Errorf("%s, which a person was asked about, ended: %s", b.ID, b.Content)
			}
		}
	}
}

// TestWhatWasAskedWaitsForItsTool: whenever a turn is parked or was answered, the program goes on
// where no tool is offered, and then where they are.
func TestWhatWasAskedWaitsForItsTool(t *testing.T) {
	waited := 0
	stories(t, 120, func(t *testing.T, seed uint64) {
		s := newParking(t, seed)
		s.begin(2)
		without := func(how int) {
			back := s.takeAway(how)
			n := len(s.disk)
			s.goOn()
			s.work()
			if s.state.Lacks() != "" {
				waited++
			}
			for _, ev := range s.disk[n:] {
				if b, is := ev.Body.(store.ToolStarted); is && how%3 != 2 {
					t.Errorf("%s runs, and no tool is offered", b.ID)
				}
			}
			s.whole(t)
			back()
			s.goOn()
		}
		for i := range 400 {
			waits := s.work()
			s.whole(t)
			if !waits {
				break
			}
			without(i)
			s.work()
			s.answer()
			s.whole(t)
			without(i + int(seed))
		}
		if s.state.Folded.Open() {
			t.Errorf("the story ended in an open turn: %+v", s.state.Folded.Stack)
		}
		checkLog(t, s.disk)
		checkKept(t, s.disk)
	})
	if waited < 100 && !testing.Short() {
		t.Errorf("only %d times a tool was waited for", waited)
	}
}

// TestAKillAtEveryEventAndToolsThatAreGone: wherever the program was killed, it goes on where no
// tool is offered, is killed there, and goes on where they are.
func TestAKillAtEveryEventAndToolsThatAreGone(t *testing.T) {
	killedAnywhere(t, 20, func(s *parking, n int) {
		back := s.takeAway(n)
		s.reopen(n, Opened{Continue: true, Answered: s.kept})
		s.work()
		back()
		s.reopen(n+s.rand.IntN(len(s.disk)-n+1), Opened{Continue: true, Answered: s.kept})
	})
}

// person is the same conversation on a screen.
func (s *parking) person(in Opened) {
	s.state.Env.SomebodyThere, s.state.Env.AnswersOnly = true, false
	s.reopen(len(s.disk), in)
}

// answered is a parked call that somebody answered in a process that only records answers.
func answered(t *testing.T, name string) *parking {
	s := parkedCall(t, name)
	if name == "server" {
		s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.NeedsInput{Form: mustForm(askerForm().Questions()[2]), State: "where it was"}})
	}
	s.state.Env.SomebodyThere, s.state.Env.AnswersOnly = true, true
	s.reopen(len(s.disk), Opened{})
	p, ok := s.state.Prompt()
	if !ok {
		t.Fatal("nothing is asked")
	}
	if p.Permission != nil {
		s.send(Permitted{Key: p.Key, Outcome: store.PermitAllowed})
	} else {
		s.send(Answered{Key: p.Key, Value: json.RawMessage(`"words"`)})
	}
	s.kept = append(s.kept, p.Key.ID)
	return s
}

// TestAnAnswerIsNotUsedUpWithoutItsTool: the yes, and the answers to the form of a server, stay on
// record whatever the policy is, and the tool runs once when it is back.
func TestAnAnswerIsNotUsedUpWithoutItsTool(t *testing.T) {
	for _, name := range []string{"writer", "server"} {
		for _, policy := range []route.Policy{route.PolicyPark, route.PolicyDeny, route.PolicyDefaults, route.PolicyAuto} {
			s := answered(t, name)
			back := s.takeAway(0)
			n := len(s.disk)
			for range 2 { // once more, as after a kill
				s.goOn()
				rules := s.state.Env.Rules.(storyRules)
				rules.detached = policy
				s.state.Env.Rules = rules
				s.reopen(len(s.disk), Opened{Continue: true, Answered: s.kept})
				if len(s.state.Running) != 0 || s.state.Lacks() != name || len(s.state.Lacking()) != 1 {
					t.Errorf("%s, %s: %v runs, %q is lacking for %v", name, policy, s.state.Running, s.state.Lacks(), s.state.Lacking())
				}
			}
			for _, ev := range s.disk[n:] {
				if _, is := ev.Body.(store.Resumed); !is {
					t.Errorf("%s, %s: %s is on record", name, policy, ev.Line())
				}
			}
			back()
			s.goOn()
			if got := starts(s.story); len(got) != 1 || s.state.Lacks() != "" {
				t.Errorf("%s, %s: with its tool %v runs", name, policy, got)
			}
		}
	}
}

// TestAToolThatComesBackMeanwhile, as the server of one that is reached late, runs then.
func TestAToolThatComesBackMeanwhile(t *testing.T) {
	s := answered(t, "server")
	back := s.takeAway(0)
	s.person(Opened{Continue: true, Answered: s.kept})
	if got := starts(s.story); got != nil || s.state.Lacks() != "server" || len(s.state.Lacking()) != 1 {
		t.Fatalf("%v runs, %q is lacking for %v", got, s.state.Lacks(), s.state.Lacking())
	}
	back()
	s.send(Looked{})
	if got := starts(s.story); len(got) != 1 || s.state.Lacking() != nil {
		t.Errorf("%v runs, and %v lack their tools", got, s.state.Lacking())
	}
}

// TestWhatNeedsNoToolIsTaken: a no, a reply, the end of the turn. A yes is not, since what it
// shows cannot be compared with what the tool would do; nor is a no for the rest of the turn more
// than a no.
func TestWhatNeedsNoToolIsTaken(t *testing.T) {
	open := func(name string) (*parking, Prompt) {
		s := parkedCall(t, name)
		if name == "asker" {
			s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.NeedsInput{Form: askerForm()}})
		}
		s.takeAway(1)
		s.person(Opened{})
		p, ok := s.state.Prompt()
		if !ok || !p.Lacks || s.state.Lacking() != nil || p.Memorable && p.Permission == nil || s.state.Lacks() != name {
			t.Fatalf("%s: asked is %+v, %q is lacking", name, p, s.state.Lacks())
		}
		return s, p
	}
	said := func(s *parking) string {
		for _, ev := range s.disk {
			if b, is := ev.Body.(store.ToolCallResponse); is {
				return b.Content
			}
		}
		return ""
	}
	for _, yes := range []Permitted{{Outcome: store.PermitAllowed}, {Outcome: store.PermitAllowed, Scope: store.ScopeTurn}, {Outcome: store.PermitEdited, Arguments: json.RawMessage(`{}`)}} {
		s, p := open("writer")
		n := len(s.disk)
		yes.Key = p.Key
		s.send(yes)
		if _, still := s.state.Prompt(); len(s.disk) != n || !still {
			t.Errorf("%+v is taken", yes)
		}
		if err := s.state.unfit(yes); err == nil || err.Error() != "writer is not offered there, so a yes is not taken and what it asks still waits; a no is taken, or the end of the turn" {
			t.Errorf("it is told %v", err)
		}
	}
	s, p := open("writer")
	if err := s.state.unfit(Permitted{Key: p.Key, Outcome: store.PermitDenied}); err != nil {
		t.Error(err)
	}
	s.send(Permitted{Key: p.Key, Outcome: store.PermitSkipped, Scope: store.ScopeTurn, Reason: "not that"})
	if turn, _ := s.state.Folded.Current(); said(s) != "Tool skipped by user: not that" || len(turn.Grants) != 0 {
		t.Errorf("after a no: %q, and for the turn %+v", said(s), turn.Grants)
	}
	if len(s.state.Running) != 1 || s.state.Running[0].Key.Kind != OfModel {
		t.Errorf("then %v runs", s.state.Running)
	}
	s, p = open("asker")
	s.send(Replied{Key: p.Key, Text: "neither"})
	if said(s) == "" || s.state.Lacks() != "" {
		t.Error("a reply does not end the call")
	}
	s, p = open("asker")
	s.send(Answered{Key: p.Key, Value: json.RawMessage(`false`)})
	p, _ = s.state.Prompt()
	s.send(Answered{Key: p.Key, Value: json.RawMessage(`"words"`)})
	if _, asked := s.state.Prompt(); asked || said(s) != "" || s.state.Lacks() != "asker" || len(starts(s.story)) != 0 {
		t.Errorf("after the form %q, %v runs", said(s), s.state.Running)
	}
	s.send(Interrupted{})
	if s.state.Folded.Open() {
		t.Error("the turn cannot be ended")
	}
	for _, name := range []string{"writer", "asker"} {
		s, p := open(name)
		s.send(EndedTurn{Key: p.Key})
		if s.state.Folded.Open() {
			t.Errorf("%s: the turn cannot be ended", name)
		}
		checkLog(t, s.disk)
	}
}

// TestNobodyThereAndNoTool: what the policy refuses where nobody is there, it refuses without the
// tool as well; nothing is allowed without it.
func TestNobodyThereAndNoTool(t *testing.T) {
	for policy, want := range map[route.Policy]string{route.PolicyPark: "", route.PolicyDeny: store.PermitDenied, route.PolicyDefaults: store.PermitDenied, route.PolicyAuto: ""} {
		s := parkedCall(t, "writer")
		s.takeAway(0)
		rules := s.state.Env.Rules.(storyRules)
		rules.detached = policy
		s.state.Env.Rules = rules
		s.reopen(len(s.disk), Opened{Continue: true})
		got := ""
		for _, ev := range s.disk {
			if b, is := ev.Body.(store.PermissionResponse); is {
				got = b.Outcome
			}
		}
		if got != want || (want == "") != (s.state.Lacks() == "writer") {
			t.Errorf("%s: %q, want %q; %q is lacking", policy, got, want, s.state.Lacks())
		}
	}
}

// TestAQuestionThatARuleCouldAnswerIsAPersonsWithoutItsTool: no rule is looked up for a tool that is
// not offered, so none is waited for, and neither a default nor a reviewer answers in its place.
func TestAQuestionThatARuleCouldAnswerIsAPersonsWithoutItsTool(t *testing.T) {
	for _, ruled := range []bool{true, false} {
		for _, policy := range []route.Policy{route.PolicyPark, route.PolicyDefaults, route.PolicyAuto} {
			s := parkedCall(t, "fs_modify_file")
			s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: s.outcome(Call{Name: "fs_modify_file"})})
			s.state.Env.Ruled = ruled
			s.takeAway(1)
			n := len(s.disk)
			s.person(Opened{Continue: true})
			if p, ok := s.state.Prompt(); !ok || !p.Lacks || !s.state.runs(p.Key) {
				t.Errorf("%v: asked is %+v, and %v runs", ruled, p, s.state.Running)
			}
			s.absent()
			rules := s.state.Env.Rules.(storyRules)
			rules.detached = policy
			s.state.Env.Rules = rules
			s.reopen(n, Opened{Continue: true})
			_, parked := s.state.Parked()
			denied := slices.ContainsFunc(s.disk, func(ev store.Event) bool {
				b, is := ev.Body.(store.InquiryResponse)
				return is && b.Outcome == store.Cancelled && b.Reason == store.CancelPolicyDenied
			})
			if park := policy == route.PolicyPark; parked != park || denied == park || len(s.state.Reviews()) != 0 {
				t.Errorf("%v, %s: parked %v, denied %v", ruled, policy, parked, denied)
			}
		}
	}
}
