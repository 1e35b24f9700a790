package coordinator

import (
	"strings"
	"testing"
	"time"

	"parley/coordinator/guards"
	"parley/coordinator/tool"
	"parley/coordinator/window"
	"parley/forms"
	"parley/providers"
	"parley/store"
)

const debugging = `chat_request guard.loop_threshold: The work on the task has stopped: the same thing came out 3 times ("error:TypeError-null-auth.ts").
- "TypeError: null is not an object (auth.ts:41)"
- "TypeError: null is not an object (auth.ts:41)"
- "TypeError: null is not an object (auth.ts:41)"

Find the root cause before anything else is tried. Go by these instructions. When you know the root cause, or know that you cannot find it, call report_findings.

Look closely.`

func TestDebugFirstWithARootCauseGoesOnWithIt(t *testing.T) {
	s := at(t, guards.LoopThreshold)
	n := len(s.disk)
	s.choose(guards.ChoiceDebug)
	same(t, "chosen", s.since(n), []string{
		`inquiry_response guard-1.loop_threshold.1 answered "Debug first"`, "guard_resolved loop_threshold: Debug first",
		`scratchpad_note Loop detected: "error:TypeError-null-auth.ts", 3 times. The user chose: Debug first.`,
		"turn_start 2 in 1", debugging,
	})
	n = len(s.disk)
	s.iterate("I see it.", guards.ReportTool, `{"root_cause":"the service is not mocked","findings":["it dials out"],"fix":"mock it"}`, tool.Success{Content: "Noted."})
	same(t, "reported", s.since(n)[3:], []string{
		"tool_started", "tool_call_response Noted.", "turn_ending done", "turn_end done",
		`scratchpad_note Debugging found the root cause: "the service is not mocked"`,
		"chat_request guard.loop_threshold: The root cause was found: \"the service is not mocked\"\nThe fix: \"mock it\"\nApply the fix, then go on with the task.",
	})
	turn, _ := s.state.Folded.Current()
	if turn.N != 1 || turn.Guard != nil || s.state.Busy() != Thinking {
		t.Errorf("turn %d, guard %+v, %v", turn.N, turn.Guard, s.state.Busy())
	}
	s.iterate("", "reader", `{"path":"auth.ts"}`, tool.Failure{Message: typeError})
	if _, asked := s.state.Prompt(); asked {
		t.Error("the loop is still counted")
	}
}

// TestASkippedReportIsNone: the root cause is what was reported, not what a call that did
// not run would have reported.
func TestASkippedReportIsNone(t *testing.T) {
	s := at(t, guards.LoopThreshold)
	s.choose(guards.ChoiceDebug)
	var entries []tool.Entry
	for _, name := range s.state.Env.Tools.Names() {
		e, _ := s.state.Env.Tools.Get(name)
		if name == guards.ReportTool {
			e.Spec.Run = tool.Skip
		}
		entries = append(entries, e)
	}
	tools, err := tool.NewRegistry(entries...)
	if err != nil {
		t.Fatal(err)
	}
	s.state.Env.Tools = tools
	n := len(s.disk)
	s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{
		{Name: guards.ReportTool, Arguments: `{"root_cause":"the service is not mocked","findings":[],"fix":null}`},
	}}})
	turn, _ := s.state.Folded.Current()
	if turn.N != 2 || turn.Report != nil || s.state.Busy() != Thinking {
		t.Errorf("turn %d, report %+v, %v: %v", turn.N, turn.Report, s.state.Busy(), s.since(n))
	}
}

