package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"parley/store"
)

const repairLong = `Write the file of a damaged conversation anew. Good lines stay as they are, byte
for byte; bad ones go with their numbers into a file beside it; what lost its
answer with one of them gets one that says so. The file as it was is kept. Where
nothing is wrong, nothing is written.`

func (p *Program) repairCommand() *cobra.Command {
	return &cobra.Command{
		Use: "repair id", Short: "Set the bad lines of a damaged conversation aside", Long: repairLong, Args: oneID,
		RunE: func(_ *cobra.Command, args []string) error {
			saved, _, err := p.saved()
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
			_, err = fmt.Fprint(p.Out, terminalText(m.String()))
			return err
		},
	}
}

// problems tells what is wrong with a conversation's file, and what to do.
func (p *Program) problems(id string, r store.Report) {
	for _, line := range problemLines(id, r) {
		fmt.Fprintf(p.Err, "parley: %s\n", terminalText(line))
	}
}

func problemLines(id string, r store.Report) []string {
	out := r.Told()
	switch {
	case r.Repairable():
		out = append(out, repairText(id))
	case len(out) > 0:
		out = append(out, newerText)
	}
	return out
}
