package screens

import (
	"bytes"
	"errors"
	"image/color"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"

	"parley/model/cli/terminal"
	"parley/model/kit"
)

// line is that of a terminal of 70 by 20 cells.
type line struct{}

func (line) Raw() (func() error, error)               { return func() error { return nil }, nil }
func (line) Discard(time.Duration, func([]byte) bool) {}

func (line) Size() (int, int, error) { return 70, 20, nil }

// TestWhatIsDoneForBubbleTea: what it would write itself, and that the size in a message
// is the terminal's present one.
func TestWhatIsDoneForBubbleTea(t *testing.T) {
	size := tea.WindowSizeMsg{Width: 70, Height: 20}
	for name, c := range map[string]struct {
		msg, want tea.Msg
		wrote     string
	}{
		"a size":             {tea.WindowSizeMsg{Width: 1, Height: 2}, size, ""},
		"a resize":           {resizedMsg{}, size, ""},
		"raw bytes":          {tea.RawMsg{Msg: "\a"}, nil, "\a"},
		"what it can do":     {tea.ModeReportMsg{Mode: nil}, tea.ModeReportMsg{Mode: nil}, ""},
		"anything else":      {tea.FocusMsg{}, tea.FocusMsg{}, ""},
		"the end":            {tea.QuitMsg{}, tea.QuitMsg{}, ""},
		"a key of the model": {tea.KeyPressMsg{Code: 'a'}, tea.KeyPressMsg{Code: 'a'}, ""},
	} {
		var out bytes.Buffer
		x := &running{drawn: terminal.New(&out, line{}, 60, nil, colorprofile.TrueColor)}
		if err := x.drawn.Enter(); err != nil {
			t.Fatal(err)
		}
		if got := x.filter(nil, c.msg); got != c.want {
			t.Errorf("%s: %#v, want %#v", name, got, c.want)
		}
		if err := x.drawn.Leave(); err != nil { // with what is still to be written
			t.Fatal(err)
		}
		if out.String() != c.wrote {
			t.Errorf("%s: wrote %q, want %q", name, out.String(), c.wrote)
		}
	}
}

// heard is a screen that keeps the messages it receives.
type heard struct{ msgs []tea.Msg }

func (h *heard) Init() tea.Cmd { return nil }

func (h *heard) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	h.msgs = append(h.msgs, msg)
	return h, nil
}

func (h *heard) View() tea.View { return tea.NewView("") }

// TestAnotherProgramStoppedIt: the screen learns once, before the next key, that it was away.
func TestAnotherProgramStoppedIt(t *testing.T) {
	h, key := &heard{}, tea.KeyPressMsg{Code: 'y', Text: "y"}
	x := &running{drawn: terminal.New(&bytes.Buffer{}, line{}, 60, nil, colorprofile.TrueColor), root: &drawn{Model: h}, back: make(chan os.Signal, 1)}
	if err := x.drawn.Enter(); err != nil {
		t.Fatal(err)
	}
	x.back <- os.Interrupt
	for range 2 {
		x.root.Update(x.filter(nil, key))
	}
	if want := []tea.Msg{tea.ResumeMsg{}, key, key}; !slices.Equal(h.msgs, want) {
		t.Errorf("it was told %#v, want %#v", h.msgs, want)
	}
	if err := x.drawn.Leave(); err != nil {
		t.Fatal(err)
	}
}

// TestAKeyThatWaited: the screen learns before the key since when it may have been pressed.
func TestAKeyThatWaited(t *testing.T) {
	h, key, now := &heard{}, tea.KeyPressMsg{Code: 'y', Text: "y"}, time.Unix(100, 0)
	looks := &terminal.Alive{Now: func() time.Time { return now }, After: func(time.Duration, func()) {}}
	x := &running{drawn: terminal.New(&bytes.Buffer{}, line{}, 60, nil, colorprofile.TrueColor), alive: looks, back: make(chan os.Signal, 1)}
	x.root = &drawn{Model: h, on: x.drawn, alive: looks}
	if err := x.drawn.Enter(); err != nil {
		t.Fatal(err)
	}
	x.root.Model = picture("one")
	x.root.View()
	x.root.Model = h
	now = now.Add(time.Minute)
	x.root.Update(x.filter(nil, key))
	if x.filter(nil, terminal.Beat{}) != nil {
		t.Error("the screen hears of a beat")
	}
	if late, is := h.msgs[0].(kit.LateMsg); !is || !late.Since.Before(now) {
		t.Errorf("it was told %#v first", h.msgs[0])
	}
	if want := []tea.Msg{key}; !slices.Equal(h.msgs[1:], want) {
		t.Errorf("it was told %#v, want %#v", h.msgs, want)
	}
	if err := x.drawn.Leave(); err != nil {
		t.Fatal(err)
	}
}

