// Package clean keeps text that others wrote from steering a terminal, and from
// holding what a reader cannot see (docs/security.md). It is the only place that
// knows the classes of such characters; every border uses it.
//
//	Screen    what a full screen draws: invisible characters are left out
//	Reveal    what a decision is about: nothing is left out, nothing can hide
//	Prose     Reveal for words: line endings and trailing blanks mean nothing
//	Tame      what is printed or exported: as Prose, but what belongs to a
//	          visible character stays with it
//	JSON      the same JSON, with invisible characters as escapes
//	Entities  Markdown in which no entity becomes what the others take out
//
// Of the marks stacked in one cell the first few are kept; Screen replaces the rest
// with an ellipsis, the others spell it out.
//
// It knows no screen, no style and no width. Text that is kept for programs is not
// cleaned.
package clean

import (
	"strings"
	"unicode"
)

const (
	nonJoiner = 0x200c
	joiner    = 0x200d
	keycap    = 0x20e3
)

// Control reports whether a terminal obeys a character: C0, DEL and C1.
func Control(r rune) bool { return r < ' ' || (r >= 0x7f && r <= 0x9f) }

// Hides reports whether a terminal draws a character as nothing, or as something
// other than it stands for: characters that change direction or have no width, tags,
// variation selectors, fillers, invisible line breaks, and code points that are not
// characters.
func Hides(r rune) bool {
	if r < 0xad {
		return false
	}
	switch {
	case r == 0xad, r == 0x034f, r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0,
		r >= 0x17b4 && r <= 0x17b5,
		r >= 0x180b && r <= 0x180f,
		r >= 0x200b && r <= 0x200f,
		r >= 0x2028 && r <= 0x202e,
		r >= 0x2060 && r <= 0x206f,
		r >= 0xfdd0 && r <= 0xfdef, r&0xfffe == 0xfffe,
		r >= 0xfe00 && r <= 0xfe0f,
		r >= 0xfff0 && r <= 0xfffb,
		r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return unicode.Is(unicode.Cf, r) && !unsure(r)
}

// unassigned reports whether a code point is no character yet, as far as is known: some terminals draw nothing for
// it, and others an empty box. Editors keep such characters, since one of them may be new.
func unassigned(r rune) bool { return !unicode.IsGraphic(r) && unicode.Is(unicode.Cn, r) }

// Known is a text without code points that are no characters yet, for an editor into which a stranger's text is put:
// what it shows is what is given.
func Known(s string) string {
	if strings.IndexFunc(s, unassigned) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unassigned(r) {
			return -1
		}
		return r
	}, s)
}

// Nothing reports whether a text has nothing to read: only blanks, and characters that steer
// or hide text.
func Nothing(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsSpace(r) && !blank(r) && !Control(r) && !Hides(r) }) < 0
}

