package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLocate(t *testing.T) {
	const none = "no home directory is known: set HOME, or XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_STATE_HOME, to absolute paths"
	for _, c := range []struct{ env, want string }{
		{"HOME=/h", "/h /h/.config/parley/config.toml /h/.config/parley/skills /h/.local/share/parley/conversations /h/.local/state/parley/trust.json"},
		{"HOME=/h XDG_CONFIG_HOME=/c XDG_DATA_HOME=/d XDG_STATE_HOME=/s", "/h /c/parley/config.toml /c/parley/skills /d/parley/conversations /s/parley/trust.json"},
		{"XDG_CONFIG_HOME=/c XDG_DATA_HOME=/d XDG_STATE_HOME=/s", " /c/parley/config.toml /c/parley/skills /d/parley/conversations /s/parley/trust.json"},
		{"HOME=/h XDG_CONFIG_HOME=relative", `XDG_CONFIG_HOME is "relative", which is relative, so where it leads depends on the folder; set it to an absolute path, or unset it`},
		{"HOME=/h XDG_STATE_HOME=./.state", `XDG_STATE_HOME is "./.state", which is relative, so where it leads depends on the folder; set it to an absolute path, or unset it`},
		{"HOME=/h XDG_CONFIG_HOME=", "/h /h/.config/parley/config.toml /h/.config/parley/skills /h/.local/share/parley/conversations /h/.local/state/parley/trust.json"},
		{"HOME=/g HOME=/h", "/h /h/.config/parley/config.toml /h/.config/parley/skills /h/.local/share/parley/conversations /h/.local/state/parley/trust.json"},
		{"XDG_CONFIG_HOME=/c", none},
		{"HOME=here", none},
		{"", none},
	} {
		p, err := Locate(strings.Fields(c.env))
		got := fmt.Sprint(strings.Join([]string{p.Home, p.UserFile, p.UserSkills, p.StoreDir, p.TrustFile}, " "))
		if err != nil {
			got = err.Error()
		}
		same(t, got, c.want)
	}
}

func TestRootAndWorkspaceFiles(t *testing.T) {
	top := t.TempDir()
	deep := filepath.Join(top, "repo", "a", "b")
	for _, dir := range []string{deep, filepath.Join(top, "repo", ".git")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	same(t, Root(deep), filepath.Join(top, "repo"))
	same(t, Root(filepath.Join(top, "repo")), filepath.Join(top, "repo"))
	for _, c := range []struct{ root, dir, want string }{
		{"/r", "/r", "/r/.mcp.json /r/.parley/config.toml"},
		{"/r", "/r/a/b", "/r/.mcp.json /r/.parley/config.toml /r/a/.parley/config.toml /r/a/b/.parley/config.toml"},
		{"/r", "/x", "/x/.mcp.json /x/.parley/config.toml"},
		{"/r/a", "/r", "/r/.mcp.json /r/.parley/config.toml"},
		{"/", "/r", "/.mcp.json /.parley/config.toml /r/.parley/config.toml"},
		{"/r", "/r/..a", "/r/.mcp.json /r/.parley/config.toml /r/..a/.parley/config.toml"},
	} {
		same(t, strings.Join(WorkspaceFiles(c.root, c.dir), " "), c.want)
	}
}
