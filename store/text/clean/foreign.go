package clean

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// letters are those of other scripts that fonts draw as a Latin one, each before that.
var letters = [...]string{
	"А", "A", "В", "B", "Е", "E", "К", "K", "М", "M", "Н", "H", "О", "O", "Р", "P", "С", "C", "Т", "T", "Х", "X", "У", "Y", "Ѕ", "S", "І", "I", "Ј", "J",
	"Ү", "Y", "Ԛ", "Q", "Ԝ", "W", "ѵ", "v", "ү", "y",
	"а", "a", "е", "e", "о", "o", "р", "p", "с", "c", "х", "x", "у", "y", "ѕ", "s", "і", "i", "ј", "j", "ԁ", "d", "һ", "h", "ӏ", "l", "ԛ", "q", "ԝ", "w",
	"Α", "A", "Β", "B", "Ε", "E", "Ζ", "Z", "Η", "H", "Ι", "I", "Κ", "K", "Μ", "M", "Ν", "N", "Ο", "O", "Ρ", "P", "Τ", "T", "Υ", "Y", "Χ", "X",
	"ο", "o", "ν", "v", "ɡ", "g", "ɑ", "a",
	"օ", "o", "ո", "n", "ս", "u", "հ", "h", "ց", "g", "զ", "q",
	"Ꭰ", "D", "Ꭱ", "R", "Ꭲ", "T", "Ꭺ", "A", "Ꭻ", "J", "Ꭼ", "E", "Ꮃ", "W", "Ꮇ", "M", "Ꮋ", "H", "Ꮐ", "G", "Ꮓ", "Z", "Ꮪ", "S", "Ꮩ", "V", "Ꮮ", "L",
	"Ꮯ", "C", "Ꮲ", "P", "Ꮶ", "K", "Ᏼ", "B",
	"ꓐ", "B", "ꓑ", "P", "ꓓ", "D", "ꓔ", "T", "ꓖ", "G", "ꓗ", "K", "ꓙ", "J", "ꓚ", "C", "ꓜ", "Z", "ꓝ", "F", "ꓟ", "M", "ꓠ", "N", "ꓡ", "L", "ꓢ", "S",
	"ꓣ", "R", "ꓦ", "V", "ꓧ", "H", "ꓪ", "W", "ꓫ", "X", "ꓬ", "Y", "ꓮ", "A", "ꓰ", "E", "ꓲ", "I", "ꓳ", "O", "ꓴ", "U",
	"ϲ", "c", "Ϲ", "C", "ϳ", "j", "Ϳ", "J", "ρ", "p", "Ⲥ", "C", "ⲥ", "c", "Ⲟ", "O", "ⲟ", "o", "Ⲣ", "P", "ⲣ", "p", "Ⲏ", "H", "Ⲓ", "I", "Ⲕ", "K", "Ⲙ", "M", "Ⲛ", "N", "Ⲧ", "T", "Ⲭ", "X",
	"ⲭ", "x", "Ӏ", "I", "Ԍ", "G", "Օ", "O", "Ս", "U", "Տ", "S", "Լ", "L", "յ", "j", "գ", "q", "ס", "o", "ו", "l", "ן", "l", "Ꭵ", "i", "Ꭹ", "y", "Ꮷ", "d", "Ꮒ", "h",
	"Ꮟ", "b", "Ꮍ", "y", "ꭵ", "i", "ꮁ", "r", "ꮃ", "w", "ꮓ", "z", "ꮩ", "v", "ꮪ", "s", "ꮯ", "c", "ഠ", "o", "ട", "s", "ဝ", "o", "ଠ", "O", "ᴄ", "c", "ᴏ", "o", "ᴠ", "v", "ᴡ", "w",
	"ᴢ", "z", "ꜱ", "s", "ⱺ", "o",
}

// ancient reports whether a letter is of an alphabet that nobody mixes with Latin, and of which
// many look Latin.
func ancient(r rune) bool {
	return r >= 0x10280 && r <= 0x1034f || r >= 0x10400 && r <= 0x10527 || r >= 0x10920 && r <= 0x1093f || r >= 0x118a0 && r <= 0x118ff || r >= 0x16f00 && r <= 0x16f9f
}

// looksLatin are the letters that look like Latin ones.
var looksLatin = sync.OnceValue(func() map[rune]bool {
	all := map[rune]bool{}
	for i := 0; i < len(letters); i += 2 {
		r, _ := utf8.DecodeRuneInString(letters[i])
		all[r] = true
	}
	return all
})

// mathematical reports whether a letter is one of those for formulas, among which are Latin
// ones of equal width, a Roman number in one character, or a letter as wide as a Chinese one.
func mathematical(r rune) bool {
	return r >= 0x1d400 && r <= 0x1d6a3 || r >= 0x2160 && r <= 0x217f || r >= 0xff21 && r <= 0xff3a || r >= 0xff41 && r <= 0xff5a
}

// Foreign spells out the letters of other scripts in each word that looks as if it were Latin
// altogether: some of its letters are plain ASCII, and no letter is of a script that one sees.
// A word of another script stays, even if it looks Latin, and so does one that is seen to be mixed.
func Foreign(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r > 0x7f }) < 0 {
		return s
	}
	var b strings.Builder
	from := 0 // what is before it is written
	for at := 0; at < len(s); {
		end, plain, others := word(s[at:])
		if end == 0 {
			_, n := utf8.DecodeRuneInString(s[at:])
			at += n
			continue
		}
		if plain && len(others) > 0 {
			for _, o := range others {
				r, n := utf8.DecodeRuneInString(s[at+o:])
				b.WriteString(s[from:at+o] + Number(r))
				from = at + o + n
			}
		}
		at += end
	}
	if from == 0 {
		return s
	}
	return b.String() + s[from:]
}

// word is the length of the word that a text begins with, whether plain ASCII letters are in it,
// and where letters are that look like such; none of a part with another letter in it. What is
// shown as its number ends a part and no word: nobody sees that the letters around it are of one.
func word(s string) (end int, plain bool, others []int) {
	seen, part := false, 0 // part is how many of the others are of the parts before
	var stack Stack
	for i, r := range s {
		is, number := unicode.IsLetter(r), stack.Over(r) || Hides(r) || unsure(r) || blank(r)
		switch {
		case r < utf8.RuneSelf && is:
			plain = true
		case r > 0x7f && (looksLatin()[r] || mathematical(r) || is && ancient(r)):
			others = append(others, i)
		case number:
			if seen {
				others = others[:part]
			}
			seen, part = false, len(others)
		case is:
			seen = seen || !unicode.Is(unicode.Latin, r)
		case !unicode.IsDigit(r) && r != '_' && !unicode.Is(unicode.Mn, r):
			if seen {
				others = others[:part]
			}
			return i, plain, others
		}
	}
	if seen {
		others = others[:part]
	}
	return len(s), plain, others
}
