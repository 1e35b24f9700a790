package screens

import (
	"errors"
	"fmt"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"

	"parley/coordinator/arming"
	"parley/model/cli/process"
	"parley/model/cli/terminal"
	"parley/model/kit"
	"parley/store/system"
	"parley/store/text/clean"
)

// onTerminal runs the screen on a terminal. Bubble Tea runs the model and reads keys;
// it draws nothing. If the output is not a terminal, as in tests of the command line,
// Bubble Tea does everything. Delay is how long what is new there takes no answer.
func onTerminal(p *process.Program, first tea.Model, delay time.Duration, options ...tea.ProgramOption) (tea.Model, error) {
	if p.Drawn == nil {
		return tea.NewProgram(first, options...).Run()
	}
	if err := p.Drawn.Enter(); err != nil {
		return first, err
	}
	size, root := p.Drawn.Size(), &drawn{Model: first, on: p.Drawn, begun: func() { caretakes(p) }}
	x := &running{drawn: p.Drawn, root: root, back: make(chan os.Signal, 1)}
	p.Resized = func() { go x.prog.Send(resizedMsg{}) }
	x.alive = &terminal.Alive{Now: time.Now, After: func(d time.Duration, f func()) { time.AfterFunc(d, f) }, Send: func(msg tea.Msg) { x.prog.Send(msg) }, Draws: p.Drawn.Draws, Delay: delay}
	root.alive = x.alive
	x.prog = tea.NewProgram(root, append(options, tea.WithInput(p.In), tea.WithOutput(p.Drawn), tea.WithoutRenderer(), tea.WithFPS(1),
		tea.WithFilter(x.filter), tea.WithWindowSize(size.Width, size.Height),
		tea.WithColorProfile(p.Drawn.Profile()))...)
	ended := x.watch()
	_, err := x.prog.Run()
	ended()
	return root.Model, errors.Join(err, root.fault, x.fault, p.Drawn.Leave(), p.Caretaker.End())
}

// terminalOf is the terminal that the program draws on, nil if its output is not one.
func terminalOf(p *process.Program, fps int) *terminal.Terminal {
	in, reads := p.In.(*os.File)
	out, draws := system.FileOf(p.Out)
	if !reads || !draws {
		return nil
	}
	p.Caretaker = terminal.NewCaretaker(terminal.TTY{In: in, Out: out})
	return terminal.New(process.Below(p.Out), p.Caretaker.Line(), fps, p.Env, profileOf(p))
}

// profileOf finds out how many colours are drawn with. Where that is a tmux, it is asked.
func profileOf(p *process.Program) colorprofile.Profile {
	found := lipgloss.Writer.Profile
	if p.InTmux() && (found == colorprofile.ANSI || found == colorprofile.ANSI256) { // its environment does not say
		if found = colorprofile.ANSI256; p.TmuxColours() {
			found = colorprofile.TrueColor
		}
	}
	return terminal.Profile(found, p.Env)
}

// drawn is a model whose views we draw.
type drawn struct {
	tea.Model
	on    *terminal.Terminal
	begun func() // called after the first picture, whatever became of it
	alive *terminal.Alive
	shows string    // the content of the latest view
	beats bool      // that is new only in what moves
	late  time.Time // since when a key that is read now may have waited; zero: it has not
	back  bool      // the program was stopped and continues: the user sees the screen only now
	fault error     // why it could not be drawn
}

// Init draws the first picture; keys are already being read. If the terminal takes no
// picture, the program ends.
func (d *drawn) Init() tea.Cmd {
	d.Model, _ = d.Model.Update(d.on.Size())
	d.Model, _ = d.Model.Update(kit.SeenMsg{Key: arming.Enter}) // a shell started it
	d.fault = d.on.Paint(d.seen())
	d.begun() // also if only some of it was taken: somebody has to restore the terminal
	if d.fault != nil {
		return tea.Quit
	}
	return d.Model.Init()
}

