package git_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parley/coordinator/git"
)

// TestUserOf: the user's settings are found where git finds them.
func TestUserOf(t *testing.T) {
	for _, c := range []struct{ env, want, ignore string }{
		{"HOME=/h", "/etc/gitconfig /h/.config/git/config /h/.gitconfig", "/h/.config/git/ignore"},
		{"HOME=/h XDG_CONFIG_HOME=/x", "/etc/gitconfig /x/git/config /h/.gitconfig", "/x/git/ignore"},
		{"HOME=/h GIT_CONFIG_NOSYSTEM=1", "/h/.config/git/config /h/.gitconfig", "/h/.config/git/ignore"},
		{"", "/etc/gitconfig", ""},
		{"HOME=/h GIT_CONFIG_NOSYSTEM=0", "/etc/gitconfig /h/.config/git/config /h/.gitconfig", "/h/.config/git/ignore"},
		{"HOME=/h GIT_CONFIG_NOSYSTEM=False", "/etc/gitconfig /h/.config/git/config /h/.gitconfig", "/h/.config/git/ignore"},
		{"HOME=/h GIT_CONFIG_GLOBAL=/g", "/etc/gitconfig /g", "/h/.config/git/ignore"},
		{"HOME=/h GIT_CONFIG_SYSTEM=/s", "/s /h/.config/git/config /h/.gitconfig", "/h/.config/git/ignore"},
		{"HOME=/h GIT_CONFIG_SYSTEM=/s GIT_CONFIG_NOSYSTEM=yes GIT_CONFIG_GLOBAL=/g", "/g", "/h/.config/git/ignore"},
	} {
		u := git.UserOf(func(name string) string {
			for _, e := range strings.Fields(c.env) {
				if k, v, _ := strings.Cut(e, "="); k == name {
					return v
				}
			}
			return ""
		})
		if got := strings.Join(u.Configs, " "); got != c.want || u.Ignore != c.ignore {
			t.Errorf("%s: %s, %s", c.env, got, u.Ignore)
		}
	}
}

// TestUserExcludes compares what is ignored with what git says it reads.
func TestUserExcludes(t *testing.T) {
	for name, c := range map[string]struct{ config, want string }{
		"nothing set":     {"", "default\n"},
		"a file":          {"[core]\n\texcludesFile = DIR/mine", "mine\n"},
		"from home":       {"[Core]\nExcludesFile=~/mine ; so", "mine\n"},
		"in quotes":       {"[core]\nexcludesfile = \"DIR/my list\"", "list\n"},
		"the last counts": {"[core]\nexcludesfile = /nowhere\nexcludesfile = DIR/mine", "mine\n"},
		"included":        {"[include]\npath = more\n", "mine\n"},
		"in a circle":     {"[include]\npath = .gitconfig\n[core]\nexcludesfile=DIR/mine", "mine\n"},
		"relative":        {"[core]\nexcludesfile = mine", ""},
		"not there":       {"[core]\nexcludesfile = DIR/none", ""},
		"a section of it": {"[core \"x\"]\nexcludesfile = DIR/mine", "default\n"},
		"no file":         {"[core]\nexcludesfile = DIR", ""},
	} {
		dir := t.TempDir()
		for file, text := range map[string]string{"mine": "mine\n", "my list": "list\n", "ignore": "default\n", "more": "[core]\nexcludesfile = " + dir + "/mine\n", ".gitconfig": strings.ReplaceAll(c.config, "DIR", dir)} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		u := git.User{Home: dir, Configs: []string{filepath.Join(dir, ".gitconfig")}, Ignore: filepath.Join(dir, "ignore")}
		if got := u.Excludes(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestHooksAsGitSaysThem compares values with what git reads from them.
func TestHooksAsGitSaysThem(t *testing.T) {
	for _, value := range []string{"a", "a b", "\"a # b\"", "a # b", "a\\\\b", "\"a \"b", "~/x", "/x/y", "\"a\\\"b\"", "a ; b", "  a\t"} {
		r := newRepository(t)
		r.put(".git/config", "[core]\n\trepositoryformatversion = 0\n\thooksPath = "+value+"\n")
		want := strings.TrimSuffix(r.git("config", "core.hooksPath"), "\n")
		if rest, ok := strings.CutPrefix(want, "~/"); ok {
			want = filepath.Join("/home/a", rest)
		}
		if !filepath.IsAbs(want) {
			want = filepath.Join(r.dir, want)
		}
		if got, all := (git.User{Home: "/home/a"}).Hooks(r.dir); !all || !slices.Equal(got, []string{want}) {
			t.Errorf("%q: %q, git says %q", value, got, want)
		}
	}
}

// TestSettingsWhereGitBegins: what names no whole path is another file in each folder.
func TestSettingsWhereGitBegins(t *testing.T) {
	for _, name := range []string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"} {
		for value, want := range map[string]int{"gc": 1, "./gc": 1, "/gc": 0, "": 0} {
			u := git.UserOf(func(asked string) string {
				if asked == name {
					return value
				}
				return ""
			})
			if len(u.Unknown) != want {
				t.Errorf("%s=%s: %q", name, value, u.Unknown)
			}
		}
	}
}
