package prompt

import (
	"fmt"
	"strings"

	"parley/views/edit"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/text"
)

// A yes can be made to last: the list of rules that cover the call, from narrow to
// wide, each with where it would hold. Opening the list allows nothing.

// RuleOffer is a rule, or a few for a line of several commands, that a person may make
// of a call.
type RuleOffer struct {
	Where string   // it would hold
	Rules []string // as they would stand
	Words string   // what they cover
	Would int      // how many earlier calls they would have covered

	Together string // what they and another rule would let the assistant do, "" for nothing
}

// OwnRule is what is said where no rule is offered: why, and which rules a person may write.
// The offers are then places for them, without rules.
type OwnRule struct {
	Why      string   // "" where rules are offered
	Rules    []string // that would cover the call, none if no rule can
	Together string
}

// Lasting opens the list of rules, or closes it.
type Lasting struct{}

// NextScope goes to the next offer of the same rules in another place.
type NextScope struct{}

func (Lasting) IsIntent()   {}
func (NextScope) IsIntent() {}

// Reword opens the words of the chosen offer's rules in the editor.
type Reword struct{}

func (Reword) IsIntent() {}

// AllowedByRule lets the call run and makes the rules of an offer: as they are
// offered, or those in Words, one per line.
type AllowedByRule struct {
	Offer int
	Words string
}

// reworded are words of rules that were changed and left: of which offer, and what.
type reworded struct {
	wordsOf   int
	wordsLeft string
}

func (AllowedByRule) IsAct() {}

// InWords reports whether the words of a rule are being edited.
func (p Permission) InWords() bool { return p.words != nil }

// WithRules is the prompt with the list of rules open.
func (p Permission) WithRules() Permission {
	p, _ = p.Update(Lasting{})
	return p
}

// Writes reports whether the list holds no rules, but places for those that a person writes.
func (p Permission) Writes() bool { return len(p.Offers) > 0 && len(p.Offers[0].Rules) == 0 }

// reword opens the words of the chosen offer, or what was made of them before.
func (p Permission) reword() Permission {
	e := edit.Folding{Editor: edit.NewEditor(p.theme, "")}
	e.OnlySeen(true)
	e.Set(strings.Join(p.Offers[p.entry].Rules, "\n"))
	if p.wordsLeft != "" && (p.wordsOf == p.entry || p.Writes()) {
		e.Set(p.wordsLeft)
	}
	p.words = &e
	return p
}

// leaveWords goes back to the list; what was typed is kept for the next time.
func (p Permission) leaveWords() Permission {
	p.wordsOf, p.wordsLeft, p.words = p.entry, p.words.Whole(), nil
	return p
}

// InRules reports whether the list of rules is open.
func (p Permission) InRules() bool { return p.lasting }

// WithFault says why a yes could not be made to last; the list stays open.
func (p Permission) WithFault(fault string) Permission {
	p.Faults = strings.Split(fault, "\n")
	return p
}

// inRules applies an intent while the list of rules is open.
func (p Permission) inRules(in Intent) (Permission, Act) {
	last := len(p.Offers) - 1
	p.scroll = 0 // the text ends with what is said of the chosen one
	switch in := in.(type) {
	case Step:
		p.entry = min(max(p.entry+in.By, 0), last)
	case Pick: // it goes there, so that what the rule covers is read before it is made
		if in.Number >= 1 && in.Number <= len(p.Offers) {
			p.entry = in.Number - 1
		}
	case Edge:
		p.entry = 0
		if in.Last {
			p.entry = last
		}
	case NextScope:
		p.entry = p.nextScope()
	case Reword:
		return p.reword(), nil
	case OpenMenu, Lasting:
		p.lasting, p.entry = false, 0
	case Confirm:
		if p.Writes() {
			return p.reword(), nil
		}
		return p, AllowedByRule{Offer: p.entry}
	}
	return p, nil
}

// nextScope is the next offer of the same rules, wrapping around.
func (p Permission) nextScope() int {
	for i := 1; i <= len(p.Offers); i++ {
		at := (p.entry + i) % len(p.Offers)
		if strings.Join(p.Offers[at].Rules, "\n") == strings.Join(p.Offers[p.entry].Rules, "\n") {
			return at
		}
	}
	return p.entry
}

// rules lays out the list of rules. What is said about the chosen one, or about one that a
// person writes, is also at the end of the text that scrolls where it has no room in the list.
func (p Permission) rules(d *Dock, look pane.Look) {
	why, about, rows := p.ruleRows(look)
	d.Text.Take(d.Height)
	size, _ := d.Text.Size()
	room := d.Height - 1 - len(d.HintLines()) - len(d.Question) - len(d.faults) - min(size, leastText)
	if len(why)+len(about)+len(rows) > room {
		d.Text.Behind(why)
		why = nil
	}
	switch fit := len(about)+len(rows) <= room; {
	case p.Writes() && !fit:
		d.Text.Behind(about)
		about = nil
	case !p.Writes() && (!fit || p.isCut(look)):
		d.Text.Behind(p.chosenWhole(look))
		if !fit && len(about) > 1 {
			about = d.first(about, 1)
		}
	}
	put := func(choice int, lines ...string) {
		d.Body = append(d.Body, lines...)
		for len(d.choices) < len(d.Body) {
			d.choices = append(d.choices, choice)
		}
	}
	put(-1, why...)
	if p.Writes() {
		put(-1, about...)
		about = nil
	}
	for i, row := range rows {
		put(i, row)
		if i == p.entry {
			d.Focus = len(d.Body) - 1
			put(i, about...)
		}
	}
}

