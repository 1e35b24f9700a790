package process

import (
	"io"
	"os"
	"testing"

	"parley/model/cli/terminal"
	"parley/store/system"
)

// TestTheFileBehindTheOutput: drawing goes to it, and lines are broken at its width, whatever stands before it.
func TestTheFileBehindTheOutput(t *testing.T) {
	for name, w := range map[string]io.Writer{
		"itself":             os.Stdout,
		"watched":            &Output{W: os.Stdout},
		"waited for":         &terminal.Ending{W: os.Stdout},
		"of the program":     &Output{W: &terminal.Ending{W: os.Stdout}},
		"in ASCII":           &bare{ReadWriteCloser: os.Stdout},
		"in ASCII, and more": &Output{W: &bare{ReadWriteCloser: os.Stdout}},
	} {
		if f, ok := system.FileOf(w); !ok || f != os.Stdout {
			t.Errorf("%s: %v", name, f)
		}
	}
	if f, ok := system.FileOf(&Output{W: io.Discard}); ok {
		t.Errorf("no file: %v", f)
	}
}
