package rules

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

const roughest = 2 * longest // bytes of a line that a rough look covers

// rough finds what may be commands in any text, for denies in a line that cannot be read:
// it splits where any shell could, and drops quotes. A text that contains none of the
// words of a rule gives none.
func rough(text string) []command {
	text = text[:min(len(text), roughest)]
	out := cutUp(text)
	if joined := strings.ReplaceAll(text, "\\\n", ""); len(joined) < len(text) {
		out = append(out, cutUp(joined)...)
	}
	return out
}

// noQuotes drops quotes, with the dollar sign that may stand before them.
var noQuotes = strings.NewReplacer(`$"`, "", `$'`, "", `"`, "", `'`, "", `\`, "")

// escapes puts the characters for what stands by its number in a word that may be in $'…':
// \x72 and \162 are an r.
func escapes(field string) string {
	if !strings.Contains(field, "$'") {
		return field
	}
	return byNumber().ReplaceAllStringFunc(field, func(escape string) string {
		digits, base := escape[1:], 8
		if strings.ContainsRune("xuU", rune(digits[0])) {
			digits, base = digits[1:], 16
		}
		n, err := strconv.ParseUint(digits, base, 21)
		if err != nil || n == 0 {
			return escape
		}
		return string(rune(n))
	})
}

var byNumber = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3})`)
})

func cutUp(text string) []command {
	var out []command
	for _, piece := range strings.FieldsFunc(joinBraces(text), func(c rune) bool { return strings.ContainsRune(";&|\n()`{}\r\x00", c) }) {
		var c command
		for _, field := range strings.FieldsFunc(piece, func(c rune) bool { return c == ' ' || c == '\t' }) {
			c.words = append(c.words, literal(noQuotes.Replace(escapes(field))))
		}
		if len(c.words) > 0 {
			c.shown = strings.TrimSpace(piece)
			out = append(out, c)
		}
	}
	return out
}

// joinBraces drops the brace of each ${name, so that a line is not cut there: what follows
// belongs to a word of the command, unless the variable stands where the command does.
func joinBraces(text string) string {
	var b strings.Builder
	for {
		before, after, is := strings.Cut(text, "${")
		b.WriteString(before)
		if !is {
			return b.String()
		}
		b.WriteByte('$')
		if after == "" || !nameByte(after[0]) {
			b.WriteByte('{')
		}
		text = after
	}
}

func nameByte(c byte) bool {
	return c == '_' || digit(c) || c|0x20 >= 'a' && c|0x20 <= 'z'
}
