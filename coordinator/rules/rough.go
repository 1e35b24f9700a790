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
	cut := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(";&|\n()`{}\r\x00", c) })
	var out []command
	for _, piece := range cut {
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
