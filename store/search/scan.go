package search

import (
	"bytes"
	"math"
	"strings"
)

// scan finds a lower-case needle in data regardless of ASCII case. It looks for the
// needle's rarest byte, since a machine finds single bytes fastest.
type scan struct {
	data   []byte
	needle []byte
	rare   int  // the index of the rarest byte
	lo, up byte // that byte, lower and upper case
	nextLo int  // where lo occurs next, -1 if unknown
	nextUp int
}

// never is the position of a byte that does not occur.
const never = math.MaxInt

func newScan(needle, data []byte) *scan {
	s := &scan{data: data, needle: needle, nextLo: -1, nextUp: -1}
	for i, b := range needle {
		if rarity(b) > rarity(needle[s.rare]) {
			s.rare = i
		}
	}
	if len(needle) > 0 {
		s.lo, s.up = needle[s.rare], capital(needle[s.rare])
	}
	return s
}

// next is where the needle occurs next from a position on, -1 if it does not.
// Positions must not go backwards from call to call.
func (s *scan) next(from int) int {
	for at := from + s.rare; ; at++ {
		s.nextLo = s.seek(s.nextLo, at, s.lo)
		hit := s.nextLo
		if s.up != s.lo {
			s.nextUp = s.seek(s.nextUp, at, s.up)
			hit = min(hit, s.nextUp)
		}
		if hit == never {
			return -1
		}
		at = hit
		if start := at - s.rare; hasFolded(s.data[start:], s.needle) {
			return start
		}
	}
}

func (s *scan) seek(known, at int, b byte) int {
	if known >= at {
		return known
	}
	if at >= len(s.data) {
		return never
	}
	n := bytes.IndexByte(s.data[at:], b)
	if n < 0 {
		return never
	}
	return at + n
}

// hasFolded reports whether data begins with a lower-case needle.
func hasFolded(data, needle []byte) bool {
	if len(data) < len(needle) {
		return false
	}
	for i, b := range needle {
		if c := data[i]; c != b && (c < 'A' || c > 'Z' || c+'a'-'A' != b) {
			return false
		}
	}
	return true
}

// holdsAll reports whether data contains each of the needles.
func holdsAll(data []byte, needles [][]byte) bool {
	for _, n := range needles {
		if newScan(n, data).next(0) < 0 {
			return false
		}
	}
	return true
}

func capital(b byte) byte {
	if b >= 'a' && b <= 'z' {
		return b - 'a' + 'A'
	}
	return b
}

// frequent are the bytes of prose and code, most frequent first.
const frequent = " etaoinsrhl0123456789dcu.,_mfp/-gwybv:()kx'jqz"

// rarity ranks bytes: what is not in frequent is rare.
func rarity(b byte) int {
	if i := strings.IndexByte(frequent, b); i >= 0 {
		return i
	}
	return len(frequent)
}

// headMost is how far into a line its type is searched.
const headMost = 400

// bodyOf is where the fields of the line's type begin, and whether that type has
// text. If Parley did not write the head, text may occur anywhere in the line.
func bodyOf(line []byte) (at int, texts bool) {
	const key = `"type":"`
	i := bytes.Index(line[:min(len(line), headMost)], []byte(key))
	if i < 0 {
		return 0, true
	}
	name := line[i+len(key):]
	n := bytes.IndexByte(name, '"')
	if n < 0 || !bytes.HasPrefix(line, []byte(`{"v":`)) {
		return 0, true
	}
	switch string(name[:n]) {
	case "turn_start", "turn_ending", "turn_end", "resumed", "response_end", "response_dropped",
		"tool_started", "tool_asked", "memory_revoked", "config_delta", "forked_from", "repaired", "workspace":
		return 0, false
	}
	return i + len(key) + n, true
}

// keyEnd returns where the field name ends that contains a position, 0 if the
// position lies in a value. Only a name's closing quote is followed by a colon.
func keyEnd(data []byte, at int) int {
	n := bytes.IndexByte(data[at:], '"')
	if n < 0 {
		return 0
	}
	at += n
	if at+1 < len(data) && data[at+1] == ':' && data[at-1] != '\\' {
		return at
	}
	return 0
}
