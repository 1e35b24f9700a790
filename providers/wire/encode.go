package wire

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"parley/providers"
)

// Encoder writes JSON whose bytes depend only on what is written: keys in the order
// given, schemas exactly as they came, and no field omitted for being empty.
// encoding/json would compact schemas and escape their angle brackets.
type Encoder struct{ buf []byte }

// NewEncoder makes an encoder with room for size bytes.
func NewEncoder(size int) *Encoder { return &Encoder{buf: make([]byte, 0, size)} }

// Bytes is what was written.
func (e *Encoder) Bytes() []byte { return e.buf }

func (e *Encoder) sep() {
	if n := len(e.buf); n > 0 {
		switch e.buf[n-1] {
		case '{', '[', ':':
		default:
			e.buf = append(e.buf, ',')
		}
	}
}

// Open writes an opening bracket, as a value.
//
//go:noinline
func (e *Encoder) Open(bracket byte) { e.sep(); e.buf = append(e.buf, bracket) }

// End writes a closing bracket.
//
//go:noinline
func (e *Encoder) End(bracket byte) { e.buf = append(e.buf, bracket) }

// Key writes the key of the value that follows.
func (e *Encoder) Key(name string) {
	e.sep()
	e.buf = append(AppendString(e.buf, name), ':')
}

// Text writes a field that is a string.
func (e *Encoder) Text(key, value string) {
	e.Key(key)
	e.buf = AppendString(e.buf, value)
}

// Base64 writes a field that is a string of bytes in Base64, after a prefix that needs no
// escaping.
func (e *Encoder) Base64(key, prefix string, data []byte) {
	e.Key(key)
	e.buf = append(append(e.buf, '"'), prefix...)
	e.buf = append(base64.StdEncoding.AppendEncode(e.buf, data), '"')
}

// DataURL writes a field that is an image as an address that holds its bytes.
func (e *Encoder) DataURL(key string, i providers.Image) {
	e.Base64(key, "data:"+i.Type+";base64,", i.Data)
}

// Raw writes a field whose value is JSON already.
func (e *Encoder) Raw(key string, value json.RawMessage) {
	e.Key(key)
	e.buf = append(e.buf, value...)
}

// Item writes a list item that is JSON already.
func (e *Encoder) Item(value json.RawMessage) {
	e.sep()
	e.buf = append(e.buf, value...)
}

// String writes a list item that is a string.
func (e *Encoder) String(value string) {
	e.sep()
	e.buf = AppendString(e.buf, value)
}

// Literal writes a field whose value is JSON of our own.
func (e *Encoder) Literal(key, value string) {
	e.Key(key)
	e.buf = append(e.buf, value...)
}

// Int writes an integer field.
func (e *Encoder) Int(key string, value int) {
	e.Key(key)
	e.buf = strconv.AppendInt(e.buf, int64(value), 10)
}

// Float writes a number field.
func (e *Encoder) Float(key string, value float64) {
	e.Key(key)
	e.buf = strconv.AppendFloat(e.buf, value, 'f', -1, 64)
}

// AppendString writes a JSON string. What is not UTF-8 becomes U+FFFD.
func AppendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				b = append(append(b, s[from:i]...), "\uFFFD"...)
				from = i + 1
			}
			i += size
			continue
		}
		if c < 0x20 || c == '"' || c == '\\' {
			b = append(b, s[from:i]...)
			switch c {
			case '"', '\\':
				b = append(b, '\\', c)
			case '\n':
				b = append(b, '\\', 'n')
			case '\t':
				b = append(b, '\\', 't')
			case '\r':
				b = append(b, '\\', 'r')
			default:
				b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			}
			from = i + 1
		}
		i++
	}
	return append(append(b, s[from:]...), '"')
}
