package records

import (
	"github.com/spf13/cobra"

	"parley/model/cli/process"
	"parley/store"
)

// Completing lets a shell complete conversation ids, with their titles. If something
// cannot be read, nothing is completed.
func Completing(p *process.Program, c *cobra.Command) {
	c.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		saved, _, err := Store(p)
		if err != nil || len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var out []cobra.Completion
		for _, x := range readable(saved) {
			out = append(out, cobra.CompletionWithDesc(x.ID, oneLine(process.Terminal(x.Title))))
		}
		return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

// readable are the conversations that can be listed.
func readable(s store.Store) []store.Summary {
	list, _ := s.List() // the others cannot be completed
	return list
}
