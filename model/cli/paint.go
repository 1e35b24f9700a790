package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"
)

// canvas is the terminal. It shows the first picture at once: Bubble Tea draws
// with a frame clock, whose first beat comes 8 ms after it was started, and then
// draws everything anew. See docs/decisions/007-the-start.md.
type canvas struct {
	*os.File             // Bubble Tea must see that it is a file
	painted  bool        // the first picture is ours
	taken    atomic.Bool // Bubble Tea has drawn, and puts right what there is to be put right
}

// Write writes what Bubble Tea draws.
func (c *canvas) Write(p []byte) (int, error) {
	if !c.taken.Load() && bytes.Contains(p, []byte(ansi.SetModeAltScreenSaveCursor)) {
		c.taken.Store(true)
	}
	return c.File.Write(p)
}

// paint draws what the screen begins with.
func (c *canvas) paint(first tea.Model) error {
	w, h, err := term.GetSize(int(c.Fd()))
	if err != nil {
		return nil // then Bubble Tea says what is wrong
	}
	sized, _ := first.Update(tea.WindowSizeMsg{Width: w, Height: h})
	c.painted = true
	coloured := *lipgloss.Writer // knows which colours the terminal has
	coloured.Forward = c.File
	_, err = coloured.WriteString(picture(sized.View()))
	return err
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
	if !c.painted || c.taken.Load() {
		return nil
	}
	_, err := io.WriteString(c.File, ansi.ResetModeAltScreenSaveCursor)
	return err
}

// onTerminal runs the screen on a terminal. Where the output is none, as in tests of
// the command line, Bubble Tea is left to deal with it.
func (p *Program) onTerminal(first tea.Model, options ...tea.ProgramOption) (tea.Model, error) {
	f, ok := p.Out.(*os.File)
	if !ok {
		return tea.NewProgram(first, options...).Run()
	}
	c := &canvas{File: f}
	if err := c.paint(first); err != nil {
		return first, errors.Join(err, c.leave())
	}
	last, err := tea.NewProgram(first, append(options, tea.WithOutput(c))...).Run()
	return last, errors.Join(err, c.leave())
}
