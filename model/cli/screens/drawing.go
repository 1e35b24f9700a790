package screens

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"parley/model/cli/process"
	"parley/model/cli/terminal"
	"parley/views/text"
)

// onTerminal runs the screen on a terminal. Bubble Tea runs the model and reads keys;
// it draws nothing. If the output is not a terminal, as in tests of the command line,
// Bubble Tea does everything.
func onTerminal(p *process.Program, first tea.Model, options ...tea.ProgramOption) (tea.Model, error) {
	if p.Drawn == nil {
		return tea.NewProgram(first, options...).Run()
	}
	if err := p.Drawn.Enter(); err != nil {
		return first, err
	}
	size, root := p.Drawn.Size(), &drawn{Model: first, on: p.Drawn, ascii: process.Glyphs(p) == text.ASCII(), begun: func() { caretakes(p) }}
	x := &running{drawn: p.Drawn}
	p.Resized = func() { go x.prog.Send(resizedMsg{}) }
	x.prog = tea.NewProgram(root, append(options, tea.WithInput(p.In), tea.WithOutput(p.Drawn), tea.WithoutRenderer(), tea.WithFPS(1),
		tea.WithFilter(x.filter), tea.WithWindowSize(size.Width, size.Height),
		tea.WithColorProfile(lipgloss.Writer.Profile))...) // which was determined once
	ended := x.watch()
	_, err := x.prog.Run()
	ended()
	return root.Model, errors.Join(err, root.fault, x.fault, p.Drawn.Leave(), p.Caretaker.End())
}

// terminalOf is the terminal that the program draws on, nil if its output is not one.
func terminalOf(p *process.Program, fps int) *terminal.Terminal {
	in, reads := p.In.(*os.File)
	out, draws := process.FileOf(p.Out)
	if !reads || !draws {
		return nil
	}
	p.Caretaker = terminal.NewCaretaker(terminal.TTY{In: in, Out: out})
	return terminal.New(out, p.Caretaker.Line(), fps, p.Env, lipgloss.Writer.Profile)
}

// drawn is a model whose views we draw.
type drawn struct {
	tea.Model
	on    *terminal.Terminal
	ascii bool   // the terminal has no UTF-8
	begun func() // called after the first picture
	fault error  // why it could not be drawn
}

// Init draws the first picture; keys are already being read. If the terminal takes no
// picture, the program ends.
func (d *drawn) Init() tea.Cmd {
	d.Model, _ = d.Model.Update(d.on.Size())
	if d.fault = d.on.Paint(d.seen()); d.fault != nil {
		return tea.Quit
	}
	d.begun()
	return d.Model.Init()
}

// Update passes the message on.
func (d *drawn) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	d.Model, cmd = d.Model.Update(msg)
	return d, cmd
}

// View draws on our terminal; Bubble Tea draws nothing.
func (d *drawn) View() tea.View {
	v := d.seen()
	d.on.Draw(v)
	return v
}

// seen is the view as the terminal can show it.
func (d *drawn) seen() tea.View {
	v := d.Model.View()
	if d.ascii {
		v.Content = text.InASCII(v.Content)
	}
	return v
}

// running is a program on a terminal of ours.
type running struct {
	prog  *tea.Program
	drawn *terminal.Terminal
	fault error // why the terminal could not be taken back
}

// resizedMsg says that the terminal was resized.
type resizedMsg struct{}

// filter does what Bubble Tea leaves to the renderer.
func (x *running) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	switch msg := msg.(type) {
	case resizedMsg:
		return x.drawn.Resized()
	case tea.WindowSizeMsg:
		return x.drawn.Size() // it may have been resized again
	case tea.ModeReportMsg, tea.BackgroundColorMsg:
		x.drawn.Hear(msg)
	case tea.RawMsg:
		_, _ = fmt.Fprint(x.drawn, msg.Msg) // it accepts everything
		return nil
	case tea.SuspendMsg:
		if x.fault = x.suspend(); x.fault != nil {
			return tea.QuitMsg{}
		}
		return x.drawn.Size()
	}
	return msg
}

// stopping is how long a process may take to stop when it is told to. The system does
// not stop a process that no shell could continue.
const stopping = 200 * time.Millisecond

// suspend gives the terminal to the shell until the user comes back.
func (x *running) suspend() error {
	if err := x.prog.ReleaseTerminal(); err != nil {
		return err
	}
	if err := x.drawn.Lend(); err != nil {
		return err
	}
	back := make(chan os.Signal, 1)
	signal.Notify(back, syscall.SIGCONT)
	defer signal.Stop(back)
	err := syscall.Kill(0, syscall.SIGTSTP)
	select {
	case <-back:
	case <-time.After(stopping): // keeps running while the process is stopped, so both cases may be ready
	}
	return errors.Join(err, x.drawn.Enter(), x.prog.RestoreTerminal())
}

// watch is told of each change of the terminal's size until ended is called.
func (x *running) watch() (ended func()) {
	changes, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(changes, syscall.SIGWINCH)
	go func() {
		for {
			select {
			case <-changes:
				x.prog.Send(resizedMsg{})
			case <-done:
				return
			}
		}
	}()
	return func() { signal.Stop(changes); close(done) }
}