// OneLine joins the words of a text with single blanks, so that no part of it looks like a
// line of the program. Everything else stays; see [Screen] and [Tame] for what hides.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// InRow is OneLine for what is decided: where a line ends is ␊, because what follows must not seem
// to be a part of it.
func InRow(s string) string {
	var lines []string
	for line := range strings.SplitSeq(s, "\n") {
		if line = OneLine(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, string(Picture('\n')))
}

var breaks = strings.NewReplacer("\r\n", "␊", "\n", "␊", "\r", "␊", "\v", "␊", "\f", "␊", "\u0085", "␊", "\u2028", "␊", "\u2029", "␊")

// Unbroken is a text on the line on which it begins, with all its blanks: ␊ is where one of its own
// ends, so that none looks like a line of ours.
func Unbroken(s string) string { return breaks.Replace(s) }

// uneven covers visible characters that have a cell more in some terminals, such as tmux, than by the
// tables that rows are measured by: numbers on black squares, and parts of notes. A row with many
// would go on in the next one, over the program's own words.
func uneven(r rune) bool {
	return r >= 0x3248 && r <= 0x324f || r >= 0x1d165 && r <= 0x1d172 && (r <= 0x1d166 || r >= 0x1d16d)
}

// unsure covers visible characters whose width differs between terminals: the keycap
// mark, signs that enclose the digits after them, and what is uneven.
//
//go:noinline
func unsure(r rune) bool {
	return r == keycap || uneven(r) || r >= 0x0600 && unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// blank covers what looks like a space but is not one: other spaces, the Braille pattern
// without dots, blank hieroglyphs, and the note without a head.
func blank(r rune) bool {
	return r > 0x7f && (r == 0x2800 || r == 0x13441 || r == 0x13442 || r == 0x1d159 || unicode.Is(unicode.Zs, r))
}

// mostStacked is how many characters without a cell of their own may be stacked in
// one cell. No script needs more; hundreds would cover the lines around them.
const mostStacked = 8

// Stacks reports whether a character is drawn into the cell of the previous one: a
// combining mark, a joiner, or the second or third part of a Korean syllable.
func Stacks(r rune) bool {
	if r < 0x300 {
		return false
	}
	return r == joiner || r == nonJoiner || r >= 0x1160 && r <= 0x11ff || r >= 0xd7b0 && r <= 0xd7ff || unicode.In(r, unicode.Mn, unicode.Me)
}

// Stack counts what is drawn into one cell. Its zero value is ready.
type Stack int

// Over takes the next character and reports whether the cell has no room for it.
func (s *Stack) Over(r rune) bool {
	if !Stacks(r) {
		*s = 0
		return false
	}
	*s++
	return *s > mostStacked
}

// First reports whether the character that did not fit is the first one.
func (s Stack) First() bool { return s == mostStacked+1 }

func skinTone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

// joins reports whether a joiner after prev is spelling rather than decoration, as in
// Indic and Arabic scripts.
func joins(prev, r rune) bool {
	return (r == nonJoiner || r == joiner) && unicode.In(prev, unicode.Mn, unicode.Mc, unicode.Arabic) && !Hides(prev)
}

// Belongs reports whether a character that Hides is a part of the visible character
// before it: a joiner in a script or between two pictures, or a variation selector.
// It does not accept chains of them, which could carry a text.
func Belongs(prev, r, next rune) bool {
	switch {
	case joins(prev, r):
		return true
	case r == joiner:
		return (pictograph(prev) || prev == 0xfe0f) && pictograph(next)
	case r == 0xfe0e || r == 0xfe0f:
		return presentable(prev) || keyed(prev) && next == keycap
	case r >= 0xfe00 && r <= 0xfe0d:
		return prev > 0x7f && unicode.In(prev, unicode.Lo, unicode.Sm)
	case r >= 0x180b && r <= 0x180d, r == 0x180f:
		return unicode.Is(unicode.Mongolian, prev) && unicode.IsLetter(prev)
	case r >= 0xe0100 && r <= 0xe01ef:
		return unicode.Is(unicode.Han, prev)
	}
	return false
}

// pictograph covers the blocks whose characters joiners combine into one picture.
func pictograph(r rune) bool {
	return r >= 0x2190 && r <= 0x21ff || r >= 0x2600 && r <= 0x27bf || r >= 0x2b00 && r <= 0x2bff || r >= 0x1f000 && r <= 0x1faff
}

// presentable covers what can be drawn as a sign or as a picture.
func presentable(r rune) bool {
	switch r {
	case '‼', '⁉', 'ℹ', '〰', '〽':
		return true
	}
	return r > 0x7f && unicode.In(r, unicode.So, unicode.Sm)
}

// keyed covers the characters on telephone keys.
func keyed(r rune) bool { return r >= '0' && r <= '9' || r == '#' || r == '*' }

// Picture is the visible mark of a control character or a blank.
func Picture(r rune) rune {
	switch {
	case r <= ' ':
		return 0x2400 + r
	case r == 0x7f:
		return '\u2421'
	default:
		return unicode.ReplacementChar
	}
}

// Marks reports whether a character is one of the pictures that stand for control characters,
// blanks and tabs where these are shown.
func Marks(r rune) bool { return r >= 0x2400 && r <= 0x2426 }

// Number spells out an invisible character: <U+202E>.
//
//go:noinline
func Number(r rune) string {
	const hex = "0123456789ABCDEF"
	digits := 4
	for v := r >> 16; v > 0; v >>= 4 {
		digits++
	}
	out := []byte("<U+")
	for i := digits - 1; i >= 0; i-- {
		out = append(out, hex[(r>>(4*i))&15])
	}
	return string(append(out, '>'))
}

// Plain reports whether a text consists of printable ASCII, line breaks and tabs
// only: no function here but Reveal changes it.
func Plain(s string) bool {
	for i := range len(s) {
		if b := s[i]; (b < ' ' && b != '\n' && b != '\t') || b >= 0x7f {
			return false
		}
	}
	return true
}
