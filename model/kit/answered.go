package kit

import (
	"strings"

	records "parley/store"
	"parley/views/text"
)

// What a form asks may be answered elsewhere while it is on the screen. The form then closes,
// and these words say why.

// mostShown is how much is shown of an answer, or of what was typed.
const mostShown = 200

// AnsweredText says of an answer, or of what took its place, what it was and whose.
func AnsweredText(b records.Body) string {
	what, by, model, gone := "", "", "", ""
	var via *records.Via
	switch b := b.(type) {
	case records.PermissionResponse:
		what, by, via = b.Outcome, b.By, b.Via
		if b.Outcome == records.PermitCancelled {
			gone = b.Reason
		}
	case records.InquiryResponse:
		what = answerText(b.Answer)
		if b.Outcome == records.Cancelled {
			gone = b.Reason
		}
		if b.AnsweredBy != nil {
			by, model, via = b.AnsweredBy.By, b.AnsweredBy.Model, b.AnsweredBy.Via
		}
	}
	var words string
	switch {
	case gone != "":
		words = "It is not asked any more: " + text.Clean(records.ToUser.Cancelled(gone, by))
	case by == "":
		words = "It was answered already: " + strings.Join(nonEmpty(what, "by somebody"), ", ")
	default:
		words = "It was answered already: " + strings.Join(nonEmpty(what, "by "+text.Clean(records.ToUser.By(by, model))), ", ")
	}
	if v := records.ToUser.Who(via); v != "" {
		words += " (" + text.Line(text.Clean(v), mostShown) + ")"
	}
	return words + "."
}

// answerText is an answer as the form shows it, if it is one of two; else as it is recorded.
func answerText(value []byte) string {
	switch string(value) {
	case "true":
		return "yes"
	case "false":
		return "no"
	}
	return text.Line(text.Clean(string(value)), mostShown)
}

// TypedText shows what was typed in a form, in one line.
func TypedText(texts []string) string {
	var said []string
	for _, t := range texts {
		said = append(said, text.Line(text.Clean(strings.Join(strings.Fields(t), " ")), mostShown))
	}
	return strings.Join(said, " / ")
}

func nonEmpty(all ...string) (some []string) {
	for _, s := range all {
		if s != "" {
			some = append(some, s)
		}
	}
	return some
}
