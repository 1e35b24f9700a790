package coordinator

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/coordinator/guards"
	"parley/coordinator/tool"
	"parley/forms"
	"parley/providers"
	"parley/store"
)

// Turns that run away in ways that nobody intended.

func TestErrorsThatAreNeverTheSame(t *testing.T) {
	s := limited(t, guards.Limits{Loop: 3, Errors: 5})
	for i := range 5 {
		s.iterate("", "reader", fmt.Sprintf(`{"path":"%d"}`, i), tool.Failure{Message: fmt.Sprintf("fault %d of its own kind: %s", i, strings.Repeat("x", i))})
	}
	if p, _ := s.state.Prompt(); p.Guard != guards.MaxConsecutiveErrors || !strings.HasPrefix(p.Inquiry.Question.Text, "5 consecutive errors occurred.") {
		t.Errorf("%q asks", p.Guard)
	}
}

func TestAModelThatAddsASpaceToEachCall(t *testing.T) {
	s := limited(t, guards.Limits{Loop: 3})
	for i := range 3 {
		s.iterate("", "reader", `{"path":"a  b`+strings.Repeat(" ", i)+`"}`+strings.Repeat("\n", i), tool.Success{Content: "x" + strings.Repeat(" ", i)})
	}
	if p, _ := s.state.Prompt(); p.Guard != guards.LoopThreshold {
		t.Errorf("%q asks", p.Guard)
	}
}

func TestAModelThatAlternatesTwoCalls(t *testing.T) {
	s := limited(t, guards.Limits{Loop: 3, Iterations: 50})
	n := 0
	for ; n < 20; n++ {
		if _, asked := s.state.Prompt(); asked {
			break
		}
		s.iterate("", "reader", []string{`{"path":"a"}`, `{"path":"b"}`}[n%2], tool.Success{Content: "x"})
	}
	p, _ := s.state.Prompt()
	want := `Loop detected - same output pattern repeated 3 times: "reader:a / reader:b". How to proceed?`
	if n != 6 || p.Guard != guards.LoopThreshold || p.Inquiry.Question.Text != want {
		t.Errorf("after %d %q asks: %+v", n, p.Guard, p.Inquiry)
	}
}

func TestAModelThatAnswersNothingEndsItsTurnEachTime(t *testing.T) {
	s := limited(t, guards.Limits{Iterations: 5, Loop: 3, Errors: 5})
	s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{}})
	for i := range 50 {
		s.send(Submitted{ID: fmt.Sprintf("m%d", i), Text: "make the tests pass"})
		s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{}})
		if s.state.Folded.Open() || s.state.Busy() != Idle {
			t.Fatalf("after %d empty answers the turn is %v", i+2, s.state.Busy())
		}
	}
	checkLog(t, s.disk)
}

func TestResultsOfAnySizeCostLittleRecord(t *testing.T) {
	s := limited(t, guards.Limits{Loop: 2})
	lines := 2 << 20 // 34 MB, as it comes from a tool without a limit
	if testing.Short() {
		lines = 1 << 16
	}
	huge := strings.Repeat("a line of output\n", lines)
	for range 2 {
		s.iterate("", "reader", `{"path":"a"}`, tool.Success{Content: huge})
	}
	if p, _ := s.state.Prompt(); p.Guard != guards.LoopThreshold {
		t.Fatalf("%q asks", p.Guard)
	}
	s.choose(guards.ChoiceReview)
	for _, ev := range s.disk {
		if _, result := ev.Body.(store.ToolCallResponse); !result && len(ev.Line()) > 4<<10 {
			t.Errorf("%s takes %d bytes", ev.Body.Type(), len(ev.Line()))
		}
	}
}

// The clock stops while a form or a permission is before the user, so no guard can trip
// there; one that trips between two answers waits for the calls to end.
func TestNoGuardTripsWhileTheUserIsAsked(t *testing.T) {
	s := limited(t, guards.Limits{Iterations: 1, Runtime: time.Minute, Errors: 1, Loop: 1})
	s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{
		{ID: "r", Name: "reader", Arguments: `{"path":"a"}`}, {ID: "w", Name: "writer", Arguments: `{}`},
	}}})
	s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.Failure{Message: "no"}})
	s.after(time.Hour)
	if got := s.wakes(); got != nil {
		t.Errorf("wakes in %v", got)
	}
	if p, _ := s.state.Prompt(); p.Guard != "" || p.Call != "w" {
		t.Fatalf("before the user is %+v", p)
	}
	s.send(Permitted{Key: s.effect("ask"), Outcome: store.PermitDenied})
	var tripped []string
	for {
		p, asked := s.state.Prompt()
		if !asked || p.Guard == "" {
			break
		}
		tripped = append(tripped, p.Guard)
		s.choose(map[string]string{guards.LoopThreshold: guards.ChoiceDifferent, guards.MaxConsecutiveErrors: guards.ChoiceRetry}[p.Guard])
	}
	if want := []string{guards.LoopThreshold, guards.MaxConsecutiveErrors}; !slices.Equal(tripped, want) {
		t.Errorf("%q asked, want %q", tripped, want)
	}
}

