package records

import (
	"github.com/spf13/cobra"

	"parley/model/cli/process"
	"parley/store"
	"parley/store/text/clean"
)

// Completing lets a shell complete conversation ids, with their titles. If something
// cannot be read, nothing is completed.
func Completing(p *process.Program, c *cobra.Command) {
	c.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return Saved(p), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

// Saved returns the ids of conversations with their titles; none if the store cannot be read.
func Saved(p *process.Program) []cobra.Completion {
	saved, _, err := Store(p)
	if err != nil {
		return nil
	}
	var out []cobra.Completion
	for _, x := range readable(saved) {
		out = append(out, cobra.CompletionWithDesc(x.ID, clean.OneLine(process.Terminal(x.Title))))
	}
	return out
}

// readable are the conversations that can be listed.
func readable(s store.Store) []store.Summary {
	list, _ := s.List() // the others cannot be completed
	return list
}
