package patch

import (
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/text"
)

// PatchPastMost is the number of rows up to which a past change is drawn as it was
// when it was asked about, in less than a frame. A longer one is drawn as a plain
// diff, whose lines cost a fiftieth.
const PatchPastMost = 240

// PatchLines draws the change in a question's context as it was looked at, with its
// numbers, the colours of its language and the words that changed, below what is said
// beside it; false if there is none, or a very long one.
func PatchLines(look pane.Look, context string) ([]string, bool) {
	c := RecordedChanges(context)
	if c.Hunks() == 0 || len(c.lines) > PatchPastMost || look.Width < text.MinWidth {
		return nil, false
	}
	p := New(look.Theme, c, Rules{})
	p.cursor = -1 // nothing can be chosen any more
	p = p.laid(look.Width)
	p.seen.width = look.Width
	var out []string
	if said := PatchProse(context); said != "" {
		out = append(pane.Indented(look, markdown.Context(look.Markdown, said)), "")
	}
	for row := range p.rows() {
		out = append(out, p.rowLines(row)...)
	}
	return out, true
}

// linesMost is how many rows of a change are drawn to be looked through; what is longer is
// cut, and says so.
const linesMost = 4000

// Lines draws a change that is only looked at. why is what is to be said instead of it, or
// above it.
func Lines(look pane.Look, c *Changes) (lines []string, why string) {
	if c.Hidden() != "" {
		return nil, c.Hidden()
	}
	if c.Hunks() == 0 || look.Width < text.MinWidth {
		return nil, textNothingToShow
	}
	p := New(look.Theme, c, Rules{Whole: textNothingToShow}) // it is taken as it is
	p.cursor = -1                                            // nothing is chosen
	p = p.laid(look.Width)
	p.seen.width = look.Width
	for row := range p.rows() {
		if row == linesMost {
			return lines, textCutShort(linesMost)
		}
		lines = append(lines, p.rowLines(row)...)
	}
	return lines, ""
}
