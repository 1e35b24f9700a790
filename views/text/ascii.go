package text

import (
	"strings"
	"unicode/utf8"
)

// InASCII puts for every mark of the chrome, and for those that texts have in its
// place, one of ASCII that is as wide. Letters stay as they are. It is for all that
// goes to a terminal without UTF-8: nothing that draws has to think of it.
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

// asciiOf is what stands for a mark, 0 if it is none.
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
	case '⎇':
		return '@'
	case '␠', '␣':
		return '_'
	case '\u00a0':
		return ' '
	}
	return 0
}
