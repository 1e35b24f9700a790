package views

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"parley/forms"
	"parley/store"
)

// Replayed is a permission or a question as it was put and as it was answered:
// who, after how long, what and why. It is a value that only shows; make it with
// NewReplayed.
type Replayed struct {
	Who       string // who asked: the label, the tool's name; a guard's title is in the question
	At, Of    int    // place in its form, from 1
	Skipped   int    // questions before it that were not asked
	Escalated *Escalation
	Exchange  store.Exchange
	Result    *string // of a permission to give it: what would be given

	about *memo
}

// NewReplayed returns the decision to be drawn; like is the one drawn before,
// whose context need not be drawn again if it is the same.
func NewReplayed(r, like Replayed) Replayed {
	r.about = &memo{}
	if like.about != nil && like.Exchange.ID() == r.Exchange.ID() {
		r.about = like.about
	}
	return r
}

// heading says who asked what kind of thing.
func (r Replayed) heading(th Theme) string {
	var parts []string
	switch x := r.Exchange; {
	case x.Permission != nil:
		parts = append(parts, Line(r.Who, 60)+r.tense(" wants", " wanted")+permitKind(x.Permission.Kind))
	case r.guard(): // its title stands alone
		parts = append(parts, Line(r.Who, 60))
	default:
		parts = append(parts, Line(r.Who, 60)+r.tense(" asks", " asked"))
	}
	if r.Of > 1 {
		parts = append(parts, progress(r.At, r.Of, r.Skipped))
	}
	if r.Escalated != nil {
		parts = append(parts, r.Escalated.word())
	}
	return strings.Join(parts, separator(th))
}

// guard says whether a limit asked: what it asks stands above the facts.
func (r Replayed) guard() bool {
	return r.Exchange.Inquiry != nil && r.Exchange.Inquiry.Source.Source == "other"
}

func separator(th Theme) string { return " " + strings.Repeat(th.Glyphs.Rule, 2) + " " }

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
	words := replayedOutcome(x)
	after := took(x.Closed.Sub(x.Asked).Seconds())
	switch {
	case after == "":
		return words
	case x.Cancelled() || strings.Contains(words, ","):
		return words + ", after " + after
	}
	return words + " after " + after
}

// replayedOutcome says what was decided and by whom, or why nothing was.
func replayedOutcome(x store.Exchange) string {
	words, model := "answered", ""
	switch a := x.Answer; {
	case x.Cancelled():
		return store.ToUser.Cancelled(x.Reason(), x.By())
	case a != nil && a.AnsweredBy == nil:
		return a.Outcome
	case a != nil:
		model = a.AnsweredBy.Model
	case x.Permitted.Outcome == store.PermitEdited:
		words = "allowed with changes"
	default:
		words = x.Permitted.Outcome
	}
	by := store.ToUser.By(x.By(), model)
	if model != "" {
		by = store.Beside(x.By(), model) // shorter, and it stands in a heading
	}
	if by != "" {
		words += " by " + by
	}
	return words
}

// Draw draws the decision in at most height lines. md is as for Prompt.Draw.
func (r Replayed) Draw(th Theme, md *Markdown, width, height, scroll int) Drawn {
	look := Look{Theme: th, Width: width, Markdown: md}
	x := r.Exchange
	d := dock{
		theme: th, width: width, height: height, heading: r.heading(th), text: reading{before: r.Escalated.lines(look)}, scroll: scroll, x: -1, asks: r.guard(),
		question: indented(look, paint(Wrap(revealProse(x.Text()), TextWidth(width)), th.Strong.Render)),
	}
	d.text.behind(r.about.get(memoKey{md, th.Name, width, false}, func() []string { return r.context(look) }))
	switch {
	case x.Permission != nil:
		d.body = permitLines(look, x)
	default:
		d.body, d.focus = r.answerLines(look)
	}
	outcome := replayedText(x)
	if whole := d.heading + separator(th) + outcome; Width(whole)+headingEnds <= width {
		d.heading = whole
	} else {
		d.foot = indented(look, paint(Wrap(outcome, TextWidth(width)), th.Decide.Render))
	}
	d.foot = append(d.foot, whyLines(look, x)...)
	d.foot = d.foot[:min(len(d.foot), max(height/4, 1))] // the conversation has all of it
	return d.draw()
}

// headingEnds is what the rule takes beside the words of a heading.
const headingEnds = 6

// context is what the decision was about.
func (r Replayed) context(look Look) []string {
	if p := r.Exchange.Permission; p != nil {
		text := store.Readable(p.Arguments)
		if r.Result != nil {
			text = Reveal(*r.Result)
		}
		lines := quoted(look, text)
		if p.Covers != "" {
			lines = append(lines, informs(look, "for this turn: "+revealProse(p.Covers))...)
		}
		return lines
	}
	c := r.Exchange.Inquiry.Question.Context
	if c == "" {
		return nil
	}
	if lines, ok := patchLines(look, c); ok {
		return lines
	}
	return indented(look, Context(look.Markdown, c))
}

