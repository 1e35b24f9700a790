package store

import (
	"bytes"
	"math"
	"strings"
)

// scan finds a needle of small letters in data, in any case of the ASCII
// letters, by the needle's rarest byte: looking for single bytes is what a
// machine does fastest.
type scan struct {
	data   []byte
	needle []byte
	rare   int  // the place of the rarest byte
	lo, up byte // it, as a small and a capital letter
	nextLo int  // where lo comes next, -1 if that is not known
	nextUp int
}

// never is the place of a byte that does not come.
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

// next is where the needle comes next from a place on, -1 if it does not. The
// places asked for must not go backwards.
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

// hasFolded says whether data begins with a needle of small letters.
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

// holdsAll says whether data has each of the needles.
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

// frequent are bytes of prose and code, the most frequent first.
const frequent = " etaoinsrhl0123456789dcu.,_mfp/-gwybv:()kx'jqz"

// rarity orders bytes: what is not frequent is rare.
func rarity(b byte) int {
	if i := strings.IndexByte(frequent, b); i >= 0 {
		return i
	}
	return len(frequent)
}

// headMost is how far into a line its type is looked for.
const headMost = 400

// bodyOf is where the fields of a line's type begin, and whether the type is one
// with text. A line whose head is not as Parley writes it may have text
// anywhere.
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

// keyEnd is where the name of a field ends that a place lies in, 0 if it lies in
// a value: only after a name does a colon follow the quote.
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
