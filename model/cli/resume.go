package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"parley/model/cli/headless"
	"parley/model/cli/process"
	"parley/model/cli/records"
	"parley/model/cli/screens"
	"parley/model/cli/session"
)

func resumeCommand(p *process.Program) *cobra.Command {
	var o session.Options
	var format string
	c := &cobra.Command{
		Use: "resume [id]", Short: "Go on with a saved conversation, or choose one", Long: resumeLong,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return process.Usage("name one conversation; `parley ls` lists them")
			}
			id := ""
			if len(args) == 1 {
				id = args[0]
			}
			return resume(cmd.Context(), p, o, id, format)
		},
	}
	o.Register(c)
	o.Headless(c, &format)
	return c
}

// resume opens a conversation on the screen, with --accessible in plain lines; with --non-interactive, or if there is
// no screen, an open turn continues without one.
func resume(ctx context.Context, p *process.Program, o session.Options, id, format string) error {
	screenless := o.NonInteractive || o.Accessible || !p.OutTTY || format != "text"
	if id == "" && screenless {
		var err error
		if id, err = latest(p); err != nil {
			return err
		}
		o.Unnamed = true
	}
	if screenless {
		if err := o.RefuseGoingOn(p, id); err != nil {
			return err
		}
		if o.Accessible && !o.NonInteractive && !o.Park && format == "text" {
			o.Resume = id
			return headless.Plain(ctx, p, o, "")
		}
		return headless.Run(ctx, p, o, id, "", format)
	}
	o.Resume, o.Pick = id, id == ""
	return screens.Open(ctx, p, o, "")
}

func latest(p *process.Program) (string, error) {
	saved, s, err := records.Store(p)
	if err != nil {
		return "", err
	}
	list, err := saved.List()
	for _, x := range list {
		if x.Workspace == s.Dir && x.Program == "" {
			return x.ID, nil
		}
	}
	if err != nil {
		return "", err
	}
	return "", errors.New("there is no conversation of this workspace yet; `parley ls --all` lists those of others")
}
