package cli

import (
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
	left    bool       // the alternate screen has been left
	asked   bool       // Bubble Tea's questions to the terminal wait until it has drawn
}

// Write writes what Bubble Tea draws.
func (c *canvas) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clock.writes()
	defer c.clock.wrote()
	if err := c.send(p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// questions are what Bubble Tea asks a terminal at the start. If the program ends
// at once it would ask last of all, and the shell would take the answer for input.
const questions = ansi.RequestModeSynchronizedOutput + ansi.RequestModeUnicodeCore

func (c *canvas) send(p []byte) error {
	text := string(p)
	enters, leaves := strings.LastIndex(text, ansi.SetModeAltScreenSaveCursor), strings.LastIndex(text, ansi.ResetModeAltScreenSaveCursor)
	c.taken = c.taken || enters >= 0
	if enters >= 0 || leaves >= 0 {
		c.left = leaves > enters
	}
	if (!c.taken || c.left) && strings.Contains(text, questions) {
		c.asked, text = true, strings.Replace(text, questions, "", 1)
	}
	if c.asked && c.taken && !c.left {
		c.asked, text = false, text+questions
	}
	if text == "" {
		return nil
	}
	_, err := io.WriteString(c.File, text)
	return err
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
func (p *Program) onTerminal(first tea.Model, options ...tea.ProgramOption) (tea.Model, error) {
	options = append(options, tea.WithFPS(int(time.Second/p.clock.frame)))
	f, ok := fileOf(p.Out)
	if !ok {
		return tea.NewProgram(first, options...).Run()
	}
	c := &canvas{File: f, clock: p.clock}
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
