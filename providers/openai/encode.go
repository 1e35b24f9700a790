package openai

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// encoder writes JSON whose bytes depend on nothing but what is written: keys
// in the order given, schemas exactly as they came, and no field left out
// because its value happens to be empty. encoding/json would compact schemas
// and escape their angle brackets.
type encoder struct{ buf []byte }

func (e *encoder) sep() {
	if n := len(e.buf); n > 0 {
		switch e.buf[n-1] {
		case '{', '[', ':':
		default:
			e.buf = append(e.buf, ',')
		}
	}
}

func (e *encoder) open(bracket byte) { e.sep(); e.buf = append(e.buf, bracket) }
func (e *encoder) end(bracket byte)  { e.buf = append(e.buf, bracket) }

func (e *encoder) key(name string) {
	e.sep()
	e.buf = append(appendString(e.buf, name), ':')
}

func (e *encoder) text(key, value string) {
	e.key(key)
	e.buf = appendString(e.buf, value)
}

// raw writes a value that is JSON already.
func (e *encoder) raw(key string, value json.RawMessage) {
	e.key(key)
	e.buf = append(e.buf, value...)
}

func (e *encoder) literal(key, value string) {
	e.key(key)
	e.buf = append(e.buf, value...)
}

func (e *encoder) int(key string, value int) {
	e.key(key)
	e.buf = strconv.AppendInt(e.buf, int64(value), 10)
}

func (e *encoder) float(key string, value float64) {
	e.key(key)
	e.buf = strconv.AppendFloat(e.buf, value, 'f', -1, 64)
}

// appendString writes a JSON string. What is not UTF-8 becomes U+FFFD.
func appendString(b []byte, s string) []byte {
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
