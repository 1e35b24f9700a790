package store

import (
	"encoding/json"
	"fmt"

	"parley/forms"
)

// answers is a conversation with answers of all sorts: numbers as they were written,
// optional questions left empty.
func answers() []Body {
	all := []Body{TurnStart{}, ChatRequest{Text: "Set it up."}}
	ask := func(t forms.AnswerType, optional bool, r InquiryResponse) {
		n := len(all) / 2
		q := forms.Question{ID: fmt.Sprint("q", n), Text: fmt.Sprintf("A %s?", t.Kind), AnswerType: t, Optional: optional}
		r.ID, r.AnsweredBy = fmt.Sprintf("c1.q%d.1", n), &AnsweredBy{By: ByUser}
		all = append(all, InquiryRequest{ID: r.ID, Call: "c1", Source: Source{Source: "assistant"}, Target: TargetUser, Question: q}, r)
	}
	given := func(value string) InquiryResponse { return InquiryResponse{Outcome: Answered, Answer: raw(value)} }
	number, text := forms.AnswerType{Kind: forms.Number}, forms.AnswerType{Kind: forms.Text}
	options := []forms.Option{{Value: raw("1")}, {Value: raw("true")}, {Value: raw(`"two"`)}}
	limited := forms.AnswerType{Kind: forms.Number, Limits: map[string]json.RawMessage{"integer": raw("true"), "minimum": raw("1"), "maximum": raw("64")}}
	ask(limited, false, given("8"))
	for _, value := range []string{"-0.50", "1e3", "12345678901234567890.10", "0"} {
		ask(number, false, given(value))
	}
	ask(number, true, given("null"))
	ask(text, true, given("null"))
	ask(text, false, given(`"null"`))
	ask(forms.AnswerType{Kind: forms.Boolean}, true, given("null"))
	ask(forms.AnswerType{Kind: forms.Select, Options: options}, false, given("1"))
	ask(forms.AnswerType{Kind: forms.MultiSelect, Options: options}, false, given(`[1,"two"]`))
	ask(forms.AnswerType{Kind: forms.Schema, Schema: raw(`{"type":"object"}`)}, false, given(`{"port":8080,"host":null}`))
	ask(forms.AnswerType{Kind: forms.Secret}, false, InquiryResponse{Outcome: Redacted})
	return append(all, TurnEnd{Reason: ReasonDone})
}
