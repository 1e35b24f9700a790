package prompt

import (
	"fmt"
	"strings"

	"parley/forms"
	"parley/store/text/clean"
	"parley/views/edit"
	"parley/views/pane"
	"parley/views/text"
)

// Body is the drawn part of a prompt in which the answer is given.
type Body struct {
	Lines   []string
	Choices []int    // by line, the choice that it belongs to, -1 none
	of      int      // how many choices there are, if only those near the cursor have lines; -1: numbers say which lines are seen
	Focus   int      // the line that must be visible, -1 none
	X       int      // the column of the terminal's cursor in that line, -1 none
	foot    []string // stays below the lines
	cut     []int    // the choices whose label or value is cut
	tally   string   // how many are chosen, or which one: stays below the lines, at the right
	whole   []string // the choice under the cursor in full, if its line is cut
}

// Add appends the lines of a choice, -1 for none.
//
//go:noinline
func (b *Body) Add(choice int, lines ...string) {
	b.Lines = append(b.Lines, lines...)
	for range lines {
		b.Choices = append(b.Choices, choice)
	}
}

// Line appends a line typed after a slash, with a remark beside it, and returns the
// cursor's column.
func (b *Body) Line(look pane.Look, line edit.Line, beside string) (x int) {
	const mark = "/ "
	if beside != "" {
		beside = "   " + beside
	}
	room := text.TextWidth(look.Theme.Fit(look.Width))
	words, x := line.Draw(room - len(mark) - text.Width(beside))
	words = text.Cut(mark+words+beside, room, look.Theme.Glyphs.Ellipsis)
	b.Add(-1, pane.Indented(look, []string{look.Theme.Accent.Render(words)})...)
	return min(len(text.LeftMargin(look.Width))+len(mark)+x, look.Width-1)
}

// Body draws the part in which the answer is given, in about room lines; list is how
// many lines a list of choices may take to be fully visible.
func (f Field) Body(look pane.Look, room int, list ListRoom) Body {
	b := Body{X: -1}
	switch {
	case f.mode == InMenu:
		b.Focus = f.menu
		for i, line := range f.menuLines(look) {
			b.Add(i, line)
		}
	case f.mode == Replying || f.mode == Other:
		written{}.draw(f, look, room, list, &b)
	default:
		f.kind().draw(f, look, room, list, &b)
		if notes := f.notes(look); f.mode == Writing && f.kind().traits().notes && notes != "" {
			b.foot = pane.Informs(look, notes)
		}
		if f.mode == Writing {
			b.foot = append(f.alike(look), b.foot...)
		}
	}
	return b
}

// row is a choice after its cursor mark.
func row(look pane.Look, at bool, words string) string {
	th := look.Theme
	mark := ""
	if at {
		mark = th.Accent.Render(th.Glyphs.Cursor)
	}
	room := max(text.TextWidth(look.Width)-2, 1)
	if text.Width(text.Stripped(words)) == room+1 { // the last column stays free, but nothing is cut for it
		room++
	}
	words = text.Cut(words, room, th.Glyphs.Ellipsis)
	if at { // what beside it is quiet stays so
		plain, styled := words, ""
		if i := strings.IndexByte(words, '\x1b'); i > 0 {
			plain, styled = words[:i], words[i:]
		}
		words = th.Strong.Render(plain) + styled
	}
	lead := text.Spaces(2)
	if mark != "" {
		lead = mark + " "
	}
	return text.Cut(text.LeftMargin(look.Width)+lead+words, look.Width, "")
}

func (f Field) menuLines(look pane.Look) []string {
	out := []string{}
	for i, item := range f.menuItems() {
		words := item.String()
		if item == menuAnswer && f.home() == InMenu {
			words += f.answerSoFar(look)
		}
		if item == menuReply && strings.TrimSpace(f.said) != "" {
			words += soFar(look, textDraft, f.said)
		}
		out = append(out, row(look, i == f.menu, words))
	}
	return out
}

// answerSoFar is the text in the answer, if it is worth showing: the skeleton of a
// schema is not.
func (f Field) answerSoFar(look pane.Look) string {
	text := f.text.Text() // folded text stays folded
	if f.flat != nil {
		text = f.state().Text
	}
	untouched := text == f.first.Text || len(f.text.Chips) > 0 && f.text.Whole() == f.first.Text
	switch {
	case f.kind().traits().hidden:
		return ""
	case !untouched || len(f.Rules.Given) > 0:
		return soFar(look, textDraft, text)
	case len(f.Question.Default) > 0:
		return soFar(look, textDefault, text)
	}
	return ""
}

func soFar(look pane.Look, what, words string) string {
	shown := text.Line(clean.Foreign(words), max(look.Width-24-text.Width(what), 8))
	if shown == "" {
		return ""
	}
	return "       (" + what + " \"" + shown + "\")"
}

// optionRows is how many lines an option may take in the list. A longer one is shown
// in full above the question while the cursor is on it.
const optionRows = 4

