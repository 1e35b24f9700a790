package cli

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	tea "charm.land/bubbletea/v2"
)

func TestPicture(t *testing.T) {
	v := tea.NewView("one\ntwo")
	const body = "\x1b[?1049h\x1b[?7l\x1b[Hone\r\ntwo\x1b[?7h"
	if got := picture(v); got != body {
		t.Errorf("without a cursor: %q", got)
	}
	v.Cursor = tea.NewCursor(2, 1)
	if got := picture(v); got != body+"\x1b[2;3H" {
		t.Errorf("with a cursor: %q", got)
	}
}

// TestTheTerminalIsGivenBack: whoever drew last puts right what there is to be
// put right, and nobody does so twice.
func TestTheTerminalIsGivenBack(t *testing.T) {
	const leaves = "\x1b[?1049l"
	for _, c := range []struct {
		name    string
		painted bool
		writes  []string
		want    string
	}{
		{"nothing was drawn", false, nil, ""},
		{"Bubble Tea only asked something", true, []string{questions}, leaves},
		{"… and something else", true, []string{"a" + questions + "b"}, "ab" + leaves},
		{"Bubble Tea asked and drew", true, []string{questions, "\x1b[>4m\x1b[?1049hx", "y", leaves}, "\x1b[>4m\x1b[?1049hx" + questions + "y" + leaves},
		{"Bubble Tea drew, left and asked", true, []string{"\x1b[?1049hx", leaves, questions}, "\x1b[?1049hx" + leaves},
	} {
		f, err := os.Create(filepath.Join(t.TempDir(), "terminal"))
		if err != nil {
			t.Fatal(err)
		}
		x := &canvas{File: f, painted: c.painted, clock: newClock(60)}
		for _, w := range c.writes {
			if _, err := x.Write([]byte(w)); err != nil {
				t.Fatal(err)
			}
		}
		if err := x.leave(); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestTheFileBehindTheOutput: the first picture needs it, though what is written
// is watched for faults.
func TestTheFileBehindTheOutput(t *testing.T) {
	for name, w := range map[string]io.Writer{"itself": os.Stdout, "watched": &output{w: os.Stdout}} {
		if f, ok := fileOf(w); !ok || f != os.Stdout {
			t.Errorf("%s: %v", name, f)
		}
	}
	if f, ok := fileOf(&output{w: io.Discard}); ok {
		t.Errorf("no file: %v", f)
	}
}
