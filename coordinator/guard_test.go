package coordinator

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"parley/coordinator/guards"
	"parley/coordinator/tool"
	"parley/forms"
	"parley/providers"
	"parley/store"
)

// limited is a story under limits, in its first turn.
func limited(t *testing.T, l guards.Limits) *story {
	t.Helper()
	s := newStory(t, 1)
	s.state.Env.Limits = l
	s.state.Env.DebugLimits, s.state.Env.DebugSkill = guards.Limits{Iterations: 2}, "Look closely."
	s.send(Opened{})
	s.send(Submitted{ID: "m", Text: "make the tests pass"})
	return s
}

// effect is the key of a running effect of a kind.
func (s *story) effect(kind string) Key {
	s.t.Helper()
	for _, r := range s.state.Running {
		if !r.Stopping && strings.HasPrefix(r.Key.String(), kind+"/") {
			return r.Key
		}
	}
	s.t.Fatalf("no %s runs: %v", kind, s.state.Running)
	return Key{}
}

// iterate makes the model say something and call a tool, which ends.
func (s *story) iterate(text, name, args string, out tool.Outcome) {
	s.t.Helper()
	s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Text: text, Calls: []providers.Call{{Name: name, Arguments: args}}}})
	if t, _ := s.state.Folded.Current(); !t.settled() {
		s.send(ToolDone{Key: s.effect("tool"), Outcome: out})
	}
}

// further makes the model ask for one more call, which the guard holds.
func (s *story) further() {
	s.t.Helper()
	s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{{Name: "reader", Arguments: `{"path":"further"}`}}}})
}

// goesOn lets the call that the guard held end.
func (s *story) goesOn() {
	s.t.Helper()
	s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.Success{Content: "further"}})
}

// choose answers the guard that asks.
func (s *story) choose(choice string) {
	s.t.Helper()
	p, ok := s.state.Prompt()
	if !ok || p.Guard == "" {
		s.t.Fatalf("no guard asks: %+v", p)
	}
	value, err := json.Marshal(choice)
	if err != nil {
		s.t.Fatal(err)
	}
	s.send(Answered{Key: p.Key, Value: value})
}

// since are the events after the first n, one per line.
func (s *story) since(n int) []string {
	var lines []string
	for _, ev := range s.disk[n:] {
		line := ev.Body.Type()
		switch b := ev.Body.(type) {
		case store.GuardTripped:
			line += " " + b.Guard
		case store.GuardResolved:
			line += " " + b.Guard + ": " + b.Choice
			if b.Limit != "" {
				line += " " + b.Limit
			}
		case store.ScratchpadNote:
			line += " " + b.Text
		case store.ChatRequest:
			line += " " + b.Author + ": " + b.Text
		case store.InquiryRequest:
			line += " " + b.ID
		case store.InquiryResponse:
			line += fmt.Sprintf(" %s %s %s%s", b.ID, b.Outcome, b.Answer, b.Reason)
		case store.TurnEnding:
			line += " " + b.Reason
		case store.TurnEnd:
			line += " " + b.Reason
		case store.TurnStart:
			line += fmt.Sprintf(" %d in %d", ev.Turn, b.Parent)
		case store.ToolCallResponse:
			line += " " + b.Content
		}
		lines = append(lines, line)
	}
	return lines
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\ngot\n  %s\nwant\n  %s", what, strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

const typeError = "TypeError: null is not an object (auth.ts:41)\n  at login"

// at brings a story to the point where a guard asks.
func at(t *testing.T, guard string) *story {
	t.Helper()
	switch guard {
	case guards.MaxIterations:
		s := limited(t, guards.Limits{Iterations: 2, Runtime: 30 * time.Minute})
		s.iterate("I look.", "reader", `{"path":"a.go"}`, tool.Success{Content: "package a"})
		s.iterate("I ran them. 2 of 5 tests still failing.", "reader", `{"path":"b.go"}`, tool.Success{Content: "package b\nFAIL"})
		s.further()
		return s
	case guards.MaxRuntime:
		s := limited(t, guards.Limits{Runtime: 30 * time.Minute})
		s.iterate("I look.", "reader", `{"path":"a.go"}`, tool.Success{Content: "package a"})
		s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Text: "I run them", Calls: []providers.Call{{ID: "long", Name: "patcher", Arguments: `{}`}}}})
		s.send(Woke{Key: s.effect("wake")})
		return s
	case guards.LoopThreshold:
		s := limited(t, guards.Limits{Iterations: 10, Loop: 3})
		for range 3 {
			s.iterate("", "reader", `{"path":"auth.ts"}`, tool.Failure{Message: typeError})
		}
		return s
	}
	s := limited(t, guards.Limits{Errors: 3})
	for i := range 3 {
		s.iterate("", "reader", fmt.Sprintf(`{"path":"%d"}`, i), tool.Failure{Message: fmt.Sprintf("no such file: %d", i)})
	}
	return s
}

