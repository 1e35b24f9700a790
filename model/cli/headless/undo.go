package headless

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
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
	var want wanted
	var yes bool
	c := &cobra.Command{
		Use: "undo id", Short: "Put files back as they were before the assistant changed them", Long: undoLong, Args: process.OneID,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := session.Refuse(p, "`parley undo`"); err != nil {
				return err
			}
			if cmd.Flags().Changed("turn") && want.turn < 1 {
				return process.Usage("--turn takes the number of a turn, from 1")
			}
			if want.turn != 0 && want.redo {
				return process.Usage("--redo takes back the newest undo; --turn does not go with it")
			}
			return undoing(cmd.Context(), p, o, args[0], want, yes)
		},
	}
	c.Flags().IntVar(&want.turn, "turn", 0, "the `number` of the turn; without it the newest whose changes can be put back")
	c.Flags().BoolVar(&want.redo, "redo", false, "take back the newest undo, so that the changes stand again")
	c.Flags().BoolVar(&yes, "yes", false, "put back without a question; it is printed")
	return c
}

// wanted says which change is to be put back: that of a turn, the newest undo, or the newest
// change that stands.
type wanted struct {
	turn int
	redo bool
}

// fits reports whether a change is one of those. An undo is taken back only where that is
// asked for: whoever repeats the command goes on to the next older turn.
func (w wanted) fits(s undo.Set) bool {
	if w.turn != 0 {
		return s.Turn == w.turn
	}
	return w.redo == (s.Undo && !s.Redo)
}

func undoing(ctx context.Context, p *process.Program, o session.Options, id string, want wanted, yes bool) (err error) {
	s, cfg, err := session.Configuration(p, o)
	if err != nil {
		return err
	}
	x, err := open(ctx, p, s, cfg, id, false)
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
	if err := x.Begun.Ours(x.Setup.Places.Made); err != nil {
		return err
	}
	if err := takeIn(ctx, x, coordinator.Opened{}); err != nil { // from here on, an undo that was cut short is on record
		return err
	}
	set, files, err := chosenSet(x, want)
	if err != nil {
		return err
	}
	var answer func(string) (bool, error)
	ready := tellUndo(p.Out, p, set, files)
	switch {
	case ready == 0:
		return want.nothing()
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
	in.Redo = want.redo
	tellLeft(p, yes, in.Files, files)
	if len(in.Files) == 0 {
		_, err := fmt.Fprintln(p.Out, "Nothing was changed.")
		return err
	}
	return carryOut(ctx, p, x, in)
}

// tellLeft says why --yes does not put back files that give permission, and which new names of
// files stay since the old ones are not put back.
func tellLeft(p *process.Program, yes bool, taken []coordinator.PutBack, files []undo.File) {
	put := func(path string) bool {
		return slices.ContainsFunc(taken, func(o coordinator.PutBack) bool { return o.Path == path })
	}
	for _, f := range files {
		switch {
		case f.State != undo.Ready || put(f.Path):
		case yes && f.Grants != "":
			process.Rows(p.Out, p.Shown(grantLeftText(f)))
		case f.From != "" && !put(f.From): // also after a yes of its own
			process.Rows(p.Out, p.Shown(movedLeftText(f)))
		}
	}
}

// takeIn gives the conversation an input, and waits until everything that follows is on disk.
func takeIn(ctx context.Context, x *session.Session, in coordinator.Input) error {
	loop := &commands.Loop{Shell: x.Shell, Patience: patience}
	loop.Run(ctx, in)
	return x.Shell.Trouble()
}

// carryOut records the decision and puts the files back.
func carryOut(ctx context.Context, p *process.Program, x *session.Session, in coordinator.Undo) error {
	var done *coordinator.Undid
	loop := &commands.Loop{Shell: x.Shell, Patience: patience, Saw: func(in coordinator.Input, _ []store.Event) {
		if u, ok := in.(coordinator.Undid); ok {
			done = &u
		}
	}}
	loop.Run(ctx, in)
	if err := x.Shell.Trouble(); err != nil {
		return err
	}
	if done == nil {
		return errors.New("it was broken off; what was put back until then stands, and `parley undo` shows the rest")
	}
	for _, f := range done.Left[:len(done.Left)-done.Stopped] {
		fmt.Fprintf(p.Out, "left as it is: %s: %s\n", clean.Reveal(clean.Path(f.Path)), clean.Reveal(f.Why))
	}
	_, err := fmt.Fprintln(p.Out, putBackText(len(in.Files)-len(done.Left)))
	switch failed := len(done.Left) - done.Stopped; {
	case err != nil:
	case done.Stopped > 0:
		err = stoppedUndoError(done.Stopped)
	case failed > 0:
		err = failedUndoError(failed)
	}
	return err
}

// chosenSet returns what a turn changed, or the newest change that can be put back. If none
// can be, it returns the newest that still stands, so that the message can name the files in
// the way.
func chosenSet(x *session.Session, want wanted) (undo.Set, []undo.File, error) {
	desk, sets := x.Undo(), undo.Sets(x.Shell.Log(), x.Here())
	if len(sets) == 0 {
		return undo.Set{}, nil, noSetsError(x)
	}
	var stuck undo.Set
	var named []undo.File
	for _, s := range sets {
		if !want.fits(s) {
			continue
		}
		if want.turn != 0 {
			var files []undo.File
			for _, path := range s.Paths {
				files = append(files, desk.Look(s, path))
			}
			return s, files, nil
		}
		files, some := desk.Next(s)
		if some {
			return s, files, nil
		}
		if named == nil && s.Stuck(files) {
			stuck, named = s, files
		}
	}
	switch {
	case want.turn != 0:
		return undo.Set{}, nil, fmt.Errorf("turn %d changed no file here with a file tool", want.turn)
	case named == nil:
		return undo.Set{}, nil, want.nothing()
	}
	return stuck, named, nil
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
			fmt.Fprintf(&b, "left as it is: %s: %s\n", clean.Path(f.Path), f.Why)
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
	process.Rows(out, p.Shown(strings.Join(lines, "\n")))
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
		in.Files = append(in.Files, coordinator.PutBack{UndoneFile: f.Undone(), Mode: f.Mode, Grants: f.Grants, From: f.From})
	}
	in.Files = coordinator.Whole(in.Files)
	return in, nil
}
