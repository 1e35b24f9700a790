package prompt

import (
	"strings"

	"parley/store/record"
	"parley/store/text/clean"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/text"
)

// Loud highlights what is decided about, in the margin's column.
func Loud(look pane.Look, words string) []string {
	return loud(look, words, "", "")
}

// lineMark is what stands in the margin before each line of words that have several, so that none is
// taken for what Parley says.
func lineMark(look pane.Look, words string) string {
	if !strings.Contains(words, "\n") {
		return ""
	}
	return look.Theme.Dim.Render(look.Theme.Glyphs.Bar)
}

// LoudLines is Loud for what runs line by line: where a line is too long, what goes on of it
// has a mark, so that it is not taken for a line of its own, nor one for the other.
func LoudLines(look pane.Look, words string) (all []string) {
	begins := lineMark(look, words)
	for line := range strings.SplitSeq(words, "\n") {
		all = append(all, loud(look, line, begins, look.Theme.Dim.Render(look.Theme.Glyphs.Ellipsis))...)
	}
	return all
}

// loudRow draws a row of LoudLines of these words.
func loudRow(look pane.Look, words string) markdown.DrawRow {
	on, begins := look.Theme.Dim.Render(look.Theme.Glyphs.Ellipsis), lineMark(look, words)
	return func(row string, goesOn bool) string {
		mark := begins
		if goesOn {
			mark = on
		}
		return text.Gutter(mark, mark, text.Paint([]string{row}, look.Theme.Strong.Render), look.Width)[0]
	}
}

func loud(look pane.Look, words, begins, goesOn string) []string {
	rows := text.Verbatim(words, text.TextWidth(look.Theme.Fit(look.Width)))
	return text.Gutter(begins, goesOn, text.Paint(rows, look.Theme.Strong.Render), look.Width)
}

// LoudRows is LoudLines, drawn as far as it is seen.
func LoudRows(look pane.Look, words string) markdown.Verbatim {
	return markdown.Verbatim{Words: func() string { return words }, Bytes: len(words), Width: text.TextWidth(look.Theme.Fit(look.Width)), Row: loudRow(look, words)}
}

// LoudFirst is the first n lines of LoudLines, if there are that many.
func LoudFirst(look pane.Look, words string, n int) (lines []string) {
	v := LoudRows(look, words)
	for rows := text.NewRows(words, v.Width); len(lines) < n; {
		row, more := rows.Next()
		if !more {
			break
		}
		lines = append(lines, v.Row(row, rows.GoesOn()))
	}
	return lines
}

// QuotedRows is what pane.Quoted makes of about so many bytes of words, drawn as far as it is seen.
func QuotedRows(look pane.Look, words func() string, bytes int) markdown.Verbatim {
	draw, width := pane.QuotedRow(look)
	trimmed := func() string { return strings.TrimRight(words(), "\n") }
	return markdown.Verbatim{Words: trimmed, Bytes: bytes, Width: width, Row: draw}
}

// Covered says what a yes for the turn would cover, if that is more than the call.
func Covered(look pane.Look, covers string) []string {
	if covers == "" || strings.HasPrefix(covers, record.CoversExactly) {
		return nil
	}
	return pane.Informs(look, textForTurn+exactly(covers))
}

// LongWords is how many bytes of a text are drawn at once. Of more than that only what is seen
// is drawn, and the number of lines below is an estimate.
const LongWords = 16 << 10

// reading puts together what is read before the decision: what is said about the call, what it will
// do, unless that stands below as the question, and the arguments not shown yet, or all of them
// unformatted on request. What Parley says comes first: below a stranger's text, the end of that
// could look like it.
func (p Permission) reading(question []string, look pane.Look) (r markdown.Reading) {
	key := markdown.MemoKey{Theme: p.theme.Name, Width: look.Width, RawJSON: p.raw}
	rest := QuotedRows(look, func() string { return pane.Whole(p.rest()) }, p.size())
	if p.Result == nil && len(p.told.Whole) > LongWords {
		whole := LoudRows(look, p.told.Whole)
		r.Before = apart(p.remarks(look))
		if p.size() > LongWords {
			r.About = p.quoted.Rows(key, whole, &rest)
		} else if r.About = p.quoted.Rows(key, whole, nil); p.rest() != "" {
			r.Follow(pane.Arguments(look, p.rest()))
		}
		r.Follow(p.behind(look))
		return r
	}
	r.Before = p.remarks(look)
	if len(question) > 0 {
		r.Before = append(apart(r.Before), question...)
	}
	if p.size() > LongWords {
		r.About = p.quoted.Rows(key, rest, nil)
	} else if words := p.rest(); words != "" {
		r.Before = append(r.Before, p.about.Get(key, func() []string { return pane.Arguments(look, words) })...)
	}
	r.Follow(p.behind(look))
	return r
}

// apart are notes with a blank line below them, by which they end.
func apart(notes []string) []string {
	if len(notes) == 0 {
		return nil
	}
	return append(notes, "")
}

// pin keeps the beginning of what is asked below its text, where the notes above it leave no room
// for that.
func (p Permission) pin(d *Dock, look pane.Look) {
	notes := len(apart(p.remarks(look)))
	if visible := d.Height - 2 - len(d.HintLines()); notes < visible { // one line says how much follows
		return
	}
	d.Text.Take(notes + 1)
	d.Question = d.first(d.Text.Part(notes, notes+1), 1)
}

// size is about how many bytes stand below what is asked. Of many, only what is seen is drawn.
func (p Permission) size() int {
	switch {
	case p.Result != nil:
		return len(*p.Result)
	case p.raw:
		return len(p.Arguments)
	}
	return len(p.told.Others)
}

// rest is what stands below what is asked.
func (p Permission) rest() string {
	switch {
	case p.Result != nil:
		return text.Reveal(strings.TrimRight(*p.Result, "\n"))
	case p.raw:
		return text.Reveal(string(p.Arguments))
	}
	return p.told.Others
}

// exactly is a sentence of Parley's with words of a call in it, which stand there by their characters.
func exactly(words string) string { return text.Reveal(clean.Signs(words)) }

// remarks are what Parley says.
func (p Permission) remarks(look pane.Look) (lines []string) {
	if p.unnamed != "" {
		lines = pane.Informs(look, textWholeName(p.unnamed))
	}
	for _, said := range p.Said {
		own, others, more := strings.Cut(said, "\n")
		if lines = append(lines, pane.Informs(look, exactly(own))...); more { // what a server says of its tool
			lines = append(lines, pane.Quoted(look, text.Reveal(others))...)
		}
	}
	if p.Why != "" {
		lines = append(lines, pane.Informs(look, textAskedSince(exactly(p.Why)))...)
	}
	return append(lines, Covered(look, p.Covers)...)
}

// behind is what stands below the arguments.
func (p Permission) behind(look pane.Look) (lines []string) {
	if p.raw && p.Described != "" {
		return append(pane.Informs(look, textDescribed(text.Line(p.Server, 40))), pane.Quoted(look, text.Reveal(p.Described))...)
	}
	return nil
}
