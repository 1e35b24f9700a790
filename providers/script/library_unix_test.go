//go:build unix

package script_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"parley/providers/script"
)

// TestAScenarioThatIsNoFileIsNotWaitedFor: anybody who writes into a workspace can put something
// else in its place.
func TestAScenarioThatIsNoFileIsNotWaitedFor(t *testing.T) {
	dir := t.TempDir()
	pipe, large := filepath.Join(dir, "pipe.toml"), filepath.Join(dir, "large.toml")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(large, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 8<<20+1); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"pipe":  `There is no scenario "pipe": ` + pipe + ` is not a regular file.`,
		"large": `The scenario "large" is not read: ` + large + ` has more than 8388608 bytes.`,
	} {
		if _, err := script.Find(dir)(name); err == nil || err.Error() != want {
			t.Errorf("%v; want %s", err, want)
		}
	}
}
