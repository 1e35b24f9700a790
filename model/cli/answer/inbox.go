package answer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"parley/model/cli/notice"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
	"parley/store/inbox"
	"parley/store/text/clean"
)

// InboxCommand is `parley inbox`. Screen shows on a terminal what waits, with its forms.
func InboxCommand(p *process.Program, screen func(context.Context, *process.Program) error) *cobra.Command {
	var format string
	var wait bool
	c := &cobra.Command{
		Use: "inbox", Short: "Show what waits for you in all conversations, the oldest first", Long: inboxLong, Args: process.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := process.OneOf("--format", format, "text", "json", "ndjson"); err != nil {
				return err
			}
			if !wait && !cmd.Flags().Changed("format") && drawable(p) {
				return screen(cmd.Context(), p)
			}
			s, cfg, err := session.ForRecords(p)
			if err != nil {
				return err
			}
			return list(cmd.Context(), p, store.Open(cfg.Store.Dir, p.Now), &inbox.Watch{Here: s.Counts}, format, wait)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text, json or ndjson")
	c.Flags().BoolVar(&wait, "wait", false, "wait until something waits")
	return c
}

// drawable reports whether there is a terminal to draw on, and a person of whom it may ask
// something.
func drawable(p *process.Program) bool {
	return p.OutTTY && process.FromTerminal(p.In) && p.Variable("TERM") != "dumb" && !session.Below(p)
}

// lookEvery is the time between two looks of --wait.
const lookEvery = time.Second

// list prints what waits, if need be once something does.
func list(ctx context.Context, p *process.Program, from store.Store, watch *inbox.Watch, format string, wait bool) error {
	for {
		entries, answered, faults := watch.Look(from)
		if !wait || len(entries) > 0 {
			return errors.Join(printed(p, looked(entries), answered, format), faults)
		}
		if err := p.Sleep(ctx, lookEvery); err != nil {
			return process.StatusError{Status: process.ExitInterrupted, Err: nil}
		}
	}
}

// looked adds to entries what has changed in their workspaces since.
func looked(entries []inbox.Entry) (out []inbox.Entry) {
	for _, e := range entries {
		out = append(out, notice.Looked(e))
	}
	return out
}

// printed prints what waits for a person, and for people and as one object also what was answered
// and waits for its tool.
func printed(p *process.Program, entries, answered []inbox.Entry, format string) error {
	switch format {
	case "json":
		some := func(all []inbox.Entry) []inbox.Entry { return append([]inbox.Entry{}, all...) } // a list even of none
		return p.JSON(map[string]any{"waiting": some(entries), "answered": some(answered)})
	case "ndjson":
		for _, e := range entries {
			if err := process.Encode(p.Out, e, ""); err != nil {
				return err
			}
		}
		return nil
	}
	if len(entries) == 0 {
		if _, err := fmt.Fprintln(p.Err, emptyText); err != nil {
			return err
		}
	}
	var out strings.Builder
	for _, e := range slices.Concat(entries, answered) {
		place := ""
		if e.Workspace != "" {
			place = "  in " + e.Workspace
		}
		out.WriteString(process.Row(fmt.Sprintf("%s  %s  %s  (%s)%s", e.Ref, e.SinceText(p.Now()), clean.Prose(e.Subject), waitingWords(e), place)) + "\n")
	}
	process.Rows(p.Out, out.String())
	return nil
}
