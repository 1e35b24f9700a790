package kit

import (
	"strings"
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
		"It was answered already: allowed, by a rule.":                   {records.PermissionResponse{Outcome: records.PermitAllowed, By: records.ByRule}, text},
		"It is not asked any more: decided in the other program.":        {records.PermissionResponse{Outcome: records.PermitCancelled, Reason: records.CancelElsewhere, By: records.ByProgram}, text},
		"It was answered already: no, by you (parley).":                  {answered("false", by(records.ByUser, "", &records.Via{Program: "parley"})), yesNo},
		"It was answered already: yes, by the reviewer m/haiku.":         {answered("true", by(records.ByReviewer, "m/haiku", nil)), yesNo},
		`It was answered already: "Alpha (a), b", by the configuration.`: {answered(`["a","b"]`, by(records.ByStatic, "", nil)), pick},
		`It was answered already: "no, by you", by somebody.`:            {answered(`"no, by you"`, nil), text},
		`It was answered already: "host: db", by you.`:                   {answered(`{"host":"db"}`, by(records.ByUser, "", nil)), forms.AnswerType{Kind: forms.Schema}},
		"It was answered already: by you.":                               {records.InquiryResponse{Outcome: records.Redacted, AnsweredBy: by(records.ByUser, "", nil)}, forms.AnswerType{Kind: forms.Secret}},
		"It was answered already: yes, 1 of 2 hunks, by you.":            {records.InquiryResponse{Answer: []byte("true"), Edited: &records.Edited{Part: records.Part{Taken: 1, Hunks: 2}}, AnsweredBy: by(records.ByUser, "", nil)}, yesNo},
		"It was answered already: edited, then yes, by you.":             {records.InquiryResponse{Answer: []byte("true"), Edited: &records.Edited{}, AnsweredBy: by(records.ByUser, "", nil)}, yesNo},
		"It was answered already: 7, by somebody.":                       {answered("7", nil), forms.AnswerType{Kind: forms.Number}},
		"It is not asked any more: you replied (parley, on /dev/pts/4).": {records.InquiryResponse{Outcome: records.Cancelled, Reason: records.CancelReply, AnsweredBy: by(records.ByUser, "", &records.Via{Program: "parley", Terminal: "/dev/pts/4"})}, text},
		"It is not asked any more: not answered: it was closed first.":   {records.InquiryResponse{Outcome: records.Cancelled, Reason: records.CancelCut}, text},
	} {
		if got := AnsweredText(c.body, records.InquiryRequest{Question: forms.Question{AnswerType: c.kind}}); got != want {
			t.Errorf("%q\nwant\n%q", got, want)
		}
	}
}

// TestNotGiven leaves out what was answered with, and nothing else.
func TestNotGiven(t *testing.T) {
	content, by := "mine\n", &records.AnsweredBy{By: records.ByUser}
	for name, c := range map[string]struct {
		body  records.Body
		typed []string
		want  string
	}{
		"another text":     {records.InquiryResponse{Answer: []byte(`"staging"`)}, []string{"since Friday"}, "since Friday"},
		"the text":         {records.InquiryResponse{Answer: []byte(`"since Friday"`)}, []string{"since Friday", "and"}, "and"},
		"a number":         {records.InquiryResponse{Answer: []byte("15"), AnsweredBy: by}, []string{"5", "15"}, "5"},
		"an object":        {records.InquiryResponse{Answer: []byte(`{"a":["b"],"c":1}`), AnsweredBy: by}, []string{"{ \"a\": [\"b\"],\n\"c\": 1 }", "d", "b"}, "d"},
		"no answer":        {records.InquiryResponse{Outcome: records.Cancelled, Reason: records.CancelReply, Reply: "later"}, []string{"later", "now"}, "now"},
		"the words":        {records.InquiryResponse{Answer: []byte("false"), Reason: "not yet"}, []string{"not yet"}, ""},
		"an edited change": {records.InquiryResponse{Answer: []byte("true"), Edited: &records.Edited{Content: content}}, []string{"mine\n", "mine too\n"}, "mine too\n"},
		"edited arguments": {records.PermissionResponse{Arguments: []byte(`{"command":"ls <x>"}`)}, []string{"ls <x>", "ls"}, "ls"},
		"an edited result": {records.PermissionResponse{Content: &content}, []string{"mine\n"}, ""},
		"a no":             {records.PermissionResponse{Reason: "not yet"}, []string{"not yet", "never"}, "never"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(NotGiven(c.body, c.typed), "|"); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestTypedText(t *testing.T) {
	if got := TypedText([]string{"not \x1b[2Jon\n Fridays", "and"}); got != "not ␛[2Jon Fridays / and" {
		t.Errorf("%q", got)
	}
}
