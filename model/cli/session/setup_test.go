package session

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"parley/model/cli/process"
)

// TestTheHomeByAnotherName: servers in the home folder are the user's own, unless that is the
// workspace, by whatever path.
func TestTheHomeByAnotherName(t *testing.T) {
	home, own := t.TempDir(), t.TempDir()
	again := filepath.Join(t.TempDir(), "again")
	if err := os.Symlink(home, again); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{home: "", again: "", t.TempDir(): filepath.Join(again, ".mcp.json")} {
		p := &process.Program{
			Env: []string{"HOME=" + again, "XDG_CONFIG_HOME=" + own, "XDG_STATE_HOME=" + own, "XDG_DATA_HOME=" + own},
			Dir: dir, Out: io.Discard, Err: io.Discard,
		}
		if s, err := prepare(p, Options{}); err != nil || s.Sources.UserMCP != want {
			t.Errorf("%s: %q, %v", dir, s.Sources.UserMCP, err)
		}
	}
}
