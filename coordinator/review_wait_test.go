package coordinator

import (
	"context"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// TestAReviewWhoseContextEndsIsNoFailure checks that nothing is recorded of it: the
// question stays open until the program comes back.
func TestAReviewWhoseContextEndsIsNoFailure(t *testing.T) {
	s := questioned(t, "patcher", boolean(false, ""), toReviewer(false), true)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	r := &reviewer{t: t}
	in := reviewing(t, s, ctx, r.open)
	if !reflect.DeepEqual(in, Gone{Key: Review{Inquiry: "c.q.1"}.Key()}) {
		t.Errorf("got %+v", in)
	}
	before := len(s.disk)
	s.send(in)
	if len(s.disk) != before || s.state.Busy() != Reviewing {
		t.Errorf("%d events were recorded, %v", len(s.disk)-before, s.state.Busy())
	}
}

// TestTheUserStopsAReview checks that the question comes to the user as a linked attempt
// that says so, and that what the reviewer says later is ignored.
func TestTheUserStopsAReview(t *testing.T) {
	for _, escalate := range []bool{false, true} {
		s := questioned(t, "patcher", boolean(false, "true"), toReviewer(escalate), true)
		if got, want := s.state.Reviews(), []UnderReview{{Review{Inquiry: "c.q.1"}.Key(), "patcher", boolean(false, "true"), "small"}}; !reflect.DeepEqual(got, want) {
			t.Errorf("reviews %+v", got)
		}
		s.send(ReviewStopped{Key: Review{Inquiry: "c.q.1"}.Key()})
		q, a := s.inquiry()
		want := store.InquiryResponse{Outcome: store.Cancelled, ID: "c.q.1", Reason: "user", Reply: "the review was stopped", AnsweredBy: &store.AnsweredBy{By: "reviewer"}}
		if !reflect.DeepEqual(a, want) || q.ID != "c.q.2" || q.EscalatedFrom != "c.q.1" || q.Target != "user" || q.Escalate {
			t.Errorf("escalate %v: %+v, %+v", escalate, a, q)
		}
		if len(s.state.Reviews()) != 0 || s.state.Busy() != Waiting {
			t.Errorf("%+v, %v", s.state.Reviews(), s.state.Busy())
		}
		lines := len(s.disk)
		s.send(Reviewed{Key: Review{Inquiry: "c.q.1"}.Key(), Value: json.RawMessage("true"), Reason: "late", Model: "small"})
		if len(s.disk) != lines {
			t.Error("a late review was recorded")
		}
		p, _ := s.state.Prompt()
		if p.Linked == nil || *p.Linked != (Linked{From: "c.q.1", Reason: "the review was stopped", Failed: true}) {
			t.Errorf("the prompt says %+v", p.Linked)
		}
	}
}

// TestAReviewerThatFails checks who decides then, and what the model is told if nobody
// can.
func TestAReviewerThatFails(t *testing.T) {
	for _, escalate := range []bool{false, true} {
		s := questioned(t, "patcher", boolean(false, "true"), toReviewer(escalate), true)
		s.send(ReviewBroke{Key: Review{Inquiry: "c.q.1"}.Key(), Error: "it is down", Model: "small"})
		if q, a := s.inquiry(); a.Reason != "backend_error" || a.Reply != "it is down" || q.EscalatedFrom != "c.q.1" || q.Target != "user" {
			t.Errorf("escalate %v: %+v, %+v", escalate, a, q)
		}
		s = questioned(t, "patcher", boolean(false, "true"), toReviewer(escalate), false)
		s.send(ReviewBroke{Key: Review{Inquiry: "c.q.1"}.Key(), Error: "it is down.", Model: "small"})
		want := "A secondary assistant (small) was to review this and could not: it is down. patcher was not carried out. Do not retry this tool call in this turn."
		if r, _ := s.told(); r.Content != want || !r.IsError {
			t.Errorf("escalate %v: told %+v", escalate, r)
		}
	}
}

// TestNobodyThereAndTheReviewerDecides checks the policy auto: a question for the user
// goes to the reviewer, whose no is final.
func TestNobodyThereAndTheReviewerDecides(t *testing.T) {
	for answer, told := range map[string]string{
		"true": "done",
		"false": "The proposed changes to 'a.go' were reviewed by a secondary assistant (small) and rejected.\n\nReason: \"since\"\n\n" +
			"The changes were not applied. You may retry with different changes or ask the user to review.",
	} {
		s := questioned(t, "patcher", boolean(false, "true"), with(QuestionRules{}, route.PolicyAuto), false)
		r := &reviewer{t: t, says: []string{`{"reason":"since","answer":` + answer + `}`}}
		s.send(reviewing(t, s, t.Context(), r.open))
		q, a := s.inquiry()
		want := store.InquiryResponse{Outcome: store.Answered, ID: "c.q.1", Answer: json.RawMessage(answer), Reason: "since",
			AnsweredBy: &store.AnsweredBy{By: "reviewer", Model: "small"}}
		if q.Target != "user" || q.Escalate || !reflect.DeepEqual(a, want) {
			t.Errorf("%s: %+v, %+v", answer, q, a)
		}
		out := tool.Outcome(tool.Success{Content: "done"})
		if answer == "false" {
			out = tool.Failure{Message: "refused", Refused: true}
		}
		s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: out})
		if got, _ := s.told(); got.Content != told {
			t.Errorf("%s: told %q", answer, got.Content)
		}
	}
}