// ruleRows are the offers, a line each, and what is said about the chosen one; or the places
// for a rule that a person writes, which ones would cover the call, and why none is offered.
func (p Permission) ruleRows(look pane.Look) (why, about, rows []string) {
	if p.Writes() {
		return p.placeRows(look)
	}
	wide := 0
	for _, o := range p.Offers {
		wide = max(wide, text.Width(o.Where))
	}
	for i, o := range p.Offers {
		words := p.offered(look, i, wide)
		if o.Would > 0 {
			words += fmt.Sprintf("   would have covered %d", o.Would)
		}
		rows = append(rows, row(look, i == p.entry, words))
	}
	o := p.Offers[p.entry]
	return nil, append(coversLines(look, o.Words, longRules), togetherLines(look, o.Together)...), rows
}

// offered is an offer in a line: where it holds, in a column of so many cells, and its rules.
func (p Permission) offered(look pane.Look, i, wide int) string {
	o := p.Offers[i]
	words := fmt.Sprintf("%d  %s%s  ", i+1, o.Where, text.Spaces(wide-text.Width(o.Where)))
	rules := text.Rule(strings.Join(o.Rules, "  "), longRules)
	if text.Width(words+rules) > text.TextWidth(look.Theme.Fit(look.Width)) {
		rules = text.Rule(bare(o.Rules), longRules) // what it says of the command comes first
	}
	return words + rules
}

// longRules is the most cells of rules, or of what they cover, in the list.
const longRules = 400

// isCut reports whether a part of the chosen offer has no room in the list, however high it is.
func (p Permission) isCut(look pane.Look) bool {
	wide := 0
	for _, o := range p.Offers {
		wide = max(wide, text.Width(o.Where))
	}
	o := p.Offers[p.entry]
	return text.Width(p.offered(look, p.entry, wide)) > text.TextWidth(look.Width)-1 || text.Width(text.Rule(o.Words, longRules+1)) > longRules
}

// chosenWhole is all of the chosen offer: its rules, a line each, what they cover and what they
// would let the assistant do.
func (p Permission) chosenWhole(look pane.Look) (lines []string) {
	o := p.Offers[p.entry]
	for _, r := range o.Rules {
		lines = append(lines, Loud(look, text.Reveal(r))...)
	}
	return append(append(lines, coversLines(look, o.Words, text.Width(text.Reveal(o.Words))+longRules)...), togetherLines(look, o.Together)...)
}

// bare is rules for commands without what they all begin with.
func bare(rules []string) string {
	words := make([]string, len(rules))
	for i, rule := range rules {
		words[i] = rule
		if line, ok := strings.CutPrefix(rule, "run_command("); ok {
			words[i] = strings.TrimSuffix(line, ")")
		}
	}
	return strings.Join(words, "  ")
}

// coversLines are what the rules of an offer cover, below its words, in at most so many cells.
func coversLines(look pane.Look, words string, most int) (lines []string) {
	const inset = "     "
	rows := text.Wrap("covers "+text.Rule(words, most), text.TextWidth(look.Theme.Fit(look.Width))-len(inset))
	for i := range rows {
		rows[i] = inset + rows[i]
	}
	return pane.Indented(look, text.Paint(rows, look.Theme.Dim.Render))
}

// placeRows are the places in which a rule could hold that a person writes, which ones would
// cover the call, and why none is offered.
func (p Permission) placeRows(look pane.Look) (why, about, rows []string) {
	why = pane.Informs(look, textNotOffered(exactly(p.Own.Why))+" "+textOwnRule(len(p.Own.Rules)))
	for _, r := range p.Own.Rules {
		about = append(about, Loud(look, "  "+text.Reveal(r))...)
	}
	about = append(about, togetherLines(look, p.Own.Together)...)
	for i, o := range p.Offers {
		rows = append(rows, row(look, i == p.entry, fmt.Sprintf("%d  %s, in your words", i+1, o.Where)))
	}
	return why, about, rows
}

// togetherLines warns about what rules would let the assistant do together.
func togetherLines(look pane.Look, why string) []string {
	if why == "" {
		return nil
	}
	return Field{Faults: []string{markdown.RevealProse(why)}}.FaultLines(look)
}

// wordsFoot is what stands below words of a rule that are edited.
func (p Permission) wordsFoot() string {
	where := p.Offers[p.entry].Where + ", a rule a line"
	if p.Writes() {
		where += "; exactly this: " + text.Rule(strings.Join(p.Own.Rules, "  "), 400)
	}
	return where
}

// notOffered says below the call why no rule is offered for it. If that would take room from
// the call itself, it comes at the end of the scrollable part.
func (p Permission) notOffered(d *Dock, look pane.Look) {
	if p.Own.Why == "" || p.lasting || p.menu || p.editor() != nil {
		return
	}
	why := pane.Informs(look, textNoRule(exactly(p.Own.Why)))
	if len(why) > max(d.Height/5, 1) {
		d.Text.Behind(why)
		return
	}
	d.Foot = why
}
