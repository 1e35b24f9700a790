package record

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"parley/forms"
	"parley/store"
	"parley/teatest/logs"
)

// form is one of three questions; the second is asked if the first is a yes.
func form() []forms.Question {
	q := func(id string) forms.Question {
		return forms.Question{ID: id, Text: id + "?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	}
	all := []forms.Question{q("go"), q("all"), q("why")}
	all[1].When = &forms.When{QuestionID: "go", Equals: Raw("true")}
	return all
}

// moves are events of the call k in short: "go+" asks a question and has it answered with yes by the
// user, "go-" with no, "r:go+" by a reviewer, "go back" and so on close it with a tag, "form" begins a
// form, "run" a run; "ended" and "failed" end the call.
func moves(said string) (all []store.Body) {
	all = append(all, store.TurnStart{}, store.ToolCallRequest{Response: "r", ID: "k", Name: "asks", Arguments: Raw("{}")}, store.ToolStarted{ID: "k", Run: 1})
	asked := map[string]int{}
	for _, move := range strings.Split(said, ", ") {
		reviewed := strings.HasPrefix(move, "r:")
		move = strings.TrimPrefix(move, "r:")
		question, tag, cancelled := strings.Cut(move, " ")
		question = strings.TrimRight(question, "+-")
		switch move {
		case "form":
			all = append(all, store.ToolAsked{ID: "k", Run: 1, Form: form()})
			continue
		case "run":
			all = append(all, store.ToolStarted{ID: "k", Run: 2})
			continue
		case "ended", "failed":
			all = append(all, store.ToolCallResponse{ID: "k", IsError: move == "failed"})
			continue
		}
		asked[question]++
		q := store.InquiryRequest{ID: fmt.Sprintf("k.%s.%d", question, asked[question]), Call: "k", Source: store.Source{Source: "tool", Name: "asks"}, Target: store.TargetUser}
		q.Question = form()[slices.IndexFunc(form(), func(x forms.Question) bool { return x.ID == question })]
		a := store.InquiryResponse{ID: q.ID, Outcome: store.Answered, AnsweredBy: &store.AnsweredBy{By: store.ByUser}}
		switch {
		case cancelled:
			a.Outcome, a.Reason, a.AnsweredBy = store.Cancelled, tag, nil
		case reviewed:
			q.Target, q.Escalate, a.AnsweredBy = store.TargetReviewer, true, &store.AnsweredBy{By: store.ByReviewer, Model: "m/r"}
		}
		if !cancelled {
			a.Answer = Raw(map[bool]string{true: "true", false: "false"}[strings.HasSuffix(move, "+")])
		}
		all = append(all, q, a)
	}
	return all
}

// TestWhichAnswersCount: wherever the record is read, an answer does not stand that was taken back, or
// one of a form that came to nothing.
func TestWhichAnswersCount(t *testing.T) {
	for said, want := range map[string]string{
		"form, go+, all+, why+, run":                      "",
		"form, go+, all+, why back":                       "k.all.1 back",
		"form, go+, all+, why back, all back":             "k.all.1 back, k.go.1 back",
		"form, go+, all+, why back, all back, go-, why+":  "k.all.1 back, k.go.1 back",
		"form, go+, r:all+, why back, go-, why+, run":     "k.go.1 back, k.all.1 back", // and not asked again
		"form, go+, r:all-, all back, go-":                "k.go.1 back",               // a no with which it passed to the user is no answer
		"form, r:go+, all back":                           "",                          // nothing of the user's to go back to
		"form, go+, all decline, run":                     "k.go.1 decline",
		"form, go+, all withdrawn":                        "k.go.1 unfinished",
		"form, go+, all reply":                            "k.go.1 reply",
		"form, go+, all reply, failed":                    "k.go.1 reply",
		"form, go+, all end_turn, failed":                 "k.go.1 unfinished",
		"form, go+, all policy_denied, failed":            "k.go.1 unfinished",
		"form, go+, all+, ended":                          "k.go.1 unfinished, k.all.1 unfinished",
		"form, go-, why+, failed":                         "",
		"form, go-, why+, form, go-, why+, run":           "", // asked again for another reason
		"form, go-, why+, run, form, go+, all decline":    "k.go.2 decline",
		"form, go-, why+, go-, why back, go-, why+, run":  "k.go.1 again, k.why.1 again, k.go.2 back",
		"form, go+, all backend_error, all+, why+, run":   "",
		"form, go+, all backend_error, all back, go-":     "k.go.1 back",
		"go+, all+, why back, all back":                   "", // of no form
		"form, all+, go+, go back, why+":                  "", // not what was to be asked
		"form, go+, all back, all back, go+, all+, why+":  "k.go.1 back",
		"form, go+, all+, why back, all-, why decline":    "k.all.1 back, k.go.1 decline, k.all.2 decline",
		"form, go+, all elsewhere, ended, go back":        "k.go.1 unfinished",
		"form, go+, all back, go+, all+, why back, ended": "k.go.1 back, k.all.2 back, k.go.2 unfinished",
	} {
		log := logs.Turns(t, moves(said)...)
		var lapses Lapses
		var found []string
		for _, ev := range log.All() {
			for _, l := range lapses.Add(ev.Body) {
				found = append(found, l.ID+" "+l.Reason)
			}
		}
		if got := strings.Join(found, ", "); got != want {
			t.Errorf("%s: %s, want %s", said, got, want)
		}
		var audited, read []string
		for _, d := range NewAudit(log).Decisions {
			if d.Forgotten {
				audited = append(audited, d.ID+" "+d.Revoked)
			}
		}
		_, e := 0, NewTranscript(log)
		at, _ := e.Call("k")
		for _, x := range e.At(at).Item.(*ToolCall).Exchanges {
			if x.Lapsed() {
				read = append(read, x.ID()+" "+x.Why)
			}
		}
		slices.Sort(found)
		slices.Sort(audited)
		slices.Sort(read)
		if !slices.Equal(audited, found) || !slices.Equal(read, found) {
			t.Errorf("%s: the audit has %q and the transcript %q, want %q", said, audited, read, found)
		}
	}
}

// TestTheRecordAndTheWalkAgree: whatever is answered and taken back, what stands is what the walk has.
func TestTheRecordAndTheWalkAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		qs := make([]forms.Question, rapid.IntRange(1, 6).Draw(t, "questions"))
		for i := range qs {
			qs[i] = forms.Question{ID: fmt.Sprint("q", i), Text: "Q?", AnswerType: forms.AnswerType{Kind: rapid.SampledFrom([]forms.Kind{forms.Boolean, forms.Boolean, forms.Secret}).Draw(t, "kind")}}
			if parent := rapid.IntRange(-1, i-1).Draw(t, "parent"); parent >= 0 && qs[parent].AnswerType.Kind == forms.Boolean {
				qs[i].When = &forms.When{QuestionID: qs[parent].ID, Equals: Raw(rapid.SampledFrom([]string{"true", "false"}).Draw(t, "equals"))}
			}
		}
		walk := forms.Start(forms.Restore(qs))
		lapses, stands := Lapses{}, map[string]string{}
		add := func(b store.Body) {
			for _, l := range lapses.Add(b) {
				if _, stood := stands[l.ID]; !stood {
					t.Fatalf("%s lapses, which does not stand", l.ID)
				}
				delete(stands, l.ID)
			}
		}
		add(store.ToolAsked{ID: "k", Form: qs})
		for n := range rapid.IntRange(0, 20).Draw(t, "moves") {
			q, open := walk.Open()
			if !open {
				walk = walk.Again()
				q, _ = walk.Open()
			}
			id := fmt.Sprint("k.", n)
			request, response := store.InquiryRequest{ID: id, Call: "k", Question: q}, store.InquiryResponse{ID: id, Outcome: store.Answered}
			move := forms.Move(forms.Back{})
			if rapid.IntRange(0, 2).Draw(t, "back") == 0 {
				response.Outcome, response.Reason = store.Cancelled, store.CancelBack
			} else {
				a := forms.Answer{ByUser: rapid.Bool().Draw(t, "by the user"), Redacted: q.AnswerType.Kind == forms.Secret}
				if !a.Redacted {
					a.Value = Raw(rapid.SampledFrom([]string{"true", "false"}).Draw(t, "answer"))
				}
				response.Answer, response.AnsweredBy, move = a.Value, &store.AnsweredBy{By: map[bool]string{true: store.ByUser, false: store.ByReviewer}[a.ByUser]}, a
				if a.Redacted {
					response.Outcome = store.Redacted
				}
			}
			add(request)
			add(response)
			walk, _ = walk.Apply(move)
			if response.Outcome != store.Cancelled {
				stands[id] = q.ID
			}
			var counts, want []string
			for _, question := range stands {
				counts = append(counts, question)
			}
			for _, g := range walk.Given() {
				want = append(want, g.ID)
			}
			slices.Sort(counts)
			if slices.Sort(want); !slices.Equal(counts, want) {
				t.Fatalf("what stands is %q, and what counts %q", counts, want)
			}
		}
	})
}

