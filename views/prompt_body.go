package views

import (
	"fmt"
	"strings"

	"parley/forms"
)

// body is what the answer is given with, drawn.
type body struct {
	lines   []string
	choices []int    // by line, the choice that it belongs to, -1 none
	focus   int      // the line that must be seen, -1 none
	x       int      // where the terminal's cursor belongs in it, -1 nowhere
	foot    []string // stays below the lines
	whole   []string // the choice under the cursor in full, where its line is cut
}

// add appends the lines of a choice, -1 for none.
func (b *body) add(choice int, lines ...string) {
	b.lines = append(b.lines, lines...)
	for range lines {
		b.choices = append(b.choices, choice)
	}
}

// body draws what the answer is given with in about so many lines; list is how
// many a list of choices may take to be seen whole.
func (f Field) body(look Look, room int, list listRoom) body {
	b := body{x: -1}
	switch {
	case f.mode == InMenu:
		b.focus = f.menu
		for i, line := range f.menuLines(look) {
			b.add(i, line)
		}
	case f.mode == Writing || f.mode == Replying || f.mode == Other:
		lines, focus, x := f.writingLines(look, room)
		b.focus, b.x = focus, x
		b.add(-1, lines...)
	case f.Question.AnswerType.Kind == forms.Boolean:
		b.focus = f.cursor
		b.add(0, f.row(look, f.cursor == 0, "yes"))
		b.add(1, f.row(look, f.cursor == 1, "no"))
	default:
		f.optionLines(look, room, list, &b)
	}
	return b
}

// row is a choice behind its cursor.
func (f Field) row(look Look, at bool, words string) string {
	th := look.Theme
	mark := ""
	if at {
		mark = th.Accent.Render(th.Glyphs.Cursor)
	}
	room := max(look.Width-len(left(look.Width))-2, 1)
	words = cut(words, room, th.Glyphs.Ellipsis)
	if at {
		words = th.Strong.Render(words)
	}
	lead := spaces(2)
	if mark != "" {
		lead = mark + " "
	}
	return cut(left(look.Width)+lead+words, look.Width, "")
}

func (f Field) menuLines(look Look) []string {
	out := []string{}
	for i, item := range f.menuItems() {
		words := item.String()
		if item == menuAnswer && f.home() == InMenu {
			words += f.answerSoFar(look)
		}
		if item == menuReply && strings.TrimSpace(f.said) != "" {
			words += soFar(look, textDraft, f.said)
		}
		out = append(out, f.row(look, i == f.menu, words))
	}
	return out
}

// answerSoFar is the text that stands in the answer, if it is worth showing: the
// skeleton of a schema is not.
func (f Field) answerSoFar(look Look) string {
	text := f.text.Text() // what is folded stays so
	untouched := text == f.first.Text || len(f.text.chips) > 0 && f.text.Whole() == f.first.Text
	switch {
	case f.Question.AnswerType.Kind == forms.Secret:
		return ""
	case !untouched || len(f.Rules.Given) > 0:
		return soFar(look, textDraft, text)
	case len(f.Question.Default) > 0:
		return soFar(look, textDefault, text)
	}
	return ""
}

func soFar(look Look, what, text string) string {
	shown := Line(text, max(look.Width-24-Width(what), 8))
	if shown == "" {
		return ""
	}
	return "       (" + what + " \"" + shown + "\")"
}

// optionRows is how many lines an option may take in the list. What is longer is
// shown in full above the question while the cursor is on it.
const optionRows = 4