// permitLines is what was said to a permission, and what was changed for it.
func permitLines(look Look, x store.Exchange) []string {
	p := x.Permitted
	if p == nil || p.Outcome == store.PermitCancelled {
		return nil
	}
	words := p.Outcome
	if p.Scope == store.ScopeTurn {
		words += " for this turn"
	}
	lines := []string{given(look, words)}
	switch {
	case p.Content != nil:
		lines = append(lines, quoted(look, Reveal(*p.Content))...)
	case len(p.Arguments) > 0:
		lines = append(lines, quoted(look, store.Readable(p.Arguments))...)
	}
	return lines
}

// given is a line with the mark of what was chosen.
func given(look Look, words string) string {
	th := look.Theme
	return cut(left(look.Width)+th.Decide.Render(chosenMark(th))+" "+words, look.Width, th.Glyphs.Ellipsis)
}

func chosenMark(th Theme) string {
	if th.Glyphs == ASCII() {
		return ">"
	}
	return "●"
}

// answerLines are the choices with what was chosen marked, or the answer as it
// was written. focus is the first line of what was chosen.
func (r Replayed) answerLines(look Look) (lines []string, focus int) {
	q, answer := r.Exchange.Inquiry.Question, r.Exchange.Answer
	if answer != nil && answer.Outcome == store.Redacted {
		return []string{given(look, textNotKept)}, 0
	}
	var value json.RawMessage
	if answer != nil && answer.Outcome == store.Answered {
		value = answer.Answer
	}
	switch q.AnswerType.Kind {
	case forms.Boolean, forms.Select, forms.MultiSelect:
		lines, focus = choiceLines(look, q.AnswerType, value)
	default:
		lines = writtenLines(look, q.AnswerType, value)
	}
	if answer != nil && answer.Edited != nil {
		lines = append(lines, informs(look, textEditedFirst)...)
		lines = append(lines, quoted(look, Reveal(answer.Edited.Content))...)
	}
	return lines, focus
}

// writtenLines is an answer that was written.
func writtenLines(look Look, a forms.AnswerType, value json.RawMessage) []string {
	if value == nil {
		return nil
	}
	text := ""
	if a.Kind == forms.Schema || json.Unmarshal(value, &text) != nil {
		return quoted(look, store.Readable(value))
	}
	return quoted(look, Reveal(text))
}

// choiceLines are the options, each with its mark.
func choiceLines(look Look, a forms.AnswerType, value json.RawMessage) (lines []string, focus int) {
	numbered := a.Kind != forms.Boolean
	if !numbered {
		a = forms.AnswerType{Kind: forms.Select, Options: []forms.Option{
			{Value: boolean(true), Label: "yes"}, {Value: boolean(false), Label: "no"},
		}}
	}
	chosen, own := chosenOf(a, value)
	words := (&names{}).of(a)
	column, first := min(words.widest, look.Width/2), -1
	for i, o := range a.Options {
		c := choice{label: words.labels[i], about: words.abouts[i], on: slices.Contains(chosen, i), column: column}
		if o.Recommended {
			c.star = look.Theme.Glyphs.Star + " " + textRecommended
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
		lines = append(lines, choice{label: "other: " + oneLine(o), on: true, column: column}.lines(look, a.Kind)...)
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
	f := Field{Question: forms.Question{AnswerType: a}}
	for _, v := range values {
		if i := f.optionOf(v); i >= 0 {
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

func (c choice) lines(look Look, kind forms.Kind) []string {
	th, mark := look.Theme, " "
	if c.on {
		mark = th.Decide.Render(chosenMark(th))
	}
	if kind == forms.MultiSelect {
		mark = map[bool]string{true: th.Glyphs.On, false: th.Glyphs.Off}[c.on]
	}
	head := left(look.Width) + mark + " " + c.head
	lines, _ := optionText(th, c.label, c.about, c.star, c.column, max(look.Width-Width(head), 1))
	for i := range lines {
		if i > 0 {
			head = spaces(Width(head))
		}
		lines[i] = cut(head+lines[i], look.Width, "")
	}
	return lines
}

// whyLines are the words of who answered, and the tag of one without an answer.
func whyLines(look Look, x store.Exchange) (lines []string) {
	say := func(words string) {
		all := Wrap(revealProse(words), TextWidth(look.Width))
		if len(all) > 2 {
			all = append(all[:1], cut(all[1], max(TextWidth(look.Width)-1, 0), "")+look.Theme.Glyphs.Ellipsis)
		}
		lines = append(lines, indented(look, paint(all, look.Theme.Dim.Render))...)
	}
	d := Teller{}.decision(x)
	if d.Reason != "" {
		say("\"" + d.Reason + "\"")
	}
	if x.Answer != nil {
		if x.Answer.Remember != "" {
			say(textRemembered)
		}
	}
	if x.Cancelled() && x.Reason() != "" {
		say("(" + x.Reason() + ")")
	}
	if x.Forgotten {
		say(textForgotten)
	}
	return lines
}
