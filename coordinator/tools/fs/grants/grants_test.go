package grants

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/coordinator/git"
	"parley/coordinator/tool"
)

// TestHooksOfTheConfiguration: the folder from which git runs hooks gives permission,
// whoever named it and however it is spelled.
func TestHooksOfTheConfiguration(t *testing.T) {
	for name, c := range map[string]struct{ file, config, path, want string }{
		"of the repository":        {".git/config", "[core]\n\thooksPath = tools/hooks # ours\n", "tools/hooks/pre-commit", byHook},
		"other case and quotes":    {".git/config", "[CORE]\n\tHOOKSPATH = \"./tools//hooks/\"\n", "Tools/Hooks/x", byHook},
		"the folder itself":        {".git/config", "[core]\nhooksPath=tools/hooks\n", "tools/hooks", byHook},
		"absolute":                 {".git/config", "[core]\nhooksPath=DIR/tools/hooks\n", "tools/hooks/x", byHook},
		"included":                 {"more.cfg", "[core]\nhooksPath=tools/hooks\n", "tools/hooks/x", byHook},
		"the user's own":           {"home/.gitconfig", "[core]\nhooksPath=tools/hooks\n", "tools/hooks/x", byHook},
		"the user's, from home":    {"home/.gitconfig", "[core]\nhooksPath=~/hooks\n", "home/hooks/x", byHook},
		"the root, a hook":         {".git/config", "[core]\nhooksPath=.\n", "post-checkout", byHook},
		"the root, something else": {".git/config", "[core]\nhooksPath=.\n", "main.go", ""},
		"the root, further down":   {".git/config", "[core]\nhooksPath=.\n", "sub/post-checkout", ""},
		"through a link":           {".git/config", "[core]\nhooksPath=tools/hooks\n", "alias/x", byHook},
		"beside it":                {".git/config", "[core]\nhooksPath=tools/hooks\n", "tools/hooks2/x", ""},
		"elsewhere":                {".git/config", "[core]\nhooksPath=/opt/hooks\n", "opt/hooks/x", ""},
		"none":                     {".git/config", "[core]\n", "tools/hooks/x", ""},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, map[string]string{"tools/hooks/x": "", "home/hooks/x": ""})
			y.git("init", "-q")
			y.must(os.Symlink("tools/hooks", y.path("alias")))
			y.put(".git/config", "[include]\n\tpath = ../more.cfg\n")
			y.put(c.file, strings.ReplaceAll(c.config, "DIR", y.dir))
			user := git.User{Home: y.path("home"), Configs: []string{y.path("home/.gitconfig")}}
			if got := Of(user, y.call(""), c.path); got.Why != c.want {
				t.Errorf("%s: %q", c.path, got.Why)
			}
		})
	}
}

// TestSettingsWithAZeroByte: git takes names and values to end there, so it is not known what they say.
func TestSettingsWithAZeroByte(t *testing.T) {
	for file, config := range map[string]string{
		".git/config":     "[core]\n\thooksPath = tools/hooks\x00z\n",
		"home/.gitconfig": "[core \"hookspath\x00z\"]\n\tx = tools/hooks\n",
	} {
		y := newYard(t, map[string]string{"tools/hooks/x": "", "home/x": ""})
		y.git("init", "-q")
		y.put(file, config)
		user := git.User{Home: y.path("home"), Configs: []string{y.path("home/.gitconfig")}}
		if got := Of(user, y.call(""), "tools/hooks/x"); got.Why != textUnknownLead(y.path(file)) {
			t.Errorf("%s: %q", file, got.Why)
		}
	}
}

// TestHooksOfARepositoryAroundByALink: git finds the repository around the place that a workspace leads to.
func TestHooksOfARepositoryAroundByALink(t *testing.T) {
	y := newYard(t, map[string]string{"sub/hooks/x": ""})
	y.git("init", "-q")
	y.put(".git/config", "[core]\n\thooksPath = sub/hooks\n")
	link := filepath.Join(t.TempDir(), "link")
	y.must(os.Symlink(y.path("sub"), link))
	for p, want := range map[string]string{"hooks/pre-commit": byHook, "docs/a": ""} {
		if got := Of(git.User{}, tool.Call{Dir: link}, p); got.Why != want {
			t.Errorf("%s: %q", p, got.Why)
		}
	}
}
