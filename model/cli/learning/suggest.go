// Package learning evaluates what a person has decided in the past: which rules their
// decisions support (docs/rules.md), and how often a reviewer decides as they do
// (docs/reviewer.md). None of this happens during a conversation; it runs on request.
package learning

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"time"

	"github.com/spf13/cobra"

	"parley/config/private"
	"parley/coordinator/rulebook"
	"parley/coordinator/rules"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
	"parley/store/text/clean"
)

// SuggestCommand returns `parley suggest`.
func SuggestCommand(p *process.Program) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use: "suggest", Short: "Suggest rules based on your past decisions", Long: suggestLong, Args: process.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := process.OneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			if err := session.Refuse(p, "`parley suggest`"); err != nil {
				return err
			}
			return suggest(cmd.Context(), p, format == "json")
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text or json")
	return c
}

func suggest(ctx context.Context, p *process.Program, inJSON bool) (err error) {
	s, cfg, err := session.ForRecords(p)
	if err != nil {
		return err
	}
	var all []precedent
	err = unlessEnded(ctx, p, func() (faults []error) {
		all, faults = precedents(ctx, s, store.Open(cfg.Store.Dir, p.Now), s.Dir)
		return faults
	})
	if err != nil {
		return err
	}
	book, shut, err := session.Rulebook(p, s, cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shut()) }()
	given := make([]rulebook.Precedent, len(all))
	for i, one := range all {
		given[i] = one.Precedent
	}
	found := book.Suggest(ctx, given)
	switch {
	case inJSON:
		return p.JSON(map[string]any{"suggestions": listed(found, all)})
	case len(found) == 0:
		_, err = fmt.Fprintln(p.Out, nothingText)
		return err
	}
	return offer(ctx, p, s, cfg.Forms.ArmingDelay, found, all)
}

// precedents returns the decisions about calls from all conversations of a workspace, oldest
// first, and the errors of those that cannot be read.
func precedents(ctx context.Context, s session.Setup, saved store.Store, dir string) (all []precedent, faults []error) {
	parents := map[string]string{}
	faults = each(ctx, s, saved, dir, func(sum store.Summary, c *store.Conversation, report store.Report, here bool) {
		r := read(sum, c, report, here)
		parents[sum.ID], all = r.parent, append(all, r.closed...)
	})
	for i := range all {
		all[i].From = origin(parents, all[i].conversation)
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].time.Before(all[j].time) })
	return all, faults
}

// origin returns the first conversation of a line of forks.
func origin(parents map[string]string, id string) string {
	for range len(parents) {
		if parents[id] == "" {
			break
		}
		id = parents[id]
	}
	return id
}

// offer shows each rule with its evidence and, on a terminal, asks whether to make it.
func offer(ctx context.Context, p *process.Program, s session.Setup, delay time.Duration, found []rulebook.Suggestion, all []precedent) (err error) {
	yes := func() (yes, ok bool) { return false, false }
	if p.OutTTY {
		tty, err := p.Terminal()
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, tty.Close()) }()
		asker := session.NewAsker(p, tty, delay)
		yes = func() (yes, ok bool) { return asker.Yes(ctx, makeText) }
	}
	for _, one := range found {
		if err := process.Rows(p.Out, p.Shown(words(one, all, p.Now().Location()))); err != nil {
			return err
		}
		if !p.OutTTY {
			fmt.Fprintln(p.Out)
			continue
		}
		switch made, ok := yes(); {
		case !ok:
			return errors.New(endedText)
		case !made:
			fmt.Fprintf(p.Out, "%s\n\n", leftText)
			continue
		}
		saved := private.SavedRule{Kind: string(rules.Allow), Text: one.Rule.String(), Root: s.Dir, Folder: s.Sources.Folder, When: p.Now(), From: "parley suggest"}
		if err := private.AddRules(ctx, s.Places.Rules, saved); err != nil {
			return err
		}
		process.Rows(p.Out, p.Shown(madeText(saved.Text))+"\n\n")
	}
	if !p.OutTTY {
		_, err = fmt.Fprintln(p.Out, byHandText)
	}
	return err
}

// mostShown is how many precedents of a rule are listed, latest first.
const mostShown = 3

func words(s rulebook.Suggestion, all []precedent, where *time.Location) string {
	out := fmt.Sprintf("allow  %s\n       %s\n", s.Rule, s.Covers)
	if s.Together != "" {
		out += "     ! " + s.Together + "\n"
	}
	out += "       " + restsText(s, conversations(s, all)) + "\n"
	for i, at := range slices.Backward(s.Yes) {
		if shown := len(s.Yes) - 1 - i; shown == mostShown {
			out += "         " + moreText(i+1) + "\n"
			break
		}
		one := all[at]
		out += fmt.Sprintf("         %s  %s  %s\n", one.time.In(where).Format("2006-01-02 15:04"), one.conversation, clean.OneLine(one.title))
	}
	return out
}

func conversations(s rulebook.Suggestion, all []precedent) int {
	from := map[string]bool{}
	for _, i := range s.Yes {
		from[all[i].From] = true
	}
	return len(from)
}

// listedSuggestion is a suggestion as JSON.
type listedSuggestion struct {
	Rule          string            `json:"rule"`
	Covers        string            `json:"covers"`
	Conversations int               `json:"conversations"`
	Together      string            `json:"together,omitempty"`
	Precedents    []listedPrecedent `json:"precedents"`
}

// listedPrecedent is a yes that supports a rule.
type listedPrecedent struct {
	Conversation string    `json:"conversation"`
	Seq          int64     `json:"seq"` // of the event with the question
	Time         time.Time `json:"time"`
}

func listed(found []rulebook.Suggestion, all []precedent) []listedSuggestion {
	out := []listedSuggestion{}
	for _, s := range found {
		one := listedSuggestion{Rule: s.Rule.String(), Covers: s.Covers, Conversations: conversations(s, all), Together: s.Together}
		for _, i := range s.Yes {
			one.Precedents = append(one.Precedents, listedPrecedent{all[i].conversation, all[i].seq, all[i].time})
		}
		out = append(out, one)
	}
	return out
}
