package store

import (
	"bytes"
	"strings"
)

// A line is read twice, once for its head and once for the rest, and a long
// conversation has many lines. In a line that this program wrote the head stands at
// the beginning in a fixed order, so it can be read there without the texts that
// follow.

// readHead reads the head at the beginning of a line of a known type. ok is false if
// the head is spelled differently or may occur again later in the line; the line must
// then be read like any JSON. Text that is not JSON at all is found when the rest is
// read.
func readHead(line []byte) (h wireHead, ok bool) {
	c := cutter{rest: line, ok: true}
	v, seq := c.number(`{"v":`), c.number(`,"seq":`)
	id := c.text(`,"event":"`)
	when := c.text(`,"time":"`)
	conversation := c.text(`,"conversation":"`)
	turn := c.number(`,"turn":`)
	kind := c.text(`,"type":"`)
	if _, known := bodyReader(string(kind)); !known || !c.ok || v != Version || again(c.rest) || h.Time.UnmarshalText(when) != nil {
		return wireHead{}, false
	}
	h.V, h.Seq, h.Turn = int(v), seq, int(turn)
	h.ID, h.Conversation, h.Type = string(id), string(conversation), string(kind)
	return h, true
}

// cutter cuts pieces from the front of a line; ok turns false when a piece does not
// match.
type cutter struct {
	rest []byte
	ok   bool
}

func (c *cutter) skip(what string) {
	if c.ok = c.ok && len(c.rest) >= len(what) && string(c.rest[:len(what)]) == what; c.ok {
		c.rest = c.rest[len(what):]
	}
}

// mostDigits is the largest number of digits that always fits an int64.
const mostDigits = 18

func (c *cutter) number(after string) (n int64) {
	c.skip(after)
	i := 0
	for c.ok && i < len(c.rest) && c.rest[i] >= '0' && c.rest[i] <= '9' {
		if i++; i <= mostDigits {
			n = 10*n + int64(c.rest[i-1]-'0')
		}
	}
	if c.ok = c.ok && i > 0 && i <= mostDigits; c.ok {
		c.rest = c.rest[i:]
	}
	return n
}

// text cuts a string without escapes, and the text that precedes it.
func (c *cutter) text(after string) []byte {
	if c.skip(after); !c.ok {
		return nil
	}
	for i, b := range c.rest {
		switch {
		case b == '"':
			said := c.rest[:i]
			c.rest = c.rest[i+1:]
			return said
		case b < ' ' || b >= 0x7f || b == '\\':
			c.ok = false
			return nil
		}
	}
	c.ok = false
	return nil
}

// again reports whether the rest of an object may name a field of the head once more;
// of two fields with one name the last counts. The result means something only for
// valid JSON.
func again(rest []byte) bool {
	for depth, i := 0, 0; i < len(rest); i++ {
		switch rest[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			end := stringEnd(rest, i+1)
			if end < 0 {
				return true
			}
			if depth == 0 && bytes.HasPrefix(bytes.TrimLeft(rest[end+1:], " \t\r\n"), []byte(":")) && ofHead(rest[i+1:end]) {
				return true
			}
			i = end
		}
	}
	return false
}

// stringEnd is the index of the quote that ends a string, -1 if it does not end.
func stringEnd(b []byte, from int) int {
	for at := from; ; {
		n := bytes.IndexByte(b[at:], '"')
		if n < 0 {
			return -1
		}
		at += n
		escapes := 0
		for at-escapes > from && b[at-escapes-1] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return at
		}
		at++
	}
}

// ofHead reports whether a name may be that of a field of the head: names are
// compared without case, and may contain escapes.
func ofHead(name []byte) bool {
	if len(name) > longestName {
		return false
	}
	for _, b := range name {
		if b == '\\' || b >= 0x80 {
			return true
		}
	}
	for _, field := range [...]string{"v", "seq", "event", "time", "conversation", "turn", "type"} {
		if len(name) == len(field) && strings.EqualFold(string(name), field) {
			return true
		}
	}
	return false
}

// longestName is the length in bytes of the head's longest name with every character
// escaped.
const longestName = len("conversation") * len(`\u0000`)
