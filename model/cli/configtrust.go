package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"parley/config"
	"parley/model/cli/instruct"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store/text/clean"
)

// configTrust shows what each untrusted workspace file would set and asks on the
// controlling terminal. Only the word yes trusts a file, and only with its present
// content.
func configTrust(ctx context.Context, p *process.Program, o session.Options, asJSON, yes bool) error {
	a, err := awaitingTrust(p, o)
	if err != nil {
		return err
	}
	if asJSON {
		a.cfg.Withheld = a.all()
		return p.JSON(map[string]any{"withheld": withheldList(a.cfg)})
	}
	if len(a.all()) == 0 {
		_, err := fmt.Fprintln(p.Out, "Nothing in this workspace waits for your trust.")
		return err
	}
	if err := session.Refuse(p, "`parley config trust`"); err != nil {
		return err
	}
	if yes {
		return a.give(p, p.Out, func(string) (bool, error) { return true, nil }, func(w config.Withheld) bool { return w.Server != "" })
	}
	tty, err := p.Terminal()
	if err != nil {
		return errors.New(trustTerminalText)
	}
	asker := session.NewAsker(p, tty, a.cfg.Forms.ArmingDelay)
	return errors.Join(a.give(p, tty, func(question string) (bool, error) {
		yes, ok := asker.Yes(ctx, question)
		if !ok {
			return false, errors.New("no answer; nothing was trusted")
		}
		return yes, nil
	}, func(config.Withheld) bool { return true }), tty.Close())
}

// awaiting is what waits for trust in a workspace, as it was when it was read.
type awaiting struct {
	setup session.Setup
	cfg   config.Config
	files []config.Withheld  // what would set or run something
	waits []instruct.Waiting // what the assistant would be told
	again func() (awaiting, error)
}

func awaitingTrust(p *process.Program, o session.Options) (awaiting, error) {
	s, cfg, err := session.Configuration(p, o)
	if err != nil {
		return awaiting{}, err
	}
	told, err := session.ToTell(p, s, cfg)
	return awaiting{s, cfg, slices.Concat(cfg.Withheld, s.Hooks()), told.Waits, func() (awaiting, error) { return awaitingTrust(p, o) }}, err
}

func (a awaiting) all() []config.Withheld {
	all := slices.Clone(a.files)
	for _, w := range a.waits {
		all = append(all, w.Withheld)
	}
	return all
}

// changed reports whether one of these waits with another content than it was shown with: that may
// have been long ago, if the program was stopped.
func (a awaiting) changed(files ...config.Withheld) (bool, error) {
	now, err := a.again()
	if err != nil {
		return false, err
	}
	all := now.all()
	for _, w := range files {
		same := func(n config.Withheld) bool { return n.Digest == w.Digest }
		other := func(n config.Withheld) bool {
			return n.File == w.File && n.Variable == w.Variable && n.Server == w.Server
		}
		if !slices.ContainsFunc(all, same) && slices.ContainsFunc(all, other) {
			return true, nil
		}
	}
	return false, nil
}

// give shows what the assistant would be told and what each file would set, and trusts those to
// which the answer is yes. What waits because of such a yes is shown right after, if it may be.
func (a awaiting) give(p *process.Program, out io.Writer, answer func(question string) (bool, error), may func(config.Withheld) bool) error {
	if err := a.instructions(p, out, answer); err != nil {
		return err
	}
	if err := a.these(p, out, answer, a.files); err != nil {
		return err
	}
	now, err := a.again()
	if err != nil {
		return err
	}
	return now.these(p, out, answer, slices.DeleteFunc(now.files, func(w config.Withheld) bool {
		shown := func(n config.Withheld) bool {
			return n.File == w.File && n.Variable == w.Variable && n.Server == w.Server
		}
		return !may(w) || slices.ContainsFunc(a.files, shown)
	}))
}

// these shows some files, and trusts those to which the answer is yes.
func (a awaiting) these(p *process.Program, out io.Writer, answer func(question string) (bool, error), files []config.Withheld) error {
	for _, w := range files {
		process.Rows(out, clean.Reveal(clean.Unbroken(w.File))+"\n")
		session.PrintParts(out, session.TrustForm(w).Parts, process.Width(out))
		question := trustQuestion
		if w.Variable != "" {
			question = keyQuestion
		}
		if w.Server != "" {
			question = filesQuestion
		}
		if yes, err := a.agreed(out, question, answer, w); err != nil {
			return err
		} else if !yes {
			continue
		}
		trusted := func(t config.Trust) (config.Trust, error) { return t.With(w, p.Now()), nil }
		if _, err := config.ChangeTrust(a.setup.Places, trusted); err != nil {
			return err
		}
		fmt.Fprintln(out, "Trusted until it changes.")
	}
	return nil
}

// instructions asks about all that the assistant would be told, once.
func (a awaiting) instructions(p *process.Program, out io.Writer, answer func(question string) (bool, error)) error {
	if len(a.waits) == 0 {
		return nil
	}
	session.PrintParts(out, session.InstructionsParts(a.waits), process.Width(out))
	var files []config.Withheld
	for _, w := range a.waits {
		files = append(files, w.Withheld)
	}
	if yes, err := a.agreed(out, instructionsQuestion, answer, files...); err != nil || !yes {
		return err
	}
	if err := instruct.New(instruct.Options{Places: a.setup.Places, Now: p.Now}).Trust(files); err != nil {
		return err
	}
	fmt.Fprintln(out, "Trusted. A change is shown to you before it counts.")
	return nil
}

// agreed reports whether the person said yes to files that still are what they were shown, and
// says so if not.
func (a awaiting) agreed(out io.Writer, question string, answer func(question string) (bool, error), files ...config.Withheld) (bool, error) {
	yes, err := answer(question)
	if err != nil {
		return false, err
	}
	if !yes {
		fmt.Fprintln(out, "Not trusted.")
		return false, nil
	}
	changed, err := a.changed(files...)
	if changed {
		fmt.Fprintln(out, trustChangedText)
	}
	return !changed, err
}
