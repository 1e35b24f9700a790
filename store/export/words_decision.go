package export

import (
	"cmp"
	"fmt"
	"strings"

	"parley/forms"
	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
)

// question is what was asked, or what was changed if a limit was changed without a
// question.
func (d *decision) question() string {
	if d.Kind == kindLimit {
		return "The limit " + d.Given.Choice.Guard
	}
	if strings.TrimSpace(d.Asked.Text) == "" {
		return textEmpty
	}
	if d.Kind != record.KindQuestion { // what was to run
		return clean.Prose(clean.Exact(d.Asked.Text))
	}
	return clean.Prose(d.Asked.Text)
}

// about is everything that was decided about, "" if the question says it.
func (d *decision) about() string {
	return record.About(d.Asked.Text, d.Asked.Arguments, d.Asked.Context)
}

// asker says who asked for what.
func (d *decision) asker() string {
	switch d.Kind {
	case record.KindQuestion:
		if n := len(d.Among); n > 0 {
			return fmt.Sprintf("%s (not known which of its %d calls), question %s", d.Asked.By, n, d.Asked.Question)
		}
		return d.Asked.By + ", question " + d.Asked.Question
	case store.PermitRun:
		return d.Asked.By + ", permission to run"
	case store.PermitDeliver:
		return d.Asked.By + ", permission to deliver the result"
	}
	return d.Asked.By
}

// tone is the meaning of an answer for its colour: yes, no, open, or "".
func (d *decision) tone() string {
	switch {
	case d.Given == nil:
		return "open"
	case d.Given.Outcome == store.PermitAllowed, d.Given.Outcome == store.PermitEdited, forms.Equal(d.Given.Answer, record.Raw("true")):
		return "yes"
	case d.Given.Outcome == store.PermitDenied, d.Given.Outcome == store.Cancelled, d.Given.Outcome == store.PermitSkipped,
		forms.Equal(d.Given.Answer, record.Raw("false")):
		return "no"
	}
	return ""
}

// answer is what was answered, in words.
func (d *decision) answer() string {
	if d.Given == nil {
		return textOpenAnswer
	}
	g := d.Given
	if d.Kind == record.KindRule || d.Kind == record.KindUndo || d.Kind == record.KindContext {
		return "done by the user without being asked"
	}
	words := record.PermitWords(g.Outcome)
	switch g.Outcome {
	case store.Answered:
		words = record.AnswerWords(d.Asked.Type, g.Answer)
		if len(g.Answer) == 0 {
			words = ""
		}
		words = record.With(words, g.Files)
	case store.Redacted:
		words = textSecret
	case store.Cancelled: // permissions use the same word
		words = record.ToStranger.Cancelled(g.Cancelled, g.By)
	}
	switch {
	case g.Again:
		words = record.WordsAgain
	case g.Edited != nil && g.Outcome == store.Answered:
		words = record.AsEdited(words, g.Part)
	}
	if g.Forgotten && (g.Revoked != "" || !g.lasted()) {
		words += " (" + record.ToStranger.Revoked(g.Revoked, g.lasted()) + ")"
	}
	if g.Choice != nil {
		if g.Choice.Choice != words && d.Kind != kindLimit {
			words += "; " + g.Choice.Choice
		}
		if d.Kind == kindLimit {
			words = g.Choice.Choice
		}
		if words == record.ChoiceLimit {
			words = "changed by the user without being asked"
		}
		if g.Choice.Limit != "" {
			words += ", the limit is now " + g.Choice.Limit
		}
	}
	return words
}

// offered is an option as it was offered.
func offered(o forms.Option) string {
	words := forms.Option{Value: o.Value}.Words()
	if o.Label != "" {
		words = o.Label + " (" + string(o.Value) + ")"
	}
	if o.Recommended {
		words += ", recommended"
	}
	if o.Description != "" {
		words += ": " + o.Description
	}
	return words
}

// who says who answered, "" if nobody did or it is not known.
func (d *decision) who() string {
	switch g := d.Given; {
	case g == nil, g.Cancelled == store.CancelLost, g.Cancelled == store.CancelAmiss, g.Cancelled == store.CancelStrange: // whoever closed it gave no answer
		return ""
	case g.By != "":
		by := strings.Join(append([]string{record.ToStranger.By(g.By, g.Model)}, ruleWords(g.Rules)...), ": ")
		if via := record.ToStranger.Who(g.Via); via != "" {
			by += " (" + via + ")"
		}
		return by
	case g.Choice != nil && g.Choice.Choice == record.ChoiceLimit:
		return record.ToStranger.By(store.ByUser, "")
	default:
		return cmp.Or(record.ToStranger.By(record.CancelledBy(g.Cancelled), ""), "nobody")
	}
}

// ruleWords lists rules and where they stood.
func ruleWords(rules []store.RuleAt) []string {
	var out []string
	for _, r := range rules {
		out = append(out, r.Rule+" ("+r.At+")")
	}
	return out
}

// memory says what was remembered of an answer, "" for nothing.
func (d *decision) memory() string {
	if d.Given == nil || !d.Given.lasted() {
		return ""
	}
	words := "for the rest of the turn"
	if d.Asked.Covers != "" {
		words += ": " + d.Asked.Covers
	}
	if d.Given.Forgotten && d.Given.Revoked == "" {
		words += " (" + record.ToStranger.Revoked("", true) + ")"
	}
	return words
}

// lasted reports whether the answer was to hold for the rest of the turn.
func (g given) lasted() bool { return g.Remember != "" || g.Scope == store.ScopeTurn }

// editedHead leads to a text that the user changed before saying yes to it.
func editedHead(g given) string {
	if g.Part.Words() != "" {
		return "Without the hunks that the user left out"
	}
	return "Edited by the user to"
}
