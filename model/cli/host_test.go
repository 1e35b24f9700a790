package cli

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestTheEditorDrawsOnTheTerminalItself: what stands between Bubble Tea and the
// terminal would be a pipe to it.
func TestTheEditorDrawsOnTheTerminalItself(t *testing.T) {
	terminal, err := os.Create(filepath.Join(t.TempDir(), "terminal"))
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	p := &Program{Dir: t.TempDir(), Env: os.Environ()}
	e := &editing{prog: p, line: `test -f /dev/stdout && printf drawn && printf edited >`, text: "text", suffix: ".md"}
	e.SetStdin(nil)
	e.SetStdout(&canvas{File: terminal})
	e.SetStderr(io.Discard)
	if err := e.Run(); err != nil {
		t.Fatal(err)
	}
	drawn, err := os.ReadFile(terminal.Name())
	if err != nil {
		t.Fatal(err)
	}
	if string(drawn) != "drawn" || e.text != "edited" {
		t.Errorf("drawn %q, text %q", drawn, e.text)
	}
}
