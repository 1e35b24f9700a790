package screens

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"parley/model/cli/terminal"
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
