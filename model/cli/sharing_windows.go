package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"parley/model/cli/process"
)

// Windows has neither the inbox nor the bridge. The commands exist all the same, so that their
// names are not taken for a message.
func inboxCommand(*process.Program) *cobra.Command  { return missing("inbox") }
func answerCommand(*process.Program) *cobra.Command { return missing("answer") }
func bridgeCommand(*process.Program) *cobra.Command { return missing("bridge") }

var errMissing = errors.New("Parley on Windows has no inbox and no bridge: a question is answered where it is asked; WSL has both")

func missing(name string) *cobra.Command {
	return &cobra.Command{
		Use: name, Short: "Not available on Windows", Hidden: true, DisableFlagParsing: true, Args: cobra.ArbitraryArgs,
		RunE: func(*cobra.Command, []string) error { return errMissing },
	}
}
