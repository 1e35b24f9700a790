package store

import (
	"bytes"
	"strings"
)

// A line is read twice, for its head and for the rest, and a long conversation has many
// lines. The head of a line that this program wrote stands at its beginning, in a fixed
// order: it is read there, without the texts behind it.

// readHead reads the head at the beginning of a line of a type that is known. ok is false
// where it is spelled in another way, or may stand in the line once more: then it is to be
// read as any JSON is. What is no JSON at all is found when the rest is read.
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

// cutter takes pieces from the front of a line; ok turns false where another stands.
type cutter struct {
	rest []byte
	ok   bool
}

func (c *cutter) skip(what string) {
	if c.ok = c.ok && len(c.rest) >= len(what) && string(c.rest[:len(what)]) == what; c.ok {
		c.rest = c.rest[len(what):]
	}
}

// mostDigits is how many digits a number has that any int64 can hold.
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

// text is a string without escapes, after what begins it.
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

// again says whether an object may name a field of the head in what is left of it; of two
// fields of one name the last counts. It is for JSON; of anything else it says what it
// likes.
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

// stringEnd is where the quote stands that ends a string, -1 if it does not end.
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

// ofHead says whether a name may be that of a field of the head: names are told apart
// without their case, and may be spelled with escapes.
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

// longestName is how many bytes the longest name of the head has, all of it escaped.
const longestName = len("conversation") * len(`\u0000`)
