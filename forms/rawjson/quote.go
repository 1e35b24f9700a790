package rawjson

import "unicode/utf8"

// Quote writes a string as Encode does; a string always has a JSON form.
//
//go:noinline
func Quote(s string) []byte { return AppendQuote(make([]byte, 0, len(s)+len(s)/16+2), s) }

// AppendQuote appends Quote. It takes a fraction of Encode's time: a response can be
// very long when it is stopped, and somebody is waiting.
func AppendQuote(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0 // unescaped text from here on is copied in one piece
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' {
			i++
			continue
		}
		size := 1
		if c >= utf8.RuneSelf {
			var r rune
			if r, size = utf8.DecodeRuneInString(s[i:]); (r != utf8.RuneError || size > 1) && r != '\u2028' && r != '\u2029' {
				i += size
				continue
			}
		}
		b = escaped(append(b, s[from:i]...), s[i:i+size])
		i += size
		from = i
	}
	return append(append(b, s[from:]...), '"')
}

const hex = "0123456789abcdef"

// escaped writes a character that needs an escape, or a byte that is not a character.
func escaped(b []byte, s string) []byte {
	c := s[0]
	switch {
	case len(s) > 1: // U+2028 or U+2029
		return append(b, '\\', 'u', '2', '0', '2', hex[s[2]&0xf])
	case c >= utf8.RuneSelf:
		return append(b, `\ufffd`...)
	case c == '"', c == '\\':
		return append(b, '\\', c)
	case c == '\b':
		return append(b, '\\', 'b')
	case c == '\f':
		return append(b, '\\', 'f')
	case c == '\n':
		return append(b, '\\', 'n')
	case c == '\r':
		return append(b, '\\', 'r')
	case c == '\t':
		return append(b, '\\', 't')
	}
	return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xf])
}