// optionLines draws the options that the filter lets through, as far as they can
// be seen. Label and description stand in columns; what is too long for its line
// goes on below.
func (f Field) optionLines(look Look, room int, list listRoom, b *body) {
	if f.mode == Filtering || f.filter != "" {
		filter := "/ " + f.filter
		b.add(-1, indented(look, []string{look.Theme.Accent.Render(cut(filter, TextWidth(look.Width), ""))})...)
		if f.mode == Filtering {
			b.x = min(len(left(look.Width))+Width(filter), look.Width-1)
		}
	}
	visible := f.visible()
	if len(visible) == 0 {
		b.add(-1, informs(look, textNoMatch)...)
		return
	}
	words := f.names.of(f.Question.AnswerType)
	column := min(words.widest, look.Width/2)
	room = max(room, list.most+1)
	first, last := max(f.cursor-room, 0), min(f.cursor+room+1, len(visible))
	at, other := optionRows, optionRows
	if f.choices() <= 9 {
		at, other = f.rows(look, visible, column, list)
	}
	for n := first; n < last; n++ {
		rows := other
		if n == f.cursor {
			rows = at
		}
		lines, whole := f.option(look, n, visible[n], column, rows)
		if n == f.cursor {
			if b.x < 0 {
				b.focus = len(b.lines)
			}
			b.whole = whole
		}
		b.add(n, lines...)
	}
	switch {
	case f.Question.AnswerType.Kind == forms.MultiSelect:
		b.foot = []string{look.Theme.Dim.Render(rightOf(fmt.Sprintf("%d of %d", f.countChosen(), len(f.chosen)), look.Width-2))}
	case len(visible) > 9:
		b.foot = []string{look.Theme.Dim.Render(rightOf(fmt.Sprintf("%d of %d", f.cursor+1, len(visible)), look.Width-2))}
	}
}

