package answer

import (
	"strings"

	"github.com/spf13/cobra"

	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
	"parley/store/inbox"
)

// waiting lets a shell complete what waits, as [InboxCommand] prints it. If something cannot
// be read, nothing is completed of it.
func waiting(p *process.Program) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		const others = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
		_, cfg, err := session.ForRecords(p)
		if err != nil || len(args) > 0 {
			return nil, others
		}
		entries, _ := inbox.All(store.Open(cfg.Store.Dir, p.Now)) // the others cannot be completed
		var out []cobra.Completion
		for _, e := range entries {
			out = append(out, cobra.CompletionWithDesc(e.Ref, strings.Join(strings.Fields(process.Terminal(e.Subject)), " ")))
		}
		return out, others
	}
}
