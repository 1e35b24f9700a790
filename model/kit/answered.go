package kit

import (
	"encoding/json"
	"strconv"
	"strings"

	"parley/forms/rawjson"
	"parley/store"
	"parley/store/record"
	"parley/views/text"
)

// What a form asks may be answered elsewhere while it is on the screen. The form then closes,
// and these words say why.

// mostShown is how much is shown of an answer, or of what was typed.
const mostShown = 200

// AnsweredText says of an answer to what was asked, or of what took its place, what it was and
// whose.
func AnsweredText(b store.Body, asked store.InquiryRequest) string {
	what, by, model, gone := "", "", "", ""
	var via *store.Via
	switch b := b.(type) {
	case store.PermissionResponse:
		what, by, via = record.PermitWords(b.Outcome), b.By, b.Via
		if b.Outcome == store.PermitCancelled {
			gone = b.Reason
		}
	case store.InquiryResponse:
		if len(b.Answer) > 0 {
			what = givenText(asked, b.Answer)
		}
		what = record.Gave(b, what)
		if b.Outcome == store.Cancelled {
			gone = b.Reason
		}
		if b.AnsweredBy != nil {
			by, model, via = b.AnsweredBy.By, b.AnsweredBy.Model, b.AnsweredBy.Via
		}
	}
	var words string
	switch {
	case gone != "":
		words = "It is not asked any more: " + text.Clean(record.ToUser.Cancelled(gone, by))
	case by == "":
		words = "It was answered already: " + strings.Join(nonEmpty(what, "by somebody"), ", ")
	default:
		words = "It was answered already: " + strings.Join(nonEmpty(what, "by "+text.Clean(record.ToUser.By(by, model))), ", ")
	}
	if v := record.ToUser.Who(via); v != "" {
		words += " (" + text.Line(text.Clean(v), mostShown) + ")"
	}
	return words + "."
}

// givenText is an answer as people say it. What somebody chose to write stands in quotation
// marks.
func givenText(asked store.InquiryRequest, answer json.RawMessage) string {
	words, own := record.Given(asked.Question.AnswerType, answer)
	if own {
		return quoted(words)
	}
	return words
}

// quoted are words of somebody's, on one line.
func quoted(words string) string { return strconv.Quote(text.Subject(words, mostShown)) }

// NotGiven are those of the typed texts that are no part of an answer: what was typed on one screen
// can be answered with on another.
func NotGiven(answer store.Body, typed []string) (texts []string) {
	b, _ := rawjson.Encode(answer) // an event can always be written as JSON
	said := string(b)
	for _, text := range typed {
		value, err := rawjson.Encode(json.RawMessage(text))
		if !strings.Contains(said, string(rawjson.Quote(text))) && (err != nil || !strings.Contains(said, ":"+string(value)+",")) {
			texts = append(texts, text)
		}
	}
	return texts
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
