package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"
)

// canvas is the terminal. It shows the first picture as soon as Bubble Tea takes
// keys: Bubble Tea itself draws with a frame clock, whose first beat comes 8 ms
// after it was started, and then draws everything anew. See
// docs/decisions/007-the-start.md.
type canvas struct {
	*os.File // Bubble Tea must see that it is a file
	clock    *clock
	fault    error // why the first picture could not be painted

	mu      sync.Mutex // of what follows, and of the order of what is written
	painted bool       // the first picture is ours
	taken   bool       // Bubble Tea has drawn, and puts right what there is to be put right
}

// Write writes what Bubble Tea draws.
func (c *canvas) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.taken = c.taken || bytes.Contains(p, []byte(ansi.SetModeAltScreenSaveCursor))
	began := time.Now()
	n, err := c.File.Write(p)
	c.clock.wrote(time.Since(began))
	return n, err
}

// paint draws what the screen begins with, unless Bubble Tea was faster.
func (c *canvas) paint(first tea.Model) error {
	w, h, err := term.GetSize(int(c.Fd()))
	if err != nil {
		return err
	}
	sized, _ := first.Update(tea.WindowSizeMsg{Width: w, Height: h})
	v := sized.View()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.taken {
		return nil
	}
	c.painted = true
	coloured := *lipgloss.Writer // knows which colours the terminal has
	coloured.Forward = c.File
	_, err = coloured.WriteString(picture(v))
	return err
}

// painting is the first model of the screen: it is painted when Bubble Tea has
// put the terminal into raw mode and reads keys, and gives way with its first
// message.
type painting struct {
	tea.Model
	canvas *canvas
	run    func()
}

// Init paints. A terminal that takes no picture is left.
func (p painting) Init() tea.Cmd {
	p.run()
	if p.canvas.fault = p.canvas.paint(p.Model); p.canvas.fault != nil {
		return tea.Quit
	}
	return p.Model.Init()
}

// picture is what a terminal must be sent to show a view.
func picture(v tea.View) string {
	var b strings.Builder
	b.WriteString(ansi.SetModeAltScreenSaveCursor + ansi.ResetModeAutoWrap + ansi.CursorHomePosition)
	b.WriteString(strings.ReplaceAll(v.Content, "\n", "\r\n"))
	b.WriteString(ansi.SetModeAutoWrap)
	if v.Cursor != nil {
		b.WriteString(ansi.CursorPosition(v.Cursor.X+1, v.Cursor.Y+1))
	}
	return b.String()
}

// leave gives the terminal back, if Bubble Tea ended before it drew anything.
func (c *canvas) leave() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.painted || c.taken {
		return c.fault
	}
	_, err := io.WriteString(c.File, ansi.ResetModeAltScreenSaveCursor)
	return errors.Join(c.fault, err)
}

// onTerminal runs the screen on a terminal. Where the output is none, as in tests of
// the command line, Bubble Tea is left to deal with it.
func (p *Program) onTerminal(first tea.Model, fps int, options ...tea.ProgramOption) (tea.Model, error) {
	options = append(options, tea.WithFPS(fps))
	f, ok := fileOf(p.Out)
	if !ok {
		return tea.NewProgram(first, options...).Run()
	}
	c := &canvas{File: f, clock: newClock(fps)}
	options = append(options, tea.WithOutput(c), tea.WithColorProfile(lipgloss.Writer.Profile)) // which was found out once
	var prog *tea.Program
	run := func() { c.clock.follow(beatOf(prog)) }
	prog = tea.NewProgram(&paced{Model: painting{first, c, run}, clock: c.clock}, options...)
	last, err := prog.Run()
	if p, ok := last.(*paced); ok {
		last = p.Model
	}
	return last, errors.Join(err, c.leave())
}
