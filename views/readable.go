package views

import (
	"bytes"
	"encoding/json"
	"strings"
)

// readable lays out a call's arguments for reading: a property a line, strings
// as the text they are, with every line of theirs below the name where there are
// several. What could hide is made visible. Anything but an object is shown as
// the JSON it is, and what is no JSON as it came.
func readable(raw json.RawMessage) string {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') || !json.Valid(raw) {
		return Reveal(indentJSON(raw))
	}
	var b strings.Builder
	for dec.More() {
		name, err := dec.Token()
		var value json.RawMessage
		if err != nil || dec.Decode(&value) != nil {
			return Reveal(string(raw))
		}
		key, ok := name.(string)
		if !ok {
			return Reveal(string(raw))
		}
		property(&b, key, value)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func property(b *strings.Builder, name string, value json.RawMessage) {
	text := ""
	if json.Unmarshal(value, &text) != nil {
		text = indentJSON(value)
	}
	text = Reveal(text)
	name = strings.ReplaceAll(Reveal(name), "\n", "␊")
	switch {
	case text == "":
		text = `""`
	case strings.Contains(text, "\n"):
		text = "\n  " + strings.ReplaceAll(text, "\n", "\n  ")
	}
	if !strings.HasPrefix(text, "\n") {
		text = " " + text
	}
	b.WriteString(name + ":" + text + "\n")
}

// indentJSON lays out JSON, and leaves anything else as it is.
func indentJSON(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return string(raw)
	}
	return b.String()
}
