package rawjson

import "strings"

// fence marks the beginning and the end of code in Markdown.
const fence = "```"

// Unfenced is a text without the blanks and the Markdown fence around all of it; models add them. A fence with
// more than a language beside its mark stays: an answer may stand there, too.
//
//go:noinline
func Unfenced(text string) string {
	text = strings.TrimSpace(text)
	head, inner, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(text, fence) || !strings.HasSuffix(text, fence) ||
		strings.Contains(head, "{") || len(strings.Fields(strings.TrimLeft(head, "`"))) > 1 {
		return text
	}
	return strings.TrimSpace(strings.TrimSuffix(inner, fence))
}
