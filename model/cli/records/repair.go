package records

import (
	"github.com/spf13/cobra"

	"parley/model/cli/process"
	"parley/model/cli/session"
)

const repairLong = `Write the file of a damaged conversation anew. Good lines stay as they are, byte
for byte; bad ones go with their numbers into a file beside it; what lost its
answer with one of them gets one that says so. The file as it was is kept. Where
nothing is wrong, nothing is written.`

// RepairCommand is `parley repair`.
func RepairCommand(p *process.Program) *cobra.Command {
	return &cobra.Command{
		Use: "repair id", Short: "Set the bad lines of a damaged conversation aside", Long: repairLong, Args: process.OneID,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := session.Refuse(p, "`parley repair`"); err != nil {
				return err
			}
			saved, _, err := Store(p)
			if err != nil {
				return err
			}
			id, err := saved.Find(args[0])
			if err != nil {
				return err
			}
			m, err := saved.Repair(id)
			if err != nil {
				return err
			}
			err = process.Rows(p.Out, process.Terminal(m.String()))
			return err
		},
	}
}