// TestAKeyIsLookedBehind: what is typed behind a key may be too early, so it is known whether that waited.
func TestAKeyIsLookedBehind(t *testing.T) {
	for _, msg := range []tea.Msg{tea.KeyPressMsg{Code: 'x', Text: "x"}, tea.PasteStartMsg{}, tea.FocusMsg{}} {
		now := time.Unix(100, 0)
		looks := &terminal.Alive{Now: func() time.Time { return now }, After: func(time.Duration, func()) {}}
		x := &running{drawn: terminal.New(&bytes.Buffer{}, line{}, 60, nil, colorprofile.TrueColor), alive: looks, back: make(chan os.Signal, 1)}
		x.root = &drawn{Model: &heard{}, on: x.drawn, alive: looks}
		x.filter(nil, msg)
		now = now.Add(time.Minute)
		if _, may := looks.Waited(); !may {
			t.Errorf("behind %T nobody looks", msg)
		}
	}
}

// TestWhatMovesIsNotLookedBehind: a spinner alone gives no key anything to decide, and need not
// wake the program more often than it is drawn. What comes with any other message may.
func TestWhatMovesIsNotLookedBehind(t *testing.T) {
	now := time.Unix(100, 0)
	looks := &terminal.Alive{Now: func() time.Time { return now }, After: func(time.Duration, func()) {}}
	d := &drawn{Model: counter(0), on: terminal.New(&bytes.Buffer{}, line{}, 60, nil, colorprofile.TrueColor), alive: looks}
	if err := d.on.Enter(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		msg   tea.Msg
		looks bool
	}{{kit.BeatMsg{}, false}, {kit.BeatMsg{}, false}, {tea.BlurMsg{}, true}} {
		d.Update(c.msg)
		d.View()
		now = now.Add(time.Minute)
		if _, may := looks.Waited(); may != c.looks {
			t.Errorf("%T: looked behind %v, want %v", c.msg, may, c.looks)
		}
	}
	if err := d.on.Leave(); err != nil {
		t.Fatal(err)
	}
}

// counter is a screen that every message changes.
type counter int

func (c counter) Init() tea.Cmd                       { return nil }
func (c counter) Update(tea.Msg) (tea.Model, tea.Cmd) { return c + 1, nil }
func (c counter) View() tea.View                      { return tea.NewView(strconv.Itoa(int(c))) }

// telling is a screen that passes on what it is told of colours, and of nothing else.
type telling struct{ told chan tea.Msg }

func (h telling) Init() tea.Cmd  { return nil }
func (h telling) View() tea.View { return tea.NewView("") }
func (h telling) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg.(type) {
	case tea.ColorProfileMsg, tea.BackgroundColorMsg, uv.UnknownDcsEvent:
		h.told <- msg
	}
	return h, nil
}

// TestATerminalSaysThatItHasAllColours: the screen is told, and then its background again;
// any other answer it is not told.
func TestATerminalSaysThatItHasAllColours(t *testing.T) {
	h := telling{make(chan tea.Msg, 9)}
	x := &running{drawn: terminal.New(&bytes.Buffer{}, line{}, 60, []string{"TERM=xterm-ghostty"}, colorprofile.ANSI), back: make(chan os.Signal, 1)}
	x.root = &drawn{Model: h, on: x.drawn}
	if err := x.drawn.Enter(); err != nil {
		t.Fatal(err)
	}
	x.prog = tea.NewProgram(h, tea.WithInput(nil), tea.WithOutput(&bytes.Buffer{}), tea.WithoutRenderer(), tea.WithFilter(x.filter), tea.WithColorProfile(colorprofile.ANSI), tea.WithoutSignals())
	ended := make(chan error)
	go func() {
		_, err := x.prog.Run()
		ended <- err
	}()
	dark := tea.BackgroundColorMsg{Color: color.Black}
	want := []tea.Msg{tea.ColorProfileMsg{Profile: colorprofile.ANSI}, dark, tea.ColorProfileMsg{Profile: colorprofile.TrueColor}, dark}
	if got := <-h.told; got != want[0] { // Bubble Tea says so itself
		t.Errorf("first %#v, want %#v", got, want[0])
	}
	x.prog.Send(dark)
	x.prog.Send(uv.UnknownDcsEvent("\x1bP>|no answer\x1b\\"))
	x.prog.Send(uv.UnknownDcsEvent("\x1bP1$r0;48:2::1:2:3m\x1b\\"))
	for _, want := range want[1:] {
		if got := <-h.told; got != want {
			t.Errorf("it is told %#v, want %#v", got, want)
		}
	}
	x.prog.Quit()
	if err := errors.Join(<-ended, x.drawn.Leave()); err != nil {
		t.Error(err)
	}
}

// TestNobodyHasBubbleTeaWrite: it would do so only once a second. What is beside the
// picture is a tea.Raw.
func TestNobodyHasBubbleTeaWrite(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files++
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, name := range []string{"SetClipboard", "ReadClipboard", "SetPrimary", "ReadPrimary", "RequestBackground", "RequestForeground", "RequestCursor",
			"RequestTerminal", "RequestCapability", "RequestWindowSize", "Printf", "Println", "ClearScreen"} {
			if bytes.Contains(source, []byte("tea."+name)) {
				t.Errorf("%s uses tea.%s", path, name)
			}
		}
		return nil
	})
	if err != nil || files < 100 {
		t.Fatal(files, err)
	}
}
