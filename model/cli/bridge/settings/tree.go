// Package settings changes the hooks in the settings of other programs: JSON texts, of which
// everything else stays as it is, byte for byte. It knows no files.
package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"parley/forms/rawjson"
)

// node is a value of a JSON text, and where it stands there.
type node struct {
	kind     byte // '{', '[', '"', or the first byte of another
	from, to int
	parts    []part // of an object or a list
}

// part is a member of an object or an element of a list, with where it begins.
type part struct {
	name  string // of a member
	from  int
	value node
}

// errMark says that a file begins with what some editors put before a text.
var errMark = errors.New("it begins with a byte order mark, which is no JSON; save it without one")

// errNotObject says that a file has other contents than settings.
var errNotObject = errors.New("it is no JSON object")

// parse reads a text that holds an object. A name that stands twice in an object is a fault:
// nobody knows which one counts.
func parse(doc []byte) (node, error) {
	if bytes.HasPrefix(doc, []byte("\ufeff")) {
		return node{}, errMark
	}
	var any json.RawMessage
	if err := json.Unmarshal(doc, &any); err != nil {
		return node{}, fmt.Errorf("it is no JSON%s: %w", lineOf(doc, err), err)
	}
	if paths := rawjson.Twice(doc); len(paths) > 0 {
		return node{}, fmt.Errorf("%s stands there twice", paths[0])
	}
	r := reader{doc: doc}
	top := r.value()
	if top.kind != '{' {
		return node{}, errNotObject
	}
	return top, nil
}

// lineOf names the line of a text in which reading it failed.
func lineOf(doc []byte, err error) string {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return ""
	}
	return fmt.Sprintf(" in line %d", 1+bytes.Count(doc[:min(max(int(syntax.Offset)-1, 0), len(doc))], []byte("\n")))
}

// reader goes through a text that is known to be JSON.
type reader struct {
	doc []byte
	at  int
}

func (r *reader) blank() {
	for r.at < len(r.doc) && strings.IndexByte(" \t\r\n", r.doc[r.at]) >= 0 {
		r.at++
	}
}

func (r *reader) value() node {
	r.blank()
	n := node{kind: r.doc[r.at], from: r.at}
	switch n.kind {
	case '{', '[':
		n.parts = r.inside(n.kind)
	case '"':
		r.text()
	default:
		for r.at < len(r.doc) && strings.IndexByte(",]} \t\r\n", r.doc[r.at]) < 0 {
			r.at++
		}
	}
	n.to = r.at
	return n
}

// inside reads the parts of an object or a list, and its end.
func (r *reader) inside(kind byte) []part {
	var parts []part
	r.at++
	for {
		r.blank()
		switch r.doc[r.at] {
		case '}', ']':
			r.at++
			return parts
		case ',':
			r.at++
			continue
		}
		p := part{from: r.at}
		if kind == '{' {
			p.name = r.text()
			r.blank()
			r.at++ // the colon
		}
		p.value = r.value()
		parts = append(parts, p)
	}
}

// text reads a string.
func (r *reader) text() string {
	from := r.at
	for r.at++; r.doc[r.at] != '"'; r.at++ {
		if r.doc[r.at] == '\\' {
			r.at++
		}
	}
	r.at++
	var s string
	_ = json.Unmarshal(r.doc[from:r.at], &s) // it is a string
	return s
}

// member is the value of a name.
func (n node) member(name string) (node, bool) {
	for _, p := range n.parts {
		if p.name == name && n.kind == '{' {
			return p.value, true
		}
	}
	return node{}, false
}

// words is the text of a string, "" for anything else.
func (n node) words(doc []byte) string {
	var s string
	if n.kind != '"' || json.Unmarshal(doc[n.from:n.to], &s) != nil {
		return ""
	}
	return s
}

// defaultUnit is one level of indentation where a text shows none.
const defaultUnit = "  "

// indentAt is the white space before a place, if a line begins there.
func indentAt(doc []byte, at int) (string, bool) {
	begin := at
	for begin > 0 && (doc[begin-1] == ' ' || doc[begin-1] == '\t') {
		begin--
	}
	return string(doc[begin:at]), begin > 0 && doc[begin-1] == '\n'
}

// unitOf is one level of indentation in a text.
func unitOf(doc []byte, top node) string {
	if len(top.parts) > 0 {
		if unit, is := indentAt(doc, top.parts[0].from); is && unit != "" {
			return unit
		}
	}
	return defaultUnit
}

// with adds a part at the end of an object or a list. The name is "" for a list.
func with(doc []byte, in node, outer, unit, name string, value any) []byte {
	inner, lines := outer+unit, true
	if len(in.parts) > 0 {
		if at, is := indentAt(doc, in.parts[0].from); is {
			inner = at
		} else {
			lines = false
		}
	}
	text := encoded(value, inner, unit, lines)
	if name != "" {
		text = string(rawjson.Quote(name)) + ": " + text
	}
	switch {
	case len(in.parts) == 0:
		open, end := string(in.kind), "}"
		if in.kind == '[' {
			end = "]"
		}
		return spliced(doc, in.from, in.to, endedAs(doc, open+"\n"+inner+text+"\n"+outer+end))
	case lines:
		text = ",\n" + inner + text
	default:
		text = ", " + text
	}
	last := in.parts[len(in.parts)-1].value.to
	return spliced(doc, last, last, endedAs(doc, text))
}

// endedAs is a text whose lines end as those of another do.
func endedAs(doc []byte, text string) string {
	if bytes.Contains(doc, []byte("\r\n")) {
		return strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

func encoded(value any, indent, unit string, lines bool) string {
	var out []byte
	var err error
	if lines {
		out, err = rawjson.Indent(value, unit)
	} else {
		out, err = rawjson.Encode(value)
	}
	if err != nil {
		return "null" // what is added is ours, and can be encoded
	}
	return strings.ReplaceAll(strings.TrimSpace(string(out)), "\n", "\n"+indent)
}

// without takes a part of an object or a list out, with what parts it from its neighbours.
func without(doc []byte, in node, i int) []byte {
	switch {
	case len(in.parts) == 1:
		return spliced(doc, in.from+1, in.to-1, "")
	case i == len(in.parts)-1:
		return spliced(doc, in.parts[i-1].value.to, in.parts[i].value.to, "")
	}
	return spliced(doc, in.parts[i].from, in.parts[i+1].from, "")
}

func spliced(doc []byte, from, to int, text string) []byte {
	out := append(make([]byte, 0, len(doc)+len(text)), doc[:from]...)
	return append(append(out, text...), doc[to:]...)
}
