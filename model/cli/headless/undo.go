package headless

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/coordinator/undo"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
	"parley/store/text/clean"
)

// UndoCommand is `parley undo`.
func UndoCommand(p *process.Program) *cobra.Command {
	var o session.Options
	var turn int
	var yes bool
	c := &cobra.Command{
		Use: "undo id", Short: "Put files back as they were before the assistant changed them", Long: undoLong, Args: process.OneID,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := session.Refuse(p, "`parley undo`"); err != nil {
				return err
			}
			if cmd.Flags().Changed("turn") && turn < 1 {
				return process.Usage("--turn takes the number of a turn, from 1")
			}
			return undoing(cmd.Context(), p, o, args[0], turn, yes)
		},
	}
	c.Flags().IntVar(&turn, "turn", 0, "the `number` of the turn; without it the newest change, also an undo")
	c.Flags().BoolVar(&yes, "yes", false, "put back without a question; it is printed")
	return c
}

func undoing(ctx context.Context, p *process.Program, o session.Options, id string, turn int, yes bool) (err error) {
	s, cfg, err := session.Configuration(p, o)
	if err != nil {
		return err
	}
	x, err := session.Open(context.WithoutCancel(ctx), p, s, cfg, id, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, x.Close()) }()
	if err := x.AsLeft(); err != nil {
		return err
	}
	if x.Shell.State().Folded.Open() {
		return fmt.Errorf("a turn of %s is open, and nothing is undone meanwhile; `parley resume %s` goes on with it", x.Saved.ID(), x.Saved.ID())
	}
	set, files, err := chosenSet(x, turn)
	if err != nil {
		return err
	}
	var answer func(string) (bool, error)
	ready := tellUndo(p.Out, p, set, files)
	switch {
	case ready == 0:
		return errors.New(nothingToUndoText)
	case yes:
		answer = func(string) (bool, error) { return false, nil } // what needs a yes of its own gets none
	default:
		tty, fault := p.Terminal()
		if fault != nil {
			return errors.New(undoTerminalText)
		}
		defer func() { err = errors.Join(err, tty.Close()) }()
		asker := session.NewAsker(p, tty, cfg.Forms.ArmingDelay)
		answer = func(question string) (bool, error) {
			yes, ok := asker.Yes(ctx, question)
			if !ok {
				return false, errors.New("no answer; nothing was changed")
			}
			return yes, nil
		}
	}
	in, err := agreed(files, yes, answer)
	if err != nil {
		return err
	}
	if len(in.Files) == 0 {
		_, err := fmt.Fprintln(p.Out, "Nothing was changed.")
		return err
	}
	return carryOut(ctx, p, x, in)
}

// carryOut records the decision and puts the files back.
func carryOut(ctx context.Context, p *process.Program, x *session.Session, in coordinator.Undo) error {
	var done *coordinator.Undid
	loop := &commands.Loop{Shell: x.Shell, Patience: patience, Saw: func(in coordinator.Input, _ []store.Event) {
		if u, ok := in.(coordinator.Undid); ok {
			done = &u
		}
	}}
	loop.Run(ctx, coordinator.Opened{}, in)
	if err := x.Shell.Trouble(); err != nil {
		return err
	}
	if done == nil {
		return errors.New("it was broken off; what was put back until then stands, and `parley undo` shows the rest")
	}
	for _, f := range done.Left[:len(done.Left)-done.Stopped] {
		fmt.Fprintf(p.Out, "left as it is: %s: %s\n", clean.Reveal(f.Path), clean.Reveal(f.Why))
	}
	_, err := fmt.Fprintln(p.Out, putBackText(len(in.Files)-len(done.Left)))
	if err == nil && done.Stopped > 0 {
		err = stoppedUndoError(done.Stopped)
	}
	return err
}

// chosenSet is what a turn changed, or the newest change that can be put back.
func chosenSet(x *session.Session, turn int) (undo.Set, []undo.File, error) {
	desk, sets := x.Undo(), undo.Sets(x.Shell.Log(), x.Dir)
	if len(sets) == 0 {
		return undo.Set{}, nil, noSetsError(x)
	}
	for _, s := range sets {
		if turn != 0 && s.Turn != turn {
			continue
		}
		files, some := make([]undo.File, 0, len(s.Paths)), false
		for _, path := range s.Paths {
			f := desk.Look(s, path)
			files, some = append(files, f), some || f.State == undo.Ready
		}
		if some || turn != 0 {
			return s, files, nil
		}
	}
	if turn != 0 {
		return undo.Set{}, nil, fmt.Errorf("turn %d changed no file here with a file tool", turn)
	}
	return undo.Set{}, nil, errors.New(nothingToUndoText)
}

// noSetsError says why there is nothing.
func noSetsError(x *session.Session) error {
	if at := x.Shell.State().Folded.Workspace; at != "" && at != x.Dir {
		return fmt.Errorf("the conversation worked in %s; only there are its changes undone", clean.Reveal(at))
	}
	return errors.New("no file was changed here by a file tool; what commands changed is not kept")
}

// tellUndo prints what would be put back, and returns the number of files.
func tellUndo(out io.Writer, p *process.Program, s undo.Set, files []undo.File) (ready int) {
	var b strings.Builder
	b.WriteString(setText(s) + "\n")
	for _, f := range files {
		if f.State != undo.Ready {
			fmt.Fprintf(&b, "left as it is: %s: %s\n", f.Path, f.Why)
		}
	}
	for _, f := range files {
		if f.State == undo.Ready {
			ready++
			b.WriteString(f.Change())
		}
	}
	b.WriteString(commandsText + "\n")
	lines := strings.Split(b.String(), "\n")
	for i, l := range lines {
		lines[i] = clean.Reveal(l)
	}
	fmt.Fprint(out, p.Shown(strings.Join(lines, "\n")))
	return ready
}

// agreed are the files that the user wants back. A file that gives permission is asked
// about separately.
func agreed(files []undo.File, yes bool, answer func(string) (bool, error)) (coordinator.Undo, error) {
	var in coordinator.Undo
	plain := 0
	for _, f := range files {
		if f.State == undo.Changed {
			in.LeftOut = append(in.LeftOut, f.Path)
		}
		if f.State == undo.Ready && f.Grants == "" {
			plain++
		}
	}
	all := yes || plain == 0
	if !all {
		var err error
		if all, err = answer(undoQuestion(plain)); err != nil || !all {
			return coordinator.Undo{}, err
		}
	}
	for _, f := range files {
		if f.State != undo.Ready {
			continue
		}
		if f.Grants != "" {
			also, err := answer(grantQuestion(f))
			if err != nil {
				return coordinator.Undo{}, err
			}
			if !also {
				continue
			}
		}
		in.Files = append(in.Files, coordinator.PutBack{UndoneFile: store.UndoneFile{Path: f.Path, Before: f.Now, After: f.Then}, Mode: f.Mode})
	}
	return in, nil
}
