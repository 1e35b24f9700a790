// Package said keeps the messages that the user sent in any conversation, so that
// they can be found and sent again. It knows conversations only by id.
package said

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"parley/store/system"
)

// Message is what the user sent.
type Message struct {
	Time         time.Time `json:"time"`
	Conversation string    `json:"conversation"`
	Text         string    `json:"text"`
}

// File is where they are kept, one per line, oldest first. Its methods block.
type File struct {
	Path   string
	Now    func() time.Time
	Secret []string // texts that keep out every message that holds one, such as keys
}

const (
	mostBytes = 4 << 20 // of the file; beyond that the older half is dropped
	mostText  = 64 << 10
	patience  = 20 * time.Millisecond // between two attempts to lock the file
	waits     = 2 * time.Second       // for the lock
)

// Add records a message, unless it looks as if it held a key or is larger than a
// person would write.
func (f File) Add(conversation, text string) error {
	if strings.TrimSpace(text) == "" || len(text) > mostText || f.secret(text) {
		return nil
	}
	line, err := json.Marshal(Message{Time: f.Now().UTC(), Conversation: conversation, Text: strings.ToValidUTF8(text, "\uFFFD")})
	if err != nil {
		return f.fault("write", err)
	}
	return f.change(func(lines [][]byte, size int) ([][]byte, bool) {
		lines = append(lines, line)
		if size+len(line) > mostBytes {
			lines = lines[len(lines)/2:]
		}
		return lines, true
	})
}

// Forget removes what was said in a conversation.
func (f File) Forget(conversation string) error {
	if _, err := os.Lstat(f.Path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return f.change(func(lines [][]byte, _ int) ([][]byte, bool) {
		kept := slices.DeleteFunc(slices.Clone(lines), func(line []byte) bool {
			m, ok := parse(line)
			return ok && m.Conversation == conversation
		})
		return kept, len(kept) < len(lines)
	})
}

// Texts are the messages, oldest first, each once, at its latest place. Unreadable
// parts of the file are left out.
func (f File) Texts() ([]string, error) {
	data, err := f.read()
	if err != nil {
		return nil, err
	}
	lines := split(data)
	texts, seen := make([]string, 0, len(lines)), map[string]bool{}
	for _, line := range slices.Backward(lines) {
		if m, ok := parse(line); ok && !seen[m.Text] {
			seen[m.Text] = true
			texts = append(texts, m.Text)
		}
	}
	slices.Reverse(texts)
	return texts, nil
}

// parse reads a line; false if it is not one of ours.
func parse(line []byte) (Message, bool) {
	var m Message
	err := json.Unmarshal(line, &m)
	return m, err == nil && strings.TrimSpace(m.Text) != ""
}

func split(data []byte) (lines [][]byte) {
	for line := range bytes.Lines(data) {
		if line = bytes.TrimRight(line, "\r\n"); len(line) > 0 {
			lines = append(lines, line)
		}
	}
	return lines
}

// read reads the file, which must belong to the user and be closed to others, since
// it holds what they wrote.
func (f File) read() ([]byte, error) {
	file, err := system.Open(f.Path, system.NoFollow)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case system.IsLink(err):
		return nil, f.refused("it is a link")
	case err != nil:
		return nil, f.fault("read", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, f.fault("read", err)
	}
	uid, ok := system.Owner(info)
	switch {
	case !info.Mode().IsRegular():
		return nil, f.refused("it is not a file")
	case !ok || uid != os.Geteuid():
		return nil, f.refused("it belongs to another user")
	case system.Shared(info, 0o077):
		return nil, f.refused("others can read it; chmod 600 closes it")
	}
	data, err := io.ReadAll(io.LimitReader(file, 2*mostBytes))
	if err != nil {
		return nil, f.fault("read", err)
	}
	return data, nil
}

// change locks the file, reads it, and replaces it in one step.
func (f File) change(change func(lines [][]byte, size int) (next [][]byte, changed bool)) error {
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o700); err != nil {
		return f.fault("write", err)
	}
	ctx, end := context.WithTimeout(context.Background(), waits)
	defer end()
	lock := flock.New(f.Path+".lock", flock.SetFlag(os.O_CREATE|os.O_RDWR|system.NoFollow), flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, patience); err != nil {
		return f.fault("write", err)
	}
	data, err := f.read()
	if err == nil {
		if next, changed := change(split(data), len(data)); changed {
			err = f.replace(append(bytes.Join(next, []byte("\n")), '\n'))
		}
	}
	return errors.Join(err, lock.Unlock())
}

// replace rewrites the file, completely or not at all.
func (f File) replace(data []byte) error {
	temp, err := os.CreateTemp(filepath.Dir(f.Path), ".history-*.tmp") // creates it with mode 0600
	if err != nil {
		return f.fault("write", err)
	}
	_, err = temp.Write(data)
	err = errors.Join(err, temp.Sync(), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), f.Path)
	}
	if err != nil {
		return f.fault("write", errors.Join(err, os.Remove(temp.Name())))
	}
	return nil
}

func (f File) fault(what string, err error) error {
	return fmt.Errorf("your earlier messages: cannot %s %s: %w", what, f.Path, err)
}

func (f File) refused(why string) error {
	return fmt.Errorf("your earlier messages: %s is not used: %s", f.Path, why)
}
