package terminal

import (
	"bytes"
	"fmt"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// What a sheet asks of a terminal besides the picture.
const (
	// Makes keys distinct that traditional terminals do not tell apart: Shift+Enter
	// and Enter. A terminal knows one of the two ways or none.
	keysApart    = ansi.SetModifyOtherKeys2 + "\x1b[>1u"
	keysTogether = ansi.ResetModifyOtherKeys + "\x1b[<1u"
	noMouse      = ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent + ansi.ResetModeMouseExtSgr
)

// sheet is the terminal's second screen, from entering to leaving it: what it shows,
// and what must be written to show another picture.
type sheet struct {
	buf    bytes.Buffer
	screen *uv.TerminalRenderer
	cells  uv.ScreenBuffer
	on     bool     // it has been entered
	full   bool     // it draws with all colours
	shown  tea.View // what it shows
	holds  bool     // the cells are those of what it shows
	styled bool     // the cursor has one of our shapes
}

// abilities are what a terminal says that it can do.
type abilities struct {
	synced    bool // shows what is written between two marks at once (mode 2026)
	colours   bool // has all colours, also where the environment does not say so
	graphemes bool // measures a grapheme cluster as one character (mode 2027)
}

func newSheet(env []string, profile colorprofile.Profile) *sheet {
	s := &sheet{full: profile == colorprofile.TrueColor}
	s.screen = uv.NewTerminalRenderer(&s.buf, env)
	s.screen.SetColorProfile(profile)
	s.screen.SetTabStops(-1) // the terminal's own may be anywhere
	s.screen.SetBackspace(true)
	s.screen.SetMapNewline(false) // the terminal is raw
	s.screen.SetFullscreen(true)
	s.screen.SetRelativeCursor(false)
	return s
}

// frame is what must be written so that the sheet shows a view; nil if it already
// does.
func (s *sheet) frame(v tea.View, width, height int, can abilities) []byte {
	var out bytes.Buffer
	fresh := !s.on
	if fresh {
		out.WriteString(ansi.SetModeAltScreenSaveCursor + ansi.ResetModeTextCursorEnable)
		s.on, s.shown, s.holds = true, tea.View{}, false
		s.buf.WriteString(keysApart + ansi.SetModeBracketedPaste)
		s.screen.Erase()
	}
	s.resize(width, height)
	s.able(can)
	s.modes(v)
	if width > 0 && height > 0 {
		s.fill(v.Content, width, height)
		s.screen.Render(s.cells.RenderBuffer)
		if v.Cursor != nil {
			s.screen.MoveTo(v.Cursor.X, v.Cursor.Y)
		}
	}
	_ = s.screen.Flush() // into the buffer, which takes everything
	before := s.shown.Cursor != nil
	s.shown = v
	s.wrap(&out, before, v.Cursor != nil, can.synced && !fresh)
	return out.Bytes()
}

// resize makes the sheet as large as the terminal.
func (s *sheet) resize(width, height int) {
	if s.cells.RenderBuffer != nil && s.cells.Bounds() == uv.Rect(0, 0, width, height) {
		return
	}
	method := ansi.WcWidth
	if s.cells.RenderBuffer != nil {
		method = s.cells.Method
	}
	s.cells = uv.NewScreenBuffer(width, height)
	s.cells.Method = method
	s.again(width, height)
}

// again makes the next frame draw everything.
func (s *sheet) again(width, height int) {
	s.holds = false
	s.screen.Erase()
	s.screen.Resize(width, height) // it no longer knows where the cursor is
	if s.cells.RenderBuffer != nil {
		s.cells.Touched = nil
	}
}

// able adopts the terminal's colours and its way of measuring.
func (s *sheet) able(can abilities) {
	if can.colours && !s.full {
		s.full = true
		s.screen.SetColorProfile(colorprofile.TrueColor)
		s.screen.Erase()
		s.cells.Touched = nil
	}
	if can.graphemes && s.cells.Method != ansi.GraphemeWidth {
		s.buf.WriteString(ansi.SetModeUnicodeCore)
		s.cells.Method, s.holds = ansi.GraphemeWidth, false
		s.screen.Erase()
		s.cells.Touched = nil
	}
}

// modes writes the differences between two views besides their pictures.
func (s *sheet) modes(v tea.View) {
	old := s.shown
	if v.ReportFocus != old.ReportFocus {
		s.write(v.ReportFocus, ansi.SetModeFocusEvent, ansi.ResetModeFocusEvent)
	}
	if v.MouseMode != old.MouseMode {
		s.write(old.MouseMode != tea.MouseModeNone, noMouse, "")
		s.write(v.MouseMode == tea.MouseModeCellMotion, ansi.SetModeMouseButtonEvent+ansi.SetModeMouseExtSgr, "")
		s.write(v.MouseMode == tea.MouseModeAllMotion, ansi.SetModeMouseAnyEvent+ansi.SetModeMouseExtSgr, "")
	}
	if v.WindowTitle != old.WindowTitle {
		s.buf.WriteString(ansi.SetWindowTitle(v.WindowTitle))
	}
	if c := v.Cursor; c != nil && (!s.styled || old.Cursor != nil && style(old.Cursor) != style(c)) {
		s.styled = true
		s.buf.WriteString(ansi.SetCursorStyle(style(c)))
	}
}

func (s *sheet) write(yes bool, set, reset string) {
	if yes {
		s.buf.WriteString(set)
		return
	}
	s.buf.WriteString(reset)
}

// style is the number of a cursor's shape: 1 is a blinking block, 2 a steady one, and
// so on.
func style(c *tea.Cursor) int {
	n := int(c.Shape)*2 + 1
	if !c.Blink {
		n++
	}
	return n
}

// wrap writes what was gathered so that no half-drawn picture is seen: between marks
// if the terminal knows them, otherwise with the cursor hidden, which would be seen
// moving.
func (s *sheet) wrap(out *bytes.Buffer, before, after, synced bool) {
	body := s.buf.Bytes()
	defer s.buf.Reset()
	if len(body) == 0 && before == after {
		return
	}
	if synced {
		out.WriteString(ansi.SetModeSynchronizedOutput)
	}
	if before && (!after || !synced) {
		out.WriteString(ansi.ResetModeTextCursorEnable)
	}
	out.Write(body)
	if after && (!before || !synced) {
		out.WriteString(ansi.SetModeTextCursorEnable)
	}
	if synced {
		out.WriteString(ansi.ResetModeSynchronizedOutput)
	}
}

// leave is what must be written to restore the terminal to its state before the
// sheet.
func (s *sheet) leave() []byte {
	if !s.on {
		return nil
	}
	v := s.shown
	var out bytes.Buffer
	out.WriteString(keysTogether)
	// A terminal without a second screen keeps the picture: the shell continues below
	// it.
	fmt.Fprintf(&out, "\x1b[%d;1H", max(s.cells.Height(), 1))
	out.WriteString(ansi.ResetModeAltScreenSaveCursor + ansi.SetModeTextCursorEnable + ansi.ResetModeBracketedPaste)
	for _, undo := range []struct {
		done bool
		how  string
	}{
		{v.ReportFocus, ansi.ResetModeFocusEvent},
		{v.MouseMode != tea.MouseModeNone, noMouse},
		{v.WindowTitle != "", ansi.SetWindowTitle("")},
		{s.styled, ansi.SetCursorStyle(0)},
		{s.cells.Method == ansi.GraphemeWidth, ansi.ResetModeUnicodeCore},
	} {
		if undo.done {
			out.WriteString(undo.how)
		}
	}
	s.on = false
	return out.Bytes()
}