// rows is how many lines the choice under the cursor and every other may take, so
// that all of a few are seen: as many as they want, or the others one each, or all of
// them. What lets all of the text be seen beside them comes first.
func (f Field) rows(look Look, visible []int, column int, list listRoom) (at, other int) {
	tries := [][2]int{{optionRows, optionRows}, {optionRows, 1}, {1, 1}}
	var sizes [3]int
	for i, try := range tries {
		for n, option := range visible {
			rows := try[1]
			if n == f.cursor {
				rows = try[0]
			}
			lines, _ := f.option(look, n, option, column, rows)
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

func rightOf(text string, width int) string {
	return spaces(width-Width(text)) + cut(text, max(width, 0), "")
}

func (f Field) countChosen() int {
	n := len(f.own)
	for _, on := range f.chosen {
		if on {
			n++
		}
	}
	return n
}

// label is what the user reads for the option of an index; the index after the
// last is the value of one's own.
func (f Field) label(i int) string {
	switch {
	case i < len(f.Question.AnswerType.Options):
		return f.names.of(f.Question.AnswerType).labels[i]
	case len(f.own) > 0:
		return "other: " + oneLine(f.own[0])
	case f.typed != "":
		return textOther + " (" + textDraft + " " + oneLine(f.typed) + ")"
	}
	return textOther
}

// option draws the n-th choice, the option i, in at most so many lines, 1 or
// optionRows; whole is all of it if that was too few.
func (f Field) option(look Look, n, i, column, rows int) (lines, whole []string) {
	th, a := look.Theme, f.Question.AnswerType
	head := ""
	if a.Kind == forms.MultiSelect {
		head = th.Glyphs.Off + " "
		if i < len(f.chosen) && f.chosen[i] || i == len(f.chosen) && len(f.own) > 0 {
			head = th.Glyphs.On + " "
		}
	} else if f.choices() <= 9 {
		head = fmt.Sprintf("%d  ", n+1)
	}
	label, about, star := f.label(i), "", ""
	if i < len(a.Options) {
		about = f.names.of(a).abouts[i]
		if a.Options[i].Recommended {
			star = th.Glyphs.Star + " " + textRecommended
		}
	}
	room := max(look.Width-len(left(look.Width))-2-Width(head), 1)
	var isCut bool
	if rows == 1 {
		lines, isCut = optionLine(th, label, about, star, column, room)
	} else {
		lines, isCut = optionText(th, label, about, star, column, room)
	}
	if isCut && n == f.cursor {
		whole = indented(look, append(Wrap(label, TextWidth(look.Width)), paint(Wrap(about, TextWidth(look.Width)), th.Dim.Render)...))
	}
	for k := range lines {
		if k > 0 {
			head = spaces(Width(head))
		}
		lines[k] = f.row(look, n == f.cursor && k == 0, head+lines[k])
	}
	return lines, whole
}

// optionLine lays an option out in one line, with what of its description has room
// beside the labels.
func optionLine(th Theme, label, about, star string, column, room int) (lines []string, isCut bool) {
	if star != "" {
		star = th.Accent.Render(th.Glyphs.Star)
	}
	line := cut(label, max(room-2*Width(stripped(star)), 1), th.Glyphs.Ellipsis)
	rest := room - column - 3 - 2*Width(stripped(star))
	isCut = line != label || Width(about) > rest
	if about != "" && rest >= leastAbout && Width(line) <= column {
		line = pad(line, column) + "   " + th.Dim.Render(cut(about, rest, th.Glyphs.Ellipsis))
	}
	if star != "" {
		line = apart(line, star, room-1)
	}
	return []string{line}, isCut
}

// leastAbout is from how many cells on a part of a description is worth showing.
const leastAbout = 12

// optionText lays an option out: in columns if it fits in a line, else below one
// another, cut where it is too long.
func optionText(th Theme, label, about, star string, column, room int) (lines []string, isCut bool) {
	beside := column + 3 + Width(cut(about, room+1, ""))
	if star != "" {
		beside += 3 + Width(star)
	}
	width := Width(cut(label, column+1, ""))
	if about+star != "" && beside <= room && width <= column {
		line := pad(label, column) + "   " + th.Dim.Render(about)
		if star != "" {
			line = apart(line, th.Accent.Render(star), room-1)
		}
		return []string{line}, false
	}
	part := func(text string, rows int) []string {
		short := cut(text, rows*room+1, "")
		all := Wrap(short, room)
		if len(all) > rows || len(short) < len(text) {
			isCut = true
			all = all[:min(rows, len(all))]
			all[len(all)-1] = cut(all[len(all)-1], max(room-1, 0), "") + th.Glyphs.Ellipsis
		}
		return all
	}
	lines = part(label, optionRows/2)
	if about != "" {
		lines = append(lines, paint(part(about, optionRows/2), th.Dim.Render)...)
	}
	if star != "" {
		lines = append(lines, th.Dim.Render(cut(star, room, "")))
	}
	return lines, isCut
}

// names are the words of the options, cleaned once.
type names struct {
	labels, abouts []string
	widest         int // of the labels, in cells
	done           bool
}

// of returns the words of an answer type's options. Options whose labels look
// the same are told apart by their values.
func (n *names) of(a forms.AnswerType) *names {
	if n.done {
		return n
	}
	n.done, n.labels, n.abouts = true, make([]string, len(a.Options)), make([]string, len(a.Options))
	count := map[string]int{}
	for i, o := range a.Options {
		n.labels[i] = oneLine(o.Words())
		n.abouts[i] = strings.ReplaceAll(revealProse(o.Description), "\n", " ")
		count[n.labels[i]]++
	}
	for i, o := range a.Options {
		if count[n.labels[i]] > 1 {
			n.labels[i] += " (" + oneLine(string(o.Value)) + ")"
		}
		n.widest = max(n.widest, Width(n.labels[i]))
	}
	if a.Other {
		n.widest = max(n.widest, Width(textOther))
	}
	return n
}

// oneLine is text that cannot hide anything, its line breaks shown.
func oneLine(text string) string { return strings.ReplaceAll(revealProse(text), "\n", "␊") }

// writingLines draws the editor: numbered for JSON, behind a bar otherwise, and
// not at all for a secret.
func (f Field) writingLines(look Look, room int) (lines []string, focus, x int) {
	th, kind := look.Theme, f.Question.AnswerType.Kind
	switch {
	case f.mode == Writing && kind == forms.Secret:
		words := textHiddenNone
		if f.text.Text() != "" {
			words = textHidden
		}
		line := left(look.Width) + th.Accent.Render(th.Glyphs.Cursor) + " " + th.Dim.Render(words)
		return []string{cut(line, look.Width, "")}, 0, min(len(left(look.Width))+2, look.Width-1)
	case f.mode == Writing && kind == forms.Schema:
		lines, x, focus = f.text.numberedLines(look.Theme, look.Width)
		return lines, focus, x
	}
	f.text.SetSize(max(look.Width-len(left(look.Width))-1, 1), room)
	bar := th.Dim.Render(th.Glyphs.Bar)
	lines = gutter(bar, bar, f.text.Lines(), look.Width)
	cx, cy := f.text.Cursor()
	return lines, min(cy, max(len(lines)-1, 0)), min(cx+len(left(look.Width)), look.Width-1)
}
