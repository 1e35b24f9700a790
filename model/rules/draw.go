package rules

import (
	"strings"

	"parley/model/kit"
	"parley/views/text"
)

// What is said about the rules.
const (
	textHead    = "Rules in force here"
	textAllOfIt = "`parley rules` has all of it."
	textNone    = "No rule is in force here. To make one, press a when a tool asks for permission."
)

func standsText(at string) string { return "It stands in " + at + "; take it out there." }

func notDroppedText(err error) string { return "It could not be taken back: " + err.Error() }

func droppedText(r kit.Rule) string {
	return "Taken back: " + r.Verdict + " " + text.Rule(r.Text, 200) + "."
}

// moreText counts what there is no room for. Rules that are too wide together are no fault:
// both hold.
func moreText(faults, pairs int) string {
	var more []string
	if faults > 0 {
		more = append(more, text.Count(faults, "more fault", "more faults"))
	}
	if pairs > 0 {
		more = append(more, text.Count(pairs, "more pair of rules that is too wide together", "more pairs of rules that are too wide together"))
	}
	return strings.Join(more, ", ") + "; `parley rules` names all."
}

// line is a line of the list, and the rule that it belongs to, -1 for none.
type line struct {
	text string
	rule int
}

const (
	mostNotes  = 3  // shown above the list
	indent     = 10 // cells before the text of a rule
	kindsCells = 7
)

// head is the text above the list: what it is, and what is wrong with the rules.
func (s *Screen) head() []string {
	th, width := s.Theme, s.Terminal.W
	room := th.Fit(width)
	count := th.Dim.Render(text.Count(len(s.o.Rules.All), "rule", "rules"))
	lines := []string{text.Cut(text.Apart(text.LeftMargin(width)+th.Strong.Render(textHead), count+" ", room), width, "")}
	faults := s.o.Rules.Faults[:len(s.o.Rules.Faults):len(s.o.Rules.Faults)]
	notes := append(faults, s.o.Rules.Together...)
	if len(notes) > mostNotes {
		left := max(len(faults)-mostNotes, 0)
		notes = append(notes[:mostNotes:mostNotes], moreText(left, len(notes)-mostNotes-left))
	}
	var said []string
	for _, note := range notes {
		for i, l := range text.Wrap(text.Clean(note), max(room-4, 8)) {
			mark := "! "
			if i > 0 {
				mark = "  "
			}
			said = append(said, mark+l)
		}
	}
	if most := max(s.Terminal.H/4, 2); len(said) > most { // the list must have room
		said = append(said[:most-1:most-1], "  "+textAllOfIt)
	}
	for _, l := range said {
		lines = append(lines, text.Cut(" "+th.Bad.Render(l), width, ""))
	}
	return append(lines, "")
}

// lines are all lines of the list.
func (s *Screen) lines() (lines []line) {
	th, width := s.Theme, s.Terminal.W
	room := max(th.Fit(width)-indent-1, 8)
	if len(s.o.Rules.All) == 0 {
		for _, l := range text.Wrap(textNone, max(th.Fit(width)-4, 8)) {
			lines = append(lines, line{text.LeftMargin(width) + th.Dim.Render(l), -1})
		}
		return lines
	}
	for i, r := range s.o.Rules.All {
		add := func(drawn string) { lines = append(lines, line{text.Cut(drawn, width, ""), i}) }
		cursor, words, style := "   ", []string{text.Rule(r.Text, room)}, th.Plain
		if i == s.at { // the whole rule must be readable
			cursor, words, style = " "+th.Accent.Render(th.Glyphs.Cursor)+" ", text.Wrap(text.Reveal(r.Text), room), th.Accent
		}
		kind := th.Dim
		if r.Verdict == "deny" {
			kind = th.Bad
		}
		for k, l := range words {
			before := text.Spaces(indent)
			if k == 0 {
				before = cursor + kind.Render(text.Pad(r.Verdict, kindsCells))
			}
			add(before + style.Render(l))
		}
		below := []string{strings.Join([]string{r.Scope, r.Added}, "; ")}
		if i == s.at {
			below = []string{r.Covers, below[0]}
		}
		for _, b := range below {
			shown := []string{text.Rule(b, room)}
			if i == s.at {
				shown = text.Wrap(text.Reveal(b), room)
			}
			for _, l := range shown {
				add(text.Spaces(indent) + th.Dim.Render(l))
			}
		}
	}
	return lines
}
