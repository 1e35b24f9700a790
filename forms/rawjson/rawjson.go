// Package rawjson writes JSON without the escapes that encoding/json adds for web
// pages: <, > and & stay as they are. Whoever needs them escaped must do it
// afterwards. It also splits an object in the order that it has, finds duplicate keys, and takes
// the fence off that models put around JSON.
package rawjson

import (
	"bytes"
	"encoding/json"
)

// Encode writes a value in one line, without a newline.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Indent writes a value over several lines, each level indented by indent, as far as Laid does.
func Indent(v any, indent string) ([]byte, error) {
	raw, err := Encode(v)
	if err != nil || indent == "" {
		return raw, err
	}
	return laid(raw, indent), nil
}

// Laid is JSON over several lines, each level indented by two blanks. What is nested so deeply that
// the blanks would be nearly all of it stays as it is, as does what is no JSON: thousands of
// levels in a few bytes would become gigabytes.
//
//go:noinline
func Laid(raw json.RawMessage) json.RawMessage { return laid(raw, "  ") }

func laid(raw []byte, indent string) []byte {
	deep, blanks, quoted := 0, 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\':
			i++
		case quoted:
		case c == '{' || c == '[':
			deep++
			blanks += 2 * deep
		case c == '}' || c == ']':
			deep--
			blanks += 2 * deep
		case c == ',':
			blanks += 2 * deep
		}
	}
	var b bytes.Buffer
	if blanks > 4<<10+16*len(raw) || json.Indent(&b, raw, "", indent) != nil {
		return raw
	}
	return b.Bytes()
}
