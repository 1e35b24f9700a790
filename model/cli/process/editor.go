package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"parley/store/system"
)

// Editing is a text being edited in the user's editor.
type Editing struct {
	Prog         *Program
	Line         string // the editor, as a shell line
	Text, Suffix string
	in           io.Reader
	out, err     io.Writer
}

// SetStdin sets what the editor reads.
func (e *Editing) SetStdin(r io.Reader) { e.in = r }

// SetStdout sets where the editor draws.
func (e *Editing) SetStdout(w io.Writer) { e.out = w }

// SetStderr sets where the editor complains.
func (e *Editing) SetStderr(w io.Writer) { e.err = w }

// mostEdited is how much is read of what an editor wrote: more than any text that is edited
// here.
const mostEdited = 16 << 20

// Run writes the text to a file, waits for the editor and reads the file. What is no file by
// then is not waited for.
func (e *Editing) Run() (err error) {
	shell, err := e.Prog.Shell()
	if err != nil {
		return fmt.Errorf("the editor: %w; the text is unchanged", err)
	}
	file, err := writeTemp(e.Text, e.Suffix)
	if err != nil {
		return err
	}
	keep := false
	defer func() {
		if !keep {
			err = errors.Join(err, os.RemoveAll(filepath.Dir(file)))
		}
	}()
	cmd := exec.Command(shell, "-c", e.Line+` "$1"`, "sh", file)
	cmd.Env, cmd.Dir = e.Prog.OwnEnv(), e.Prog.Dir
	cmd.Stdin, cmd.Stdout, cmd.Stderr = e.in, e.out, e.err
	failed := cmd.Run()
	edited, err := system.ReadFile(file, mostEdited)
	long := errors.Is(err, system.ErrTooLarge)
	switch {
	case failed != nil && (long || err == nil && string(edited) != e.Text):
		keep = true
		return fmt.Errorf("the editor: %w; the text is unchanged, and what the editor wrote is in %s", failed, file)
	case failed != nil:
		return fmt.Errorf("the editor: %w; the text is unchanged", failed)
	case long:
		keep = true
		return fmt.Errorf("what the editor wrote is longer than %d MiB; the text is unchanged, and it is in %s", mostEdited>>20, file)
	case err != nil:
		return fmt.Errorf("cannot read what the editor wrote: %w; the text is unchanged", err)
	}
	e.Text = string(edited)
	return nil
}

func writeTemp(text, suffix string) (string, error) {
	dir, err := os.MkdirTemp("", "parley-")
	if err != nil {
		return "", fmt.Errorf("cannot make a file for the editor: %w", err)
	}
	file := filepath.Join(dir, "text"+suffix)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return "", errors.Join(fmt.Errorf("cannot write the file for the editor: %w", err), os.RemoveAll(dir))
	}
	return file, nil
}
