package records

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"parley/model/cli/process"
	"parley/store"
)

const auditLong = `List every decision of a saved conversation: when, what was asked, who answered
what, why, and how long it took; then, for each question that a reviewing model
answered, how often it said no and how often you then said yes.

Each decision in the file carries the digest of the one before. If they do not
fit, the file was changed afterwards: this is said, and the exit status is 1. A
change of the very last decision does not show.`

// picked is what an audit lists.
type picked struct{ tool, who, format string }

// AuditCommand is `parley audit`.
func AuditCommand(p *process.Program) *cobra.Command {
	var o picked
	c := &cobra.Command{
		Use: "audit id", Short: "List every decision of a saved conversation", Long: auditLong, Args: process.OneID,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := process.OneOf("--format", o.format, "text", "json"); err != nil {
				return err
			}
			if o.who != "" {
				if err := process.OneOf("--who", o.who, store.Answerers()...); err != nil {
					return err
				}
			}
			return audit(p, args[0], o)
		},
	}
	c.Flags().StringVar(&o.format, "format", "text", "text or json")
	c.Flags().StringVar(&o.tool, "tool", "", "only what this `tool` asked")
	c.Flags().StringVar(&o.who, "who", "", "only what these answered: "+strings.Join(store.Answerers(), ", "))
	return c
}

func audit(p *process.Program, prefix string, o picked) (err error) {
	c, err := readOne(p, prefix)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	a := store.NewAudit(c.Log()).Only(o.tool, o.who)
	if o.format == "json" {
		err = p.JSON(a)
	} else {
		_, err = fmt.Fprint(p.Out, process.Terminal(a.Words()))
	}
	return errors.Join(err, brokenChain(a.Broken))
}

// brokenChain says where the file was changed.
func brokenChain(all []store.Break) error {
	if len(all) == 0 {
		return nil
	}
	var at []string
	for _, b := range all {
		if b.Before == 0 {
			at = append(at, fmt.Sprintf("before event %d", b.Seq))
			continue
		}
		at = append(at, fmt.Sprintf("between events %d and %d", b.Before, b.Seq))
	}
	return fmt.Errorf("the file was changed after it was written: a decision was altered, removed or added %s", strings.Join(at, ", "))
}

// oneLine keeps a text from looking like lines of the program's own.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
