// Package screens opens the screens of the program, gives them what they need, and
// draws them on the terminal until the user leaves.
package screens

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/model/conversation"
	"parley/model/kit"
	"parley/store/text/clean"
)

// Open opens the full-screen program.
func Open(ctx context.Context, p *process.Program, o session.Options, message string) (err error) {
	if !p.OutTTY || !process.FromTerminal(p.In) || p.Variable("TERM") == "dumb" {
		return errors.New(clean.Ours(process.NoTerminal))
	}
	if err := session.Refuse(p, "a conversation on the screen"); err != nil {
		return err
	}
	s, cfg, err := session.Configuration(p, o)
	if err != nil {
		return err
	}
	life, end := context.WithCancel(context.Background())
	defer end()
	b := &beginning{prog: p, options: o, life: life, message: message, file: s.Places.UserFile, keys: s.Places.Keys}
	defer func() { err = errors.Join(err, b.close()) }()
	p.Drawn, p.Brief = terminalOf(p, cfg.UI.FPS), b.brief
	var first tea.Model
	switch {
	case o.Pick:
		first, err = b.picker(s, cfg)
	case o.Resume != "", cfg.Assistant.Model.ID != "" && !isTour(cfg):
		first, err = b.opening(s, cfg)
	case isTour(cfg):
		first, err = b.Tour()
	default:
		first, err = b.chooser(cfg)
	}
	if err != nil {
		return err
	}
	return draw(ctx, p, first, cfg.Forms.ArmingDelay)
}

// draw runs the screen until the user leaves or the process is asked to end.
func draw(ctx context.Context, p *process.Program, first tea.Model, delay time.Duration) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	defer salvage(p, end)()
	screen := &guarded{Model: first, end: end}
	_, err := onTerminal(p, screen, delay, tea.WithContext(ctx), tea.WithEnvironment(p.Env), tea.WithoutSignalHandler())
	if f := screen.broken(); f != nil {
		return faultError(p, f)
	}
	kept := errors.Join(p.Unread, last(screen.Model))
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil {
		return process.StatusError{Status: process.ExitInterrupted, Err: kept}
	}
	err = errors.Join(err, kept)
	if o, ok := screen.Model.(interface{ Err() error }); ok {
		err = errors.Join(err, o.Err())
	}
	return err
}

// last keeps what was typed in a screen, and in those behind it, and is not kept yet.
func last(screen tea.Model) (err error) {
	for screen != nil {
		if s, ok := screen.(interface{ Last() error }); ok {
			err = errors.Join(err, s.Last())
		}
		c, covers := screen.(kit.Covering)
		if !covers {
			return err
		}
		screen = c.Behind()
	}
	return err
}

// ScreenOf makes the screen of an open conversation.
func ScreenOf(x *session.Session, screens kit.Screens) (tea.Model, error) {
	p := x.Prog
	theme, ground, err := themes(p, x.Config.UI)
	if err != nil {
		return nil, err
	}
	var earlier conversation.Earlier
	var others coordinator.Performer
	if !isTour(x.Config) { // the tour speaks in words of our own
		earlier, others = x.Earlier(), outside(x)
	}
	return model.Open(conversation.Options{
		Earlier: earlier, Shell: x.Shell, Begin: x.Begin, First: x.First, GoOn: x.GoOn, Theme: theme, Ground: ground, Now: p.Now, Tick: tick,
		Arming: x.Config.Forms.ArmingDelay, Shown: whenShown(p), Direct: x.Config.Forms.TextPrompt == "direct",
		Beat: time.Second / time.Duration(x.Config.UI.FPS), Still: !x.Config.UI.Motion,
		Mouse: x.Config.UI.Mouse, Notify: notify(p, x.Config.UI.Notify), Notes: x.Notices(), Wrong: x.Wrong(), Altered: x.Report.Altered(), Lead: x.Setup.Options.Lead, Withheld: x.Withheld(), Newly: x.Newly, Waiting: x.Waiting,
		Outside: others, Drafts: x.Drafts, SaveDrafts: x.SaveDrafts, Host: host{x}, Screens: screens,
	}), nil
}

// whenShown tells the screen since when something on it has been visible; nil if that
// is unknown.
func whenShown(p *process.Program) func(time.Time) (time.Time, bool) {
	if p.Drawn == nil {
		return nil
	}
	return p.Drawn.Shown
}

func tick(d time.Duration, f func(time.Time) tea.Msg) tea.Cmd { return tea.Tick(d, f) }