// A guard that trips while a reviewer thinks lets it finish: its answer is used once the
// guard was dealt with, and until then the guard has the screen.
func TestAGuardTripsWhileAReviewerThinks(t *testing.T) {
	s := limited(t, guards.Limits{Runtime: time.Hour})
	s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{{ID: "p", Name: "patcher", Arguments: `{}`}}}})
	s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.NeedsInput{Form: mustForm(forms.Question{
		ID: "sure", Text: "Sure?", AnswerType: forms.AnswerType{Kind: forms.Boolean}})}})
	s.send(Woke{Key: s.effect("wake")})
	if p, _ := s.state.Prompt(); p.Guard != guards.MaxRuntime {
		t.Fatalf("before the user is %+v", p)
	}
	s.send(Reviewed{Key: s.effect("review"), Value: []byte("true"), Reason: "ok", Model: "m"})
	if p, _ := s.state.Prompt(); p.Guard != guards.MaxRuntime || len(s.state.Reviews()) > 0 {
		t.Fatalf("after the review before the user is %+v", p)
	}
	s.choose(guards.ChoiceLonger)
	if turn, _ := s.state.Folded.Current(); turn.Calls.At(0).Run != 2 {
		t.Errorf("the tool does not run again: %+v", turn.Calls.At(0))
	}
}

func TestWhatArrivedOfAnAnswerIsKeptWhenAGuardEndsTheTurn(t *testing.T) {
	for choice, reason := range map[string]string{guards.ChoiceCancel: store.ReasonCancelled, guards.ChoiceAccept: store.ReasonGuard, guards.ChoicePause: store.ReasonPaused} {
		s := limited(t, guards.Limits{Runtime: time.Hour})
		model := s.effect("model")
		s.send(ModelSaid{Key: model, Delta: providers.TextDelta{Text: "Half of it"}})
		s.send(Woke{Key: s.effect("wake")})
		s.send(ModelSaid{Key: model, Delta: providers.TextDelta{Text: " and more"}})
		s.choose(choice)
		var kept string
		for _, ev := range s.disk {
			if b, ok := ev.Body.(store.ChatResponse); ok && b.Partial {
				kept = b.Text
			}
		}
		last, ok := s.disk[len(s.disk)-1].Body.(store.TurnEnd)
		if kept != "Half of it and more" || !ok || last.Reason != reason {
			t.Errorf("%s: kept %q, ended %+v", choice, kept, last)
		}
		checkLog(t, s.disk)
	}
}

func TestAllStepsOfALongTurnCanBeReviewed(t *testing.T) {
	s := limited(t, guards.Limits{Iterations: 210})
	for i := range 210 {
		s.iterate("", "reader", fmt.Sprintf(`{"path":"%d.go"}`, i+1), tool.Success{Content: "x"})
	}
	s.further()
	s.choose(guards.ChoiceReview)
	r, _ := s.inquiry()
	for _, want := range []string{"(10 earlier ones are left out)\n", "\n11       ok      reader:11.go  ", "\n210      ok      reader:210.go  "} {
		if !strings.Contains(r.Question.Context, want) {
			t.Errorf("%q is not in\n%s", want, r.Question.Context)
		}
	}
	if strings.Contains(r.Question.Context, "reader:10.go") {
		t.Error("more is shown than was said")
	}
}

func TestEveryGuardCanBeReviewedAndAsksTheSameAgain(t *testing.T) {
	for _, guard := range guards.Names() {
		s := at(t, guard)
		first, _ := s.inquiry()
		for n := 2; n <= 3; n++ {
			s.choose(guards.ChoiceReview)
			again, _ := s.inquiry()
			if want := fmt.Sprintf("guard-1.%s.%d", guard, n); again.ID != want {
				t.Errorf("%s: asked %s, want %s", guard, again.ID, want)
			}
			if !strings.HasPrefix(again.Question.Context, first.Question.Context+"\n\nSteps: ") {
				t.Errorf("%s: the review shows\n%s", guard, again.Question.Context)
			}
			same(t, guard, choices(again.Question), choices(first.Question))
		}
		if turn, _ := s.state.Folded.Current(); turn.Guard == nil || turn.Guard.Choice != "" {
			t.Errorf("%s: a review decided something: %+v", guard, turn.Guard)
		}
		s.choose(guards.ChoiceCancel)
		checkLog(t, s.disk)
	}
}

func TestDebugFirstAfterErrors(t *testing.T) {
	s := at(t, guards.MaxConsecutiveErrors)
	n := len(s.disk)
	s.choose(guards.ChoiceDebug)
	if got := s.since(n)[4]; !strings.HasPrefix(got, "chat_request guard.max_consecutive_errors: The work on the task has stopped: 3 steps in a row failed.\n- \"no such file: 0\"\n") {
		t.Errorf("debugging begins with %q", got)
	}
	s.iterate("", guards.ReportTool, `{"root_cause":"the disk is not mounted","findings":[],"fix":null}`, tool.Success{Content: "Noted."})
	if turn, _ := s.state.Folded.Current(); turn.N != 1 || turn.Guard != nil || turn.History.Errors != 0 || s.state.Busy() != Thinking {
		t.Errorf("turn %d, guard %+v, %v", turn.N, turn.Guard, s.state.Busy())
	}
}
