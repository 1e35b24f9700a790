package prompt

import (
	"strings"

	"parley/store/record"
	"parley/views/text"
)

// heading is what is asked, in words for people. A command stands there itself where all of it
// does, so that it need not stand below again; whole says so.
func (p Permission) heading(width int) (words string, whole bool) {
	switch {
	case p.Result != nil:
		return GiveAsks(p.theme, p.Tool), false
	case p.Asks != "":
		return text.Subject(p.Asks, 100), false
	}
	return callAsks(p.Tool, p.told.Asks, p.theme.Fit(width)-headingSides-text.Width(Waiting(p.Waiting, p.Change)))
}

// named is the tool whose name the heading is to say, "" for one that is told by what it does.
func (p Permission) named() string {
	if p.Result == nil && (p.Asks != "" || p.told.Asks.Command || p.told.Asks.Subject != p.Tool) {
		return ""
	}
	return p.Tool
}

// nameMost is how many cells of a name stand in a heading, headingSides what else needs room
// there.
const nameMost, headingSides = 60, 10

// GiveAsks asks whether the result of a call may be given to the assistant.
func GiveAsks(th text.Theme, tool string) string {
	return text.Subject(tool, nameMost) + " " + strings.Repeat(th.Glyphs.Rule, 2) + " " + textGiveResult
}

// CallAsks asks whether a call may run: about a command by itself, if a heading has room for it
// and can show each of its characters, otherwise in general. whole says that the command stands in
// the words.
func CallAsks(tool string, asks record.Asks, room int) (words string, whole bool) {
	return callAsks(tool, asks, room)
}

// mostQuoted is how many bytes a command has that a heading may quote. No heading has room for more,
// and whether one has is looked at with each key.
const mostQuoted = 8 << 10

func callAsks(tool string, a record.Asks, room int) (words string, whole bool) {
	switch {
	case !a.Command:
		if a.Subject = text.Subject(a.Subject, nameMost); a.Subject == "" {
			a.Verb, a.Subject = textRun, text.Subject(tool, nameMost)
		}
	case a.Subject == "":
	case len(a.Subject) > mostQuoted, text.Line(a.Words(), room) != a.Words():
		a.Subject = ""
	default:
		whole = true
	}
	return a.Words(), whole
}
