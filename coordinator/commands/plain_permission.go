package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"parley/coordinator"
	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
)

// remarks are what is said of a call beside what it does.
func (p *Plain) remarks(x coordinator.Prompt) {
	all := record.Cautions(*x.Permission)
	if named := record.CalledByServer(x.Named); named != "" {
		all = append([]string{named}, all...)
	}
	for _, said := range all {
		p.say("%s\n", indented(clean.Reveal(clean.Signs(said))))
	}
	if why := x.Ruling.Because(); why != "" {
		p.say("%s\n", indented("Asked because "+clean.Reveal(clean.Signs(why))+"."))
	}
}

func (p *Plain) permission(ctx context.Context, x coordinator.Prompt) coordinator.Input {
	r := x.Permission
	verb := "run"
	if r.Kind == store.PermitDeliver {
		verb = "give"
		p.heading(x, ": give this result to the assistant?")
		if x.Result != nil {
			p.say("%s\n", indented(clean.Reveal(clean.Marked(x.Result.Outcome.Content))))
			if with := record.GoesWith(x.Result.Outcome.Files); with != "" {
				p.say("%s\n", indented(clean.Reveal(with)))
			}
		}
	} else {
		words, all := asks(*r)
		p.says(x, words)
		whole, others := record.Told(r.Text, r.Arguments)
		if !all {
			p.say("%s\n", indented(apart(whole)))
		}
		if others != "" {
			p.say("%s\n", indented(others))
		}
	}
	p.remarks(x)
	if x.Lacks {
		return p.withoutTool(ctx, x)
	}
	out := coordinator.Permitted{Key: x.Key, Scope: store.ScopeOnce, Outcome: store.PermitAllowed}
	choices := []string{verb + " it, once", "no"}
	if r.Covers != "" {
		choices = append(choices, forTurn(verb+" it", r.Covers), forTurn("no", r.Covers))
	}
	choices = append(choices, "no, and say why", "end the turn")
	n, ok := p.choose(ctx, choices)
	if !ok {
		return nil
	}
	switch choice := choices[n]; {
	case n == 1:
		out.Outcome = store.PermitDenied
	case r.Covers != "" && n == 2:
		out.Scope = store.ScopeTurn
	case r.Covers != "" && n == 3:
		out.Scope, out.Outcome = store.ScopeTurn, store.PermitDenied
	case choice == "no, and say why":
		why, ok := p.words(ctx, "Why: ")
		if !ok {
			return nil
		}
		out.Outcome, out.Reason = store.PermitSkipped, strings.TrimSpace(why)
	case choice == "end the turn":
		return coordinator.EndedTurn{Key: x.Key}
	}
	return out
}

// forTurn is a choice that covers more than the call.
func forTurn(choice, covers string) string {
	return choice + ", and for this turn: " + clean.Unbroken(clean.Signs(covers))
}

// apart is what a call will do. Lines of it are counted and stand further in than what is said
// below them, so that none looks like a further argument, such as where a command runs.
func apart(whole string) string {
	more := strings.Count(whole, "\n")
	if more == 0 {
		return whole
	}
	return fmt.Sprintf("In full, %d lines:\n%s", more+1, indented(whole))
}

// mostAsked is how many characters of what a call is about stand in a heading.
const mostAsked = 60

// asks is what a permission asks, in one line; all says that the command stands there as it
// will run.
func asks(r store.PermissionRequest) (words string, all bool) {
	a := record.AsksOf(r)
	clear := clean.Prose(clean.Signs(a.Subject))
	switch {
	case a.Command && (clear != a.Subject || len([]rune(clear)) > mostAsked):
		a.Subject = ""
	case !a.Command:
		if a.Subject = clean.InRow(clear); len([]rune(a.Subject)) > mostAsked {
			a.Subject = string([]rune(a.Subject)[:mostAsked-1]) + clean.Ours("…")
		}
	}
	return a.Words(), a.Command && a.Subject != ""
}

// choose lists choices by number until one is chosen.
func (p *Plain) choose(ctx context.Context, choices []string) (int, bool) {
	for i, c := range choices {
		p.say("%d  %s\n", i+1, c)
	}
	if !p.quiet(ctx, false) {
		return 0, false
	}
	for {
		text, ok := p.answer(ctx, "Number: ", false)
		if !ok {
			return 0, false
		}
		if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil && n >= 1 && n <= len(choices) {
			return n - 1, true
		}
		p.say("Type a number from 1 to %d.\n", len(choices))
		if !p.quiet(ctx, false) { // the lines already typed after it were not meant as answers
			return 0, false
		}
	}
}
