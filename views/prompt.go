package views

import (
	"fmt"
	"strings"

	"parley/forms"
)

// Prompt is a question on the screen, docked below the conversation. What the
// user does with it is its Field.
type Prompt struct {
	Who       string // who asks: the label, the tool's name, the guard's title
	Asks      bool   // "… asks" is said after it; a guard's title stands alone
	At, Of    int    // place in its form, from 1
	Waiting   int    // prompts in the queue, this one included
	Escalated *Escalation
	Hints     string // the keys that work now, see Hints
	Field     Field
}

// Escalation is the reviewer's no that brought a question to the user.
type Escalation struct {
	Model  string
	Reason string
}

// heading says who asks what.
func (p Prompt) heading() string {
	parts := []string{Line(p.Who, 60)}
	if p.Asks {
		parts[0] += " asks"
	}
	if p.Of > 1 {
		parts = append(parts, fmt.Sprintf("[%d/%d]", p.At, p.Of))
	}
	if p.Escalated != nil {
		parts = append(parts, "escalated")
	}
	if h := Line(p.Field.Question.Header, 60); h != "" {
		parts = append(parts, h)
	}
	return strings.Join(parts, " "+strings.Repeat(p.Field.theme.Glyphs.Rule, 2)+" ")
}

func waiting(n int) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf("1 of %d waiting", n)
}

// Draw draws the prompt in at most height lines. md draws its context and must
// be of the text's width (see TextWidth); hand in the same one while the width
// is the same, for the context is drawn once for each.
func (p Prompt) Draw(md *Markdown, width, height int) Drawn {
	f := p.Field
	look := Look{Theme: f.theme, Width: width, Markdown: md}
	d := dock{
		theme: f.theme, width: width, height: height, heading: p.heading(), right: waiting(p.Waiting),
		lead: p.Escalated.lines(look), scroll: f.scroll, x: -1, hints: p.Hints,
		question: indented(look, paint(wrap(revealProse(f.Question.Text), textWidth(width)), f.theme.Strong.Render)),
		faults:   f.faultLines(look),
	}
	if f.Question.Context != "" {
		d.text = f.about.get(memoKey{md, f.theme.Name, width, false}, func() []string {
			return indented(look, Context(md, f.Question.Context))
		})
	}
	if len(d.lead) > 0 && len(d.text) > 0 {
		d.lead = append(d.lead, "")
	}
	d.body, d.focus, d.x = f.body(look, max(height-4-len(d.question), 1))
	return d.draw()
}

// TextWidth is the width of a Markdown renderer for text that is drawn with the
// margin in so many cells.
func TextWidth(width int) int { return textWidth(width) }

func (e *Escalation) lines(look Look) []string {
	if e == nil {
		return nil
	}
	th := look.Theme
	reason := textNoReason
	if strings.TrimSpace(e.Reason) != "" {
		reason = "\"" + revealProse(e.Reason) + "\""
	}
	if e.Model != "" {
		reason = revealProse(e.Model) + " " + th.Glyphs.Dot + " " + reason
	}
	lines := gutter(th.Decide.Render(th.Glyphs.Decision), "", paint(wrap(textEscalated, textWidth(look.Width)), th.Strong.Render), look.Width)
	return append(lines, indented(look, wrap(reason, textWidth(look.Width)))...)
}

func (f Field) faultLines(look Look) []string {
	var out []string
	th := look.Theme
	for _, fault := range f.Faults {
		for i, line := range wrap(revealProse(fault), max(textWidth(look.Width)-2, 1)) {
			mark := "  "
			if i == 0 {
				mark = th.Glyphs.Fail + " "
			}
			out = append(out, th.Bad.Render(mark+line))
		}
	}
	return indented(look, out)
}

