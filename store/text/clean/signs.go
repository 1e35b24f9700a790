package clean

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// signs are those that fonts draw as one of ASCII's, behind each of these. Blanks are not among
// them: they are spelled everywhere. The full-width forms are ranges, and all dashes of
// Unicode are among them.
var signs = [...]string{
	";", "\u037e\u061b\u204f\u2e35",
	"-", "\u06d4\uff70\u2501\u2574\u2576\u2578\u257a\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u02d7\u2796\u2cbb\u23af\u2500",
	"/", "\u2044\u2215\u2571\u29f8\u1735\u2cc6\u3033\u27cb",
	"\\", "\u2216\u29f5\u29f9\u2572\u27cd\u3035",
	".", "\u2024\u2025\u3002\uff61\u0701\u0702\ua4f8\u0660\u06f0\ua60e",
	",", "\u201a\u066b\u060c\ua4f9\u00b8\u2e32\u2e34\u2e41",
	":", "\u0589\u05c3\u0703\u0704\u2236\ua789\u02d0\u02f8\u1803\u16ec\ua4fd\ufe30",
	"'", "\u2018\u2019\u201b\u2032\u2035\u02b9\u02bb\u02bc\u02bd\u02be\u02c8\u02ca\u02cb\u02f4\u00b4\u0384\u1fbd\u1fbf\u00b4\u1ffe\u055a\u05f3\u07f4\u07f5\u1ffd\ua78b\ua78c\u275b\u275c\u144a\u16cc",
	"\"", "\u201c\u201d\u201f\u2033\u2036\u02ba\u02dd\u02ee\u02f6\u05f4\u3003\u301d\u301e\u301f\u275d\u275e\u2e42\u1cd3",
	"`", "\u1fef",
	"|", "\u2223\u01c0\u2758\u23fd\u05c0\u2502\u2503\u2016\u2225\u23ae\u23d0\u2575\u2577\u2579\u257b\u2759\u275a\u2d4f\uffe8",
	"#", "\u266f",
	"&", "\ua778",
	"<", "\u2039\u276e\u02c2\u1438\u16b2\u2329\u276c\u2770\u27e8\u29fc\u3008",
	">", "\u203a\u276f\u02c3\u1433\u232a\u276d\u2771\u27e9\u29fd\u3009",
	"%", "\u066a\u2052",
	"!", "\u01c3\u2d51",
	"?", "\u0294\u0241",
	"*", "\u2217\u204e\u066d\u2731\u2055\u2733",
	"+", "\u2795\u16ed",
	"=", "\ua4ff\u30a0\u2e40\u2550",
	"(", "\u2768\u2772\u3014\ufd3e",
	")", "\u2769\u2773\u3015\ufd3f",
	"[", "\u301a",
	"]", "\u301b",
	"{", "\u2774",
	"}", "\u2775",
	"~", "\u02dc\u1fc0\u223c\u2053\u301c",
	"^", "\u02c4\u02c6\u2303",
	"_", "\u2017\ufe33\ufe34\ufe4d\ufe4e\ufe4f",
}

// looksASCII are the signs that look like one of ASCII's.
var looksASCII = sync.OnceValue(func() map[rune]bool {
	all := map[rune]bool{}
	for i := 1; i < len(signs); i += 2 {
		for _, r := range signs[i] {
			all[r] = true
		}
	}
	return all
})

// sign reports whether a character looks like one of ASCII's that is no letter in a script.
func sign(r rune) bool {
	return r > 0x7f && (looksASCII()[r] || unicode.Is(unicode.Pd, r) || r >= 0xff01 && r <= 0xff5e || r >= 0xfe50 && r <= 0xfe6b)
}

// formula reports whether a character is a letter or a digit for formulas.
func formula(r rune) bool {
	return mathematical(r) || r >= 0x1d7ce && r <= 0x1d7ff || r >= 0x210a && r <= 0x2115 || r >= 0x2119 && r <= 0x211d || r == 0x2102 || r == 0x2124 || r == 0x2128 ||
		r == 0x212a || r >= 0x212c && r <= 0x2134 || r >= 0x2145 && r <= 0x2149
}

// Signs spells out the signs, and the letters for formulas, that only look like ASCII, and what
// would be taken for the mark of a blank or a control character: for what a program takes by its
// characters, as a command, a path, a rule or an address. A sign between two letters of another
// script belongs there, and so does one that is a letter beside one of its own. It is not for
// prose, where such quotes and dashes are how people write; what hides is left to the others.
// Letters that a terminal may draw in another place are spelled out as well, and so is what looks the same
// and is written in other characters (see [Composed]). Signs(Signs(s)) == Signs(s).
func Signs(s string) string {
	s = Composed(inOrder(s))
	if Plain(s) || strings.IndexFunc(s, func(r rune) bool { return sign(r) || formula(r) || Marks(r) }) < 0 {
		return s
	}
	var b strings.Builder
	prev := rune(0)
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		next, _ := utf8.DecodeRuneInString(s[n:])
		if Marks(r) || formula(r) || sign(r) && !(other(prev) && other(next)) && !spells(r, prev) && !spells(r, next) {
			b.WriteString(Number(r))
		} else {
			b.WriteString(s[:n])
		}
		prev, s = r, s[n:]
	}
	return b.String()
}

// Blanks shows the blanks of a name that would not be seen: those at its ends, and where there are
// several, since words in a row are set apart by one. What would be taken for their mark is a number.
func Blanks(name string) string {
	name = Marked(name)
	if !strings.Contains(name, "  ") && strings.Trim(name, " ") == name {
		return name
	}
	var b strings.Builder
	for i := range len(name) {
		if name[i] == ' ' && (i == 0 || i == len(name)-1 || name[i-1] == ' ' || name[i+1] == ' ') {
			b.WriteRune(Picture(' '))
		} else {
			b.WriteByte(name[i])
		}
	}
	return b.String()
}

// Path is Signs for the name of a file in a row, with the blanks that would not be seen.
func Path(name string) string { return Blanks(Signs(name)) }

// Exact is Marked of a text as it came: a `<` in it that begins what looks like the number of a character is a number
// too, so that nothing in it is taken for one. Of a text that is already shown by marks it is none.
func Exact(s string) string { return Marked(strings.ReplaceAll(s, "<U+", Number('<')+"U+")) }

// Marked spells out what would be taken for the mark of a blank or a control character, and
// nothing else. It is for a text whose characters count and whose own are then shown by marks.
func Marked(s string) string {
	if strings.IndexFunc(s, Marks) < 0 {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if Marks(r) {
			b.WriteString(Number(r))
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// letterSigns are signs that are letters in a script, or lengthen them.
var letterSigns = map[rune][]*unicode.RangeTable{
	'\uff70': {{R16: []unicode.Range16{{Lo: 0xff66, Hi: 0xff9f, Stride: 1}}}}, '\u144a': {unicode.Canadian_Aboriginal}, '\u16cc': {unicode.Runic},
	'\u16b2': {unicode.Runic}, '\u2d4f': {unicode.Tifinagh},
}

// spells reports whether a sign is a letter in the script of the one beside it.
func spells(r, beside rune) bool { return unicode.In(beside, letterSigns[r]...) && !sign(beside) }

// other reports whether a character is a letter that no reader takes for one of ASCII's.
func other(r rune) bool {
	return r > 0x7f && r != utf8.RuneError && unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) && !sign(r) && !formula(r) && !looksLatin()[r]
}
