package secret

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// readings are how a text is read besides as it is: a secret is searched for in few spellings, and what quotes it has
// many for each letter.
var readings = [...]func(string) string{unescaped, undoubled, unquoted, unpercented, html.UnescapeString, pointed.Replace}

// Read hides in a text as it is written, and as it reads without the escapes of JSON, of an address, a shell or a web page. A text
// in which something is hidden as it reads loses these.
func Read(text string, hide func(string) string) string {
	out := hide(text)
	for _, read := range readings {
		as := read(out)
		if as == out {
			continue
		}
		if hidden := hide(as); hidden != as {
			out = hidden
		}
	}
	return out
}

// Readings are a text as it is written, and as it reads without escapes, be they one within the other.
func Readings(text string) []string {
	all := []string{text}
	for range 2 {
		for _, written := range slices.Clone(all) {
			for _, read := range readings {
				if as := read(written); !slices.Contains(all, as) {
					all = append(all, as)
				}
			}
		}
	}
	return all
}

// pointed reads the parts of a pointer into JSON.
var pointed = strings.NewReplacer("~1", "/", "~0", "~")

// unquoted is a text without the backslashes with which a shell quotes.
func unquoted(text string) string { return strings.ReplaceAll(text, `\`, "") }

// undoubled is a text as it was before it was quoted for JSON once more.
func undoubled(text string) string { return strings.ReplaceAll(text, `\\`, `\`) }

// unpercented is a text without the escapes of an address.
func unpercented(text string) string {
	at := strings.IndexByte(text, '%')
	if at < 0 {
		return text
	}
	var b strings.Builder
	for ; at >= 0; at = strings.IndexByte(text, '%') {
		b.WriteString(text[:at])
		text = text[at:]
		n, err := uint64(0), error(strconv.ErrSyntax)
		if len(text) > 2 {
			n, err = strconv.ParseUint(text[1:3], 16, 8)
		}
		if err != nil {
			b.WriteByte('%')
			text = text[1:]
			continue
		}
		b.WriteByte(byte(n))
		text = text[3:]
	}
	b.WriteString(text)
	return b.String()
}

// unescaped is a text without those escapes of JSON for which JSON has another spelling. What has to be
// escaped is so in one way, and what is no escape of JSON stays.
func unescaped(text string) string {
	at := strings.IndexByte(text, '\\')
	if at < 0 {
		return text
	}
	var b strings.Builder
	for ; at >= 0 && at+1 < len(text); at = strings.IndexByte(text, '\\') {
		b.WriteString(text[:at])
		text = text[at:]
		n := 2
		switch c, long := codePoint(text); {
		case long > 0:
			n = long
			b.WriteString(shortestOf(c))
		case text[1] == '/':
			b.WriteByte('/')
		default:
			b.WriteString(text[:2])
		}
		text = text[n:]
	}
	b.WriteString(text)
	return b.String()
}

// codePoint is the character of the \u escape with which a text begins, and how many bytes that takes; 0 if it
// begins with none, or with half of a pair.
func codePoint(text string) (c rune, long int) {
	first, ok := codeUnit(text)
	if !ok {
		return 0, 0
	}
	if !utf16.IsSurrogate(first) {
		return first, 6
	}
	if second, ok := codeUnit(text[6:]); ok {
		if c = utf16.DecodeRune(first, second); c != '\uFFFD' {
			return c, 12
		}
	}
	return 0, 0
}

func codeUnit(text string) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(text[2:6], 16, 16)
	return rune(n), err == nil
}

// shortestOf is a character as it stands in a text of JSON.
func shortestOf(c rune) string {
	if c >= ' ' && c != '"' && c != '\\' {
		return string(c)
	}
	if i := strings.IndexRune("\"\\\b\f\n\r\t", c); i >= 0 {
		return `\` + `"\bfnrt`[i:i+1]
	}
	return fmt.Sprintf(`\u%04x`, c)
}
