package clean

import (
	"html"
	"strings"
	"unicode/utf8"
)

// Entities keeps the entities of Markdown from becoming what the other functions
// take out, also behind any number of escaped ampersands: &#27;, &amp;#x1b; and
// &rlm; alike lose their &.
func Entities(source string) string {
	if !strings.Contains(source, "&") {
		return source
	}
	var b strings.Builder
	for i := 0; i < len(source); i++ {
		if source[i] == '&' && controlEntity(source[i+1:]) {
			b.WriteString("\uff06") // a full-width ampersand: seen, and without power
			continue
		}
		b.WriteByte(source[i])
	}
	return b.String()
}

func controlEntity(s string) bool {
	for again := true; again; {
		again = false
		for _, amp := range []string{"amp;", "#38;", "#x26;", "#X26;"} {
			if strings.HasPrefix(s, amp) {
				s, again = s[len(amp):], true
			}
		}
	}
	if !strings.HasPrefix(s, "#") {
		return hiddenEntity(s)
	}
	s, base := s[1:], 10
	if strings.HasPrefix(s, "x") || strings.HasPrefix(s, "X") {
		s, base = s[1:], 16
	}
	v, n := 0, 0
	for ; n < len(s) && v < 0x110000; n++ {
		d := strings.IndexByte("0123456789abcdef", s[n]|0x20)
		if s[n] >= '0' && s[n] <= '9' {
			d = int(s[n] - '0')
		}
		if d < 0 || d >= base {
			break
		}
		v = v*base + d
	}
	r := rune(v)
	return n > 0 && r != '\n' && r != '\t' && (Control(r) || Screen(string(r)) == "")
}

// hiddenEntity says whether s begins with the name of a character that is not
// seen, such as rlm or ZeroWidthSpace.
func hiddenEntity(s string) bool {
	r, _ := utf8.DecodeRuneInString(html.UnescapeString("&" + s[:min(len(s), longestEntity)]))
	return Hides(r)
}

// longestEntity is how long the name of an entity that html knows can be.
const longestEntity = 32
