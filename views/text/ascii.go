package text

import (
	"strings"
	"unicode/utf8"
)

// InASCII replaces every mark of the chrome, and the marks that texts use in its
// place, by ASCII of the same width. Letters stay as they are. It is applied to
// everything sent to a terminal without UTF-8, so that no drawing code has to care.
func InASCII(s string) string {
	if PrintableASCII(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	from := 0
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if c := asciiOf(r); c != 0 {
			b.WriteString(s[from:i])
			b.WriteByte(c)
			from = i + n
		}
		i += n
	}
	b.WriteString(s[from:])
	return b.String()
}

// OnlyASCII is InASCII for what a terminal reads in a sequence of its own: there the bytes
// of a letter could end the sequence, so each becomes a question mark.
func OnlyASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return '?'
		}
		return r
	}, InASCII(s))
}

// asciiOf is the replacement for a mark, 0 if it is not one.
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
	case '␠', '␣':
		return '_'
	case '\u00a0':
		return ' '
	}
	return 0
}
