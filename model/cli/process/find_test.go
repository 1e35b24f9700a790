package process

import (
	"os"
	"path/filepath"
	"testing"
)

// TestAway: what is started for the user begins at home, and where home is the workspace, at the
// top of the system.
func TestAway(t *testing.T) {
	base := t.TempDir()
	home, work := filepath.Join(base, "home"), filepath.Join(base, "home", "work")
	for _, dir := range []string{filepath.Join(work, ".git"), filepath.Join(work, "sub", "home")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ dir, home, want string }{
		{work, home, home},
		{filepath.Join(work, "sub"), home, home},
		{home, home, "/"},
		{filepath.Join(work, "sub"), filepath.Join(work, "sub", "home"), "/"},
		{work, filepath.Join(base, "none"), "/"},
		{work, ".", "/"},
		{work, "", "/"},
	} {
		if got := (&Program{Dir: c.dir, Env: []string{"HOME=" + c.home}}).Away(); got != c.want {
			t.Errorf("in %s with the home %q: %s, want %s", c.dir, c.home, got, c.want)
		}
	}
}
