package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/term"

	"parley/config"
	"parley/model"
	"parley/model/conversation"
	"parley/model/kit"
	"parley/views/text"
)

// IsTerminal says whether a file is a terminal.
func IsTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// OpenTerminal opens the controlling terminal, if the process has one.
func OpenTerminal() (io.ReadWriteCloser, error) { return os.OpenFile("/dev/tty", os.O_RDWR, 0) }

// screen opens the full-screen program.
func (p *Program) screen(ctx context.Context, o options, message string) (err error) {
	if o.accessible {
		return p.plain(ctx, o, message)
	}
	if !p.OutTTY || !isTerminal(p.In) || p.variable("TERM") == "dumb" {
		return errors.New(noTerminalText)
	}
	s, cfg, err := p.configuration(o)
	if err != nil {
		return err
	}
	life, end := context.WithCancel(context.Background())
	defer end()
	b := &beginning{prog: p, options: o, life: life, message: message, file: s.places.UserFile}
	defer func() { err = errors.Join(err, b.close()) }()
	p.drawn = p.terminalOf(cfg.UI.FPS)
	var first tea.Model
	switch {
	case o.pick:
		first, err = b.picker(s, cfg)
	case o.resume != "", cfg.Assistant.Model.ID != "" && !isTour(cfg):
		first, err = b.opening(s, cfg)
	case isTour(cfg):
		first, err = b.Tour()
	default:
		first, err = b.chooser(cfg)
	}
	if err != nil {
		return err
	}
	return p.draw(ctx, first)
}

// draw runs the screen until the user leaves or the process is told to end.
func (p *Program) draw(ctx context.Context, first tea.Model) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	defer p.salvage(end)()
	screen := &guarded{Model: first, end: end}
	_, err := p.onTerminal(screen, tea.WithContext(ctx), tea.WithEnvironment(p.Env), tea.WithoutSignalHandler())
	if f := screen.broken(); f != nil {
		return p.faultError(f)
	}
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil {
		return statusError{ExitInterrupted, nil}
	}
	if o, ok := screen.Model.(interface{ Err() error }); ok {
		err = errors.Join(err, o.Err())
	}
	return err
}

// screen makes the screen of an open conversation.
func (x *Session) screen(screens kit.Screens) (tea.Model, error) {
	p := x.prog
	theme, ground, err := p.themes(x.Config.UI)
	if err != nil {
		return nil, err
	}
	return model.Open(conversation.Options{
		Shell: x.Shell, Begin: x.begin, First: x.First, GoOn: x.goOn, Theme: theme, Ground: ground, Now: p.Now, Tick: tick,
		Arming: x.Config.Forms.ArmingDelay, Shown: p.shown(), Direct: x.Config.Forms.TextPrompt == "direct",
		Mouse: x.Config.UI.Mouse, Notify: notify(p, x.Config.UI.Notify), Notes: x.Notes, Lead: x.setup.opts.lead, Withheld: x.withheld(),
		Drafts: x.Drafts, SaveDrafts: x.Saved.SaveDrafts, Host: host{x}, Screens: screens,
	}), nil
}

// shown is how the screen asks since when something on it can be seen; nil where
// that is not known.
func (p *Program) shown() func(time.Time) (time.Time, bool) {
	if p.drawn == nil {
		return nil
	}
	return p.drawn.Shown
}

// withheld are the workspace files that wait for the user's trust.
func (x *Session) withheld() []conversation.Withheld {
	var out []conversation.Withheld
	for _, w := range x.Config.Withheld {
		f := trustForm(w)
		f.Trust = func() error { return x.trust(w) }
		out = append(out, f)
	}
	return out
}

// trust records that the user trusts a file as it is.
func (x *Session) trust(w config.Withheld) error {
	file := x.setup.places.TrustFile
	trust, err := config.ReadTrust(file)
	if err != nil {
		return err
	}
	trust = trust.With(w, x.prog.Now())
	x.setup.trust, x.setup.sources.Trusted = trust, trust.Has
	return trust.Write(file)
}

func tick(d time.Duration, f func(time.Time) tea.Msg) tea.Cmd { return tea.Tick(d, f) }

// themes are the theme to draw with at first, and those to change to once the
// terminal has said what its background is. Nothing is asked of it before the
// first picture.
func (p *Program) themes(ui config.UI) (text.Theme, kit.Ground, error) {
	name := ui.Theme
	auto := name == "auto"
	switch {
	case p.variable("NO_COLOR") != "":
		name, auto = text.ThemePlain, false
	case auto:
		name = text.ThemeTerminal
	}
	named := func(name string) (text.Theme, error) {
		theme, err := text.NewTheme(name, glyphs(p))
		theme.Measure = ui.Width
		return theme, err
	}
	theme, err := named(name)
	switch {
	case err != nil || name == text.ThemePlain || name == text.ThemeTerminal && !auto:
		return theme, kit.Ground{}, err
	case !auto:
		return theme, kit.Ground{Light: &theme, Dark: &theme}, nil
	}
	light, err := named(text.ThemeLight)
	if err != nil {
		return theme, kit.Ground{}, err
	}
	dark, err := named(text.ThemeDark)
	return theme, kit.Ground{Light: &light, Dark: &dark}, err
}

// glyphs are ASCII where the locale says nothing of UTF-8.
func glyphs(p *Program) text.Glyphs {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToUpper(p.variable(name)); v != "" {
			if strings.Contains(v, "UTF-8") || strings.Contains(v, "UTF8") {
				return text.Unicode()
			}
			return text.ASCII()
		}
	}
	return text.Unicode()
}

// notify is how the user is called, by ui.notify and by what the terminal
// understands. Inside of tmux and screen only the bell reaches them.
func notify(p *Program, setting string) conversation.Notify {
	n := conversation.Notify{Bell: setting == "all" || setting == "bell"}
	if setting != "all" && setting != "desktop" {
		return n
	}
	term := p.variable("TERM")
	switch {
	case strings.HasPrefix(term, "tmux"), strings.HasPrefix(term, "screen"), p.variable("TMUX") != "", p.variable("STY") != "":
	case strings.Contains(term, "kitty"):
		n.Desktop = conversation.Desktop99
	case strings.HasPrefix(term, "foot"), strings.HasPrefix(term, "rxvt"):
		n.Desktop = conversation.Desktop777
	case term != "linux":
		n.Desktop = conversation.Desktop9
	}
	return n
}
