// Package bridge lets other agents ask here: what Claude Code and Codex ask by their hooks is
// put on record, waits in the inbox like everything else, and is answered there, by a rule or
// by a reviewer. Nothing is ever allowed because no answer came.
package bridge

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"parley/model/cli/process"
)

// Command is `parley bridge`.
func Command(p *process.Program) *cobra.Command {
	c := &cobra.Command{Use: "bridge", Short: "Let Claude Code and Codex ask here", Long: bridgeLong, Args: process.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() }}
	c.AddCommand(installCommand(p), removeCommand(p), statusCommand(p), askCommand(p))
	return c
}

// askCommand is what parley-hook starts.
func askCommand(p *process.Program) *cobra.Command {
	var hooked bool
	c := &cobra.Command{
		Use: "ask program", Short: "Ask what another program's hook says (parley-hook starts this)", Long: askLong, Hidden: true,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return process.Usage("name the program that asks: claude or codex")
			}
			m, err := read(p, args[0])
			if err != nil {
				return err
			}
			var alive io.ReadCloser
			if hooked {
				alive = os.NewFile(aliveAt, "hook")
			}
			return answer(c.Context(), p, m, alive)
		},
	}
	c.Flags().BoolVar(&hooked, "hook", false, "a hook waits: descriptor 3 says whether it is still there")
	return c
}
