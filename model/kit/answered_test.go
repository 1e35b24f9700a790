package kit

import (
	"testing"

	records "parley/store"
)

// TestAnsweredText says what the answer was, whose, and by which way it came.
func TestAnsweredText(t *testing.T) {
	here := &records.Via{Program: "parley", Terminal: "/dev/pts/3", Said: "night \x1b[2Jshift"}
	by := func(who, model string, via *records.Via) *records.AnsweredBy {
		return &records.AnsweredBy{By: who, Model: model, Via: via}
	}
	for want, b := range map[string]records.Body{
		`It was answered already: allowed, by you (parley, on /dev/pts/3, says it is "night \x1b[2Jshift").`: records.PermissionResponse{Outcome: records.PermitAllowed, By: records.ByUser, Via: here},
		"It was answered already: allowed, by a rule of yours.":                                              records.PermissionResponse{Outcome: records.PermitAllowed, By: records.ByRule},
		"It is not asked any more: decided in the other program.":                                            records.PermissionResponse{Outcome: records.PermitCancelled, Reason: records.CancelElsewhere, By: records.ByProgram},
		"It was answered already: no, by you (parley).":                                                      records.InquiryResponse{Outcome: records.Answered, Answer: []byte("false"), AnsweredBy: by(records.ByUser, "", &records.Via{Program: "parley"})},
		"It was answered already: yes, by the reviewer m/haiku.":                                             records.InquiryResponse{Outcome: records.Answered, Answer: []byte("true"), AnsweredBy: by(records.ByReviewer, "m/haiku", nil)},
		`It was answered already: ["a","b␛"], by the configuration.`:                                         records.InquiryResponse{Outcome: records.Answered, Answer: []byte("[\"a\",\"b\x1b\"]"), AnsweredBy: by(records.ByStatic, "", nil)},
		"It was answered already: by you.":                                                                   records.InquiryResponse{Outcome: records.Redacted, AnsweredBy: by(records.ByUser, "", nil)},
		"It was answered already: 7, by somebody.":                                                           records.InquiryResponse{Outcome: records.Answered, Answer: []byte("7")},
		"It is not asked any more: you replied (parley, on /dev/pts/4).":                                     records.InquiryResponse{Outcome: records.Cancelled, Reason: records.CancelReply, AnsweredBy: by(records.ByUser, "", &records.Via{Program: "parley", Terminal: "/dev/pts/4"})},
		"It is not asked any more: not answered: the call ended first.":                                      records.InquiryResponse{Outcome: records.Cancelled, Reason: records.CancelCut},
	} {
		if got := AnsweredText(b); got != want {
			t.Errorf("%q\nwant\n%q", got, want)
		}
	}
}

func TestTypedText(t *testing.T) {
	if got := TypedText([]string{"not \x1b[2Jon\n Fridays", "and"}); got != "not ␛[2Jon Fridays / and" {
		t.Errorf("%q", got)
	}
}
