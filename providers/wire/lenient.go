package wire

import (
	"encoding/json"
	"strconv"
)

// Word is a short text that some servers write as a number or as something else; then
// it is kept as it stands.
type Word string

// UnmarshalJSON implements json.Unmarshaler.
func (w *Word) UnmarshalJSON(raw []byte) error {
	var text string
	switch {
	case string(raw) == "null":
		*w = ""
	case json.Unmarshal(raw, &text) == nil:
		*w = Word(text)
	default:
		*w = Word(raw)
	}
	return nil
}

// Place is the index of something in a list, which some servers write as a text or
// with a decimal point. Anything that is not a number means the first place.
type Place int

// UnmarshalJSON implements json.Unmarshaler.
func (p *Place) UnmarshalJSON(raw []byte) error {
	text := string(raw)
	var quoted string
	if json.Unmarshal(raw, &quoted) == nil {
		text = quoted
	}
	*p = 0
	if n, err := strconv.Atoi(text); err == nil {
		*p = Place(n)
	} else if f, err := strconv.ParseFloat(text, 64); err == nil && f == float64(int(f)) {
		*p = Place(f)
	}
	return nil
}

// Many is a list; some servers write a single entry without the brackets.
type Many[T any] []T

// UnmarshalJSON implements json.Unmarshaler.
func (m *Many[T]) UnmarshalJSON(raw []byte) error {
	*m = nil
	if raw[0] == '[' {
		return json.Unmarshal(raw, (*[]T)(m))
	}
	if raw[0] != '{' {
		return nil
	}
	var one T
	if err := json.Unmarshal(raw, &one); err != nil {
		return err
	}
	*m = Many[T]{one}
	return nil
}
