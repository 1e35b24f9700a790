package prompt

import (
	"strings"

	"parley/store"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/text"
)

// Loud highlights what is decided about, in the margin's column.
func Loud(look pane.Look, words string) []string {
	return loud(look, words, "")
}

// LoudLines is Loud for what runs line by line: where a line is too long, what goes on of it
// has a mark, so that it is not taken for a line of its own, nor one for the other.
func LoudLines(look pane.Look, words string) (all []string) {
	for line := range strings.SplitSeq(words, "\n") {
		all = append(all, loud(look, line, look.Theme.Dim.Render(look.Theme.Glyphs.Ellipsis))...)
	}
	return all
}

func loud(look pane.Look, words, goesOn string) []string {
	rows := text.Verbatim(words, text.TextWidth(look.Theme.Fit(look.Width)))
	return text.Gutter("", goesOn, text.Paint(rows, look.Theme.Strong.Render), look.Width)
}

// Covered says what a yes for the turn would cover, if that is more than the call.
func Covered(look pane.Look, covers string) []string {
	if covers == "" || strings.HasPrefix(covers, store.CoversExactly) {
		return nil
	}
	return pane.Informs(look, textForTurn+markdown.RevealProse(covers))
}