func TestDebugFirstWithoutARootCauseAsksAgain(t *testing.T) {
	for name, c := range map[string]struct {
		debug func(*story)
		why   string
	}{
		"none found": {func(s *story) {
			s.iterate("", guards.ReportTool, `{"root_cause":null,"findings":["the clock is right","so is the\nport"]}`, tool.Success{Content: "Noted."})
		}, "found    the clock is right\nfound    so is the port\n"},
		"no report": {func(s *story) {
			s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Text: "I do not know."}})
		}, "found    Debugging ended without a report.\n"},
		"its limit": {func(s *story) {
			for i := range 2 {
				s.iterate("", "reader", []string{`{"path":"a"}`, `{"path":"b"}`}[i], tool.Success{Content: "x"})
			}
			s.further()
		}, "found    Debugging reached its own limit without a report.\n"},
		"no model": {func(s *story) {
			s.send(ModelBroke{Key: s.effect("model"), Error: "no"})
		}, "found    Debugging broke off: the model could not be reached.\n"},
	} {
		s := at(t, guards.LoopThreshold)
		first, _ := s.inquiry()
		s.choose(guards.ChoiceDebug)
		c.debug(s)
		again, _ := s.inquiry()
		context := strings.Replace(first.Question.Context, "```facts\n", "```facts\n"+c.why, 1)
		if again.ID != "guard-1.loop_threshold.2" || again.Question.Text != first.Question.Text || again.Question.Context != context {
			t.Errorf("%s: asked %s\n%s\n%s", name, again.ID, again.Question.Text, again.Question.Context)
		}
		if p, ok := s.state.Prompt(); !ok || p.Guard != guards.LoopThreshold {
			t.Errorf("%s: before the user is %+v", name, p)
		}
		s.choose(guards.ChoiceDebug) // again, this time with a cause
		s.iterate("", guards.ReportTool, `{"root_cause":"x"}`, tool.Success{Content: "Noted."})
		if turn, _ := s.state.Folded.Current(); turn.N != 1 || turn.Guard != nil {
			t.Errorf("%s: in the end %+v", name, turn.Guard)
		}
	}
}

func TestTheEndOfDebuggingByTheUserEndsTheTask(t *testing.T) {
	s := at(t, guards.MaxConsecutiveErrors)
	s.choose(guards.ChoiceDebug)
	s.send(Interrupted{})
	if s.state.Folded.Open() {
		t.Errorf("still open: %+v", s.state.Folded.Stack)
	}
	checkLog(t, s.disk)
}

func TestFindingsAreReportedOnlyWhileDebugging(t *testing.T) {
	s := limited(t, guards.Limits{})
	s.iterate("", guards.ReportTool, `{"root_cause":"x"}`, tool.Success{Content: "Noted."})
	want := `There is no tool named "report_findings". Call only tools that you have been given.`
	if r, _ := s.told(); r.Content != want || !r.IsError {
		t.Errorf("told %+v", r)
	}
	for _, debugging := range []bool{false, true} {
		offered := false
		for _, spec := range (window.Seen{Tools: s.state.Env.Tools, Debugging: debugging}).Request(Model{}).Tools {
			offered = offered || spec.Name == guards.ReportTool
		}
		if offered != debugging {
			t.Errorf("debugging is %v, and that it is offered %v", debugging, offered)
		}
	}
}

func TestAPausedTurnGoesOnWhenItIsResumed(t *testing.T) {
	s := at(t, guards.MaxRuntime)
	s.choose(guards.ChoicePause)
	s.kill(len(s.disk))
	if !s.state.Folded.Paused || s.state.Busy() != Idle {
		t.Fatalf("paused %v, %v", s.state.Folded.Paused, s.state.Busy())
	}
	n := len(s.disk)
	s.send(Unpaused{})
	same(t, "resumed", s.since(n), []string{"turn_start 2 in 0"})
	s.send(Unpaused{})
	if s.state.Busy() != Thinking || s.state.Folded.Paused || len(s.disk) != n+1 {
		t.Errorf("resumed twice: %v, %v", s.state.Busy(), s.since(n))
	}
	s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Text: "Done."}})
	if s.state.Folded.Open() {
		t.Error("the turn stays open")
	}
	s.send(Unpaused{})
	if s.state.Folded.Open() {
		t.Error("what was not paused was resumed")
	}
}

// TestAFailedTurnIsTriedAgainWithoutAMessage: the model is asked again with all that it
// was given, and what was said is on record once, even after a crash.
func TestAFailedTurnIsTriedAgainWithoutAMessage(t *testing.T) {
	for _, killed := range []bool{false, true} {
		s := limited(t, guards.Limits{})
		s.send(ModelBroke{Key: s.effect("model"), Error: "refused"})
		if killed {
			s.kill(len(s.disk))
		}
		if !s.state.Folded.Failed || s.state.Folded.Open() {
			t.Fatalf("failed %v, open %v", s.state.Folded.Failed, s.state.Folded.Open())
		}
		n := len(s.disk)
		s.send(Unpaused{})
		same(t, "tried again", s.since(n), []string{"turn_start 2 in 0"})
		if s.state.Folded.Failed || s.state.Busy() != Thinking {
			t.Errorf("failed %v, %v", s.state.Folded.Failed, s.state.Busy())
		}
		s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Text: "Done."}})
		s.send(Unpaused{})
		if s.state.Folded.Failed || s.state.Folded.Open() {
			t.Error("what did not fail was tried again")
		}
	}
}

