package clean

import (
	"html"
	"strings"
	"unicode/utf8"
)

// Entities keeps Markdown entities from becoming what the other functions remove,
// even behind any number of escaped ampersands: &#27;, &amp;#x1b; and &rlm; all lose
// their &.
func Entities(source string) string {
	if !strings.Contains(source, "&") {
		return source
	}
	var b strings.Builder
	for i := 0; i < len(source); i++ {
		if source[i] == '&' && controlEntity(source[i+1:]) {
			b.WriteString("\uff06") // a full-width ampersand: visible, and harmless
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
	return n > 0 && r != '\n' && r != '\t' && (Control(r) || Screen(string(r)) != string(r))
}

// hiddenEntity reports whether s begins with the name of an invisible character, such
// as rlm or ZeroWidthSpace.
func hiddenEntity(s string) bool {
	r, _ := utf8.DecodeRuneInString(html.UnescapeString("&" + s[:min(len(s), longestEntity)]))
	return Hides(r)
}

// longestEntity is the greatest length of an entity name known to html.
const longestEntity = 32
