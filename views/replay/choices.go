package replay

import (
	"encoding/json"
	"fmt"

	"parley/forms"
	"parley/store"
	"parley/store/record"
	"parley/views/pane"
	"parley/views/prompt"
	"parley/views/text"
)

// answerLines are the choices with what was chosen marked, or the answer as it
// was written. focus is the first line of what was chosen, choices the choice of each line.
func (r Replayed) answerLines(look pane.Look) (lines []string, choices []int, focus int) {
	q, answer := r.Exchange.Inquiry.Question, r.Exchange.Answer
	if answer != nil && answer.Outcome == store.Redacted {
		return []string{given(look, textNotKept)}, nil, 0
	}
	var value json.RawMessage
	if answer != nil && answer.Outcome == store.Answered {
		value = answer.Answer
	}
	switch {
	case forms.IsLeftOut(value):
		return []string{given(look, q.AnswerType.Say(value))}, nil, 0
	case q.AnswerType.Kind == forms.Boolean || len(q.AnswerType.Options) > 0:
		part := ""
		switch {
		case answer != nil && answer.Again:
			part = record.WordsAgain
		case answer != nil && answer.Edited != nil:
			part = answer.Edited.Part.Words()
		}
		return choiceLines(look, q.AnswerType, value, part)
	}
	return writtenLines(look, q.AnswerType, value), nil, 0
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
		words = record.AnswerWords(a, value)
	case json.Unmarshal(value, &words) != nil:
		return pane.Arguments(look, record.Readable(value))
	}
	return pane.Quoted(look, text.Reveal(words))
}

// choiceLines are the options, each with its mark; part is how much of what was proposed
// was taken, "" for all.
func choiceLines(look pane.Look, a forms.AnswerType, value json.RawMessage, part string) (lines []string, choices []int, focus int) {
	numbered := a.Kind != forms.Boolean
	if !numbered {
		a = forms.AnswerType{Kind: forms.Select, Options: []forms.Option{
			{Value: prompt.Boolean(true), Label: "yes"}, {Value: prompt.Boolean(false), Label: "no"},
		}}
	}
	chosen, own := chosenOf(a, value)
	words := (&prompt.Names{}).Of(a)
	if part != "" && !numbered {
		words.Labels[0] += ", " + part
	}
	column, first := min(words.Widest, look.Width/2), -1
	add := func(c choice) {
		if c.on && first < 0 {
			first = len(lines)
		}
		nth := 0
		if len(choices) > 0 {
			nth = choices[len(choices)-1] + 1
		}
		lines = append(lines, c.lines(look, a.Kind)...)
		for len(choices) < len(lines) {
			choices = append(choices, nth)
		}
	}
	for i, o := range a.Options {
		c := choice{label: prompt.Label{Words: words.Labels[i], Value: words.Values[i]}, about: words.Abouts[i], on: chosen[i], column: column}
		if o.Recommended {
			c.star = look.Theme.Glyphs.Star + " " + prompt.TextRecommended
		}
		if a.Kind == forms.Select && numbered && len(a.Options) <= 9 {
			c.head = fmt.Sprintf("%d  ", i+1)
		}
		add(c)
	}
	for _, o := range own {
		add(choice{label: prompt.Label{Words: "other: " + prompt.OneLine(o)}, on: true, column: column})
	}
	return lines, choices, max(first, 0)
}

// chosenOf says of each option whether an answer names it, and what else the answer holds.
func chosenOf(a forms.AnswerType, value json.RawMessage) (options []bool, own []string) {
	options = make([]bool, len(a.Options))
	var values []json.RawMessage
	switch {
	case value == nil:
	case a.Kind != forms.MultiSelect:
		values = []json.RawMessage{value}
	case json.Unmarshal(value, &values) != nil:
		return options, nil
	}
	for i, place := range a.Places(values) {
		if place >= 0 {
			options[place] = true
			continue
		}
		own = append(own, record.OptionWords(forms.Option{Value: values[i]}))
	}
	return options, own
}

// choice is an option as it was offered.
type choice struct {
	head, about, star string
	label             prompt.Label
	on                bool
	column            int // of the labels
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
	lines, _, _ := prompt.OptionText(th, c.label, c.about, c.star, c.column, max(text.TextWidth(look.Width)+len(text.LeftMargin(look.Width))-text.Width(head), 1))
	for i := range lines {
		if i > 0 {
			head = text.Spaces(text.Width(head))
		}
		lines[i] = text.Cut(head+lines[i], look.Width, "")
	}
	return lines
}