// body draws what the answer is given with, says which line has the cursor, and
// in which column the terminal's cursor belongs, -1 if nowhere.
func (f Field) body(look Look, room int) (lines []string, focus, x int) {
	switch f.mode {
	case InMenu:
		return f.menuLines(look), f.menu, -1
	case Writing, Replying, Other:
		return f.writingLines(look, room)
	}
	if f.Question.AnswerType.Kind == forms.Boolean {
		return f.booleanLines(look), max(f.cursor, 0), -1
	}
	return f.optionLines(look)
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

func (f Field) booleanLines(look Look) []string {
	return []string{f.row(look, f.cursor == 0, "yes"), f.row(look, f.cursor == 1, "no")}
}

func (f Field) menuLines(look Look) []string {
	out := []string{}
	for i, item := range f.menuItems() {
		words := item.String()
		if d := Line(f.text.Text(), max(look.Width-24, 8)); item == menuAnswer && d != "" && f.home() == InMenu && f.Question.AnswerType.Kind != forms.Secret {
			words += "       (" + textDraft + " " + d + ")"
		}
		out = append(out, f.row(look, i == f.menu, words))
	}
	return out
}

// optionLines draws the options that the filter lets through. Label and
// description stand in columns; what is too long for its line goes on below.
func (f Field) optionLines(look Look) (lines []string, focus, x int) {
	x = -1
	if f.mode == Filtering || f.filter != "" {
		filter := "/ " + f.filter
		lines = append(lines, indented(look, []string{look.Theme.Accent.Render(cut(filter, textWidth(look.Width), ""))})...)
		if f.mode == Filtering {
			x = min(len(left(look.Width))+Width(filter), look.Width-1)
		}
	}
	visible := f.visible()
	if len(visible) == 0 {
		return append(lines, informs(look, textNoMatch)...), 0, x
	}
	labels := f.labels(visible)
	column := 0
	for _, label := range labels {
		column = max(column, min(Width(label), look.Width/2))
	}
	for n, i := range visible {
		if n == f.cursor {
			focus = len(lines)
		}
		lines = append(lines, f.option(look, n, i, labels[n], column)...)
	}
	if f.Question.AnswerType.Kind == forms.MultiSelect {
		lines = append(lines, look.Theme.Dim.Render(rightOf(fmt.Sprintf("%d of %d", f.countChosen(), len(f.chosen)), look.Width-2)))
	}
	if x >= 0 {
		focus = 0
	}
	return lines, focus, x
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

// labels are the words of the visible options.
func (f Field) labels(visible []int) []string {
	out := make([]string, len(visible))
	for n, i := range visible {
		if i == len(f.Question.AnswerType.Options) {
			out[n] = textOther
			if len(f.own) > 0 {
				out[n] = "other: " + revealProse(f.own[0])
			}
			continue
		}
		out[n] = strings.ReplaceAll(revealProse(optionLabel(f.Question.AnswerType.Options[i])), "\n", "␊")
	}
	return out
}

// option draws one option, in as many lines as it needs.
func (f Field) option(look Look, n, i int, label string, column int) []string {
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
	about, star := "", ""
	if i < len(a.Options) {
		about = strings.ReplaceAll(revealProse(a.Options[i].Description), "\n", " ")
		if a.Options[i].Recommended {
			star = th.Glyphs.Star + " " + textRecommended
		}
	}
	room := max(look.Width-len(left(look.Width))-2-Width(head), 1)
	var lines []string
	beside := column + 3 + Width(about)
	if star != "" {
		beside += 3 + Width(star)
	}
	if about+star == "" || beside > room || Width(label) > column {
		lines = wrap(label, room)
		for _, more := range []string{about, star} {
			if more != "" {
				lines = append(lines, paint(wrap(more, room), th.Dim.Render)...)
			}
		}
	} else {
		line := pad(label, column) + "   " + th.Dim.Render(about)
		if star != "" {
			line = apart(line, th.Accent.Render(star), room-1)
		}
		lines = []string{line}
	}
	for k := range lines {
		if k > 0 {
			head = spaces(Width(head))
		}
		lines[k] = f.row(look, n == f.cursor && k == 0, head+lines[k])
	}
	return lines
}

// writingLines draws the editor: numbered for JSON, behind a bar otherwise, and
// not at all for a secret.
func (f Field) writingLines(look Look, room int) (lines []string, focus, x int) {
	th := look.Theme
	if f.Question.AnswerType.Kind == forms.Secret && f.mode == Writing {
		words := textHiddenNone
		if f.text.Text() != "" {
			words = textHidden
		}
		line := left(look.Width) + th.Accent.Render(th.Glyphs.Cursor) + " " + th.Dim.Render(words)
		return []string{cut(line, look.Width, "")}, 0, min(len(left(look.Width))+2, look.Width-1)
	}
	f.text.SetSize(max(look.Width-len(left(look.Width))-1, 1), room)
	bar := th.Dim.Render(th.Glyphs.Bar)
	lines = gutter(bar, bar, f.text.Lines(), look.Width)
	cx, cy := f.text.Cursor()
	return lines, min(cy, max(len(lines)-1, 0)), min(cx+len(left(look.Width)), look.Width-1)
}
