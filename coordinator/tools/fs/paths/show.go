package paths

import (
	"strconv"
	"strings"

	"parley/store/text/clean"
)

// Show is a path for a line of text: as it is, or quoted if it holds anything that would
// not show as itself. An ellipsis does not: rows have one where a path is shortened.
func Show(p string) string {
	for _, r := range p {
		if !strconv.IsPrint(r) || r == '`' || r == '"' || r == '\uFFFD' || r == '…' {
			return strings.ReplaceAll(strconv.Quote(p), "…", `\u2026`)
		}
	}
	return p
}

// Name is a path within a sentence, or beside another one: Show, and in quotes too if it could be taken for
// words of the sentence, or looks like another name.
func Name(p string) string {
	switch shown := Show(p); {
	case shown != p:
		return shown
	case clean.Signs(clean.Syllables(p)) != clean.Syllables(p):
		return `"` + clean.Signs(p) + `"`
	case strings.Contains(p, " "):
		return strconv.Quote(p)
	}
	return p
}

// Fenced is a path as code in Markdown. One with a backtick is shown in quotes instead,
// since nothing can be escaped in code.
func Fenced(p string) string { return "`" + strings.ReplaceAll(Show(p), "`", "\\x60") + "`" }
