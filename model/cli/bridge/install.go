package bridge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"parley/model/cli/bridge/hook"
	"parley/model/cli/bridge/settings"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store/text/diff"
)

// installCommand is `parley bridge install`.
func installCommand(p *process.Program) *cobra.Command {
	return &cobra.Command{
		Use: "install program", Short: "Add Parley to the hooks of claude or codex, once you agree", ValidArgs: hook.Programs(),
		RunE: func(c *cobra.Command, args []string) error {
			program, err := programArgument(args)
			if err != nil {
				return err
			}
			return change(c.Context(), p, program, os.Executable, "`parley bridge install`", true)
		},
	}
}

// removeCommand is `parley bridge remove`.
func removeCommand(p *process.Program) *cobra.Command {
	return &cobra.Command{
		Use: "remove program", Short: "Take Parley out of the hooks of claude or codex, once you agree", ValidArgs: hook.Programs(),
		RunE: func(c *cobra.Command, args []string) error {
			program, err := programArgument(args)
			if err != nil {
				return err
			}
			return change(c.Context(), p, program, os.Executable, "`parley bridge remove`", false)
		},
	}
}

// programArgument is the program that a command is about.
func programArgument(args []string) (string, error) {
	for _, known := range hook.Programs() {
		if len(args) == 1 && args[0] == known {
			return known, nil
		}
	}
	return "", process.Usage("name the program: claude or codex")
}

// change adds or removes the hooks of a program: it shows what would change in its settings,
// and asks.
func change(ctx context.Context, p *process.Program, program string, self func() (string, error), what string, add bool) (err error) {
	if err := session.Refuse(p, what); err != nil {
		return err
	}
	name, err := file(p, program)
	if err != nil {
		return err
	}
	was, at, err := readSettings(name)
	if err != nil {
		return err
	}
	var doc []byte
	if add {
		doc, err = added(p, program, self, was)
	} else {
		doc, err = removed(program, was)
	}
	if err != nil {
		return faultIn(at, err)
	}
	if bytes.Equal(doc, was) {
		_, err = fmt.Fprintln(p.Out, nothingText(program, add))
		return err
	}
	if err := process.Rows(p.Out, p.Shown(patchOf(at, string(was), string(doc)))); err != nil {
		return err
	}
	if yes, err := agreed(ctx, p, askText(program, add)); err != nil || !yes {
		if err == nil {
			_, err = fmt.Fprintln(p.Out, "Nothing was changed.")
		}
		return err
	}
	if now, there, err := readSettings(name); err != nil || there != at || !bytes.Equal(now, was) {
		return errors.Join(fmt.Errorf("%s changed meanwhile, so nothing was written; try again", at), err)
	}
	if err := replace(at, was, doc); err != nil {
		return err
	}
	done := doneText(program, at, len(was) > 0, add)
	if add && program == hook.Claude { // of Codex it says by itself what is still to do
		for _, fault := range stateOf(p, program).Faults {
			done += "  ! " + fault + "\n"
		}
	}
	return process.Rows(p.Out, p.Shown(done))
}

// added is a text with our hooks in it, and without those of another place or that were altered.
func added(p *process.Program, program string, self func() (string, error), was []byte) ([]byte, error) {
	own, err := self()
	if err != nil {
		return nil, err
	}
	command, err := hookCommand(own, workspaceOf(p), program)
	if err != nil {
		return nil, notFileError{err}
	}
	all, err := settings.Commands(was)
	if err != nil {
		return nil, err
	}
	doc := was
	for _, c := range all {
		altered, _ := settings.Altered(was, c, entries(program)) // it was read a moment ago
		if isHook(c, program) && (c != command || len(altered) > 0) {
			if doc, err = settings.Remove(doc, c); err != nil {
				return nil, err
			}
		}
	}
	return settings.Add(doc, command, entries(program))
}

// removed is a text without our hooks, wherever they lie.
func removed(program string, was []byte) ([]byte, error) {
	all, err := settings.Commands(was)
	doc := was
	for _, c := range all {
		if isHook(c, program) && err == nil {
			doc, err = settings.Remove(doc, c)
		}
	}
	return doc, err
}

// notFileError is a fault that is none of the settings.
type notFileError struct{ error }

func faultIn(at string, err error) error {
	var other notFileError
	if errors.As(err, &other) {
		return other.error
	}
	return fmt.Errorf("%s is not touched: %w. Mend that first: the program may pass over all hooks of the file", at, err)
}

// around is how many lines of context a patch shows.
const around = 3

// patchOf is a change of a file as it is shown.
func patchOf(at, was, doc string) string {
	a, b := diff.Lines(was), diff.Lines(doc)
	from := at
	if was == "" {
		from = "/dev/null"
	}
	return diff.Apart(diff.Unified(from, at, a, b, diff.Group(diff.Compare(a, b), around), around))
}

// agreed asks on the terminal.
func agreed(ctx context.Context, p *process.Program, question string) (yes bool, err error) {
	tty, fault := p.Terminal()
	if fault != nil {
		return false, errors.New("there is no terminal to ask on; run it in one")
	}
	defer func() { err = errors.Join(err, tty.Close()) }()
	_, cfg, err := session.ForRecords(p)
	if err != nil {
		return false, err
	}
	yes, _ = session.NewAsker(p, tty, cfg.Forms.ArmingDelay).Yes(ctx, question)
	return yes, nil
}