// optionLines draws the options that match the filter, as far as they fit. Label and
// description are in columns; what is too long for its line continues below.
func (f Field) optionLines(look pane.Look, room int, list ListRoom, b *Body) {
	if f.mode == Filtering || f.Filter() != "" {
		x := b.Line(look, f.filter, "")
		if f.mode == Filtering {
			b.X = x
		}
	}
	visible := f.visible()
	if f.Filter() != "" && (len(visible) == 0 || visible[0] == len(f.Question.AnswerType.Options)) {
		b.Add(-1, pane.Informs(look, textNoMatch)...)
	}
	words := f.names.Of(f.Question.AnswerType)
	column := min(words.Widest, look.Width/2)
	room = max(room, list.most+1)
	first, last := max(f.cursor-room, 0), min(f.cursor+room+1, len(visible))
	at, other := optionRows, optionRows
	if f.choices() <= 9 {
		at, other = f.rows(look, visible, column, list)
	}
	b.of = len(visible)
	for n := first; n < last; n++ {
		rows := other
		if n == f.cursor {
			rows = at
		}
		lines, whole, unsaid := f.option(look, n, visible[n], column, rows)
		if unsaid {
			b.cut = append(b.cut, n)
		}
		if n == f.cursor {
			if b.X < 0 {
				b.Focus = len(b.Lines)
			}
			b.whole = whole
		}
		b.Add(n, lines...)
	}
	switch {
	case f.Question.AnswerType.Kind == forms.MultiSelect:
		words := append([]string{fmt.Sprintf("%d of %d chosen", f.countChosen(), len(f.chosen)+len(f.own))}, f.Question.AnswerType.LimitWords()...)
		b.tally = strings.Join(words, " "+look.Theme.Glyphs.Dot+" ")
	case len(visible) > 9:
		b.tally = fmt.Sprintf("%d of %d", f.cursor+1, len(visible))
	}
}

// rows is how many lines the choice under the cursor and every other may take, so
// that all of a few are seen: as many as they want, or the others one each, or all of
// them. What lets all of the text be seen beside them comes first.
func (f Field) rows(look pane.Look, visible []int, column int, list ListRoom) (at, other int) {
	tries := [][2]int{{optionRows, optionRows}, {optionRows, 1}, {1, 1}}
	var sizes [3]int
	for i, try := range tries {
		for n, option := range visible {
			rows := try[1]
			if n == f.cursor {
				rows = try[0]
			}
			lines, _, _ := f.option(look, n, option, column, rows)
			sizes[i] += len(lines)
		}
	}
	for _, room := range []int{list.beside, list.most} {
		for i, try := range tries[:2] {
			if sizes[i] <= room {
				return try[0], try[1]
			}
		}
	}
	return 1, 1
}

func (f Field) countChosen() int { return len(f.own) + countOf(f.chosen) }

//go:noinline
func countOf(picks []bool) (n int) {
	for _, on := range picks {
		if on {
			n++
		}
	}
	return n
}

// label is what the user reads for the option of an index; the index after the last
// is the user's own value.
func (f Field) label(i int, g text.Glyphs) string {
	switch {
	case i < len(f.Question.AnswerType.Options):
		return f.names.Of(f.Question.AnswerType).Labels[i]
	case len(f.own) > 0:
		return "other: " + OneLine(clean.Blanks(f.own[0]))
	case f.typed != "":
		return g.More(textOther) + " (" + textDraft + " " + OneLine(f.typed) + ")"
	}
	return g.More(textOther)
}

// option draws the n-th choice, the option i, in at most so many lines, 1 or
// optionRows; whole is all of it if that was too few, and unsaid reports whether it was the
// label or the value that was cut.
func (f Field) option(look pane.Look, n, i, column, rows int) (lines, whole []string, unsaid bool) {
	th, a := look.Theme, f.Question.AnswerType
	head := ""
	if a.Kind == forms.MultiSelect {
		head = th.Glyphs.Off + " "
		if i < len(f.chosen) && f.chosen[i] || i == len(f.chosen) && len(f.own) > 0 {
			head = th.Glyphs.On + " "
		}
	} else if f.choices() <= 9 && f.mode != Filtering { // a digit is typed into the text there
		head = fmt.Sprintf("%d  ", n+1)
	}
	label, about, star := Label{Words: f.label(i, th.Glyphs)}, "", ""
	if i < len(a.Options) {
		about, label.Value = f.names.Of(a).Abouts[i], f.names.Of(a).Values[i]
		if a.Options[i].Recommended {
			star = th.Glyphs.Star + " " + TextRecommended
		}
	}
	room := max(text.TextWidth(look.Theme.Fit(look.Width))-2-text.Width(head), 1)
	var isCut bool
	if rows == 1 {
		lines, isCut, unsaid = optionLine(th, label, about, star, column, room)
	} else {
		lines, isCut, unsaid = OptionText(th, label, about, star, column, room)
	}
	if isCut && n == f.cursor {
		whole = pane.Indented(look, append(text.Wrap(label.Words, text.TextWidth(look.Theme.Fit(look.Width))), text.Paint(text.Wrap(about, text.TextWidth(look.Theme.Fit(look.Width))), th.Dim.Render)...))
	}
	for k := range lines {
		if k > 0 {
			head = text.Spaces(text.Width(head))
		}
		lines[k] = row(look, n == f.cursor && k == 0, head+lines[k])
	}
	return lines, whole, unsaid
}

