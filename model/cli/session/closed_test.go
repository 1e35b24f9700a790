package session

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"parley/config"
	"parley/model/cli/process"
)

// TestWhatIsClosed names the program's own places, and those of other assistants.
func TestWhatIsClosed(t *testing.T) {
	env := []string{"HOME=/home/ada", "XDG_STATE_HOME=/state", "XDG_RUNTIME_DIR=/run/user/7", "CODEX_HOME=/opt/codex", "CLAUDE_CONFIG_DIR=relative"}
	places, err := config.Locate(env)
	if err != nil {
		t.Fatal(err)
	}
	s := Setup{Places: places, Dir: "/src/shop"}
	closed := s.closed("/srv/talks", env)
	for _, want := range []string{
		"/home/ada/.config/parley", "/state/parley", "/home/ada/.local/share/parley", "/srv/talks", "/run/user/7/parley", "/opt/codex",
		"/home/ada/.claude", "/home/ada/.claude.json", "/home/ada/.codex", "/home/ada/.local/share/opencode",
	} {
		if !slices.Contains(closed, want) {
			t.Errorf("%s is open", want)
		}
	}
	for _, p := range closed {
		if !filepath.IsAbs(p) || p == "/home/ada" || p == "/src/shop" {
			t.Errorf("%s is closed", p)
		}
	}
	for _, store := range []string{"/src", "/src/shop"} {
		if slices.Contains(s.closed(store, env), store) {
			t.Errorf("the workspace is closed, since conversations live in %s", store)
		}
	}
}

func TestAround(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "a", "b"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "a"), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	in := func(p string) string { return filepath.Join(dir, p) }
	for _, row := range []struct {
		outer, inner string
		want         bool
	}{
		{in("a"), in("a"), true}, {in("a"), in("a/b"), true}, {in("a/b"), in("a"), false}, {in("link"), in("a/b"), true}, {in("a"), in("link/b"), true},
		{"/", in("a"), true}, {in("a"), in("..a"), false}, {in("a"), in("ab"), false}, {in("not/there"), in("not/there/x"), true},
	} {
		if got := around(row.outer, row.inner); got != row.want {
			t.Errorf("%s around %s: %v", row.outer, row.inner, got)
		}
	}
}

// TestAWideWorkspaceAsksBeforeReading: the user is told, and the user's own setting holds.
func TestAWideWorkspaceAsksBeforeReading(t *testing.T) {
	home, own := filepath.Join(t.TempDir(), "ada"), t.TempDir()
	for _, dir := range []string{filepath.Join(home, "src", "shop"), filepath.Join(own, "parley")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	note := func(dir, why string) string {
		return "The workspace " + dir + " " + why + ". What the assistant reads there goes to its server, so reading asks first here " +
			"(conversation.tools.fs_read_file.run, and the same of fs_list_files, fs_grep_files and fs_modify_file). Better start Parley in the folder of a project."
	}
	for _, row := range []struct{ dir, user, run, note string }{
		{filepath.Join(home, "src", "shop"), "", "unattended", ""},
		{home, "", "ask", note(home, "is your home folder")},
		{filepath.Dir(home), "", "ask", note(filepath.Dir(home), "holds your home folder")},
		{home, "[conversation.tools.fs_read_file]\nrun = \"unattended\"\n", "unattended", note(home, "is your home folder")},
	} {
		if err := os.WriteFile(filepath.Join(own, "parley", "config.toml"), []byte(row.user), 0o600); err != nil {
			t.Fatal(err)
		}
		p := &process.Program{Env: []string{"HOME=" + home, "XDG_CONFIG_HOME=" + own, "XDG_DATA_HOME=" + own, "XDG_STATE_HOME=" + own}, Dir: row.dir}
		s, cfg, err := Configuration(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(cfg.Tool("fs_read_file").Run); got != row.run {
			t.Errorf("%s: reading is %s, want %s", row.dir, got, row.run)
		}
		changing, want := "unattended", []string(nil)
		if row.note != "" {
			changing, want = "ask", []string{row.note}
		}
		if got := string(cfg.Tool("fs_modify_file").Run); got != changing { // it tells whether a text is in a file
			t.Errorf("%s: changing is %s, want %s", row.dir, got, changing)
		}
		if !slices.Equal(s.Options.Notes, want) {
			t.Errorf("%s: told %q, want %q", row.dir, s.Options.Notes, want)
		}
	}
}
