package prompt

import (
	"strings"

	"parley/forms"
	"parley/store/record"
	"parley/views/markdown"
	"parley/views/text"
)

// Label is what an option is called. Value is how the words end if they do not say what is
// answered by it: where there is no room for all, the words before it are cut.
type Label struct{ Words, Value string }

// in is the label in at most room cells.
func (l Label) in(room int, mark string) string {
	return text.CutBefore(l.Words, l.Value, room, mark)
}

// rows is the label in at most so many lines. Words that break early leave room at the end of
// a line, so less of them has room than there are cells.
func (l Label) rows(room, rows int, mark string) []string {
	head, most := strings.TrimSuffix(l.Words, l.Value), rows*room+1
	l.Value = text.Cut(l.Value, most, "")
	l.Words = text.Cut(head, most, "") + l.Value
	for cells := rows * room; cells > 0; cells-- {
		if lines := text.Wrap(l.in(cells, mark), room); len(lines) <= rows {
			return lines
		}
	}
	return []string{l.in(room, mark)}
}

// Names are the options' words, cleaned once.
type Names struct {
	Labels, Abouts []string
	Values         []string // how a label ends that does not say its value: this stays where it is cut
	Widest         int      // of the labels, in cells
	done           bool

	sought []string // what a filter looks at, in small letters
	query  string   // the filter of found
	found  []int    // nil before the first one
}

// with returns the options that a filter in small letters leaves, by index, and behind them the number
// of options if there can be a value of the user's own. It is asked several times for each picture, and
// looks once: there may be a thousand options of thousands of letters. Nobody writes to the result.
func (n *Names) with(a forms.AnswerType, query string) []int {
	if n.found != nil && n.query == query {
		return n.found
	}
	if query != "" && n.sought == nil {
		n.sought = make([]string, len(a.Options))
		for i, o := range a.Options {
			n.sought[i] = strings.ToLower(o.Words() + "\n" + o.Description)
		}
	}
	n.query, n.found = query, make([]int, 0, len(a.Options)+1)
	for i := range a.Options {
		if query == "" || strings.Contains(n.sought[i], query) {
			n.found = append(n.found, i)
		}
	}
	if a.Other {
		n.found = append(n.found, len(a.Options))
	}
	return n.found
}

// Of returns the words of an answer type's options. Options whose labels look
// the same are distinguished by their values.
func (n *Names) Of(a forms.AnswerType) *Names {
	if n.done {
		return n
	}
	n.done, n.Labels, n.Abouts, n.Values = true, make([]string, len(a.Options)), make([]string, len(a.Options)), make([]string, len(a.Options))
	count := map[string]int{}
	for i, o := range a.Options {
		label, value := record.OptionParts(o)
		n.Labels[i], n.Values[i] = OneLine(label+value), OneLine(value)
		n.Abouts[i] = blanks.Replace(markdown.RevealProse(o.Description))
		count[n.Labels[i]]++
	}
	twins := record.Twins(n.Labels)
	for i, o := range a.Options {
		if twins[i] {
			own := strings.TrimSuffix(n.Labels[i], n.Values[i])
			n.Labels[i] = record.Spelled(n.Labels[i])
			if value, behind := strings.CutPrefix(n.Values[i], " "); behind {
				n.Values[i] = " " + record.Spelled(value)
				n.Labels[i] = record.Spelled(own) + n.Values[i]
			}
		}
		if count[n.Labels[i]] > 1 {
			value := " (" + OneLine(string(o.Value)) + ")"
			n.Labels[i] += value
			n.Values[i] += value
		}
		n.Widest = max(n.Widest, text.Width(n.Labels[i]))
	}
	if a.Other {
		n.Widest = max(n.Widest, text.Width(textOther))
	}
	return n
}

// OneLine makes line breaks, tabs and hidden characters of a text visible.
func OneLine(text string) string { return breaks.Replace(markdown.RevealProse(text)) }

var blanks = strings.NewReplacer("\n", " ", "\t", " ")

var breaks = strings.NewReplacer("\n", "␊", "\t", "␉") // a tab between words has no width of its own
