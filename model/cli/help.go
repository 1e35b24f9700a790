package cli

import (
	"github.com/spf13/cobra"

	"parley/model/cli/process"
)

// helpful makes `parley help` refuse a word that names no command. Cobra's own shows the help
// of whatever came before that word, as if it had been asked for.
func helpful(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		if c.Name() == "help" {
			c.Short, c.Long, c.Args = "Show the help of a command", helpLong, namesCommand
		}
	}
}

func namesCommand(c *cobra.Command, args []string) error {
	at, rest, err := c.Root().Find(args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return process.NoSuch(at, rest[0])
	}
	return nil
}

const helpLong = `Show the help of a command, as --help after it does: "parley help run". On its own it
lists the commands.`
