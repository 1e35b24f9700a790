package views

import (
	"fmt"
	"strings"
)

// Prompt is a question on the screen, docked below the conversation. What the
// user does with it is its Field.
type Prompt struct {
	Who       string // who asks: the label, the tool's name, the guard's title
	Asks      bool   // "… asks" is said after it
	Guard     bool   // a limit was reached: its title stands alone, and what is asked above the facts
	At, Of    int    // place in its form, from 1
	Skipped   int    // questions before it that are not asked
	Waiting   int    // prompts in the queue, this one included
	Change    string // which change of a file it is, "" for the only one
	Reading   bool   // the user reads on in the text, on a screen that has little room for it
	Escalated *Escalation
	Hints     string // the keys that work now, see Hints
	Field     Field
}

// Escalation is what brought a question from the reviewer to the user: its no,
// or with Failed that it gave no answer, and why.
type Escalation struct {
	Model  string
	Reason string
	Failed bool
}

// heading says who asks what.
func (p Prompt) heading() string {
	parts := []string{Line(p.Who, 60)}
	if p.Guard {
		return parts[0]
	}
	if p.Asks {
		parts[0] += " asks"
	}
	if p.Of > 1 {
		parts = append(parts, progress(p.At, p.Of, p.Skipped))
	}
	if p.Escalated != nil {
		parts = append(parts, p.Escalated.word())
	}
	if h := Line(p.Field.Question.Header, 60); h != "" {
		parts = append(parts, h)
	}
	return strings.Join(parts, " "+strings.Repeat(p.Field.theme.Glyphs.Rule, 2)+" ")
}

// progress is the place of a question in the list of its form, and why the places
// before it were not all seen.
func progress(at, of, skipped int) string {
	text := fmt.Sprintf("[%d/%d]", at, of)
	if skipped > 0 {
		text += fmt.Sprintf(" %d skipped", skipped)
	}
	return text
}

// waiting says how many wait behind a prompt, and which change of a file it is
// about.
func waiting(n int, change string) string {
	if n < 2 {
		return change
	}
	text := fmt.Sprintf("1 of %d waiting", n)
	if change != "" {
		text = change + ", " + text
	}
	return text
}

// Draw draws the prompt in at most height lines. md draws its context and must
// be of the text's width (see TextWidth); hand in the same one while the width
// is the same, for the context is drawn once for each.
func (p Prompt) Draw(md *Markdown, width, height int) Drawn {
	f := p.Field
	look := Look{Theme: f.theme, Width: width, Markdown: md}
	d := dock{
		theme: f.theme, width: width, height: height, heading: p.heading(), right: waiting(p.Waiting, p.Change),
		text: reading{before: p.Escalated.lines(look)}, scroll: f.scroll, x: -1, hints: p.Hints,
		question: indented(look, paint(Wrap(revealProse(f.Question.Text), TextWidth(width)), f.theme.Strong.Render)),
		faults:   f.faultLines(look), asks: p.Guard, reads: p.Reading && f.scroll > 0,
	}
	if f.Question.Context != "" {
		if len(d.text.before) > 0 {
			d.text.before = append(d.text.before, "")
		}
		d.text.about = f.about.text(memoKey{md, f.theme.Name, width, false}, f.Question.Context)
		d.text.margin = func(lines []string) []string { return indented(look, lines) }
	}
	if f.schema {
		d.text.behind(schemaLines(look, f.Question.AnswerType.Schema))
	}
	b := f.body(look, max(height-4-len(d.question), 1), d.listRoom())
	d.body, d.choices, d.focus, d.x, d.foot = b.lines, b.choices, b.focus, b.x, b.foot
	d.text.behind(b.whole)
	return d.draw()
}

func (e *Escalation) word() string {
	if e.Failed {
		return "no review"
	}
	return "escalated"
}

func (e *Escalation) lines(look Look) []string {
	if e == nil {
		return nil
	}
	th := look.Theme
	words, reason := textEscalated, textNoReason
	switch said := strings.TrimSpace(e.Reason) != ""; {
	case e.Failed:
		words = textReviewFailed
		if said {
			reason = revealProse(e.Reason)
		}
	case said:
		reason = "\"" + revealProse(e.Reason) + "\""
	}
	if e.Model != "" {
		reason = revealProse(e.Model) + " " + th.Glyphs.Dot + " " + reason
	}
	lines := gutter(th.Decide.Render(th.Glyphs.Decision), "", paint(Wrap(words, TextWidth(look.Width)), th.Strong.Render), look.Width)
	return append(lines, indented(look, Wrap(reason, TextWidth(look.Width)))...)
}

func (f Field) faultLines(look Look) []string {
	var out []string
	th := look.Theme
	for _, fault := range f.Faults {
		for i, line := range Wrap(revealProse(fault), max(TextWidth(look.Width)-2, 1)) {
			mark := "  "
			if i == 0 {
				mark = th.Glyphs.Fail + " "
			}
			out = append(out, th.Bad.Render(mark+line))
		}
	}
	return indented(look, out)
}
