package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestALongFileBesideTheEvents is not read: the folder may come from anybody, and each start of
// the program, each list and each inbox reads what stands there.
func TestALongFileBesideTheEvents(t *testing.T) {
	for _, name := range []string{sealFile, draftsFile, arrivedFile, lockFile, filepath.Join("..", indexFile)} {
		t.Run(name, func(t *testing.T) {
			s := Open(filepath.Join(t.TempDir(), "store"), func() time.Time { return time.Unix(1, 0) })
			closed(t, made(t, s, "c", "/w", Drafts{"message:composer": {Text: "typed"}}))
			at := filepath.Join(s.Root(), "c", name)
			if err := errors.Join(os.WriteFile(at, []byte("{"), 0o600), os.Truncate(at, mostBeside+1)); err != nil {
				t.Fatal(err)
			}

			if _, err := readBeside(s.disk, at); !errors.Is(err, errTooLong) {
				t.Errorf("got %v", err)
			}
			if _, err := s.List(); err != nil {
				t.Errorf("listed: %v", err)
			}
			if c, err := s.OpenUnbegun("/w", Composing, anywhere); err != nil || (c == nil) != (name == draftsFile || name == sealFile) {
				t.Errorf("found again: %v, %v", c, err)
			} else if c != nil {
				closed(t, c)
			}
			c, _, err := s.OpenWrite("c")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.LoadDrafts(); errors.Is(err, errTooLong) != (name == draftsFile) {
				t.Errorf("drafts: %v", err)
			}
			if _, err := c.LoadArrived(); errors.Is(err, errTooLong) != (name == arrivedFile) {
				t.Errorf("arrived: %v", err)
			}
			if err := c.SaveDrafts(Drafts{"message:composer": {Text: "more"}}); err != nil {
				t.Errorf("saved: %v", err)
			}
			closed(t, c)
			if _, err := os.Stat(at + ".damaged"); (err == nil) != (name == draftsFile) {
				t.Errorf("moved aside: %v", err)
			}
		})
	}
}