// TestWhatTheAssistantAskedIsToldWithAReply: the answers before it count.
func TestWhatTheAssistantAskedIsToldWithAReply(t *testing.T) {
	yes := forms.AnswerType{Kind: forms.Boolean}
	form := []forms.Question{{ID: "a", Text: "A?", AnswerType: yes}, {ID: "b", Text: "B?", AnswerType: yes}}
	ask := func(i int) store.InquiryRequest {
		return store.InquiryRequest{ID: "k." + form[i].ID, Call: "k", Source: store.Source{Source: "assistant"}, Target: store.TargetUser, Question: form[i]}
	}
	var lapses Lapses
	for _, b := range []store.Body{
		store.ToolAsked{ID: "k", Run: 1, Form: form}, ask(0),
		store.InquiryResponse{Outcome: store.Answered, ID: "k.a", Answer: json.RawMessage("true"), AnsweredBy: &store.AnsweredBy{By: store.ByUser}},
		ask(1), store.InquiryResponse{Outcome: store.Cancelled, ID: "k.b", Reason: store.CancelReply, Reply: "Neither."},
		store.ToolCallResponse{ID: "k", Content: "…"},
	} {
		if gone := lapses.Add(b); len(gone) > 0 {
			t.Errorf("%+v lapse at %T", gone, b)
		}
	}
}
