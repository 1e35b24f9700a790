package process

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOwnPath(t *testing.T) {
	base := t.TempDir()
	work, out := filepath.Join(base, "work"), filepath.Join(base, "out")
	for _, dir := range []string{filepath.Join(work, "bin"), out, filepath.Join(base, "work-too")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{filepath.Join(out, "door"): filepath.Join(work, "bin"), filepath.Join(base, "alias"): work} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{work, filepath.Join(base, "alias")} {
		list := strings.Join([]string{"", ".", "bin", "../out", work, filepath.Join(work, "bin"), filepath.Join(work, "none"), filepath.Join(out, "door"),
			filepath.Join(out, "..", "work", "bin"), out, filepath.Join(base, "work-too"), "/nowhere"}, ":")
		want := strings.Join([]string{out, filepath.Join(base, "work-too"), "/nowhere"}, ":")
		got := ownPath(list, dir)
		if dir != work { // nobody knows where something that does not exist leads
			want = strings.Join([]string{filepath.Join(work, "none"), want}, ":")
		}
		if got != want {
			t.Errorf("in %s\ngot  %s\nwant %s", dir, got, want)
		}
	}
}

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
