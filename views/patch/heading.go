package patch

import (
	"strings"

	"parley/store/record"
	"parley/store/text/clean"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/prompt"
	"parley/views/text"
)

// headline is what the rule above a change says. Where a verb is known it is the
// question itself, with what the reviewer recommends, and how large the change is at the
// right. Where all that has no room the reviewer is named below, then the size stands
// there, and the path loses its middle last.
type headline struct {
	words, right string
	asks         bool // the heading is the question
	who          bool // and it says who recommends what
	sized        bool // and how large the change is
	cut          bool // the path is shortened
}

// leastPath is the least width at which a path is worth showing.
const leastPath = 12

func (p Patch) headline(q prompt.Prompt, width int) headline {
	waiting := prompt.Waiting(q.Waiting, q.Change)
	usual := headline{words: q.Heading(), right: waiting}
	if q.Verb == "" || p.now == nil || p.now.Path == "" || !strings.Contains(markdown.RevealProse(q.Field.Question.Text), markdown.RevealProse(p.now.Path)) {
		return usual
	}
	path, progress := shown(p.now.Path), ""
	if q.Of > 1 {
		progress = prompt.Progress(q.At, q.Of, q.Skipped)
	}
	words := func(path, says string) string { return q.Headed(q.Verb+" "+path+"?", says, progress) }
	stats := p.stats()
	says := recommendations(q.Escalated)
	long, short := stats[0], stats[len(stats)-1]
	rights := []string{sized(long, waiting), sized(short, waiting), short, waiting, ""}
	for _, least := range []int{text.Width(path), min(text.Width(path), leastPath)} {
		for i, say := range says {
			for nth, right := range rights {
				if i == 0 && len(says) > 1 && nth > 2 {
					break // the name stands below as well
				}
				n := width - 6 - text.Width(words("", say)) // for the path
				if right != "" {
					n -= text.Width(right) + 3
				}
				if n >= least {
					return headline{
						words: words(text.ShortPath(path, n, p.theme.Glyphs.Ellipsis), say), right: right, asks: true,
						who: i == 0, sized: nth < 3, cut: n < text.Width(path),
					}
				}
			}
		}
	}
	return usual
}

// shown is a path in which nothing hides, is lost or looks like something else.
func shown(path string) string { return markdown.RevealProse(record.FileName(path)) }

// leastBelowPath is how many lines a change keeps below the path of its file.
const leastBelowPath = 4

// wholePath is all of the path of the change, where what is asked has no room for it: two files whose paths differ
// in the middle are not asked about in the same words. nil where it takes more lines than most.
func (p Patch) wholePath(look pane.Look, most int) []string {
	if p.now == nil || p.now.Path == "" {
		return nil
	}
	rows := text.Verbatim(shown(p.now.Path), text.TextWidth(look.Theme.Fit(look.Width)))
	if len(rows) > most {
		return nil
	}
	return pane.Indented(look, text.Paint(rows, look.Theme.Dim.Render))
}

// asks is what is asked, with the path of the change as shown.
func (p Patch) asks(words string) string {
	if p.now != nil && p.now.Path != "" {
		words = strings.ReplaceAll(words, p.now.Path, clean.Path(p.now.Path))
	}
	return markdown.RevealProse(words)
}

func sized(stat, waiting string) string {
	if stat == "" || waiting == "" {
		return stat + waiting
	}
	return stat + ", " + waiting
}

// recommendations are the ways to say what a reviewer recommends; only the first
// names it.
func recommendations(e *prompt.Escalation) []string {
	if e == nil {
		return []string{""}
	}
	who := text.Line(e.Model, 40)
	if who == "" {
		who = strings.ToLower(textTheReviewer)
	}
	if e.Failed {
		return []string{who + " " + textNoReview, textNoReviewShort}
	}
	return []string{who + " " + textRecommends, textRecommendsShort}
}

// question is what stands below the heading of what it does not say, and all of what
// is asked where not all is to be seen.
func (h headline) question(p Patch, look pane.Look, words string, most int) (lines, whole []string) {
	if !h.asks {
		return p.question(look, words, most)
	}
	width := text.TextWidth(look.Theme.Fit(look.Width))
	if stats := p.stats(); !h.sized && stats[0] != "" {
		lines = pane.Indented(look, text.Paint(text.Wrap(stats[len(stats)-1], width), look.Theme.Dim.Render))
	}
	if h.cut {
		whole = pane.Indented(look, text.Paint(text.Wrap(p.asks(words), width), look.Theme.Strong.Render))
	}
	return lines, whole
}

// manner distinguishes the ways to show a reason.
func (h headline) manner() string {
	switch {
	case h.asks && h.who:
		return "/plain"
	case h.asks:
		return "/named"
	}
	return ""
}

// reason is why the change came to the user: the reviewer's words, and who they are of
// where the heading does not say it.
func (h headline) reason(look pane.Look, e *prompt.Escalation) []string {
	if !h.asks || e == nil {
		return e.Lines(look)
	}
	return shortReason(e, look, h.who, 1<<20)
}