// optionLine lays an option out in one line, with what of its description has room
// beside the labels.
func optionLine(th text.Theme, label Label, about, star string, column, room int) (lines []string, isCut, unsaid bool) {
	if star != "" {
		star = starGap + th.Accent.Render(th.Glyphs.Star)
		room -= text.Width(text.Stripped(star))
	}
	line := label.in(max(room, 1), th.Glyphs.Ellipsis)
	rest := room - column - 3
	unsaid = line != label.Words
	isCut = unsaid || about != "" && text.Width(about) > rest
	switch {
	case about == "":
	case rest >= leastAbout && text.Width(line) <= column:
		line = text.Pad(line, column) + "   " + th.Dim.Render(text.Cut(about, rest, th.Glyphs.Ellipsis))
	case unsaid:
	case text.Width(line)+1+text.Width(th.Glyphs.Ellipsis) <= room: // that there is more must show
		line += th.Dim.Render(" " + th.Glyphs.Ellipsis)
	default:
		line, unsaid = text.Cut(line, room-1, "")+th.Glyphs.Ellipsis, true
	}
	return []string{line + star}, isCut, unsaid
}

// starGap parts what is recommended from the mark that says so: it stands beside its
// option, not at the end of the line.
const starGap = "   "

// leastAbout is the number of cells from which a part of a description is worth showing, and
// leastColumn from how many it is broken beside its label.
const leastAbout, leastColumn = 12, 30

// OptionText lays an option out: in columns, the second of them broken into lines
// where it has room for a few words, else below one another; cut where it is too long, and
// unsaid reports whether that was in its label or value.
func OptionText(th text.Theme, label Label, about, star string, column, room int) (lines []string, isCut, unsaid bool) {
	beside := column + 3 + text.Width(text.Cut(about, room+1, ""))
	if star != "" {
		beside += 3 + text.Width(star)
	}
	width := text.Width(text.Cut(label.Words, column+1, ""))
	if about+star != "" && beside <= room && width <= column {
		line := text.Pad(label.Words, column)
		if about != "" {
			line += "   " + th.Dim.Render(about)
		}
		if star != "" {
			line += starGap + th.Accent.Render(star)
		}
		return []string{line}, false, false
	}
	part := func(words string, room, rows int) []string {
		short := text.Cut(words, rows*room+1, "")
		all := text.Wrap(short, room)
		if len(all) > rows || len(short) < len(words) {
			isCut = true
			all = all[:min(rows, len(all))]
			all[len(all)-1] = text.GoesOn(all[len(all)-1], room, th.Glyphs.Ellipsis)
		}
		return all
	}
	if side := room - (beside - text.Width(text.Cut(about, room+1, ""))); about != "" && width <= column && side >= leastColumn {
		lines = text.Paint(part(about, side, optionRows), th.Dim.Render)
		for i := range lines {
			lines[i] = text.Spaces(column+3) + lines[i]
		}
		lines[0] = text.Pad(label.Words, column) + strings.TrimPrefix(lines[0], text.Spaces(column))
		if star != "" {
			lines[0] += starGap + th.Accent.Render(star)
		}
		return lines, isCut, false
	}
	lines = label.rows(room, optionRows/2, th.Glyphs.Ellipsis)
	unsaid = len(text.Wrap(text.Cut(label.Words, optionRows/2*room+1, ""), room)) > optionRows/2 || text.Width(label.Words) > optionRows/2*room
	isCut = unsaid
	if about != "" {
		lines = append(lines, text.Paint(part(about, room, optionRows/2), th.Dim.Render)...)
	}
	if star != "" {
		lines = append(lines, th.Dim.Render(text.Cut(star, room, "")))
	}
	return lines, isCut, unsaid
}

// textLines draws all of the editor behind a bar.
func (f Field) textLines(look pane.Look) (lines []string, focus, x int) {
	f.text.SetSize(max(look.Width-len(text.LeftMargin(look.Width))-1, 1), edit.AllRows)
	bar := look.Theme.Dim.Render(look.Theme.Glyphs.Bar)
	lines = text.Gutter(bar, bar, f.text.Lines(), look.Width)
	cx, cy := f.text.Cursor()
	return lines, min(cy, max(len(lines)-1, 0)), min(cx+len(text.LeftMargin(look.Width)), look.Width-1)
}
