package notice

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parley/store"
	"parley/store/inbox"
	"parley/store/system"
	"parley/store/text/clean"
)

// Looked returns an entry with what has changed in its workspace since the question was asked,
// judged by the modification times of HEAD and of the files that it is about.
func Looked(e inbox.Entry) inbox.Entry {
	e.Changed = nil
	if !filepath.IsAbs(e.Workspace) {
		return e
	}
	if later(headOf(e.Workspace), e.Since) {
		e.Changed = append(e.Changed, inbox.Head)
	}
	for _, name := range e.Files {
		if later(filepath.Join(e.Workspace, filepath.FromSlash(name)), e.Since) {
			e.Changed = append(e.Changed, name)
		}
	}
	return e
}

// later reports whether a file was modified after a point in time.
func later(name string, when time.Time) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode().IsRegular() && info.ModTime().After(when)
}

// headOf returns the file in which git logs each move of HEAD, or HEAD itself if there is no
// log.
func headOf(root string) string {
	dir := filepath.Join(root, ".git")
	if info, err := os.Lstat(dir); err == nil && info.Mode().IsRegular() {
		dir = linked(root, dir)
	}
	log := filepath.Join(dir, "logs", inbox.Head)
	if _, err := os.Lstat(log); err != nil {
		return filepath.Join(dir, inbox.Head)
	}
	return log
}

// longestLink is how many bytes of a work tree's .git file are read at most.
const longestLink = 4 << 10

// linked returns the folder to which the .git file of a work tree refers.
func linked(root, name string) string {
	f, err := system.OpenFile(name)
	if err != nil {
		return name
	}
	text, err := io.ReadAll(io.LimitReader(f, longestLink))
	_ = f.Close() // it was only read
	dir, is := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
	switch {
	case err != nil || !is:
		return name
	case filepath.IsAbs(dir):
		return dir
	}
	return filepath.Join(root, dir)
}

// Waited says how old what is still asked in a conversation is, and what has changed in its
// workspace since; "" where nothing is asked, or was just now.
func Waited(id, workspace string, log store.Log, now time.Time) string {
	for _, e := range inbox.Of(id, "", workspace, log) { // one thing is asked at a time
		if e = Looked(e); now.Sub(e.Since) >= time.Minute || len(e.Changed) > 0 {
			return fmt.Sprintf("Was open when this was resumed: %s, asked %s.", clean.Prose(e.Subject), e.SinceText(now))
		}
	}
	return ""
}
