package records

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"parley/coordinator"
	"parley/forms"
	"parley/store"
	"parley/store/record"
	"parley/teatest/logs"
)

// course is a call that asks, step by step, for TestTheRecordTellsWhatCounts.
type course struct {
	rt     *rapid.T
	bodies []store.Body
	form   []forms.Question
	live   bool
	run, n int
	before int            // questions before this form
	asked  map[string]int // how often, by the question
}

// asks begins another form of booleans and secrets.
func (c *course) asks() {
	c.form = make([]forms.Question, rapid.IntRange(1, 5).Draw(c.rt, "questions"))
	for i := range c.form {
		kind := rapid.SampledFrom([]forms.Kind{forms.Boolean, forms.Boolean, forms.Secret}).Draw(c.rt, "kind")
		c.form[i] = forms.Question{ID: fmt.Sprint("q", i), Text: "Q?", AnswerType: forms.AnswerType{Kind: kind}}
		if parent := rapid.IntRange(-1, i-1).Draw(c.rt, "parent"); parent >= 0 && c.form[parent].AnswerType.Kind == forms.Boolean {
			c.form[i].When = &forms.When{QuestionID: c.form[parent].ID, Equals: json.RawMessage(rapid.SampledFrom([]string{"true", "false"}).Draw(c.rt, "equals"))}
		}
	}
	c.before = c.n
	c.live = rapid.Bool().Draw(c.rt, "live")
	c.bodies = append(c.bodies, store.ToolAsked{ID: "k", Run: c.run, Form: c.form, Live: c.live})
}

// settles puts a question and ends it in some way.
func (c *course) settles(q forms.Question) {
	if c.n++; c.asked == nil {
		c.asked = map[string]int{}
	}
	c.asked[q.ID]++
	ask := store.InquiryRequest{ID: fmt.Sprintf("k.%s.%d", q.ID, c.asked[q.ID]), Call: "k", Target: store.TargetUser, Question: q}
	end := store.InquiryResponse{ID: ask.ID, Outcome: store.Answered, AnsweredBy: &store.AnsweredBy{By: rapid.SampledFrom([]string{store.ByUser, store.ByUser, store.ByReviewer, store.ByStatic}).Draw(c.rt, "by")}}
	ways := []string{"", "", "", "", "", store.CancelBack, store.CancelBack, store.CancelReply, store.CancelDecline, store.CancelBackendError, store.CancelPolicyDenied}
	if c.live {
		ways = append(ways, store.CancelWithdrawn)
	}
	switch way := rapid.SampledFrom(ways).Draw(c.rt, "way"); {
	case way != "":
		end.Outcome, end.Reason, end.AnsweredBy = store.Cancelled, way, nil
	case q.AnswerType.Kind == forms.Secret:
		end.Outcome = store.Redacted
	default:
		end.Answer = json.RawMessage(rapid.SampledFrom([]string{"true", "false"}).Draw(c.rt, "answer"))
		ask.Escalate = end.AnsweredBy.By == store.ByReviewer
	}
	c.bodies = append(c.bodies, ask, end)
}

// goes takes the next step that the coordinator would take or record, false if there is none.
func (c *course) goes(call *coordinator.Call) bool {
	a := call.Asking
	switch {
	case a == nil:
		c.asks()
		return true
	case a.Denied != "" || a.Walk.Ended() != nil:
		return false
	}
	q, open := a.Walk.Open()
	switch {
	case open && !a.Refused && !a.Withdrawn:
		c.settles(q)
	case c.live:
		c.asks()
	case !a.Refused && rapid.IntRange(0, 2).Draw(c.rt, "the program ends") == 0:
		c.bodies = append(c.bodies, store.Resumed{})
		first, _ := a.Walk.Again().Open()
		c.settles(first)
	default:
		c.run++
		c.bodies = append(c.bodies, store.ToolStarted{ID: "k", Run: c.run})
	}
	return true
}

// TestTheRecordTellsWhatCounts: of each question of a call, the answer that stands on record is the one
// that counts for its tool.
func TestTheRecordTellsWhatCounts(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := course{rt: rt, run: 1, bodies: []store.Body{
			store.TurnStart{}, store.ChatRequest{Text: "go"}, store.ToolCallRequest{Response: "1.1", ID: "k", Name: "asks", Arguments: json.RawMessage("{}")},
			store.ResponseEnd{Response: "1.1", Calls: 1}, store.ToolStarted{ID: "k", Run: 1},
		}}
		for range rapid.IntRange(0, 25).Draw(rt, "steps") {
			log := logs.Turns(t, c.bodies...)
			folded := coordinator.FoldAll("c", log)
			turn, _ := folded.Current()
			call, ok := turn.Call("k")
			if !ok || folded.Ignored > 0 {
				rt.Fatalf("%d lines of the record do not fit", folded.Ignored)
			}
			if got, want := standing(log, c.before), counting(call, c.before); !maps.Equal(got, want) {
				rt.Fatalf("%v stand, and %v count", got, want)
			}
			if !c.goes(&call) {
				break
			}
		}
	})
}

// counting are the answers that count, by question, of the last form.
func counting(call coordinator.Call, before int) map[string]string {
	all := call.Answers
	if a := call.Asking; a != nil {
		_, replied := a.Walk.Ended().(forms.Reply)
		all = slices.DeleteFunc(slices.Clone(a.Given), func(g coordinator.Answer) bool {
			_, is := a.Walk.Answer(g.Question.ID)
			return !is || replied || a.Refused || a.Withdrawn
		})
	}
	counts := map[string]string{}
	for _, a := range all {
		if after(a.Inquiry, before) {
			counts[a.Question.ID] = a.Inquiry
		}
	}
	return counts
}

// standing are the last answers that did not lapse, by question, of the last form.
func standing(log store.Log, before int) map[string]string {
	stand := map[string]string{}
	t := record.NewTranscript(log)
	at, _ := t.Call("k")
	for _, x := range t.At(at).Item.(*record.ToolCall).Exchanges {
		passed := x.Inquiry.Escalate && string(x.Answer.Answer) == "false"
		if !x.Lapsed() && !x.Cancelled() && !passed && after(x.ID(), before) {
			stand[x.Inquiry.Question.ID] = x.ID()
		}
	}
	return stand
}

// after reports whether an inquiry is a later one than the number says.
func after(inquiry string, number int) bool {
	n, err := strconv.Atoi(strings.TrimPrefix(inquiry, "k."))
	return err == nil && n > number
}
