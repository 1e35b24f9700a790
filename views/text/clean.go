// Package text is what all rooms of the screen write with: the width of text in cells
// and its wrapping, the cleaning of untrusted text, themes, margins and links. It
// draws nothing of its own.
//
// It is pure: it reads no file or clock and starts nothing. Untrusted text enters the
// screen through this file only; docs/security.md says what that means.
package text

import (
	"strings"
	"unicode/utf8"

	"parley/store/text/clean"
)

// Clean makes untrusted prose safe to draw: invisible characters are left out. It is
// clean.Screen.
//
//go:noinline
func Clean(s string) string { return clean.Screen(s) }

// Reveal makes untrusted text safe to approve: nothing in it is dropped and
// nothing in it can hide. It is clean.Reveal.
func Reveal(s string) string { return clean.Reveal(s) }

// Prose is Reveal for words, in which blanks at the end of a line mean nothing. It is
// clean.Prose.
func Prose(s string) string { return clean.Prose(s) }

// Line makes untrusted text one line of at most width cells: what does not fit
// ends in an ellipsis. Line breaks and tabs become single spaces.
func Line(s string, width int) string {
	s = Clean(Clip(s, width))
	s = clean.OneLine(s)
	return Cut(s, width, "…")
}

// Subject is Line for what is decided, and for what a call is about: characters that are
// invisible or change direction are spelled out, as where the call is approved. A tab within a
// line is ␉, and where a line ends is ␊: what follows a comment or a command must not seem to be
// a part of it. Blanks become one blank.
func Subject(s string, width int) string {
	lines := strings.Split(Clip(s, width), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t")
	}
	return Cut(clean.InRow(clean.Tabs(Reveal(strings.Join(lines, "\n")))), width, "…")
}

// SubjectBefore is Subject for a choice: what is before its value, and whatever follows that,
// is cut first.
func SubjectBefore(s, value string, width int) string {
	i := strings.LastIndex(s, value)
	if value == "" || i < 0 {
		return Subject(s, width)
	}
	end := " " + Subject(s[i:], width)
	return CutBefore(Subject(s[:i], width)+end, end, width, "…")
}

// Rule is a rule, or what it covers, on one line of at most width cells: as it is written,
// with every blank, and nothing in it can hide.
func Rule(s string, width int) string { return Cut(Reveal(clean.Signs(Clip(s, width))), width, "…") }

// CleanOutput is Clean for what a program wrote to a terminal: its colours are
// removed, and a line overwritten with CR shows what was written last.
func CleanOutput(s string) string {
	if clean.Plain(s) {
		return s
	}
	var b strings.Builder
	for i, line := range strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		line = strings.TrimRight(line, "\r")
		b.WriteString(dropColours(line[strings.LastIndexByte(line, '\r')+1:]))
	}
	return Clean(b.String())
}

// dropColours removes complete SGR and erase-line sequences from a line.
func dropColours(line string) string {
	var b strings.Builder
	for {
		at := strings.Index(line, "\x1b[")
		if at < 0 {
			b.WriteString(line)
			return b.String()
		}
		rest := strings.TrimLeft(line[at+2:], "0123456789;:")
		b.WriteString(line[:at])
		if rest != "" && (rest[0] == 'm' || rest[0] == 'K') {
			line = rest[1:]
			continue
		}
		b.WriteString("␛")
		line = line[at+1:]
	}
}

// Clip takes no more of s than could fill width cells, so that a title of a megabyte
// costs nothing. White space is collapsed later, hence the margin.
func Clip(s string, width int) string {
	limit := 4096 + 16*max(width, 0)
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}
