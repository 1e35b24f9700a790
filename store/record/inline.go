package record

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"unicode/utf8"
)

// Bounds of arguments in a line.
const (
	inLineBytes = 600
	inLineDeep  = 4
)

// InLine tells a call's arguments in a line of words, each by its name: "env: staging,
// tables: orders, users". A text is quoted where it would be taken for more than one
// argument. Control characters stay as they are. What is no JSON is returned as it came.
func InLine(arguments json.RawMessage) string {
	if !json.Valid(arguments) {
		return string(arguments)
	}
	dec := json.NewDecoder(bytes.NewReader(arguments))
	dec.UseNumber()
	l := inLine{dec: dec}
	l.value(0, false)
	out := l.b.String()
	if len(out) > inLineBytes {
		out = strings.ToValidUTF8(out[:inLineBytes], "") + "…"
	}
	return out
}

// inLine writes a value as it reads it, and stops where there is enough.
type inLine struct {
	dec *json.Decoder
	b   strings.Builder
}

// value reads a value at a depth; one that belongs to a list or an object that is
// not the outermost has brackets around it, if it has parts.
func (l *inLine) value(depth int, within bool) {
	token, err := l.dec.Token()
	if err != nil {
		return
	}
	switch t := token.(type) {
	case json.Delim:
		l.parts(t, depth, within)
	case string:
		l.b.WriteString(unmistaken(t))
	case json.Number:
		l.b.WriteString(t.String())
	case bool:
		l.b.WriteString(map[bool]string{true: "yes", false: "no"}[t])
	case nil:
		l.b.WriteString("none")
	}
}

// parts reads those of a list or an object.
func (l *inLine) parts(open json.Delim, depth int, within bool) {
	object := open == '{'
	closing := map[bool]string{true: "}", false: "]"}[object]
	bracket := within || depth > 1 || object && depth > 0 || !object && depth == 0
	if bracket {
		l.b.WriteString(open.String())
	}
	if depth > inLineDeep {
		l.skip()
		l.b.WriteString("…" + closing)
		return
	}
	if !bracket && !object && !l.dec.More() {
		l.b.WriteString("none")
	}
	for n := 0; l.dec.More() && l.b.Len() <= inLineBytes; n++ {
		if n > 0 {
			l.b.WriteString(", ")
		}
		if object {
			name, err := l.dec.Token()
			if s, ok := name.(string); err == nil && ok {
				l.b.WriteString(unmistaken(s) + ": ")
			}
		}
		l.value(depth+1, !object)
	}
	if l.b.Len() > inLineBytes {
		return // the rest is cut
	}
	_, _ = l.dec.Token() // the end, which is valid
	if bracket {
		l.b.WriteString(closing)
	}
}

// skip reads to the end of a list or an object.
func (l *inLine) skip() {
	for open := 1; open > 0; {
		token, err := l.dec.Token()
		if err == io.EOF || err != nil {
			return
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			open++
		case json.Delim('}'), json.Delim(']'):
			open--
		}
	}
}

// unmistaken is a text as a part of a line: in quotes where it is empty or could be read
// as more than one part.
func unmistaken(s string) string {
	first, _ := utf8.DecodeRuneInString(s)
	if s == "" || strings.ContainsAny(s, ",:\"") && (strings.Contains(s, ", ") || strings.Contains(s, ": ") || strings.Contains(s, `"`)) ||
		strings.TrimSpace(s) != s || strings.ContainsRune("{[", first) {
		return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"`
	}
	return s
}
