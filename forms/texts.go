package forms

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// All texts of this package for a model or a person. Faults of a submission say what
// to change; faults of an answer say what to answer instead.

const (
	noQuestions = "is empty; ask at least one question"

	idEmpty    = "is empty; give every question a short id of its own"
	idReserved = `"cancelled" has a meaning of its own in the result; choose another id`

	textEmpty = "is empty; write the question as one line"
	textLines = "has more than one line; keep the question on one line and put the rest into context"

	pageOdd    = "is no address of a page; write it whole, from https:// on, in ASCII and without blanks"
	pageHidden = "does not stand in context; write the whole address there too, so that it can be read before it is opened"

	valueMissing = "is missing; give every option a value, a string, a number, true or false"
	valueNotJSON = "is not valid JSON; write a string, a number, true or false"

	keyTwice     = "stands more than once; give each key once"
	schemaNobody = "cannot be met by any answer; change what contradicts itself"

	whenEmpty     = "is missing; name an earlier question by its id, or remove when"
	whenItself    = "names the question itself; name an earlier question, or remove when"
	equalsMissing = "is missing; give the answer to that question for which this one is to be asked"
	equalsNotJSON = "is not valid JSON; give the answer to that question for which this one is to be asked"

	answerNotJSON = "the answer is not valid JSON"
	answerNull    = "null is not an answer"
	leftOut       = "left out"
	nothing       = "(empty)"
	otherEmpty    = "an answer of your own must not be empty"
	ownWanted     = "the row for a value of your own was chosen, and the value is still to be typed"
)

func tooManyQuestions(n int) string {
	return fmt.Sprintf("holds %d questions, and a form has at most %d; ask first what decides, and the rest in a later call", n, Most)
}

func tooManyOptions(n int) string {
	return fmt.Sprintf("holds %d options, and a question has at most %d; ask first what narrows them down, or offer the likeliest and set other", n, MostOptions)
}

func mustBe(wanted string, raw json.RawMessage) string {
	return "must be " + wanted + ", not " + kindOf(raw)
}

const idLines = "has a line break or another control character; use letters, digits, - and _"

func tooLongText(length, most int) string {
	return fmt.Sprintf("is %d bytes long; make it at most %d, and put what needs more words into context", length, most)
}

func equalsNever(id string, err error) string {
	return fmt.Sprintf("can never hold, since it is not an answer to %s: %s", shown(quote(id)), strings.ReplaceAll(err.Error(), "\n", "; "))
}

func idDotted(id string) string {
	return fmt.Sprintf("%s has a dot; use letters, digits, - and _", shown(quote(id)))
}

func idTwice(id string, first int) string {
	return fmt.Sprintf("%s is already the id of questions[%d]; every id must differ", shown(quote(id)), first)
}

func kindMissing() string {
	return "is missing; use one of " + strings.Join(KindNames(), ", ")
}

func kindUnknown(k Kind) string {
	return fmt.Sprintf("%s is not an answer type; use one of %s", shown(quote(string(k))), strings.Join(KindNames(), ", "))
}

func optionsMissing(k Kind) string {
	return fmt.Sprintf("is missing or empty; a %s needs at least one option", k)
}

func valueNotScalar(v json.RawMessage) string {
	return "must be a string, a number, true or false, not " + kindOf(v)
}

func valueTwice(v json.RawMessage, first int) string {
	return fmt.Sprintf("%s is already the value of options[%d]; every value must differ", shown(v), first)
}

func attributeStray(k Kind, name string) string {
	return fmt.Sprintf("does not belong to %s; remove it, or use %s", k, strings.Join(kindsWith(name), " or "))
}

func defaultWrong(err error) string {
	return "is not an answer to the question: " + strings.ReplaceAll(err.Error(), "\n", "; ")
}

func persistenceUnknown(p Persistence) string {
	return fmt.Sprintf("%s is unknown; use none or turn", shown(quote(string(p))))
}

func whenUnknown(id string) string {
	return fmt.Sprintf("%s is not the id of a question; name an earlier question, or remove when", shown(quote(id)))
}

func whenLater(id string, at int) string {
	return fmt.Sprintf("%s is questions[%d], which comes later; move it up, or remove when", shown(quote(id)), at)
}

func whenSecret(id string) string {
	return fmt.Sprintf("%s is a secret, whose answer is not kept; name another earlier question, or remove when", shown(quote(id)))
}

func unanswerable(k Kind) string {
	return fmt.Sprintf("the question has the unknown answer type %s and cannot be answered", shown(quote(string(k))))
}

func notAnOption(answer json.RawMessage, options []Option) string {
	return fmt.Sprintf("%s is not one of the options; choose from %s", shown(answer), choices(options))
}

func otherNotText(answer json.RawMessage, options []Option) string {
	return fmt.Sprintf("%s is not one of the options; choose from %s, or answer with a string of your own", shown(answer), choices(options))
}

// choices lists the first dozen options.
func choices(options []Option) string {
	const most = 12
	var names []string
	for _, o := range options[:min(len(options), most)] {
		names = append(names, shown(o.Value))
	}
	if more := len(options) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names, ", "), more)
	}
	return strings.Join(names, ", ")
}

// shown is a JSON value short enough for a sentence.
func shown(raw json.RawMessage) string {
	const most = 80
	s := string(bytes.TrimSpace(compact(raw)))
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}
