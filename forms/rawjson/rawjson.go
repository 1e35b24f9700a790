// Package rawjson writes JSON without the escapes that encoding/json adds for web
// pages: <, > and & stay as they are. Whoever needs them escaped must do it
// afterwards. It also splits an object in the order that it has, and finds duplicate keys.
package rawjson

import (
	"bytes"
	"encoding/json"
)

// Encode writes a value in one line, without a newline.
func Encode(v any) ([]byte, error) { return encode(v, "") }

// Indent writes a value over several lines, each level indented by indent.
func Indent(v any, indent string) ([]byte, error) { return encode(v, indent) }

func encode(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
