package teatest

import (
	"fmt"
	"image/color"
	"io"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// emulator is a terminal without hardware. It is not safe for concurrent use, and it must
// be drained: see replies.
type emulator struct {
	vt      *vt.Emulator
	title   string
	visible bool
	bells   int
	drawing bool // within a synchronised update: what is there is half a picture
	modes   map[ansi.Mode]bool
}

func newEmulator(w, h int) *emulator {
	e := &emulator{vt: vt.NewEmulator(w, h), visible: true, modes: map[ansi.Mode]bool{}}
	e.vt.SetCallbacks(vt.Callbacks{
		Bell:             func() { e.bells++ },
		Title:            func(s string) { e.title = s },
		CursorVisibility: func(v bool) { e.visible = v },
		EnableMode:       func(m ansi.Mode) { e.mode(m, true) },
		DisableMode:      func(m ansi.Mode) { e.mode(m, false) },
	})
	e.vt.RegisterCsiHandler(ansi.Command('?', '$', 'p'), e.report)
	return e
}

// ground sets the terminal's own colours.
func (e *emulator) ground(g Ground) {
	if g.Ink != nil {
		e.vt.SetDefaultForegroundColor(g.Ink)
	}
	if g.Back != nil {
		e.vt.SetDefaultBackgroundColor(g.Back)
	}
}

func (e *emulator) mode(m ansi.Mode, on bool) {
	e.modes[m] = on
	if m == ansi.ModeSynchronizedOutput {
		e.drawing = on
	}
}

// report answers for the modes that the underlying emulator stores without knowing them:
// synchronised updates and grapheme clusters, as modern terminals do.
func (e *emulator) report(params ansi.Params) bool {
	n, _, ok := params.Param(0, 0)
	m := ansi.DECMode(n)
	if !ok || m != ansi.ModeSynchronizedOutput && m != ansi.ModeUnicodeCore {
		return false
	}
	setting := ansi.ModeReset
	if e.modes[m] {
		setting = ansi.ModeSet
	}
	_, err := io.WriteString(e.vt.InputPipe(), ansi.ReportMode(m, setting))
	return err == nil
}

// write shows what a program printed.
func (e *emulator) write(p []byte) error {
	_, err := e.vt.Write(p)
	return err
}

// replies passes on the terminal's replies until close. Writing waits for it, so it must
// never wait for a writer.
func (e *emulator) replies(to func([]byte)) {
	buf := make([]byte, 1024)
	for {
		n, err := e.vt.Read(buf)
		if n > 0 {
			to(buf[:n])
		}
		if err != nil {
			return
		}
	}
}

// replied waits until every reply to what was written so far was passed on. The pipe hands
// an empty write, too, only to a reader that has come back for more.
func (e *emulator) replied() error {
	_, err := e.vt.InputPipe().Write(nil)
	return err
}

// close ends replies. The pipe is closed, not the emulator: closing that races with its
// readers.
func (e *emulator) close() error {
	if c, ok := e.vt.InputPipe().(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// screen copies what is visible.
func (e *emulator) screen() Screen {
	at := e.vt.CursorPosition()
	s := Screen{
		W: e.vt.Width(), H: e.vt.Height(), Title: e.title, Alt: e.vt.IsAltScreen(), Bells: e.bells,
		Cursor: Cursor{X: at.X, Y: at.Y, Visible: e.visible},
	}
	s.Cells = make([][]Cell, s.H)
	for y := range s.Cells {
		row := make([]Cell, s.W)
		for x := range row {
			row[x] = e.cell(x, y)
		}
		s.Cells[y] = row
	}
	return s
}

func (e *emulator) cell(x, y int) Cell {
	c := e.vt.CellAt(x, y)
	if c == nil {
		return Cell{Text: " "}
	}
	out := Cell{Text: c.Content}
	if out.Text == "" && (x == 0 || c.Width > 0) {
		out.Text = " "
	}
	a := c.Style.Attrs
	out.Style = Style{
		Fg: colourName(c.Style.Fg), Bg: colourName(c.Style.Bg), Link: c.Link.URL, Underline: c.Style.Underline != 0,
		Bold: a&attrBold != 0, Faint: a&attrFaint != 0, Italic: a&attrItalic != 0, Blink: a&(attrBlink|attrRapidBlink) != 0,
		Reverse: a&attrReverse != 0, Conceal: a&attrConceal != 0, Strike: a&attrStrike != 0,
	}
	return out
}

// The attributes of the emulator's cells, as bits in the order of its counting.
const (
	attrBold = 1 << iota
	attrFaint
	attrItalic
	attrBlink
	attrRapidBlink
	attrReverse
	attrConceal
	attrStrike
)

func colourName(c color.Color) string {
	switch c := c.(type) {
	case nil:
		return ""
	case ansi.BasicColor:
		return strconv.Itoa(int(c))
	case ansi.IndexedColor:
		return strconv.Itoa(int(c))
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// Picture is the screen that shows a text drawn by a program, such as the content of a
// tea.View: w by h cells, with whatever is wider or longer cut off.
func Picture(content string, w, h int) (Screen, error) {
	lines := strings.Split(content, "\n")
	lines = lines[:min(len(lines), h)]
	for i, line := range lines {
		lines[i] = ansi.Truncate(line, w, "")
	}
	// Graphemes count as in the views; no line is wrapped.
	s, err := Sent("\x1b[?2027h\x1b[?7l"+strings.Join(lines, "\r\n"), w, h)
	s.Cursor = Cursor{}
	return s, err
}

// Sent is what a terminal shows after it was sent something.
func Sent(content string, w, h int) (Screen, error) {
	e := newEmulator(w, h)
	done := make(chan struct{})
	go func() {
		defer close(done)
		e.replies(func([]byte) {})
	}()
	err := e.write([]byte(content))
	s := e.screen()
	if closeErr := e.close(); err == nil {
		err = closeErr
	}
	<-done
	return s, err
}
