package private

import (
	"os"
	"path/filepath"
	"testing"
)

// TestNotesOfWhatWasTold: a note is of one state of one thing, and what cannot be read is
// none.
func TestNotesOfWhatWasTold(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "told")
	if Noted(dir, "a", "1") {
		t.Error("it is noted before")
	}
	for _, state := range []string{"1", "2"} {
		if err := Note(dir, "a", state); err != nil {
			t.Fatal(err)
		}
	}
	if Noted(dir, "a", "1") || !Noted(dir, "a", "2") || Noted(dir, "b", "2") {
		t.Error("it is not the latest state of that thing alone")
	}
	if err := os.Chmod(filepath.Join(dir, noteName("a")), 0o666); err != nil {
		t.Fatal(err)
	}
	if Noted(dir, "a", "2") {
		t.Error("a note that others may write counts")
	}
}