func choices(q forms.Question) []string {
	var out []string
	for _, o := range q.AnswerType.Options {
		out = append(out, string(o.Value)+" "+o.Description)
	}
	return out
}

func TestWhatEachGuardAsks(t *testing.T) {
	review, abandon := `"Review" See iteration details`, `"Cancel" Abandon task entirely`
	for guard, want := range map[string]struct {
		header, text, context string
		options               []string
	}{
		guards.MaxIterations: {
			"Iteration Limit", "Iteration limit (2) reached. Current status: \"2 of 5 tests still failing\"; 2 calls, 0 failed. How to proceed?",
			"iteration 2 of 2 · 0 of 30 min · 2 calls, 0 failed\n\n```facts\nsaid     2 of 5 tests still failing\n" +
				"task     make the tests pass\nlast     FAIL\n```",
			[]string{`"Continue +5" Add 5 more iterations with same approach`, `"Continue +5 (new approach)" Reset and try different strategy`,
				`"Accept current" Proceed with current state: "2 of 5 tests still failing"`, review, abandon},
		},
		guards.MaxRuntime: {
			"Runtime Limit", "Runtime limit (30min) exceeded after 1 iterations. \"I run them\"; 1 calls, 0 failed. How to proceed?",
			"iteration 1 · 30 of 30 min · 1 calls, 0 failed\n\n```facts\nsaid     I run them\ntask     make the tests pass\nlast     package a\n```",
			[]string{`"Continue +10min" Extend time limit by 10 minutes`, `"Checkpoint & pause" Save progress, can resume later`,
				`"Accept current" Proceed with current state: "I run them"`, review, abandon},
		},
		guards.LoopThreshold: {
			"Loop Detected", `Loop detected - same output pattern repeated 3 times: "error:TypeError-null-auth.ts". How to proceed?`,
			"iteration 3 of 10 · 0 min · 3 calls, 3 failed\n\n```facts\nmeans    the same error each time: TypeError-null-auth.ts\ntask     make the tests pass\nlast     at login\n" +
				"errors   TypeError: null is not an object (auth.ts:41)  ×3\n```",
			[]string{`"Try different approach" Continue with explicit instruction to change strategy`,
				`"Debug first" Invoke debugging-systematically to find root cause`, `"Accept current" Proceed with current state: 3 calls, 3 failed`, review, abandon},
		},
		guards.MaxConsecutiveErrors: {
			"Error Threshold", `3 consecutive errors occurred. Last error: "no such file: 2". How to proceed?`,
			"iteration 3 · 0 min · 3 calls, 3 failed\n\n```facts\ntask     make the tests pass\nlast     no such file: 2\n" +
				"errors   no such file: 0\n         no such file: 1\n         no such file: 2\n```",
			[]string{`"Retry with context" Continue with error history context added`, `"Debug first" Invoke debugging-systematically to investigate`,
				`"Skip and continue" Mark as known issue, proceed with rest of task`, review, abandon},
		},
	} {
		s := at(t, guard)
		r, _ := s.inquiry()
		q := r.Question
		same(t, guard, []string{r.ID, r.Call, r.Source.Source, r.Source.Name, r.Target, q.ID, q.Header, q.Text, q.Context, string(q.Persistence), fmt.Sprint(q.Exclusive)},
			[]string{"guard-1." + guard + ".1", "", "other", "guard." + guard, "user", guard, want.header, want.text, want.context, "none", "true"})
		same(t, guard, choices(q), want.options)
		p, ok := s.state.Prompt()
		if !ok || p.Guard != guard || p.Label != want.header || p.Memorable || p.Key != (AskUser{ID: r.ID}).Key() || s.state.Busy() != Waiting {
			t.Errorf("%s: the prompt is %+v, the turn is %v", guard, p, s.state.Busy())
		}
	}
}

