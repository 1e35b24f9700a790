package clean

import (
	"strings"
	"sync/atomic"
	"unicode/utf8"
)

// Charset is what the terminal can show.
type Charset int32

const (
	// Unicode is every character.
	Unicode Charset = iota
	// OwnASCII is every character, but the signs of the program's own are to be ASCII.
	OwnASCII
	// OnlyASCII is ASCII. The bytes of any other character could steer such a terminal: C3 9B is
	// a letter, and its second byte begins a control sequence where a byte is a character.
	OnlyASCII
)

var charset atomic.Int32

// Shows says what the terminal can show. It is said once, when the program starts.
func Shows(c Charset) { charset.Store(int32(c)) }

// Spells reports whether what is not ASCII must be spelled out on the terminal. Whoever lays text
// out counts it as [Cells] then, and whoever writes to the terminal calls [Spell].
func Spells() bool { return Charset(charset.Load()) == OnlyASCII }

// Ours is what the program itself says, with signs that the terminal has. It is never for what
// others wrote: two of their texts could become the same.
func Ours(s string) string {
	if Charset(charset.Load()) == Unicode {
		return s
	}
	return InASCII(s)
}

// Spell writes a text for a terminal that has only ASCII: a character that is not stands as its
// number, a byte that is not UTF-8 as its own, and the picture of a control character or a blank as
// the number of that. So no two texts become the same, but for one that has such a number in it.
// Spell(Spell(s)) == Spell(s).
func Spell(s string) string {
	at := beyondASCII(s)
	if at == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 64)
	b.WriteString(s[:at])
	for ; at < len(s); at++ {
		if s[at] < utf8.RuneSelf {
			b.WriteByte(s[at])
			continue
		}
		spelling, n := spelling(s[at:])
		b.WriteString(spelling)
		at += n - 1
	}
	return b.String()
}

// Shown is a text as the terminal shows it, before its lines are measured.
func Shown(s string) string {
	if Spells() {
		return Spell(s)
	}
	return s
}

// Speller is Spell for text that arrives in pieces, which may cut a character in two. Its zero value
// is ready.
type Speller struct{ held string }

// Add spells the next piece, but for the beginning of a character at its end.
func (s *Speller) Add(piece string) string {
	all := s.held + piece
	end := len(all)
	for n := 1; n < utf8.UTFMax && n <= len(all); n++ {
		if last := all[len(all)-n:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRuneInString(last) {
				end -= n
			}
			break
		}
	}
	s.held = all[end:]
	return Spell(all[:end])
}

// Cells is how many cells the first character of a text takes where it is spelled out, and its
// length in bytes.
func Cells(s string) (cells, n int) {
	if s[0] < utf8.RuneSelf {
		return 1, 1
	}
	spelling, n := spelling(s)
	return len(spelling), n
}

// spelling is the first character of a text, which is not ASCII, spelled out, and its length.
func spelling(s string) (string, int) {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && n == 1:
		return byteNumber(s[0]), 1
	case r >= Picture(0) && r <= Picture(' '):
		return Number(r - Picture(0)), n
	case r == Picture(0x7f):
		return Number(0x7f), n
	}
	return Number(r), n
}

func beyondASCII(s string) int {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return i
		}
	}
	return len(s)
}

// InASCII replaces the signs that the program writes by signs of ASCII that are as wide. Like
// [Ours] it is for its own words only.
func InASCII(s string) string {
	at := beyondASCII(s)
	if at == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		if c := asciiOf(r); c != 0 {
			b.WriteByte(c)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// asciiOf is the sign of ASCII for one of the program's own, 0 for any other character.
func asciiOf(r rune) byte {
	switch r {
	case '─', '━', '−', '–', '—', '┄', '·', '▾', '‐', '‑':
		return '-'
	case '│', '▌', '┃', '▏', '├', '└', '┌', '┐', '┘', '┤':
		return '|'
	case '┼', '┬', '┴', '✓', '▸':
		return '+'
	case '•', '●', '★', '⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏', '○':
		return '*'
	case '◆', '◇':
		return '#'
	case '›', '→', '▶':
		return '>'
	case '‹', '←':
		return '<'
	case '↑':
		return '^'
	case '↓':
		return 'v'
	case '✗', '×':
		return 'x'
	case '…':
		return '~'
	case '“', '”', '„', '«', '»':
		return '"'
	case '‘', '’':
		return '\''
	case '⑂':
		return 'Y'
	case '\u00a0':
		return ' '
	}
	return 0
}
