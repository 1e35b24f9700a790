package process

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"parley/store/system"
)

// Editing is a text being edited in the user's editor.
type Editing struct {
	Prog         *Program
	Line         string // the editor, as a shell line
	Text, Suffix string
	Folder       string // where the file is made, in a folder of its own; "": where temporary files are
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
// then is not waited for. If the program is to end, it does not wait for the editor, which may still
// write the file: that stays, and the program's last words name it.
func (e *Editing) Run() (err error) {
	shell, err := e.Prog.Shell()
	if err != nil {
		return fmt.Errorf("the editor: %w; the text is unchanged", err)
	}
	file, err := e.write()
	if err != nil {
		return err
	}
	keep := false
	defer func() {
		if !keep {
			err = errors.Join(err, os.RemoveAll(filepath.Dir(file)))
			_ = os.Remove(e.Folder) // unless there are others in it
		}
	}()
	cmd := exec.Command(shell, "-c", e.Line+` "$1"`, "sh", file)
	cmd.Env, cmd.Dir = e.Prog.OwnEnv(), e.Prog.Dir
	cmd.Stdin, cmd.Stdout, cmd.Stderr = e.in, e.out, e.err
	failed, ended := e.wait(cmd)
	if !ended {
		keep = true
		e.Prog.Unread = fmt.Errorf(unreadText, file)
		return e.Prog.Unread
	}
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

const unreadText = "your editor had not ended; what it wrote, or still writes, is in %s"

// wait runs the editor until it ends; ended is false if the program is to end before. An interrupt
// from the keyboard is for the editor.
func (e *Editing) wait(cmd *exec.Cmd) (failed error, ended bool) {
	if e.Prog.Lends != nil {
		defer e.Prog.Lends()()
	}
	if err := cmd.Start(); err != nil {
		return err, true
	}
	over := make(chan error, 1)
	go func() { over <- cmd.Wait() }()
	select {
	case err := <-over:
		return err, true
	case <-e.Prog.Ends:
		return nil, false
	}
}

// write makes the file. The name of its folder begins with the digest of the text.
func (e *Editing) write() (string, error) {
	if e.Folder != "" {
		if err := os.MkdirAll(e.Folder, 0o700); err != nil {
			return "", fmt.Errorf("cannot make a file for the editor: %w", err)
		}
	}
	dir, err := os.MkdirTemp(e.Folder, "parley-"+digest([]byte(e.Text))+"-")
	if err != nil {
		return "", fmt.Errorf("cannot make a file for the editor: %w", err)
	}
	file := filepath.Join(dir, "text"+e.Suffix)
	if err := os.WriteFile(file, []byte(e.Text), 0o600); err != nil {
		return "", errors.Join(fmt.Errorf("cannot write the file for the editor: %w", err), os.RemoveAll(dir))
	}
	return file, nil
}

// digest is enough of the digest of a text to tell it from what becomes of it.
func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// untouched is how long a file stays whose text nobody changed: an editor may have it open still.
const untouched = 24 * time.Hour

// Unread are the files that editors left in a folder when the program ended before them, and that hold
// something: their text was changed, or an editor put another file beside it, as many do when they
// are ended. The others go, once no editor can be expected to write them.
func Unread(folder string, now time.Time) (files []string) {
	all, _ := filepath.Glob(filepath.Join(folder, "parley-*", "text*")) // the pattern is sound
	for _, file := range all {
		info, err := os.Lstat(file)
		if err != nil || !info.Mode().IsRegular() || strings.HasSuffix(file, "~") {
			continue
		}
		dir := filepath.Dir(file)
		text, err := system.ReadFile(file, mostEdited)
		beside, _ := os.ReadDir(dir) // what cannot be read is told of
		if err != nil || len(beside) != 1 || !strings.HasPrefix(filepath.Base(dir), "parley-"+digest(text)+"-") {
			if !slices.ContainsFunc(files, func(other string) bool { return filepath.Dir(other) == dir }) {
				files = append(files, file)
			}
			continue
		}
		if now.Sub(info.ModTime()) > untouched {
			_ = os.RemoveAll(dir) // else it goes the next time
		}
	}
	_ = os.Remove(folder) // if none is left
	return files
}
