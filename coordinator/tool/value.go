package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"parley/forms/rawjson"
)

// Kinds of a JSON value, named as JSON Schema names them.
const (
	kindNull    = "null"
	kindBoolean = "boolean"
	kindInteger = "integer"
	kindNumber  = "number"
	kindString  = "string"
	kindArray   = "array"
	kindObject  = "object"
)

// member is a field of an object, in the order it was written.
type member struct {
	key   string
	value json.RawMessage
}

// kindOf returns the kind of a valid JSON value. A number is an integer if its
// fraction is zero, as in JSON Schema.
func kindOf(raw json.RawMessage) string {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return ""
	}
	switch raw[0] {
	case '{':
		return kindObject
	case '[':
		return kindArray
	case '"':
		return kindString
	case 't', 'f':
		return kindBoolean
	case 'n':
		return kindNull
	}
	if _, ok := integerText(string(raw)); ok {
		return kindInteger
	}
	return kindNumber
}

// integerText writes a JSON number without fraction and exponent, if it is an integer
// of at most maxDigits digits; our tools can read no longer ones.
func integerText(number string) (string, bool) {
	const maxDigits = 40
	mantissa, exponent, scientific := strings.Cut(strings.ToLower(number), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if !scientific && strings.Trim(fraction, "0") == "" {
		return whole, true
	}
	var shift int
	if scientific {
		if _, err := fmt.Sscanf(exponent, "%d", &shift); err != nil || len(exponent) > 4 {
			return "", false
		}
	}
	sign, digits := "", whole+fraction
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	point := len(digits) - len(fraction) + shift // the position of the decimal point
	if strings.Trim(digits, "0") == "" {
		return "0", true
	}
	if point <= 0 || point > maxDigits || len(digits) > maxDigits {
		return "", false
	}
	for len(digits) < point {
		digits += "0"
	}
	if strings.Trim(digits[point:], "0") != "" {
		return "", false
	}
	return sign + strings.TrimLeft(digits[:point], "0"), true
}

// members returns the fields of a valid JSON object in written order, including
// duplicate keys.
func members(raw json.RawMessage) []member {
	var fields []member
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil {
		return nil
	}
	for d.More() {
		key, err := d.Token()
		name, isKey := key.(string)
		if err != nil || !isKey {
			return fields
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return fields
		}
		fields = append(fields, member{name, value})
	}
	return fields
}

// field returns the last field of that name.
func field(fields []member, name string) (json.RawMessage, bool) {
	for i := len(fields) - 1; i >= 0; i-- {
		if fields[i].key == name {
			return fields[i].value, true
		}
	}
	return nil, false
}

// items returns the elements of a JSON array, or nil for anything else.
func items(raw json.RawMessage) []json.RawMessage {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return nil
	}
	return list
}

// text returns the content of a JSON string.
func text(raw json.RawMessage) (string, bool) {
	if kindOf(raw) != kindString {
		return "", false
	}
	var s string
	err := json.Unmarshal(raw, &s)
	return s, err == nil
}

// object writes fields as a JSON object, in their order.
func object(fields []member) json.RawMessage {
	b := []byte{'{'}
	for i, f := range fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, rawjson.Quote(f.key)...), ':'), f.value...)
	}
	return append(b, '}')
}

// array writes elements as a JSON array.
func array(list []json.RawMessage) json.RawMessage {
	b := []byte{'['}
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, v...)
	}
	return append(b, ']')
}

// said describes a value in a few words, for a fault.
func said(raw json.RawMessage) string {
	switch kind := kindOf(raw); kind {
	case kindObject, kindArray:
		return "an " + kind
	case kindString:
		s, _ := text(raw)
		return "the string " + string(rawjson.Quote(clip(s)))
	case kindNumber, kindInteger:
		return "the number " + clip(string(bytes.TrimSpace(raw)))
	default:
		return string(bytes.TrimSpace(raw))
	}
}

// clip shortens what is quoted back to a model.
func clip(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}