// TestReviewerThatIsCutOff checks that an answer that its model did not finish does not
// count, however complete it looks, nor does a reason that nobody can see.
func TestReviewerThatIsCutOff(t *testing.T) {
	for _, finish := range []string{"length", "content_filter", "missing", "network_error", "what"} {
		s := questioned(t, "patcher", boolean(false, "true"), toReviewer(true), true)
		yes := `{"reason":"fine","answer":true}`
		r := &reviewer{t: t, says: []string{yes, yes, yes}, finish: finish}
		want := ReviewBroke{Key: Review{Inquiry: "c.q.1"}.Key(), Error: "it gave no usable answer: it was broken off before its end (" + finish + ")", Model: "small"}
		if got := reviewing(t, s, t.Context(), r.open); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	unseen := `{"reason":" \u200b\u00a0\u202e\u0007","answer":false}`
	s := questioned(t, "patcher", boolean(false, "true"), toReviewer(true), true)
	r := &reviewer{t: t, says: []string{unseen, unseen, unseen}}
	want := Reviewed{Key: Review{Inquiry: "c.q.1"}.Key(), Value: json.RawMessage("false"), Model: "small"}
	if got := reviewing(t, s, t.Context(), r.open); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func aWait() providers.Retrying {
	return providers.Retrying{Attempt: 1, Max: 5, Wait: 8 * time.Second, Reason: "429 too many requests"}
}

// TestReviewerThatWaits checks that each wait of the reviewer's provider is reported,
// including during a repair, that it changes nothing, and that one that is stopped
// meanwhile closes its stream.
func TestReviewerThatWaits(t *testing.T) {
	s := questioned(t, "patcher", boolean(false, "true"), toReviewer(true), true)
	r := &reviewer{t: t, says: []string{"yes", `{"reason":"ok","answer":true}`}}
	open := func(context.Context, string, string) (Model, error) {
		return Model{ID: "s/small", Name: "small", Provider: waits{r}}, nil
	}
	var log store.Log
	in, rest := ReviewWith(open, nil)(s.state, log.Append(s.disk...), "c.q.1")(t.Context())
	for range 2 {
		if want := (ReviewDelayed{Key: Review{Inquiry: "c.q.1"}.Key(), Retry: aWait()}); !reflect.DeepEqual(in, want) || rest == nil {
			t.Fatalf("got %+v, want %+v", in, want)
		}
		if after, did := Step(s.state, Msg{Body: in}); !reflect.DeepEqual(after, s.state) || !reflect.DeepEqual(did, Did{}) {
			t.Errorf("it did %+v", did)
		}
		in, rest = rest(t.Context())
	}
	if want := (Reviewed{Key: Review{Inquiry: "c.q.1"}.Key(), Value: json.RawMessage("true"), Reason: "ok", Model: "small"}); !reflect.DeepEqual(in, want) || rest != nil {
		t.Errorf("got %+v, want %+v", in, want)
	}

	ctx, stop := context.WithCancel(t.Context())
	_, rest = ReviewWith(open, nil)(s.state, log.Append(s.disk...), "c.q.1")(ctx)
	stop()
	if in, rest = rest(ctx); !reflect.DeepEqual(in, Gone{Key: Review{Inquiry: "c.q.1"}.Key()}) || rest != nil || r.closed != 3 {
		t.Errorf("stopped, it says %+v, and closed %d of 3 streams", in, r.closed)
	}
}
