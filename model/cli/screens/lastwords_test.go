package screens

import (
	"os"
	"path/filepath"
	"testing"
)

// TestLastWords: why a turn parks stands with what follows it; of anything else what was said
// last, with the lines that belong to it.
func TestLastWords(t *testing.T) {
	for said, want := range map[string]string{
		"parley: Run x\nparley: parked, since deploy is not offered here\nparley: offer it again\n": "parked, since deploy is not offered here; offer it again",
		"parley: Run x\nparley: the server is not there\n":                                          "the server is not there",
		"parley: Run x\nparley: the configuration has 2 faults:\n  a.toml:1: x\n  a.toml:2: y\n":    "the configuration has 2 faults:\n  a.toml:1: x\n  a.toml:2: y",
		"panic: x\n\nat y\n": "panic: x\n\nat y",
		"parley: parked, since x\n  below\nparley: offer it\n": "parked, since x\n  below; offer it",
		"": "",
	} {
		path := filepath.Join(t.TempDir(), "said")
		if err := os.WriteFile(path, []byte(said), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := lastWords(f); got != want || err != nil {
			t.Errorf("%q: %q, %v", said, got, err)
		}
	}
}
