package forms

import (
	"encoding/json"
	"strings"
	"unicode"
)

// Words are what the user reads for the option: its label with the value that is answered by
// it, as whoever asks writes both; without a label the value, a string without quotes.
func (o Option) Words() string {
	label, value := o.Parts()
	return label + value
}

// Parts are those words in two: what may be cut where there is no room for all, and the value
// behind it in brackets, which stays; "" where the words are the value or say it.
func (o Option) Parts() (label, value string) {
	switch {
	case o.Label == "":
		return o.value(), ""
	case o.says():
		return o.Label, ""
	}
	return o.Label, " (" + o.value() + ")"
}

// value is the value in words.
func (o Option) value() string {
	var s string
	if json.Unmarshal(o.Value, &s) == nil {
		return s
	}
	return string(o.Value)
}

// says reports whether the label is the value in other letters or signs, so that who chooses
// the one has read the other.
func (o Option) says() bool {
	switch label := bare(o.Label); string(o.Value) {
	case "true":
		return label == "yes" || label == "true"
	case "false":
		return label == "no" || label == "false"
	default:
		return label != "" && label == bare(o.value()) && !loses(o.value())
	}
}

// loses reports whether a text has blanks that a reader does not see: at its ends, or several.
func loses(s string) bool { return strings.Contains(s, "  ") || strings.Trim(s, " ") != s }

// bare is a text without what divides its words, in small letters. A sign that may mean
// something, such as a minus before a digit, stays.
func bare(s string) string {
	runes := []rune(strings.ToLower(s))
	var b strings.Builder
	for i, r := range runes {
		last := i == len(runes)-1
		switch {
		case r == ' ' || r == '_':
		case r == '-' && i > 0 && !last && unicode.IsLetter(runes[i-1]) && unicode.IsLetter(runes[i+1]):
		case last && (r == '.' || r == '!'):
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Value is how the words of an answer to a select end where they are a label that does not say
// what is answered by it; "" otherwise.
func (a AnswerType) Value(answer json.RawMessage) string {
	if a.Kind != Select {
		return ""
	}
	for _, o := range a.Options {
		if Equal(o.Value, answer) {
			_, value := o.Parts()
			return value
		}
	}
	return ""
}

// Words are what the user reads for a value of a select, or for one of a
// multi-select: those of its option, or the value itself if no option has it.
func (a AnswerType) Words(value json.RawMessage) string {
	return a.words(value, a.Places([]json.RawMessage{value})[0])
}

func (a AnswerType) words(value json.RawMessage, place int) string {
	if place < 0 {
		return Option{Value: value}.Words()
	}
	return a.Options[place].Words()
}

// Places are where the options of the values stand, -1 for a value that none has. A model may
// offer thousands and choose as many beforehand, so each option is looked at once for all of
// the values, not once for each.
func (a AnswerType) Places(values []json.RawMessage) []int {
	options := a.optionSet()
	places := make([]int, len(values))
	for i, v := range values {
		places[i] = -1
		if key, ok := canonical(v); ok {
			if at, ok := options[key]; ok {
				places[i] = at
			}
		}
	}
	return places
}