func TestALoopGoesOnOverAPause(t *testing.T) {
	s := limited(t, guards.Limits{Loop: 3, Runtime: time.Hour})
	for range 2 {
		s.iterate("", "reader", `{"path":"a"}`, tool.Success{Content: "x"})
	}
	s.send(Woke{Key: s.effect("wake")})
	s.choose(guards.ChoicePause)
	s.send(Unpaused{})
	s.iterate("", "reader", `{"path":"a"}`, tool.Success{Content: "x"})
	if p, _ := s.state.Prompt(); p.Guard != guards.LoopThreshold {
		t.Errorf("%q asks", p.Guard)
	}
}

func TestAnAnswerUnderWayIsWaitedForAndNothingElseBegins(t *testing.T) {
	s := limited(t, guards.Limits{Runtime: time.Hour})
	s.send(Woke{Key: s.effect("wake")})
	model := s.effect("model")
	if p, _ := s.state.Prompt(); p.Guard != guards.MaxRuntime {
		t.Fatalf("%q asks", p.Guard)
	}
	s.send(ModelDone{Key: model, Response: providers.Response{Calls: []providers.Call{{ID: "r", Name: "reader", Arguments: `{}`}}}})
	if len(s.state.Running) != 1 || s.state.Busy() != Waiting {
		t.Errorf("while the guard asks: %v", s.state.Running)
	}
	s.choose(guards.ChoiceLonger)
	s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.Success{Content: "x"}})
	s.effect("model")
}

func TestAnAnswerThatEndsTheTaskNeedsNoDecision(t *testing.T) {
	s := limited(t, guards.Limits{Runtime: time.Hour})
	s.send(Woke{Key: s.effect("wake")})
	n := len(s.disk)
	s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Text: "Done."}})
	same(t, "done", s.since(n), []string{
		"chat_response", "response_end", "turn_ending done", "inquiry_response guard-1.max_runtime.1 cancelled cut", "turn_end done",
	})
}

// The guard trips while a form has the screen because its question is with the reviewer:
// the form ends first, then the guard asks, then the tool continues.
func TestAGuardWaitsForAFormThatIsWithTheReviewer(t *testing.T) {
	s := limited(t, guards.Limits{Runtime: time.Hour})
	s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{
		{ID: "p", Name: "patcher", Arguments: `{}`}, {ID: "w", Name: "writer", Arguments: `{}`},
	}}})
	s.send(Woke{Key: s.effect("wake/order")})
	s.send(Permitted{Key: s.effect("ask"), Outcome: store.PermitAllowed})
	tools := s.state.Running
	form := mustForm(
		forms.Question{ID: "mine", Text: "Mine?", AnswerType: forms.AnswerType{Kind: forms.Boolean}},
		forms.Question{ID: "sure", Text: "Sure?", AnswerType: forms.AnswerType{Kind: forms.Boolean}},
		forms.Question{ID: "last", Text: "Last?", AnswerType: forms.AnswerType{Kind: forms.Boolean}},
	)
	s.send(ToolDone{Key: tools[0].Key, Outcome: tool.NeedsInput{Form: form}})
	s.send(Answered{Key: s.effect("ask"), Value: []byte("true")})
	s.send(Woke{Key: s.effect("wake")})
	if p, ok := s.state.Prompt(); ok {
		t.Fatalf("%+v has the screen", p)
	}
	s.send(Reviewed{Key: s.effect("review"), Value: []byte("true"), Reason: "ok", Model: "m"})
	if p, _ := s.state.Prompt(); p.Call != "p" || p.Guard != "" {
		t.Fatalf("the form lost the screen to %+v", p)
	}
	s.send(Answered{Key: s.effect("ask"), Value: []byte("true")})
	if p, _ := s.state.Prompt(); p.Guard != guards.MaxRuntime {
		t.Fatalf("%+v has the screen", p)
	}
	before := len(s.starts)
	s.choose(guards.ChoiceLonger)
	if turn, _ := s.state.Folded.Current(); turn.Calls.At(0).Run != 2 || len(s.starts) == before {
		t.Errorf("the tool does not run again: %+v", turn.Calls.At(0))
	}
}
