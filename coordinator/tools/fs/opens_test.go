package fs

import (
	"io/fs"
	"testing"
)

func TestWhatAFileOpensThatTakesAPlace(t *testing.T) {
	for modes, want := range map[[2]fs.FileMode]string{
		{0o600, 0o755}: "The file keeps its own permissions, 0755 instead of 0600: it can be run then, and other users can read it then.",
		{0o644, 0o666}: "The file keeps its own permissions, 0666 instead of 0644: other users can change it then.",
		{0o600, 0o640}: "The file keeps its own permissions, 0640 instead of 0600: other users can read it then.",
		{0o600, 0o700}: "The file keeps its own permissions, 0700 instead of 0600: it can be run then.",
		{0o755, 0o600}: "", {0o644, 0o644}: "", {0o700, 0o711}: "", {0o400, 0o600}: "",
	} {
		if got := textOpens(modes[0], modes[1]); got != want {
			t.Errorf("%o: %q, want %q", modes, got, want)
		}
	}
}
