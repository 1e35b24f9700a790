package replay

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"parley/forms"
	"parley/store"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/patch"
	"parley/views/prompt"
	"parley/views/text"
)

// Replayed is a permission or a question as it was asked and answered: who, after how
// long, what and why. It is a value that only shows; make it with NewReplayed.
type Replayed struct {
	Who       string // who asked: the label, the tool's name; a guard's title is in the question
	At, Of    int    // place in its form, from 1
	Skipped   int    // questions before it that were not asked
	Escalated *prompt.Escalation
	Exchange  store.Exchange
	Result    *string // of a permission to give it: what would be given

	about *markdown.Memo
}

// NewReplayed returns the decision to be drawn; like is the one drawn before,
// whose context need not be drawn again if it is the same.
func NewReplayed(r, like Replayed) Replayed {
	r.about = &markdown.Memo{}
	if like.about != nil && like.Exchange.ID() == r.Exchange.ID() {
		r.about = like.about
	}
	return r
}

// heading says who asked what kind of thing.
func (r Replayed) heading(th text.Theme) string {
	var parts []string
	switch x := r.Exchange; {
	case x.Permission != nil:
		parts = append(parts, text.Line(r.Who, 60)+r.tense(" wants", " wanted")+permitKind(x.Permission.Kind))
	case r.guard(): // its title stands alone
		parts = append(parts, text.Line(r.Who, 60))
	default:
		parts = append(parts, text.Line(r.Who, 60)+r.tense(" asks", " asked"))
	}
	if r.Of > 1 {
		parts = append(parts, prompt.Progress(r.At, r.Of, r.Skipped))
	}
	if r.Escalated != nil {
		parts = append(parts, r.Escalated.Word())
	}
	return strings.Join(parts, separator(th))
}

// guard reports whether a limit asked: what it asks stands above the facts.
func (r Replayed) guard() bool {
	return r.Exchange.Inquiry != nil && r.Exchange.Inquiry.Source.Source == "other"
}

func separator(th text.Theme) string { return " " + strings.Repeat(th.Glyphs.Rule, 2) + " " }

func (r Replayed) tense(open, closed string) string {
	if r.Exchange.Open() {
		return open
	}
	return closed
}

func permitKind(kind string) string {
	if kind == store.PermitDeliver {
		return " to give its result"
	}
	return " to run"
}

// replayedText says what became of a decision: by whom and after how long.
func replayedText(x store.Exchange) string {
	if x.Open() {
		if x.Inquiry != nil && x.Inquiry.Target == store.TargetReviewer {
			return textReviewing
		}
		return textOpen
	}
	words, by := replayedOutcome(x)
	after := pane.Took(x.Closed.Sub(x.Asked).Seconds())
	if after != "" {
		after = " after " + after
	}
	who, more, remarks := strings.Cut(by, ", ")
	switch {
	case x.Cancelled() && after != "":
		return words + "," + after
	case by == "":
		return words + after
	case remarks:
		return words + " by " + who + after + ", " + more
	}
	return words + " by " + by + after
}

// replayedOutcome says what was decided, and by whom if that follows; or why nothing was.
func replayedOutcome(x store.Exchange) (words, by string) {
	words = "answered"
	model := ""
	switch a := x.Answer; {
	case x.Cancelled():
		return store.ToUser.Cancelled(x.Reason(), x.By()), ""
	case a != nil && a.AnsweredBy == nil:
		return a.Outcome, ""
	case a != nil:
		model = a.AnsweredBy.Model
	case x.Permitted.Outcome == store.PermitDenied, x.Permitted.Outcome == store.PermitSkipped:
		return store.SaidNo(x.Permitted.By, ""), ""
	default:
		words = store.PermitWords(x.Permitted.Outcome)
	}
	return words, store.Beside(x.By(), model)
}