// Update passes the message on.
func (d *drawn) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var again, cmd tea.Cmd
	if d.back {
		d.back = false
		d.Model, again = d.Model.Update(tea.ResumeMsg{})
	}
	if !d.late.IsZero() {
		var cmd tea.Cmd
		d.Model, cmd = d.Model.Update(kit.LateMsg{Since: d.late})
		d.late, again = time.Time{}, tea.Batch(again, cmd)
	}
	d.Model, cmd = d.Model.Update(msg)
	_, d.beats = msg.(kit.BeatMsg)
	return d, tea.Batch(again, cmd)
}

// View draws on our terminal; Bubble Tea draws nothing.
func (d *drawn) View() tea.View {
	v := d.seen()
	if v.Content != d.shows {
		d.shows = v.Content
		if !d.beats {
			d.alive.Look()
		}
	}
	d.on.Draw(v)
	return v
}

// seen is the view as the terminal can show it.
func (d *drawn) seen() tea.View {
	v := d.Model.View()
	if clean.Spells() {
		v.Content, v.WindowTitle = clean.Spell(v.Content), clean.Spell(v.WindowTitle)
	}
	v.Content = clean.Syllables(v.Content)
	return v
}

// running is a program on a terminal of ours.
type running struct {
	prog  *tea.Program
	drawn *terminal.Terminal
	root  *drawn
	alive *terminal.Alive
	back  chan os.Signal // the program continues after another one stopped it
	asked chan os.Signal // a signal that we sent ourselves; nil: none is sent
	fault error          // why the terminal could not be taken back

	ground tea.BackgroundColorMsg // what the terminal said of its background
}

// resizedMsg says that the terminal was resized.
type resizedMsg struct{}

// wasAway reports whether the program goes on after another one stopped it. A key that waited
// in the terminal may be read before the signal that says so is heard. So for a key it is made
// sure that all signals were, and that the terminal is read as we want it: a shell changes that.
func (x *running) wasAway(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyMsg, tea.PasteStartMsg, tea.PasteMsg:
		if x.drawn.Changed() {
			return true
		}
		x.hearSignals()
	}
	select {
	case <-x.back:
		return true
	default:
		return false
	}
}

// filter does what Bubble Tea leaves to the renderer.
func (x *running) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	if x.wasAway(msg) { // before any key, which may have been typed for the shell
		x.root.back = true
		if x.fault = x.drawn.Again(); x.fault != nil {
			return tea.QuitMsg{}
		}
		x.alive.Look()
	}
	switch msg := msg.(type) {
	case terminal.Beat:
		x.alive.Heard(msg)
		return nil
	case tea.KeyMsg, tea.PasteStartMsg, tea.PasteMsg:
		if since, may := x.alive.Waited(); may {
			x.root.late = since
		}
		x.alive.Look()
	case tea.FocusMsg:
		x.alive.Look()
	case resizedMsg:
		return x.drawn.Resized()
	case tea.WindowSizeMsg:
		return x.drawn.Size() // it may have been resized again
	case tea.ModeReportMsg:
		x.drawn.Hear(msg)
	case tea.BackgroundColorMsg:
		x.ground = msg
		x.drawn.Hear(msg)
	case uv.UnknownDcsEvent:
		if !x.drawn.HearColours(string(msg)) {
			return nil
		}
		go x.prog.Send(x.ground) // the theme's own colours for it, which there were too few for
		return tea.ColorProfileMsg{Profile: colorprofile.TrueColor}
	case tea.RawMsg:
		_, _ = fmt.Fprint(x.drawn, msg.Msg) // it accepts everything
		return nil
	case tea.SuspendMsg:
		if x.fault = x.suspend(); x.fault != nil {
			return tea.QuitMsg{}
		}
		x.alive.Look()
		go x.prog.Send(resizedMsg{}) // it may have been resized in the meantime
		return tea.ResumeMsg{}       // before any key: the user sees the question only now
	}
	return msg
}
