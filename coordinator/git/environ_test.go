package git_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"parley/coordinator/git"
)

// TestSettingsOfTheEnvironment are read as git reads them, or reported as unknown.
func TestSettingsOfTheEnvironment(t *testing.T) {
	for given, row := range map[string]struct {
		hooks []string
		known bool
	}{
		"":                                  {nil, true},
		"'core.hooksPath'='/a b'":           {[]string{"/a b"}, true},
		"'core.hooksPath=/a'":               {[]string{"/a"}, true},
		"  'x.y'='1' 'core.hookspath'='/a'": {[]string{"/a"}, true},
		"'x.y' 'core.hooksPath'='/a'":       {[]string{"/a"}, true},
		"'x.y'= 'core.hooksPath'='/a'":      {[]string{"/a"}, true},
		`'core.hooksPath'='/a'\''b'\!'c'`:   {[]string{"/a'b!c"}, true},
		"core.hooksPath=/a":                 {nil, false},
		"'core.hooksPath'='/a":              {nil, false},
		"'core.hooksPath'='/a'x":            {nil, false},
		"'core.hooksPath'=/a":               {nil, false},
	} {
		r := newRepository(t)
		u := git.UserOf(func(name string) string {
			return map[string]string{"GIT_CONFIG_PARAMETERS": given, "GIT_CONFIG_NOSYSTEM": "1"}[name]
		})
		if got, known := u.Hooks(r.dir); known != row.known || !slices.Equal(got, row.hooks) {
			t.Errorf("%s: %q, %v", given, got, known)
		}
	}
	r := newRepository(t)
	many := git.UserOf(func(name string) string { return map[string]string{"GIT_CONFIG_COUNT": "100000"}[name] })
	if _, known := many.Hooks(r.dir); known {
		t.Error("more settings than are read count as known")
	}
}

// TestTheSystemsSettingsElsewhere lie beside the git in PATH, or beside the target of its
// link.
func TestTheSystemsSettingsElsewhere(t *testing.T) {
	dir := t.TempDir()
	for _, d := range []string{"bin", "real/bin", "real/etc", "share/git-core"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{"real/bin/git", "real/etc/gitconfig", "share/git-core/gitconfig"} {
		if err := os.WriteFile(filepath.Join(dir, f), nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../real/bin/git", filepath.Join(dir, "bin/git")); err != nil {
		t.Fatal(err)
	}
	path := map[string]string{"PATH": "bin:" + filepath.Join(dir, "none") + ":" + filepath.Join(dir, "bin")}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(dir, "share/git-core/gitconfig"), filepath.Join(real, "real/etc/gitconfig"), "/etc/gitconfig"}
	if got := git.UserOf(func(name string) string { return path[name] }).Configs; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
