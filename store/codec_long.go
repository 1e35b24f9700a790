package store

import (
	"bytes"
	"encoding/json"
	"slices"
	"unicode/utf8"

	"parley/store/text/clean"
)

// New encodes an event and reads it back, so that what is in memory is exactly what a
// later reader of the line gets. A very long text is not read back, and neither are very long
// arguments that are AsWritten: the reader gets them unchanged.
func New(h Head, b Body) (Event, error) {
	if l, ok := long(b); ok {
		if e, err := l.event(h); err != nil || e.Body != nil {
			return e, err
		}
	}
	line, err := Encode(h, b)
	if err != nil {
		return Event{}, err
	}
	return Decode(line)
}

// LongText is the number of bytes from which a text, or arguments, count as long.
const LongText = 64 << 10

// lengthy is a body in which a mark stands in place of a long text, or of long arguments.
type lengthy struct {
	short Body
	field string // its name in the line
	mark  string
	with  func(Body) Body
	text  string // what is long, where a mark stands
	first string // a second long text, in the field "text", which precedes that field; "" for none
}

// longMark is the mark of a text that stands within other parts of a body.
const longMark = "<what stands here is long>"

// long takes out of a body what is long and goes into the line as it is.
func long(b Body) (l lengthy, ok bool) {
	text, raw := "", json.RawMessage(nil)
	empty := json.RawMessage(`""`)
	switch x := b.(type) {
	case ChatRequest:
		text, x.Text = x.Text, ""
		l = lengthy{short: x, field: "text", with: func(b Body) Body { r := b.(ChatRequest); r.Text = text; return r }}
	case ChatResponse:
		text, x.Text = x.Text, ""
		l = lengthy{short: x, field: "text", with: func(b Body) Body { r := b.(ChatResponse); r.Text = text; return r }}
	case Reasoning:
		text, x.Text = x.Text, ""
		l = lengthy{short: x, field: "text", with: func(b Body) Body { r := b.(Reasoning); r.Text = text; return r }}
	case ToolCallRequest:
		raw, x.Arguments = x.Arguments, empty
		l = lengthy{short: x, field: "arguments", with: func(b Body) Body { r := b.(ToolCallRequest); r.Arguments = raw; return r }}
	case PermissionRequest:
		raw, x.Arguments = x.Arguments, empty
		l = lengthy{short: x, field: "arguments", with: func(b Body) Body { r := b.(PermissionRequest); r.Arguments = raw; return r }}
		if first := x.Text; len(first) >= LongText && utf8.ValidString(first) { // of a command it is the first line, which may be all of it
			x.Text = longMark
			l = lengthy{short: x, field: "arguments", first: first, with: func(b Body) Body { r := b.(PermissionRequest); r.Text, r.Arguments = first, raw; return r }}
		}
	case InquiryRequest:
		text, x.Question.Context = x.Question.Context, longMark
		l = lengthy{short: x, field: "context", mark: longMark, text: text, with: func(b Body) Body { r := b.(InquiryRequest); r.Question.Context = text; return r }}
	case ToolAsked:
		at := 0
		for i, q := range x.Form {
			if len(q.Context) > len(text) {
				at, text = i, q.Context
			}
		}
		if len(text) < LongText {
			break
		}
		x.Form = slices.Clone(x.Form)
		x.Form[at].Context = longMark
		l = lengthy{short: x, field: "context", mark: longMark, text: text, with: func(b Body) Body { r := b.(ToolAsked); r.Form[at].Context = text; return r }}
	}
	return l, len(text) >= LongText && utf8.ValidString(text) || len(raw) >= LongText && asWritten(raw)
}

// event makes an event of the body without what is long, and puts that into both. There is none if
// it cannot be told where that belongs.
func (l lengthy) event(h Head) (Event, error) {
	line, err := Encode(h, l.short)
	if err != nil {
		return Event{}, err
	}
	e, err := Decode(line)
	if err != nil {
		return Event{}, err
	}
	if l.first != "" {
		field := []byte(`"text":"` + longMark + `"`)
		before, after, _ := bytes.Cut(e.line.rest, field)
		if bytes.Count(e.line.rest, field) != 1 || e.line.at >= 0 {
			return Event{}, nil
		}
		e.line.rest = slices.Concat(before, field[:len(`"text":`)], told{text: l.first}.append(make([]byte, 0, len(l.first)+len(l.first)/16+2)), after)
	}
	field := []byte(`"` + l.field + `":"` + l.mark + `"`) // no JSON string can contain these quotes, and where there is no mark the field precedes all fields that hold JSON
	rest := e.line.rest
	if at := e.line.at; at >= 0 { // a shorter text of the same form, which the line then has again
		rest = slices.Concat(rest[:at], toldBy(e.Body).append(nil), rest[at:])
	}
	if l.mark != "" && (bytes.Count(rest, field) != 1 || bytes.Contains(rest, began(l.text))) {
		return Event{}, nil
	}
	at := bytes.Index(rest, field) + len(l.field) + 3
	e.line.rest, e.line.at = append(rest[:at:at], rest[at+len(l.mark)+2:]...), int32(at)
	e.Body = l.with(e.Body)
	return e, nil
}

// began is by what a long text is looked for in a line.
func began(text string) []byte {
	to := leastTold
	for !utf8.RuneStart(text[to]) {
		to++
	}
	return told{text: text[:to]}.append(nil)[:leastTold/2]
}

// AsWritten is valid JSON as it stands in a line. Whoever has long arguments recorded makes them
// so first, where nobody waits: they are not written anew then, and the event has the very bytes.
func AsWritten(raw json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if asWritten(raw) || json.Compact(&b, raw) != nil {
		return raw
	}
	return clean.JSON(bytes.ToValidUTF8(b.Bytes(), []byte("\uFFFD")))
}

// asWritten reports whether JSON stands in a line just as it is.
func asWritten(raw json.RawMessage) bool {
	return compacted(raw) && utf8.Valid(raw) && len(clean.JSON(raw)) == len(raw) && json.Valid(raw) // an escape is longer than what it stands for
}

// compacted reports whether no blanks stand between the parts of JSON.
func compacted(raw []byte) bool {
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case ' ', '\t', '\n', '\r':
			return false
		case '"':
			for i++; i < len(raw) && raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
		}
	}
	return true
}
