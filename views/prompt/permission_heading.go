package prompt

import (
	"strings"

	"parley/store"
	"parley/views/text"
)

// heading is what is asked, in words for people. A command stands there itself where all of it
// does, so that it need not stand below again; whole says so.
func (p Permission) heading(width int) (words string, whole bool) {
	switch {
	case p.Result != nil:
		return text.Subject(p.Tool, nameMost) + " " + strings.Repeat(p.theme.Glyphs.Rule, 2) + " " + textGiveResult, false
	case p.Asks != "":
		return text.Subject(p.Asks, 100), false
	}
	call := store.ToolCall{Name: p.Tool, Arguments: p.Arguments}
	row := call.Row()
	switch subject := text.Subject(row.Subject, nameMost); {
	case store.OfCommands(p.Tool):
		return p.command(row.Subject, p.theme.Fit(width)-headingSides-text.Width(Waiting(p.Waiting, p.Change)))
	case row.Verb == p.Tool || subject == "":
		return textRun + " " + text.Subject(p.Tool, nameMost) + "?", false
	default:
		return row.Verb + " " + subject + "?", false
	}
}

// nameMost is how many cells of a name stand in a heading, headingSides what else needs room
// there.
const nameMost, headingSides = 60, 10

// command asks about a command by itself, if a heading has room for it and can show each of
// its characters, otherwise in general.
func (p Permission) command(line string, room int) (words string, whole bool) {
	words = textRun + " `" + line + "`?"
	told, _ := store.Told(p.Text, p.Arguments)
	if line == "" || told != line || strings.Contains(line, "`") || strings.TrimSpace(line) != line || text.Line(words, room) != words {
		return textRunThis, false
	}
	return words, true
}