// Draw draws the decision in at most height lines. md is as for Prompt.Draw.
func (r Replayed) Draw(th text.Theme, md *markdown.Markdown, width, height, scroll int) prompt.Drawn {
	look := pane.Look{Theme: th, Width: width, Markdown: md}
	x := r.Exchange
	d := prompt.Dock{
		Theme: th, Width: width, Height: height, Heading: r.heading(th), Text: markdown.Reading{Before: r.Escalated.Lines(look)}, Scroll: scroll, X: -1, Asks: r.guard(),
		Question: r.said(look),
	}
	d.Text.Behind(r.about.Get(markdown.MemoKey{Markdown: md, Theme: th.Name, Width: width, RawJSON: false}, func() []string { return r.context(look) }))
	switch {
	case x.Permission != nil:
		d.Body = permitLines(look, x)
	default:
		d.Body, d.Focus = r.answerLines(look)
	}
	outcome := replayedText(x)
	if whole := d.Heading + separator(th) + outcome; text.Width(whole)+headingEnds <= width {
		d.Heading = whole
	} else {
		d.Foot = pane.Indented(look, text.Paint(text.Told(outcome, text.TextWidth(th.Fit(width))), th.Decide.Render))
	}
	d.Foot = append(d.Foot, whyLines(look, x)...)
	d.Foot = d.Foot[:min(len(d.Foot), max(height/4, 1))] // the conversation has all of it
	return d.Draw()
}

// headingEnds is the width of the rule beside the words of a heading.
const headingEnds = 6

// said is what was asked, verbatim.
func (r Replayed) said(look pane.Look) []string {
	if p := r.Exchange.Permission; p != nil && r.Result == nil {
		whole, _ := store.Told(p.Text, p.Arguments)
		return prompt.LoudLines(look, whole)
	}
	return prompt.Loud(look, markdown.RevealProse(r.Exchange.Text()))
}

// context is what the decision was about.
func (r Replayed) context(look pane.Look) []string {
	if p := r.Exchange.Permission; p != nil {
		_, words := store.Told(p.Text, p.Arguments)
		if r.Result != nil {
			words = text.Reveal(*r.Result)
		}
		var lines []string
		if words != "" {
			lines = pane.Quoted(look, words)
		}
		return append(lines, prompt.Covered(look, p.Covers)...)
	}
	c := r.Exchange.Inquiry.Question.Context
	if c == "" {
		return nil
	}
	if lines, ok := patch.PatchLines(look, c); ok {
		return lines
	}
	return pane.Indented(look, markdown.Context(look.Markdown, c))
}

// permitLines is what was said to a permission, and what was changed for it.
func permitLines(look pane.Look, x store.Exchange) []string {
	p := x.Permitted
	if p == nil || p.Outcome == store.PermitCancelled {
		return nil
	}
	then := x
	then.Forgotten = false // it is said below
	words := pane.Teller{}.Decision(then).Answer
	lines := []string{given(look, words)}
	switch {
	case p.Content != nil:
		lines = append(lines, pane.Quoted(look, text.Reveal(*p.Content))...)
	case len(p.Arguments) > 0:
		lines = append(lines, pane.Quoted(look, store.Readable(p.Arguments))...)
	}
	return lines
}

// given is a line with the mark of what was chosen.
func given(look pane.Look, words string) string {
	th := look.Theme
	return text.Cut(text.LeftMargin(look.Width)+th.Decide.Render(chosenMark(th))+" "+words, look.Width, th.Glyphs.Ellipsis)
}

func chosenMark(th text.Theme) string {
	if th.Glyphs == text.ASCII() {
		return ">"
	}
	return "●"
}

// answerLines are the choices with what was chosen marked, or the answer as it
// was written. focus is the first line of what was chosen.
func (r Replayed) answerLines(look pane.Look) (lines []string, focus int) {
	q, answer := r.Exchange.Inquiry.Question, r.Exchange.Answer
	if answer != nil && answer.Outcome == store.Redacted {
		return []string{given(look, textNotKept)}, 0
	}
	var value json.RawMessage
	if answer != nil && answer.Outcome == store.Answered {
		value = answer.Answer
	}
	switch {
	case forms.IsLeftOut(value):
		lines = []string{given(look, q.AnswerType.Say(value))}
	case q.AnswerType.Kind == forms.Boolean || len(q.AnswerType.Options) > 0:
		lines, focus = choiceLines(look, q.AnswerType, value)
	default:
		lines = writtenLines(look, q.AnswerType, value)
	}
	if answer != nil && answer.Edited != nil {
		lines = append(lines, pane.Informs(look, editedFirst(answer.Edited.Part))...)
		lines = append(lines, pane.Quoted(look, text.Reveal(answer.Edited.Content))...)
	}
	return lines, focus
}

