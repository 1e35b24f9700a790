package openai

import (
	"bytes"
	"encoding/json"
	"strings"
)

// fault is an error as a server told it, whatever its shape.
type fault struct {
	message string
	code    string // lower case; code, type and status joined with spaces
	status  int    // an HTTP status named inside
	page    bool   // it is a web page
	found   bool
}

// parseFault finds the error in a body or event: an object or string under
// "error" at any place, an array around it (Google), {"type":"error"},
// {"detail":…}, {"errors":[…]}, {"message":…}, or, with loose, a web page or
// plain text.
func parseFault(raw []byte, loose bool) fault {
	raw = bytes.TrimSpace(bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf")))
	if len(raw) == 0 {
		return fault{found: loose}
	}
	if raw[0] == '[' {
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) == nil && len(list) > 0 {
			return parseFault(list[0], loose)
		}
	}
	var fields map[string]json.RawMessage
	if raw[0] == '{' && json.Unmarshal(raw, &fields) == nil {
		if f := faultIn(fields, loose); f.found || !loose {
			return f
		}
		return fault{message: string(raw), found: true}
	}
	if !loose {
		return fault{}
	}
	if raw[0] == '<' {
		return fault{message: pageTitle(raw), page: true, found: true}
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return fault{message: text, found: true}
	}
	return fault{message: string(raw), found: true}
}

// faultIn looks where servers put errors. With bare, the object itself may be
// the error.
func faultIn(fields map[string]json.RawMessage, bare bool) fault {
	if raw := fields["error"]; means(raw) {
		f := faultValue(raw)
		f.addCode(fields["code"])
		f.addCode(fields["status"])
		if f.message == "" {
			f.message = textOf(fields["message"])
		}
		return f
	}
	for _, key := range []string{"errors", "detail"} {
		if raw := fields[key]; means(raw) {
			return faultValue(raw)
		}
	}
	kind := textOf(fields["type"])
	if bare || kind == "error" || textOf(fields["object"]) == "error" {
		if f := faultObject(fields); f.message != "" || f.code != "" {
			return f
		}
	}
	return fault{}
}

// means says that an error field means an error.
func means(raw json.RawMessage) bool {
	switch string(raw) {
	case "", "null", "false", `""`, "{}", "[]":
		return false
	}
	return true
}

func faultValue(raw json.RawMessage) fault {
	switch raw[0] {
	case '{':
		var fields map[string]json.RawMessage
		if json.Unmarshal(raw, &fields) == nil {
			return faultObject(fields)
		}
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) == nil && len(list) > 0 {
			return faultValue(list[0])
		}
	}
	return fault{message: textOf(raw), found: true}
}

func faultObject(fields map[string]json.RawMessage) fault {
	f := fault{found: true}
	for _, key := range []string{"message", "msg", "detail", "error", "description", "title"} {
		if f.message = textOf(fields[key]); f.message != "" {
			break
		}
	}
	for _, key := range []string{"code", "type", "status", "param"} {
		f.addCode(fields[key])
	}
	var meta struct {
		Raw json.RawMessage `json:"raw"`
	}
	if raw := fields["metadata"]; len(raw) > 0 && json.Unmarshal(raw, &meta) == nil && means(meta.Raw) {
		if inner := parseFault([]byte(textOf(meta.Raw)), true); inner.message != "" {
			f.message = strings.TrimSpace(f.message + ": " + inner.message)
		}
	}
	return f
}

// addCode takes a code: a number is a status, a word says what happened.
func (f *fault) addCode(raw json.RawMessage) {
	var n int
	if json.Unmarshal(raw, &n) == nil && n >= 400 && n < 600 {
		f.status = n
		return
	}
	if word := textOf(raw); word != "" {
		f.code = strings.TrimSpace(f.code + " " + strings.ToLower(word))
	}
}

// textOf reads a string, the strings of a list, or anything else as it stands.
func textOf(raw json.RawMessage) string {
	if !means(raw) {
		return ""
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var list []string
	if json.Unmarshal(raw, &list) == nil {
		return strings.Join(list, ", ")
	}
	return string(raw)
}

// pageTitle is the title of a web page, empty if it has none.
func pageTitle(page []byte) string {
	lower := bytes.ToLower(page)
	if len(lower) != len(page) { // a letter whose lower case is longer: no title is worth the care
		return ""
	}
	from := bytes.Index(lower, []byte("<title"))
	if from < 0 {
		return ""
	}
	open := bytes.IndexByte(lower[from:], '>')
	end := bytes.Index(lower[from:], []byte("</title"))
	if open < 0 || end < open {
		return ""
	}
	return strings.Join(strings.Fields(string(page[from+open+1:from+end])), " ")
}

// says reports whether the fault speaks of any of the words (lower case).
func (f fault) says(words ...string) bool {
	text := f.code + " " + strings.ToLower(f.message)
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}
