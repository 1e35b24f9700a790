package window

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Quoted puts a text in double quotes without changing it.
func Quoted(text string) string { return `"` + text + `"` }

// Bound is a text in quotes that a tool or a model wrote: nothing in it passes for their end.
func Bound(text string) string {
	if strings.ContainsFunc(text, closesQuotes) {
		return strconv.Quote(text)
	}
	return Quoted(text)
}

// fenced is a text in a fence that nothing in it can close.
func fenced(text string) string {
	f := fence(text)
	return f + "\n" + strings.TrimRight(text, "\n") + "\n" + f
}

// closesQuotes says of a character whether a text with it could pass for the end of one in
// quotes.
func closesQuotes(r rune) bool { return r == '"' || r == utf8.RuneError || breaksLines(r) }

// breaksLines reports whether a character can begin another line.
func breaksLines(r rune) bool { return r == '\u2028' || r == '\u2029' || unicode.IsControl(r) }

// oddInID reports whether the program gives no event an id with a character.
func oddInID(r rune) bool {
	return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}

// fence is a run of backticks longer than any in the text.
func fence(text string) string {
	longest, run := 2, 0
	for _, r := range text {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return strings.Repeat("`", longest+1)
}

// Shortened cuts a text to at most n bytes, at a character boundary, and says so.
func Shortened(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + shortenedText
}

// shortenedText ends a text that was cut.
const shortenedText = "… (shortened)"
