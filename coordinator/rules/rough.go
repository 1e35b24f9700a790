package rules

import "strings"

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

func cutUp(text string) []command {
	var out []command
	for _, piece := range strings.FieldsFunc(joinBraces(text), func(c rune) bool { return strings.ContainsRune(";&|\n()`{}\r\x00", c) }) {
		var c command
		for _, field := range strings.FieldsFunc(piece, func(c rune) bool { return c == ' ' || c == '\t' }) {
			field = strings.NewReplacer(`"`, "", `'`, "", `\`, "").Replace(field)
			c.words = append(c.words, literal(field))
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
