package record

import (
	"slices"
	"testing"
	"time"

	"parley/forms"
	"parley/store"
)

// TestAnAnswerThatTheUserWentBackPast counts no more wherever the record is read; of another call
// with a question of the same name, or asked again for another reason, it counts.
func TestAnAnswerThatTheUserWentBackPast(t *testing.T) {
	ask := func(id, call, question string) store.Body {
		return store.InquiryRequest{ID: id, Call: call, Source: store.Source{Source: "assistant"}, Target: store.TargetUser, Question: forms.Question{ID: question, Text: question + "?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}}
	}
	yes := func(id string) store.Body {
		return store.InquiryResponse{Outcome: store.Answered, ID: id, Answer: Raw("true"), AnsweredBy: &store.AnsweredBy{By: store.ByUser}}
	}
	back := func(id string) store.Body {
		return store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelBack, ID: id}
	}
	var l store.Log
	for i, b := range []store.Body{
		store.TurnStart{}, store.ToolCallRequest{Response: "r", ID: "k", Name: "ask_user", Arguments: Raw("{}")}, store.ToolCallRequest{Response: "r", ID: "m", Name: "ask_user", Arguments: Raw("{}")},
		ask("m.go.1", "m", "go"), yes("m.go.1"), // of another call
		ask("k.go.1", "k", "go"), yes("k.go.1"), ask("k.all.1", "k", "all"), yes("k.all.1"), ask("k.why.1", "k", "why"), back("k.why.1"),
		ask("k.all.2", "k", "all"), back("k.all.2"), ask("k.go.2", "k", "go"), yes("k.go.2"),
		ask("k.go.3", "k", "go"), yes("k.go.3"), // asked again, with no step back in between
	} {
		ev, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), ID: "e", Time: time.Date(2026, 1, 2, 15, 4, i, 0, time.UTC), Conversation: "c", Turn: 1}, b)
		if err != nil {
			t.Fatal(err)
		}
		l = l.Append(ev)
	}
	want := []string{"k.go.1", "k.all.1"}
	var audited, read []string
	for _, d := range NewAudit(l).Decisions {
		if d.Forgotten && d.Revoked == RevokedBack {
			audited = append(audited, d.ID)
		}
	}
	for e := range slices.Values(entries(NewTranscript(l))) {
		if c, ok := e.Item.(*ToolCall); ok {
			for _, x := range c.Exchanges {
				if x.Forgotten && x.Why == RevokedBack {
					read = append(read, x.ID())
				}
			}
		}
	}
	if !slices.Equal(audited, want) || !slices.Equal(read, want) {
		t.Errorf("the audit has %q and the transcript %q as taken back, want %q", audited, read, want)
	}
}

func entries(t *Transcript) (all []Entry) {
	for i := range t.Len() {
		all = append(all, t.At(i))
	}
	return all
}