// writtenLines is an answer that was written: a text with its lines, and of any other
// kind what people read.
func writtenLines(look pane.Look, a forms.AnswerType, value json.RawMessage) []string {
	if value == nil {
		return nil
	}
	words := ""
	_, known := forms.TypeOf(a.Kind)
	switch {
	case known && a.Kind != forms.Text:
		words = store.AnswerWords(a, value)
	case json.Unmarshal(value, &words) != nil:
		return pane.Quoted(look, store.Readable(value))
	}
	return pane.Quoted(look, text.Reveal(words))
}

// choiceLines are the options, each with its mark.
func choiceLines(look pane.Look, a forms.AnswerType, value json.RawMessage) (lines []string, focus int) {
	numbered := a.Kind != forms.Boolean
	if !numbered {
		a = forms.AnswerType{Kind: forms.Select, Options: []forms.Option{
			{Value: prompt.Boolean(true), Label: "yes"}, {Value: prompt.Boolean(false), Label: "no"},
		}}
	}
	chosen, own := chosenOf(a, value)
	words := (&prompt.Names{}).Of(a)
	column, first := min(words.Widest, look.Width/2), -1
	for i, o := range a.Options {
		c := choice{label: words.Labels[i], about: words.Abouts[i], on: slices.Contains(chosen, i), column: column}
		if o.Recommended {
			c.star = look.Theme.Glyphs.Star + " " + prompt.TextRecommended
		}
		if a.Kind == forms.Select && numbered && len(a.Options) <= 9 {
			c.head = fmt.Sprintf("%d  ", i+1)
		}
		if c.on && first < 0 {
			first = len(lines)
		}
		lines = append(lines, c.lines(look, a.Kind)...)
	}
	for _, o := range own {
		if first < 0 {
			first = len(lines)
		}
		lines = append(lines, choice{label: "other: " + prompt.OneLine(o), on: true, column: column}.lines(look, a.Kind)...)
	}
	return lines, max(first, 0)
}

// chosenOf are the options that an answer names, and what else it holds.
func chosenOf(a forms.AnswerType, value json.RawMessage) (options []int, own []string) {
	var values []json.RawMessage
	switch {
	case value == nil:
	case a.Kind != forms.MultiSelect:
		values = []json.RawMessage{value}
	case json.Unmarshal(value, &values) != nil:
		return nil, nil
	}
	f := prompt.Field{Question: forms.Question{AnswerType: a}}
	for _, v := range values {
		if i := f.OptionOf(v); i >= 0 {
			options = append(options, i)
			continue
		}
		own = append(own, forms.Option{Value: v}.Words())
	}
	return options, own
}

// choice is an option as it was offered.
type choice struct {
	head, label, about, star string
	on                       bool
	column                   int // of the labels
}

func (c choice) lines(look pane.Look, kind forms.Kind) []string {
	th, mark := look.Theme, " "
	if c.on {
		mark = th.Decide.Render(chosenMark(th))
	}
	if kind == forms.MultiSelect {
		mark = map[bool]string{true: th.Glyphs.On, false: th.Glyphs.Off}[c.on]
	}
	head := text.LeftMargin(look.Width) + mark + " " + c.head
	lines, _ := prompt.OptionText(th, c.label, c.about, c.star, c.column, max(look.Width-text.Width(head), 1))
	for i := range lines {
		if i > 0 {
			head = text.Spaces(text.Width(head))
		}
		lines[i] = text.Cut(head+lines[i], look.Width, "")
	}
	return lines
}

// whyLines are the answerer's words, and whether the answer holds for longer.
func whyLines(look pane.Look, x store.Exchange) (lines []string) {
	say := func(words string) {
		all := text.Wrap(markdown.RevealProse(words), text.TextWidth(look.Theme.Fit(look.Width)))
		if len(all) > 2 {
			all = append(all[:1], text.Cut(all[1], max(text.TextWidth(look.Theme.Fit(look.Width))-1, 0), "")+look.Theme.Glyphs.Ellipsis)
		}
		lines = append(lines, pane.Indented(look, text.Paint(all, look.Theme.Dim.Render))...)
	}
	d := pane.Teller{}.Decision(x)
	if d.Reason != "" {
		say("\"" + d.Reason + "\"")
	}
	if x.Answer != nil {
		if x.Answer.Remember != "" {
			say(textRemembered)
		}
	}
	if revoked := x.Revoked(); revoked != "" {
		say(revoked)
	}
	return lines
}

// editedFirst leads to a text that was changed before the yes to it.
func editedFirst(p store.Part) string {
	if taken := p.Words(); taken != "" {
		return fmt.Sprintf(textPartTaken, taken)
	}
	return textEditedFirst
}
