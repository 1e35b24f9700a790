package wire

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Fault is an error as a server reported it, whatever its shape.
type Fault struct {
	Message string
	Code    string // lower case; code, type and status joined with spaces
	Status  int    // an HTTP status named in it
	After   string // how long to wait, as Google writes it: "36s"
	Page    bool   // it is a web page
	Found   bool
}

// ParseFault finds the error in a body or event: an object or string under
// "error" at any place, an array around it (Google), {"type":"error"},
// {"detail":…}, {"errors":[…]}, {"message":…}, or, with loose, a web page or
// plain text.
func ParseFault(raw []byte, loose bool) Fault {
	raw = bytes.TrimSpace(bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf")))
	if len(raw) == 0 {
		return Fault{Found: loose}
	}
	if raw[0] == '[' {
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) == nil && len(list) > 0 && list[0][0] != '[' {
			f := ParseFault(list[0], loose)
			if f.Found && len(list) > 1 {
				f.Message = words(raw, 0)
			}
			return f
		}
	}
	var fields map[string]json.RawMessage
	if raw[0] == '{' && json.Unmarshal(raw, &fields) == nil {
		f := faultIn(fields, loose)
		if loose && f.Message == "" {
			f.Message = words(raw, 0)
		}
		if f.Found || !loose {
			return f
		}
		return Fault{Message: words(raw, 0), Found: true}
	}
	if !loose {
		return Fault{}
	}
	if raw[0] == '<' {
		return Fault{Message: pageTitle(raw), Page: true, Found: true}
	}
	return Fault{Message: words(raw, 0), Found: true}
}

// faultIn looks where servers put errors. With bare, the object itself may be
// the error.
func faultIn(fields map[string]json.RawMessage, bare bool) Fault {
	if raw := fields["error"]; Means(raw) {
		f := FaultOf(raw)
		f.addCode(fields["code"])
		f.addCode(fields["status"])
		if raw[0] == '{' && f.Message != "" {
			return f
		}
		if raw[0] != '{' && raw[0] != '"' && raw[0] != '[' { // a flag, or a number
			f.Message = ""
			f.addCode(raw)
		}
		rest := maps.Clone(fields)
		for _, key := range []string{"error", "code", "type", "status", "param"} {
			delete(rest, key)
		}
		if more := said(rest, 0); more != "" && more != f.Message {
			f.Message = strings.TrimPrefix(f.Message+": "+more, ": ")
		}
		return f
	}
	for _, key := range []string{"errors", "detail"} {
		if raw := fields[key]; Means(raw) {
			return FaultOf(raw)
		}
	}
	kind := textOf(fields["type"])
	if bare || kind == "error" || textOf(fields["object"]) == "error" {
		if f := faultObject(fields); f.Message != "" || f.Code != "" {
			return f
		}
	}
	return Fault{}
}

// Means reports whether an error field means an error.
//
//go:noinline
func Means(raw json.RawMessage) bool {
	switch string(raw) {
	case "", "null", "false", `""`, "{}", "[]":
		return false
	}
	return true
}

// FaultOf reads an error field that means an error.
func FaultOf(raw json.RawMessage) Fault {
	switch raw[0] {
	case '{':
		var fields map[string]json.RawMessage
		if json.Unmarshal(raw, &fields) == nil {
			return faultObject(fields)
		}
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) == nil && len(list) == 1 && list[0][0] != '[' {
			return FaultOf(list[0])
		}
	}
	return Fault{Message: words(raw, 0), Found: true}
}

func faultObject(fields map[string]json.RawMessage) Fault {
	f := Fault{Found: true}
	f.Message = said(fields, 0)
	for _, key := range []string{"code", "type", "status", "param"} {
		f.addCode(fields[key])
	}
	var details []struct {
		RetryDelay string `json:"retryDelay"`
	}
	if json.Unmarshal(fields["details"], &details) == nil {
		for _, d := range details {
			f.After = cmp.Or(f.After, d.RetryDelay)
		}
	}
	var meta struct {
		Raw json.RawMessage `json:"raw"`
	}
	if raw := fields["metadata"]; len(raw) > 0 && json.Unmarshal(raw, &meta) == nil && Means(meta.Raw) {
		if inner := ParseFault([]byte(words(meta.Raw, 0)), true); inner.Message != "" {
			f.Message = strings.TrimSpace(f.Message + ": " + inner.Message)
		}
	}
	return f
}

// addCode takes in a code: a number is a status, a word says what happened.
func (f *Fault) addCode(raw json.RawMessage) {
	var n int
	if json.Unmarshal(raw, &n) == nil && n >= 400 && n < 600 {
		f.Status = n
		return
	}
	if word := textOf(raw); word != "" {
		f.Code = strings.TrimSpace(f.Code + " " + strings.ToLower(word))
	}
}

// deepest is how many levels of an error are searched for its words.
const deepest = 6

// words is what an error says to a reader: the texts in its JSON, and the place that
// it names.
func words(raw json.RawMessage, depth int) string {
	raw = bytes.TrimSpace(raw)
	if !Means(raw) || string(raw) == "true" || depth > deepest { // a flag says nothing
		return ""
	}
	var text string
	var list []json.RawMessage
	var fields map[string]json.RawMessage
	switch {
	case json.Unmarshal(raw, &text) == nil:
		inner := bytes.TrimSpace([]byte(text))
		if len(inner) > 1 && (inner[0] == '{' || inner[0] == '[') && json.Valid(inner) {
			return words(inner, depth+1)
		}
		return text
	case json.Unmarshal(raw, &list) == nil:
		var all []string
		for _, one := range list {
			if w := words(one, depth+1); w != "" {
				all = append(all, w)
			}
		}
		return strings.Join(all, ", ")
	case json.Unmarshal(raw, &fields) == nil:
		if w := said(fields, depth); w != "" {
			return w
		}
		var all []string
		for _, key := range slices.Sorted(maps.Keys(fields)) {
			if w := words(fields[key], depth+1); w != "" {
				all = append(all, key+": "+w)
			}
		}
		return strings.Join(all, ", ")
	}
	return string(raw)
}

// said is the message of an error object, preceded by the place in the request that
// it names.
func said(fields map[string]json.RawMessage, depth int) string {
	for _, key := range []string{"message", "msg", "detail", "error", "error_description", "reason", "description", "title"} {
		text := words(fields[key], depth+1)
		if text == "" {
			continue
		}
		var at []any
		if json.Unmarshal(fields["loc"], &at) != nil {
			return text
		}
		if len(at) > 1 && at[0] == "body" {
			at = at[1:]
		}
		place := strings.ReplaceAll(strings.Trim(fmt.Sprint(at), "[]"), " ", ".")
		return strings.TrimPrefix(place+": "+text, ": ")
	}
	return ""
}

// textOf reads a string, the strings of a list, or anything else as JSON.
func textOf(raw json.RawMessage) string {
	if !Means(raw) {
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
	if len(lower) != len(page) { // lower-casing changed the length: no title is worth the trouble
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

// Says reports whether the fault mentions any of the words (lower case).
func (f Fault) Says(words ...string) bool {
	text := f.Code + " " + strings.ToLower(f.Message)
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}
