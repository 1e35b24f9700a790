package kit

import (
	"testing"

	"parley/forms"
	records "parley/store"
)

// TestAnsweredText says what the answer was, whose, and by which way it came.
func TestAnsweredText(t *testing.T) {
	here := &records.Via{Program: "parley", Terminal: "/dev/pts/3", Said: "night \x1b[2Jshift"}
	by := func(who, model string, via *records.Via) *records.AnsweredBy {
		return &records.AnsweredBy{By: who, Model: model, Via: via}
	}
	yesNo, text := forms.AnswerType{Kind: forms.Boolean}, forms.AnswerType{Kind: forms.Text}
	pick := forms.AnswerType{Kind: forms.MultiSelect, Options: []forms.Option{{Value: []byte(`"a"`), Label: "Alpha"}, {Value: []byte(`"b"`)}}}
	answered := func(value string, of *records.AnsweredBy) records.Body {
		return records.InquiryResponse{Outcome: records.Answered, Answer: []byte(value), AnsweredBy: of}
	}
	for want, c := range map[string]struct {
		body records.Body
		kind forms.AnswerType
	}{
		`It was answered already: allowed, by you (parley, on /dev/pts/3, says it is "night \x1b[2Jshift").`: {records.PermissionResponse{Outcome: records.PermitAllowed, By: records.ByUser, Via: here}, text},
		"It was answered already: no, by you.":                           {records.PermissionResponse{Outcome: records.PermitSkipped, By: records.ByUser}, text},
		"It was answered already: allowed, by a rule of yours.":          {records.PermissionResponse{Outcome: records.PermitAllowed, By: records.ByRule}, text},
		"It is not asked any more: decided in the other program.":        {records.PermissionResponse{Outcome: records.PermitCancelled, Reason: records.CancelElsewhere, By: records.ByProgram}, text},
		"It was answered already: no, by you (parley).":                  {answered("false", by(records.ByUser, "", &records.Via{Program: "parley"})), yesNo},
		"It was answered already: yes, by the reviewer m/haiku.":         {answered("true", by(records.ByReviewer, "m/haiku", nil)), yesNo},
		`It was answered already: "Alpha (a), b", by the configuration.`: {answered(`["a","b"]`, by(records.ByStatic, "", nil)), pick},
		`It was answered already: "no, by you", by somebody.`:            {answered(`"no, by you"`, nil), text},
		`It was answered already: "host: db", by you.`:                   {answered(`{"host":"db"}`, by(records.ByUser, "", nil)), forms.AnswerType{Kind: forms.Schema}},
		"It was answered already: by you.":                               {records.InquiryResponse{Outcome: records.Redacted, AnsweredBy: by(records.ByUser, "", nil)}, forms.AnswerType{Kind: forms.Secret}},
		"It was answered already: 7, by somebody.":                       {answered("7", nil), forms.AnswerType{Kind: forms.Number}},
		"It is not asked any more: you replied (parley, on /dev/pts/4).": {records.InquiryResponse{Outcome: records.Cancelled, Reason: records.CancelReply, AnsweredBy: by(records.ByUser, "", &records.Via{Program: "parley", Terminal: "/dev/pts/4"})}, text},
		"It is not asked any more: not answered: the call ended first.":  {records.InquiryResponse{Outcome: records.Cancelled, Reason: records.CancelCut}, text},
	} {
		if got := AnsweredText(c.body, records.InquiryRequest{Question: forms.Question{AnswerType: c.kind}}); got != want {
			t.Errorf("%q\nwant\n%q", got, want)
		}
	}
}

func TestTypedText(t *testing.T) {
	if got := TypedText([]string{"not \x1b[2Jon\n Fridays", "and"}); got != "not ␛[2Jon Fridays / and" {
		t.Errorf("%q", got)
	}
}
