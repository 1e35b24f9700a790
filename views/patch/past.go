package patch

import (
	"strings"

	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/prompt"
	"parley/views/text"
)

// Applies is the question about a change that its heading can ask in short: whether the
// tool may do what its verb says.
const Applies = "apply_changes"

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

// PastPath is the path of the file whose change was asked about, if the question of that id
// names the file in its words; "" otherwise.
func PastPath(id, words, context string) string {
	if id != Applies {
		return ""
	}
	diff, _ := markdown.DiffIn(context)
	for line := range strings.Lines(diff) {
		if strings.HasPrefix(line, "@@") {
			break
		}
		name, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "+++ b/")
		if ok && strings.Contains(markdown.RevealProse(words), markdown.RevealProse(name)) {
			return name
		}
	}
	return ""
}

// PastHeading asks about a change in at most width cells: whether the file may be changed,
// and what a reviewer recommended. named says that the reviewer stands in it, whole that
// all of the path does.
func PastHeading(th text.Theme, verb, path string, e *prompt.Escalation, width int) (words string, named, whole bool) {
	path = shown(path)
	says := recommendations(e)
	for i, say := range says {
		rest := "?"
		if say != "" {
			rest += " " + strings.Repeat(th.Glyphs.Rule, 2) + " " + say
		}
		n := width - text.Width(verb+" "+rest)
		if n >= text.Width(path) || i == len(says)-1 {
			return verb + " " + text.ShortPath(path, max(n, 1), th.Glyphs.Ellipsis) + rest, i == 0, n >= text.Width(path)
		}
	}
	return "", false, false
}

// PastReason is why a change came to the user, below a heading that names the reviewer, or
// not.
func PastReason(look pane.Look, e *prompt.Escalation, named bool) []string {
	if e == nil {
		return nil
	}
	return shortReason(e, look, named, 1<<20)
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
