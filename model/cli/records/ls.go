package records

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"parley/model/cli/process"
	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
)

// LsCommand is `parley ls`.
func LsCommand(p *process.Program) *cobra.Command {
	var format string
	var all bool
	c := &cobra.Command{
		Use: "ls", Short: "List the saved conversations, the latest first", Args: process.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			if err := process.OneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			return ls(p, format, all)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text or json")
	c.Flags().BoolVarP(&all, "all", "a", false, "of every workspace, not only of this one")
	return c
}

func ls(p *process.Program, format string, all bool) error {
	saved, s, err := Store(p)
	if err != nil {
		return err
	}
	list, faults := saved.List()
	shown := slices.DeleteFunc(list, func(x store.Summary) bool {
		return !all && x.Workspace != "" && x.Workspace != s.Dir
	})
	if format == "json" {
		if shown == nil {
			shown = []store.Summary{}
		}
		return errors.Join(p.JSON(map[string]any{"conversations": shown}), faults)
	}
	var out strings.Builder
	home := p.Variable("HOME")
	for _, here := range []bool{true, false} { // those of this workspace first
		for i := range shown {
			if x := &shown[i]; (x.Workspace == s.Dir) == here && !x.Follows() {
				out.WriteString(process.Row(summaryLine(p, x)+elsewhere(x, s.Dir, home)) + "\n")
			}
		}
	}
	process.Rows(p.Out, out.String())
	if len(list) == 0 && faults == nil {
		fmt.Fprintln(p.Err, noneSavedText)
	}
	if hidden := len(list) - len(shown); hidden > 0 {
		fmt.Fprintf(p.Err, "%d more in other workspaces; `parley ls --all` lists them\n", hidden)
	}
	return faults
}

// elsewhere names the workspace of a conversation if it is another, with ~ for
// the user's home.
func elsewhere(x *store.Summary, dir, home string) string {
	if x.Workspace == "" || x.Workspace == dir {
		return ""
	}
	root := x.Workspace
	if rest, ok := strings.CutPrefix(root, home+"/"); ok && home != "" {
		root = "~/" + rest
	}
	return "  in " + root
}

func summaryLine(p *process.Program, x *store.Summary) string {
	title := x.Title
	if title == "" {
		title = "(no title)"
	}
	note := ""
	switch {
	case x.Open != "":
		note = clean.Ours("  ◆ question open")
	case x.TurnOpen:
		note = "  turn open"
	}
	if x.Requests > 1 {
		note = fmt.Sprintf("  %d requests of the session", x.Requests) + note
	}
	when := "no event" // a damaged file may have none
	if !x.Updated.IsZero() {
		when = record.Ago(p.Now().Sub(x.Updated))
	}
	return x.ID + "  " + column(when, 10) + " " + column(strconv.Itoa(x.Turns), -3) + " " +
		plural(x.Turns, "turn ", "turns") + "  " + title + lineage(x) + note
}

// column pads a plain text with blanks on its right, or on its left if the width is
// negative.
func column(s string, width int) string {
	if width < 0 {
		return strings.Repeat(" ", max(-width-len(s), 0)) + s
	}
	return s + strings.Repeat(" ", max(width-len(s), 0))
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
