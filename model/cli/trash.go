package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"parley/store"
)

const rmLong = `Move saved conversations into the trash, or look into it. Nothing is deleted:
"parley rm --undo ID" brings a conversation back as it was. Only "parley rm --empty"
deletes, for good, what is in the trash; it asks first.`

func (p *Program) rmCommand() *cobra.Command {
	var list, undo, empty, yes bool
	var format string
	c := &cobra.Command{
		Use: "rm id…", Short: "Move saved conversations into the trash", Long: rmLong,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := oneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			switch {
			case list && (undo || empty || len(args) > 0):
				return usage("--list goes alone")
			case empty && (undo || len(args) > 0):
				return usage(emptyAloneText)
			case yes && !empty:
				return usage(yesAloneText)
			case empty:
				return p.emptyTrash(yes)
			case list:
				return p.listTrash(format)
			case len(args) == 0:
				return usage("name a conversation by its id or the start of it; `parley ls` lists them, `parley rm --list` those in the trash")
			case undo:
				return p.each(args, p.restore)
			}
			return p.each(args, p.throwAway)
		},
	}
	c.Flags().BoolVar(&list, "list", false, "list what is in the trash, the latest first")
	c.Flags().BoolVar(&undo, "undo", false, "bring conversations back from the trash")
	c.Flags().BoolVar(&empty, "empty", false, "delete for good what is in the trash")
	c.Flags().BoolVar(&yes, "yes", false, "do not ask, for --empty")
	c.Flags().StringVar(&format, "format", "text", "text or json, for --list")
	return c
}

// each does something with every conversation that is named, also after one that
// failed.
func (p *Program) each(prefixes []string, do func(store.Store, string) error) error {
	saved, _, err := p.saved()
	if err != nil {
		return err
	}
	var faults []error
	for _, prefix := range prefixes {
		faults = append(faults, do(saved, prefix))
	}
	return errors.Join(faults...)
}

func (p *Program) throwAway(saved store.Store, prefix string) error {
	id, err := saved.Find(prefix)
	if err != nil {
		return err
	}
	if err := saved.Trash(id); err != nil {
		return err
	}
	fmt.Fprintf(p.Err, "parley: %s\n", thrownText(id))
	return nil
}

func (p *Program) restore(saved store.Store, prefix string) error {
	id, err := saved.FindTrashed(prefix)
	if err != nil {
		return err
	}
	if err := saved.Restore(id); err != nil {
		return err
	}
	fmt.Fprintf(p.Err, "parley: %s\n", restoredText(id))
	return nil
}

func (p *Program) listTrash(format string) error {
	saved, _, err := p.saved()
	if err != nil {
		return err
	}
	list, faults := saved.ListTrash()
	if format == "json" {
		if list == nil {
			list = []store.Trashed{}
		}
		return errors.Join(p.json(map[string]any{"trash": list}), faults)
	}
	for _, x := range list {
		thrown := ""
		if !x.Thrown.IsZero() {
			thrown = "  thrown away " + age(p.Now().Sub(x.Thrown))
		}
		if _, err := fmt.Fprintln(p.Out, p.summaryLine(&x.Summary)+thrown); err != nil {
			return err
		}
	}
	return faults
}

func (p *Program) renameCommand() *cobra.Command {
	return &cobra.Command{
		Use: "rename id title…", Short: "Give a saved conversation another title",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usage("say which conversation and its title: `parley rename ID TITLE`")
			}
			saved, _, err := p.saved()
			if err != nil {
				return err
			}
			id, err := saved.Find(args[0])
			if err != nil {
				return err
			}
			return saved.Rename(id, strings.Join(args[1:], " "))
		},
	}
}
