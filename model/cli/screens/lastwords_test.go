package screens

import (
	"os"
	"path/filepath"
	"testing"
)

// TestLastWords: why a turn parks stands with what follows it; of anything else the last line.
func TestLastWords(t *testing.T) {
	for said, want := range map[string]string{
		"parley: Run x\nparley: parked, since deploy is not offered here\nparley: offer it again\n": "parked, since deploy is not offered here; offer it again",
		"parley: Run x\nparley: the server is not there\n":                                          "the server is not there",
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
