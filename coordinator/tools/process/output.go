package process

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Output keeps the beginning and the end of what is written to it, and counts the
// rest, so that a command may write any amount of output. It is not safe for
// concurrent use.
type Output struct {
	half  int
	head  []byte
	tail  []byte // a ring once it is full
	next  int    // where the ring's oldest byte is
	total int64
}

// NewOutput returns an Output that keeps limit bytes.
func NewOutput(limit int) *Output {
	return &Output{half: max(limit/2, 1)}
}

// Write takes everything and never fails.
func (o *Output) Write(p []byte) (int, error) {
	n := len(p)
	o.total += int64(n)
	if room := o.half - len(o.head); room > 0 {
		take := min(room, len(p))
		o.head = append(o.head, p[:take]...)
		p = p[take:]
	}
	if len(p) > o.half {
		p = p[len(p)-o.half:]
	}
	if room := o.half - len(o.tail); room > 0 {
		take := min(room, len(p))
		o.tail = append(o.tail, p[:take]...)
		p = p[take:]
	}
	for len(p) > 0 {
		took := copy(o.tail[o.next:], p)
		o.next = (o.next + took) % o.half
		p = p[took:]
	}
	return n, nil
}

// Whole returns everything written, and false if some of it was not kept.
func (o *Output) Whole() ([]byte, bool) {
	if o.total > int64(len(o.head)+len(o.tail)) {
		return nil, false
	}
	return append(append([]byte{}, o.head...), o.tail...), true
}

// Text returns what was kept as valid UTF-8 (every invalid byte becomes U+FFFD),
// with a line in the middle that says how many bytes were left out.
func (o *Output) Text() string {
	if whole, ok := o.Whole(); ok {
		return valid(whole)
	}
	head, tail := o.head, append(append([]byte{}, o.tail[o.next:]...), o.tail[:o.next]...)
	head, tail = cutEnd(head), cutStart(tail)
	left := o.total - int64(len(head)+len(tail))
	return fmt.Sprintf("%s\n… %d bytes left out …\n%s", valid(head), left, valid(tail))
}

// valid replaces each invalid byte, so that replacements stand where the bytes were.
func valid(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var s strings.Builder
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		s.WriteRune(r)
		b = b[size:]
	}
	return s.String()
}

// cutEnd drops an incomplete rune at the end.
func cutEnd(b []byte) []byte {
	for i := len(b) - 1; i >= 0 && i > len(b)-utf8.UTFMax; i-- {
		if utf8.RuneStart(b[i]) {
			if !utf8.FullRune(b[i:]) {
				return b[:i]
			}
			return b
		}
	}
	return b
}

// cutStart drops the rest of an incomplete rune at the start.
func cutStart(b []byte) []byte {
	for i := 0; i < len(b) && i < utf8.UTFMax; i++ {
		if utf8.RuneStart(b[i]) {
			return b[i:]
		}
	}
	return b
}