func TestWhatFollowsEachChoice(t *testing.T) {
	situations := map[string]string{
		guards.MaxIterations: "Iteration limit (2) reached. ", guards.MaxRuntime: "Runtime limit (30min) exceeded. ",
		guards.LoopThreshold:        `Loop detected: "error:TypeError-null-auth.ts", 3 times. `,
		guards.MaxConsecutiveErrors: `3 consecutive errors, the last: "no such file: 2". `,
	}
	held := "tool_call_response The turn ended before this was done. It was not carried out."
	passed := "tool_call_response This was not carried out: the user wants a different approach."
	stopped := "tool_call_response The turn ended while this was running. It was stopped and may have taken effect in part."
	for _, c := range []struct {
		guard, choice, limit string
		note                 string
		unseen               bool // the model is not shown the note
		then                 []string
		ends                 bool
	}{
		{guards.MaxIterations, guards.ChoiceMore, " 7", "The user chose: Continue +5.", false, []string{"tool_started"}, false},
		{guards.MaxIterations, guards.ChoiceAnew, " 7", "The user chose: Continue +5 (new approach).", false,
			[]string{"chat_request guard.max_iterations: Try a different approach than previous iterations.", passed}, false},
		{guards.MaxIterations, guards.ChoiceAccept, "", "The user accepted the current state; the task ended with partial completion. Task completed with partial results due to max_iterations.", false,
			[]string{"turn_ending guard", held, "turn_end guard"}, true},
		{guards.MaxIterations, guards.ChoiceCancel, "", "The user cancelled the task.", false, []string{"turn_ending cancelled", held, "turn_end cancelled"}, true},
		{guards.MaxRuntime, guards.ChoiceLonger, " 40m0s", "The user chose: Continue +10min.", false, nil, false},
		{guards.MaxRuntime, guards.ChoicePause, "", "The user paused the task; it goes on from here when it is resumed.", true,
			[]string{"turn_ending paused", stopped, "turn_end paused"}, true},
		{guards.MaxRuntime, guards.ChoiceAccept, "", "The user accepted the current state; the task ended with partial completion. Task completed with partial results due to max_runtime.", false,
			[]string{"turn_ending guard", stopped, "turn_end guard"}, true},
		{guards.MaxRuntime, guards.ChoiceCancel, "", "The user cancelled the task.", false, []string{"turn_ending cancelled", stopped, "turn_end cancelled"}, true},
		{guards.LoopThreshold, guards.ChoiceDifferent, "", "The user chose: Try different approach.", false,
			[]string{"chat_request guard.loop_threshold: Try a different approach than previous iterations."}, false},
		{guards.LoopThreshold, guards.ChoiceAccept, "", "The user accepted the current state; the task ended with partial completion. Task completed with partial results due to loop_threshold.", false,
			[]string{"turn_ending guard", "turn_end guard"}, true},
		{guards.LoopThreshold, guards.ChoiceCancel, "", "The user cancelled the task.", false, []string{"turn_ending cancelled", "turn_end cancelled"}, true},
		{guards.MaxConsecutiveErrors, guards.ChoiceRetry, "", "The user chose: Retry with context.", false,
			[]string{"chat_request guard.max_consecutive_errors: These were the last errors. Take them into account and try again.\n" +
				"1. \"no such file: 0\"\n2. \"no such file: 1\"\n3. \"no such file: 2\""}, false},
		{guards.MaxConsecutiveErrors, guards.ChoiceSkip, "", `Known issue, passed over: "no such file: 2"`, false,
			[]string{"chat_request guard.max_consecutive_errors: Treat this as a known issue and proceed with the rest of the task: \"no such file: 2\""}, false},
		{guards.MaxConsecutiveErrors, guards.ChoiceCancel, "", "The user cancelled the task.", false, []string{"turn_ending cancelled", "turn_end cancelled"}, true},
	} {
		s := at(t, c.guard)
		n := len(s.disk)
		s.choose(c.choice)
		note := situations[c.guard] + c.note
		want := []string{
			"inquiry_response guard-1." + c.guard + `.1 answered "` + c.choice + `"`,
			"guard_resolved " + c.guard + ": " + c.choice + c.limit, "scratchpad_note " + note,
		}
		if !c.unseen {
			want = append(want, "chat_request scratchpad: "+note)
		}
		same(t, c.guard+", "+c.choice, s.since(n), append(want, c.then...))
		if c.ends == s.state.Folded.Open() {
			t.Errorf("%s, %s: the turn is open: %v", c.guard, c.choice, !c.ends)
		}
		if c.ends && len(s.state.Running) > 0 {
			t.Errorf("%s, %s: %v still runs", c.guard, c.choice, s.state.Running)
		}
		if turn, ok := s.state.Folded.Current(); ok && (turn.Guard != nil || s.state.Busy() == Waiting) {
			t.Errorf("%s, %s: the guard is still there: %+v", c.guard, c.choice, turn.Guard)
		}
		if c.ends {
			checkLog(t, s.disk)
		}
	}
}

