package pane

import (
	"encoding/json"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Limits of what is kept of arguments that are being written.
const (
	writtenTail    = 4 << 10 // of the text that is being written
	writtenMembers = 16      // of the outermost object
	writtenText    = 4 << 10 // of one of them
)

// written reads JSON while it is being written, byte by byte: the complete texts that
// are members of the outermost object, and the end of the text being written. Invalid
// JSON does no harm; it is ignored.
type written struct {
	open  []byte // '{' and '[' that are open
	key   bool   // the next text of the object is a key
	quote bool   // inside a text
	text  []byte // the end of the text being written
	cut   bool   // its beginning was dropped
	esc   int    // 1 after a backslash, 2 to 5 within \uXXXX
	hex   rune
	half  rune // the first half of a pair of surrogates

	name  string // the key of the member being written
	names []string
	texts []string
	lines int // line breaks in all texts
}

// add takes in what has arrived.
func (w *written) add(s string) {
	for i := 0; i < len(s); i++ {
		if w.quote {
			w.within(s[i])
		} else {
			w.between(s[i])
		}
	}
}

// between handles a byte outside texts.
func (w *written) between(c byte) {
	switch c {
	case '{', '[':
		w.open, w.key = append(w.open, c), c == '{'
	case '}', ']':
		if n := len(w.open); n > 0 {
			w.open = w.open[:n-1]
		}
		w.key = false
	case ',':
		w.key = len(w.open) > 0 && w.open[len(w.open)-1] == '{'
	case ':':
		w.key = false
	case '"':
		w.quote, w.text, w.cut, w.esc, w.half = true, w.text[:0], false, 0, 0
	}
}

// within handles a byte of a text.
func (w *written) within(c byte) {
	switch {
	case w.esc == 1:
		w.escaped(c)
	case w.esc > 1:
		w.hexed(c)
	case c == '\\':
		w.esc = 1
	case c == '"':
		w.flush()
		w.quote = false
		w.ended()
	default:
		w.flush()
		w.put(c)
	}
}

func (w *written) escaped(c byte) {
	w.esc = 0
	if c == 'u' {
		w.esc, w.hex = 2, 0
		return
	}
	w.flush()
	if i := strings.IndexByte("nrtbf", c); i >= 0 {
		c = "\n\r\t\b\f"[i]
	}
	w.put(c)
}

func (w *written) hexed(c byte) {
	digit := strings.IndexByte("0123456789abcdef", c|0x20)
	if c < '0' || digit < 0 {
		digit = 0
	}
	w.hex = w.hex<<4 | rune(digit)
	if w.esc++; w.esc < 6 {
		return
	}
	w.esc = 0
	if w.half != 0 {
		if r := utf16.DecodeRune(w.half, w.hex); r != utf8.RuneError {
			w.half = 0
			w.putRune(r)
			return
		}
	}
	w.flush()
	if utf16.IsSurrogate(w.hex) {
		w.half = w.hex
		return
	}
	w.putRune(w.hex)
}

// flush writes the replacement for an unpaired surrogate.
func (w *written) flush() {
	if w.half != 0 {
		w.half = 0
		w.putRune(utf8.RuneError)
	}
}

func (w *written) putRune(r rune) {
	for _, c := range utf8.AppendRune(nil, r) {
		w.put(c)
	}
}

func (w *written) put(c byte) {
	if c == '\n' && !w.key {
		w.lines++
	}
	if len(w.text) >= 2*writtenTail {
		w.text, w.cut = append(w.text[:0], w.text[len(w.text)-writtenTail:]...), true
	}
	w.text = append(w.text, c)
}

// ended handles a complete text.
func (w *written) ended() {
	outermost := len(w.open) == 1 && w.open[0] == '{'
	switch {
	case w.key && outermost:
		w.name = string(w.text)
	case outermost && !w.cut && len(w.text) <= writtenText && len(w.names) < writtenMembers:
		w.names, w.texts = append(w.names, w.name), append(w.texts, string(w.text))
	}
}

// members is the object of the complete texts.
func (w *written) members() json.RawMessage {
	var b strings.Builder
	for i, name := range w.names {
		b.WriteByte("{,"[min(i, 1)])
		for k, s := range []string{name, w.texts[i]} {
			quoted, _ := json.Marshal(s) // a string always encodes
			b.WriteString([]string{"", ":"}[k])
			b.Write(quoted)
		}
	}
	if b.Len() == 0 {
		return json.RawMessage("{}")
	}
	return json.RawMessage(b.String() + "}")
}

// end is the text being written, as far as it is kept; "" if it is not kept.
func (w *written) end() string {
	if !w.quote || w.key {
		return ""
	}
	s := strings.ToValidUTF8(string(w.text), "")
	if !w.cut && !strings.Contains(s, "\n") {
		return ""
	}
	return s
}
