// Package prompt draws what the user is asked: the questions of a form and
// permissions, with the fields in which they are answered. A field knows no keys; it
// takes an Intent and returns itself and at most one Act.
package prompt

import (
	"fmt"
	"parley/store/text/clean"
	"parley/views/chrome"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/text"
	"slices"
	"strings"
)

// Prompt is a question on the screen, docked below the conversation. What the
// user does with it is its Field.
type Prompt struct {
	Who       string // who asks: the label, the tool's name, the guard's title
	Which     string // which of several calls of that tool: "call 1 of 2", "" for the only one
	Asks      bool   // followed by "… asks"
	Guard     bool   // a limit was reached: its title stands alone, and what is asked above the facts
	At, Of    int    // place in its form, from 1
	Skipped   int    // questions before it that are not asked
	Waiting   int    // prompts in the queue, this one included
	Change    string // which change of a file it is, "" for the only one
	Verb      string // what is asked to be done to a file, as "Edit"; "" if the question's own words ask it
	Reading   bool   // the user reads on in the text, on a screen that has little room for it
	Escalated *Escalation
	Remark    string        // to be read first, "" for none
	Hints     []chrome.Hint // the keys that work now
	Field     Field
}

// Escalation is what brought a question from the reviewer to the user: its no or,
// with Failed, the fact that it gave no answer, and why.
type Escalation struct {
	Model  string
	Reason string
	Failed bool
}

// Heading says who asks what.
func (p Prompt) Heading() string {
	who := text.Line(p.Who, 60)
	if p.Guard {
		return who
	}
	if p.Which != "" {
		who += ", " + p.Which + ","
	}
	if p.Asks {
		who += " asks"
	}
	word := ""
	if p.Escalated != nil {
		word = p.Escalated.Word()
	}
	progress := ""
	if p.Of > 1 {
		progress = Progress(p.At, p.Of, p.Skipped)
	}
	return p.Headed(who, progress, word)
}

// Headed is a heading of these parts, as far as there are any, and the question's own.
func (p Prompt) Headed(parts ...string) string {
	rule := p.Field.theme.Glyphs.Rule // a title has none that would set words apart
	parts = append(parts, strings.ReplaceAll(text.Line(p.Field.Question.Header, 60), rule+rule, strings.Repeat(clean.Number([]rune(rule)[0]), 2)))
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	return strings.Join(parts, " "+strings.Repeat(p.Field.theme.Glyphs.Rule, 2)+" ")
}

// Progress is the place of a question in the list of its form, and why not all
// earlier places were seen.
func Progress(at, of, skipped int) string {
	text := fmt.Sprintf("[%d/%d]", at, of)
	if skipped > 0 {
		text += fmt.Sprintf(" %d skipped", skipped)
	}
	return text
}

// Waiting says how many wait behind a prompt, and which change of a file it is
// about.
func Waiting(n int, change string) string {
	if n < 2 {
		return change
	}
	text := fmt.Sprintf("1 of %d waiting", n)
	if change != "" {
		text = change + ", " + text
	}
	return text
}

// WaitingBrief is Waiting where there is little room, without the change.
func WaitingBrief(n int) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf("1/%d", n)
}

// Draw draws the prompt in at most height lines. md draws its context and must be of
// the text's width (see TextWidth); pass the same one while the width is the same,
// since each draws the context once.
func (p Prompt) Draw(md *markdown.Markdown, width, height int) Drawn {
	f := p.Field
	look := pane.Look{Theme: f.theme, Width: width, Markdown: md}
	d := Dock{
		Theme: f.theme, Width: width, Height: height, Heading: p.Heading(), Right: Waiting(p.Waiting, p.Change), Brief: WaitingBrief(p.Waiting),
		Text: markdown.Reading{Before: p.Escalated.Lines(look)}, Scroll: f.scroll, X: -1, Hints: p.Hints,
		Question: pane.Indented(look, text.Paint(text.Wrap(markdown.RevealProse(f.Question.Text), text.TextWidth(f.theme.Fit(width))), f.theme.Strong.Render)),
		faults:   f.FaultLines(look), Asks: p.Guard, reads: p.Reading && f.scroll > 0,
	}
	if name := d.unnamed(p.Who); name != "" && !p.Guard {
		d.Text.Before = append(pane.Informs(look, textWholeAsker(name)), d.Text.Before...)
	}
	if p.Remark != "" {
		d.Text.Before = append(d.Text.Before, pane.Informs(look, markdown.RevealProse(p.Remark))...)
	}
	if f.Question.Context != "" {
		if len(d.Text.Before) > 0 {
			d.Text.Before = append(d.Text.Before, "")
		}
		d.Text.About = f.about.Text(markdown.MemoKey{Markdown: md, Theme: f.theme.Name, Width: width, RawJSON: false}, f.Question.Context)
		d.Text.Margin = func(lines []string) []string { return pane.Indented(look, lines) }
	}
	if f.schema {
		d.Text.Behind(schemaLines(look, f.Question.AnswerType.Schema))
	}
	b := f.Body(look, max(height-4-len(d.Question), 1), d.listRoom())
	d.Body, d.choices, d.Focus, d.X, d.Foot, d.tally, d.of, d.cut = b.Lines, b.Choices, b.Focus, b.X, b.foot, b.tally, b.of, b.cut
	d.Text.Behind(b.whole)
	return d.Draw()
}

// Word says in a word or two how the review ended.
func (e *Escalation) Word() string {
	if e.Failed {
		return "no review"
	}
	return "escalated"
}

// Lines draws who reviewed and why the question has come to the user; none without a review.
func (e *Escalation) Lines(look pane.Look) []string {
	if e == nil {
		return nil
	}
	th := look.Theme
	words, reason := textEscalated, TextNoReason
	switch said := strings.TrimSpace(e.Reason) != ""; {
	case e.Failed:
		words = textReviewFailed
		if said {
			reason = markdown.RevealProse(e.Reason)
		}
	case said:
		reason = "\"" + markdown.RevealProse(e.Reason) + "\""
	}
	if e.Model != "" {
		reason = markdown.RevealProse(e.Model) + " " + th.Glyphs.Dot + " " + reason
	}
	lines := text.Gutter(th.Decide.Render(th.Glyphs.Decision), "", text.Paint(text.Wrap(words, text.TextWidth(look.Theme.Fit(look.Width))), th.Strong.Render), look.Width)
	return append(lines, pane.Indented(look, text.Paint(text.Wrap(reason, text.TextWidth(look.Theme.Fit(look.Width))), th.Warn.Render))...)
}

// FaultLines draws the faults of an answer, each with a mark.
func (f Field) FaultLines(look pane.Look) []string {
	var out []string
	th := look.Theme
	for _, fault := range f.Faults {
		for i, line := range text.Wrap(markdown.RevealProse(fault), max(text.TextWidth(look.Theme.Fit(look.Width))-2, 1)) {
			mark := "  "
			if i == 0 {
				mark = th.Glyphs.Fail + " "
			}
			out = append(out, th.Bad.Render(mark+line))
		}
	}
	return pane.Indented(look, out)
}