func TestAGuardIsNotOffAfterAnAnswer(t *testing.T) {
	s := at(t, guards.MaxIterations)
	s.choose(guards.ChoiceMore)
	s.goesOn()
	for i := 1; i < 5; i++ {
		s.iterate("", "reader", fmt.Sprintf(`{"path":"%d"}`, i), tool.Success{Content: "x"})
		if _, asked := s.state.Prompt(); asked {
			t.Fatalf("asked again after %d of 5 more iterations", i+1)
		}
	}
	s.further()
	if r, _ := s.inquiry(); r.ID != "guard-1.max_iterations.2" || !strings.HasPrefix(r.Question.Text, "Iteration limit (7) reached.") {
		t.Errorf("asked %s %q", r.ID, r.Question.Text)
	}
	s = at(t, guards.LoopThreshold)
	s.choose(guards.ChoiceDifferent)
	for range 3 {
		s.iterate("", "reader", `{"path":"auth.ts"}`, tool.Failure{Message: typeError})
	}
	if p, _ := s.state.Prompt(); p.Guard != guards.LoopThreshold {
		t.Errorf("after three more of the same: %+v", p)
	}
	s = at(t, guards.MaxConsecutiveErrors)
	s.choose(guards.ChoiceSkip)
	for i := range 3 {
		s.iterate("", "reader", fmt.Sprintf(`{"path":"x%d"}`, i), tool.Failure{Message: "gone"})
	}
	p, _ := s.state.Prompt()
	if p.Guard != guards.MaxConsecutiveErrors || !strings.Contains(p.Inquiry.Question.Context, "\nremains  known issue: no such file: 2\n") {
		t.Errorf("after three more errors: %+v", p.Inquiry)
	}
}

func TestReviewShowsTheHistoryAndAsksAgain(t *testing.T) {
	s := at(t, guards.LoopThreshold)
	n := len(s.disk)
	first, _ := s.inquiry()
	s.choose(guards.ChoiceReview)
	same(t, "review", s.since(n), []string{
		`inquiry_response guard-1.loop_threshold.1 answered "Review"`,
		`scratchpad_note Loop detected: "error:TypeError-null-auth.ts", 3 times. The user looked at the history.`,
		"inquiry_request guard-1.loop_threshold.2",
	})
	second, _ := s.inquiry()
	digest := fmt.Sprintf("%016x", s.state.Folded.Loop.Last.Digest)
	history, errors := "\n\nSteps: what each came to, its signature, and the digest that is compared\n\n```facts\n", "\n\nThe last errors\n\n```facts\n"
	for i := 1; i <= 3; i++ {
		history += fmt.Sprintf("%d        failed  error:TypeError-null-auth.ts  %s\n", i, digest)
		errors += fmt.Sprintf("%d        TypeError: null is not an object (auth.ts:41)\n", i)
	}
	history += "```" + errors + "```"
	if got, want := second.Question.Context, first.Question.Context+history; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	second.Question.Context = first.Question.Context
	if !reflect.DeepEqual(first.Question, second.Question) {
		t.Errorf("not the same question: %+v", second.Question)
	}
	s.choose(guards.ChoiceDifferent)
	if s.state.Busy() != Thinking {
		t.Errorf("after the review the turn is %v", s.state.Busy())
	}
}

func TestAGuardTakesNoReply(t *testing.T) {
	s := at(t, guards.LoopThreshold)
	p, _ := s.state.Prompt()
	n := len(s.disk)
	s.send(Replied{Key: p.Key, Text: "why?"})
	s.send(WentBack{Key: p.Key})
	s.send(Answered{Key: p.Key, Value: json.RawMessage(`"Continue +5"`)}) // another guard's
	if q, ok := s.state.Prompt(); len(s.disk) != n || !ok || q.Key != p.Key {
		t.Errorf("it led to %v, before the user is %v", s.since(n), q.Key)
	}
	s.send(EndedTurn{Key: p.Key})
	same(t, "end of turn", s.since(n), []string{
		"turn_ending user", "inquiry_response guard-1.loop_threshold.1 cancelled end_turn", "turn_end user",
	})
}
