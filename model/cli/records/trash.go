package records

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
	"parley/store/record"
	"parley/store/said"
)

const rmLong = `Move saved conversations into the trash, or look into it. Nothing of them is
deleted, but their messages are no longer among the earlier ones that Ctrl+R finds:
"parley rm --undo ID" brings a conversation back as it was. Only "parley rm --empty"
deletes, for good, what is in the trash; it asks first.`

// RmCommand is `parley rm`.
func RmCommand(p *process.Program) *cobra.Command {
	var list, undo, empty, yes bool
	var format string
	c := &cobra.Command{
		Use: "rm id…", Short: "Move saved conversations into the trash", Long: rmLong,
		RunE: func(c *cobra.Command, args []string) error {
			if err := process.OneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			switch {
			case list && (undo || empty || len(args) > 0):
				return process.Usage("--list goes alone")
			case empty && (undo || len(args) > 0):
				return process.Usage(emptyAloneText)
			case yes && !empty:
				return process.Usage(yesAloneText)
			case list:
				return listTrash(p, format)
			}
			if err := session.Refuse(p, "`parley rm`"); err != nil {
				return err
			}
			switch {
			case empty:
				return emptyTrash(c.Context(), p, yes)
			case len(args) == 0:
				return process.Usage("name a conversation by its id or the start of it; `parley ls` lists them, `parley rm --list` those in the trash")
			case undo:
				return each(p, args, restore)
			}
			return each(p, args, throwAway)
		},
	}
	c.Flags().BoolVar(&list, "list", false, "list what is in the trash, the latest first")
	c.Flags().BoolVar(&undo, "undo", false, "bring conversations back from the trash")
	c.Flags().BoolVar(&empty, "empty", false, "delete for good what is in the trash")
	c.Flags().BoolVar(&yes, "yes", false, "do not ask, for --empty")
	c.Flags().StringVar(&format, "format", "text", "text or json, for --list")
	return c
}

// each does something with every named conversation, even after one has failed.
func each(p *process.Program, prefixes []string, do func(*process.Program, shelf, string) error) error {
	saved, s, err := Store(p)
	if err != nil {
		return err
	}
	var faults []error
	for _, prefix := range prefixes {
		faults = append(faults, do(p, shelf{saved, s.Said(p)}, prefix))
	}
	return errors.Join(faults...)
}

// shelf is the store, and what the user said in its conversations.
type shelf struct {
	store.Store
	said said.File
}

func throwAway(p *process.Program, saved shelf, prefix string) error {
	id, err := saved.Find(prefix)
	if err != nil {
		return err
	}
	if err := saved.Trash(id); err != nil {
		return err
	}
	if err := saved.said.Forget(id); err != nil {
		return err
	}
	process.Say(p.Err, thrownText(id))
	return nil
}

func restore(p *process.Program, saved shelf, prefix string) error {
	id, err := saved.FindTrashed(prefix)
	if err != nil {
		return err
	}
	if err := saved.Restore(id); err != nil {
		return err
	}
	process.Say(p.Err, restoredText(id))
	return nil
}

func listTrash(p *process.Program, format string) error {
	saved, _, err := Store(p)
	if err != nil {
		return err
	}
	list, faults := saved.ListTrash()
	if format == "json" {
		if list == nil {
			list = []store.Trashed{}
		}
		return errors.Join(p.JSON(map[string]any{"trash": list}), faults)
	}
	if len(list) == 0 && faults == nil {
		process.Say(p.Err, trashEmptyText)
	}
	for _, x := range list {
		thrown := ""
		if !x.Thrown.IsZero() {
			thrown = "  thrown away " + record.Ago(p.Now().Sub(x.Thrown))
		}
		if err := process.Rows(p.Out, summaryLine(p, &x.Summary)+thrown+"\n"); err != nil {
			return err
		}
	}
	return faults
}

// RenameCommand is `parley rename`.
func RenameCommand(p *process.Program) *cobra.Command {
	return &cobra.Command{
		Use: "rename id title…", Short: "Give a saved conversation another title",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return process.Usage("say which conversation and its title: `parley rename ID TITLE`")
			}
			if err := session.Refuse(p, "`parley rename`"); err != nil {
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
			return saved.Rename(id, strings.Join(args[1:], " "))
		},
	}
}
