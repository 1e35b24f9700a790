package forms

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"slices"
	"strings"
)

// JSON values are compared by their canonical texts: keys sorted, strings decoded,
// numbers as digits and exponent. So numbers beyond 2^53 stay exact, and 1e999999999
// costs no more than its own length.

// Equal reports whether two JSON values are equal: numbers by value (1, 1.0 and 1e0
// are equal), objects regardless of order, the last of duplicate keys. Invalid JSON
// equals nothing.
func Equal(a, b json.RawMessage) bool {
	x, ok := canonical(a)
	if !ok {
		return false
	}
	y, ok := canonical(b)
	return ok && x == y
}

// canonical returns a text that is the same for equal values only, and whether the
// value is valid JSON. Scalars, which options and most answers are, take a short cut
// without a decoder.
func canonical(raw json.RawMessage) (string, bool) {
	raw = bytes.Trim(raw, space)
	switch kindOf(raw) {
	case "a list", "an object":
		v, err := decode(raw)
		if err != nil {
			return "", false
		}
		return string(appendCanonical(nil, v)), true
	case "a string":
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return "", false
		}
		return string(appendString(nil, s)), true
	}
	switch {
	case !json.Valid(raw):
		return "", false
	case kindOf(raw) == "a number":
		return string(appendNumber(nil, string(raw))), true
	}
	return string(raw[:1]), true // n, t or f
}

// space is the white space that JSON allows between tokens.
const space = " \t\r\n"

// errTrailing says that a second value follows the first.
var errTrailing = errors.New("more follows after the value")

// decode reads exactly one JSON value, its numbers as json.Number.
func decode(raw json.RawMessage) (any, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errTrailing
	}
	return v, nil
}

func appendCanonical(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, 'n')
	case bool:
		if v {
			return append(b, 't')
		}
		return append(b, 'f')
	case json.Number:
		return appendNumber(b, string(v))
	case string:
		return appendString(b, v)
	case []any:
		b = append(b, '[')
		for _, item := range v {
			b = append(appendCanonical(b, item), ',')
		}
		return append(b, ']')
	case map[string]any:
		b = append(b, '{')
		for _, key := range sortedKeys(v) {
			b = append(appendString(b, key), ':')
			b = append(appendCanonical(b, v[key]), ',')
		}
		return append(b, '}')
	}
	panic("forms: a JSON value of an unknown kind")
}

// appendString writes the length first, so that no content can look like
// structure.
func appendString(b []byte, s string) []byte {
	b = big.NewInt(int64(len(s))).Append(append(b, '"'), 10)
	return append(append(b, ':'), s...)
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// number is a decimal number as written: ± 0.digits × 10^exponent, the digits
// without zeros at either end. Zero has no digits and no sign.
type number struct {
	negative bool
	digits   string
	exponent *big.Int
}

// parseNumber splits a valid JSON number without computing its value.
func parseNumber(s string) number {
	var n number
	s, n.negative = strings.CutPrefix(s, "-")
	mantissa, power := s, ""
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa, power = s[:i], strings.TrimPrefix(s[i+1:], "+")
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return number{exponent: new(big.Int)}
	}
	n.exponent = new(big.Int)
	if power != "" {
		n.exponent.SetString(power, 10)
	}
	leading := len(whole) + len(fraction) - len(digits)
	n.exponent.Add(n.exponent, big.NewInt(int64(len(whole)-leading)))
	n.digits = strings.TrimRight(digits, "0")
	return n
}

func appendNumber(b []byte, s string) []byte {
	n := parseNumber(s)
	b = append(b, '#')
	if n.negative {
		b = append(b, '-')
	}
	b = append(append(b, n.digits...), 'e')
	return n.exponent.Append(b, 10)
}
