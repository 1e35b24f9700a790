package forms

import (
	"bytes"
	"encoding/json"
	"math"
)

// Set reads one attribute from JSON. The paths of its faults are within the
// attribute. New judges the content.
func (t *AnswerType) Set(a Attribute, value json.RawMessage) Faults {
	value = present(value)
	switch {
	case value == nil:
		return nil
	case a.Name == "options":
		options, faults := parseOptions(value)
		t.Options = options
		return faults
	case a.Name == "other":
		t.Other = string(value) == "true"
		return a.fits(value)
	case a.Name == "schema":
		t.Schema = value
		return nil
	}
	if faults := a.fits(value); len(faults) > 0 {
		return faults
	}
	if a.Holds == Flag && string(value) == "false" {
		return nil // null is not stored
	}
	if t.Limits == nil {
		t.Limits = map[string]json.RawMessage{}
	}
	t.Limits[a.Name] = value
	return nil
}

// mostCount is larger than anything that is counted here.
const mostCount = math.MaxInt32

// fits says what is wrong with the JSON of an attribute.
func (a Attribute) fits(value json.RawMessage) Faults {
	wrong := ""
	switch a.Holds {
	case Flag:
		if kindOf(value) != "a boolean" {
			wrong = mustBe("true or false", value)
		}
	case Count:
		if n := rational(value); n == nil || !n.IsInt() || n.Sign() < 0 || !n.Num().IsInt64() || n.Num().Int64() > mostCount {
			wrong = "must be a whole number, 0 or more"
		}
	case Amount:
		if rational(value) == nil {
			wrong = mustBe("a number", value)
			if kindOf(value) == "a number" {
				wrong = valueNumber
			}
		}
	case Word:
		if kindOf(value) != "a string" {
			wrong = mustBe("a string", value)
		}
	case OptionList, Document: // read by their own rules
	}
	if wrong == "" {
		return nil
	}
	return Faults{{Message: wrong}}
}

// has reports whether an attribute is set.
func (t AnswerType) has(name string) bool {
	switch name {
	case "options":
		return len(t.Options) > 0
	case "other":
		return t.Other
	case "schema":
		return len(t.Schema) > 0
	}
	return t.Limits[name] != nil
}

// Flag returns an attribute that is true or false.
func (t AnswerType) Flag(name string) bool { return string(t.Limits[name]) == "true" }

// Count returns an attribute that is a whole number, and whether it is set.
func (t AnswerType) Count(name string) (int, bool) {
	n := rational(t.Limits[name])
	if n == nil || !n.IsInt() || !n.Num().IsInt64() {
		return 0, false
	}
	return int(min(n.Num().Int64(), mostCount)), true
}

// Word returns an attribute that is a string, "" if it is not set.
func (t AnswerType) Word(name string) string { return unquote(t.Limits[name]) }

// MarshalJSON writes an answer type: its kind, then the attributes that are set, in
// the order in which the kinds name them.
func (t AnswerType) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(`{"type":`)
	b.Write(quote(string(t.Kind)))
	add := func(name string, value []byte) {
		b.WriteString("," + string(quote(name)) + ":")
		b.Write(value)
	}
	for _, a := range Attributes() {
		switch {
		case !t.has(a.Name):
		case a.Name == "options":
			options, err := encode(t.Options)
			if err != nil {
				return nil, err
			}
			add(a.Name, options)
		case a.Name == "other":
			add(a.Name, []byte("true"))
		case a.Name == "schema":
			add(a.Name, t.Schema)
		default:
			add(a.Name, t.Limits[a.Name])
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// normalLimits is a copy with compact values; nil if there are none.
func normalLimits(limits map[string]json.RawMessage) map[string]json.RawMessage {
	var copied map[string]json.RawMessage
	for name, value := range limits {
		if value = present(value); value != nil {
			if copied == nil {
				copied = make(map[string]json.RawMessage, len(limits))
			}
			copied[name] = value
		}
	}
	return copied
}
