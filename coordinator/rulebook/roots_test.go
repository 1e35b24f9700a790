package rulebook

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/coordinator/rules"
)

// TestADenyHoldsByEveryNameOfTheWorkspace: a path from the root of the file system names the same file,
// whether the workspace was entered by that path or by another one, through a link to it or to a
// folder above it.
func TestADenyHoldsByEveryNameOfTheWorkspace(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"real/we/data", "real/we/open"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(top, dir, "k"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"lw": "real/we", "above": "real"} {
		if err := os.Symlink(to, filepath.Join(top, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, entered := range []string{"real/we", "lw", "above/we"} {
		for _, named := range []string{"real/we", "lw", "above/we"} {
			b, _ := place(t, nil, "allow run_command(cat *)", "deny fs_*("+filepath.Join(top, named)+"/data/**)")
			b.o.Dir = filepath.Join(top, entered)
			if b.o.Root, err = os.OpenRoot(b.o.Dir); err != nil {
				t.Fatal(err)
			}
			root := b.o.Root
			t.Cleanup(func() { _ = root.Close() })
			for _, c := range []struct {
				tool, arguments string
				denied          bool
			}{
				{"fs_read_file", `{"path":"data/k"}`, true}, {"run_command", `{"command":"cat data/k"}`, true}, {"run_command", `{"command":"cat ` + filepath.Join(top, "real/we/data/k") + `"}`, true},
				{"fs_read_file", `{"path":"open/k"}`, false}, {"run_command", `{"command":"cat open/k"}`, false},
			} {
				if got := b.one(t, c.tool, c.arguments); (got.Verdict == rules.Denied) != c.denied {
					t.Errorf("entered by %s, denied by %s: %s of %s: %s, %s", entered, named, c.tool, c.arguments, got.Verdict, got.Why)
				}
			}
			if _, hides := b.For("fs_read_file").Hides("data/k"); !hides {
				t.Errorf("entered by %s, denied by %s: a run is not told", entered, named)
			}
		}
	}
}

// TestADenyFromTheHomeFolderOrFromAbove: a deny may name a place of the workspace from the home folder, or by
// going up and coming back. One that names no folder outside means what lies there.
func TestADenyFromTheHomeFolderOrFromAbove(t *testing.T) {
	for pattern, denied := range map[string]bool{
		"~/we/data/**": true, "~/we/data/k": true, "~/*/data/**": true, "~/**/data/k": true, "~/*/data": true, "~/**/*.pem": false, "~/w*": false, "~/*": false, "~/**": false, "~": false, "~/other/**": false,
		"../we/data/**": true, "../../home/we/data/k": true, "../**": false, "../*/data/**": true, "..": false, "../other/**": false,
		"open/../data/**": true, "./open/x/../../data/k": true, "HOME/we/../we/data/**": true, "/../HOME/we/data/k": true, "data/k/..": true, "open/../open/**": false,
	} {
		b, dir := place(t, map[string]string{"home/we/data/k": "", "home/we/open/k": ""}, "allow run_command(cat *)")
		home := filepath.Join(dir, "home")
		held := heldOf(t, "allow run_command(cat *)", "deny fs_*("+strings.ReplaceAll(pattern, "HOME", home)+")")
		b.o.Read, b.o.Home, b.o.Dir = func() ([]rules.Held, []string) { return held, nil }, home, filepath.Join(home, "we")
		root, err := os.OpenRoot(b.o.Dir)
		if err != nil {
			t.Fatal(err)
		}
		b.o.Root = root
		t.Cleanup(func() { _ = root.Close() })
		for _, c := range []struct {
			tool, arguments string
			denied          bool
		}{
			{"fs_read_file", `{"path":"data/k"}`, denied}, {"run_command", `{"command":"cat data/k"}`, denied}, {"run_command", `{"command":"cat ` + home + `/we/data/k"}`, denied},
			{"fs_read_file", `{"path":"open/k"}`, pattern == "open/../open/**"}, {"run_command", `{"command":"cat open/k"}`, pattern == "open/../open/**"},
		} {
			if got := b.one(t, c.tool, c.arguments); (got.Verdict == rules.Denied) != c.denied {
				t.Errorf("%s: %s of %s: %s, %s", pattern, c.tool, c.arguments, got.Verdict, got.Why)
			}
		}
		if _, hides := b.For("fs_read_file").Hides("data/k"); hides != denied {
			t.Errorf("%s: a run is told %v", pattern, hides)
		}
	}
}

// TestWhereACommandRuns: the question for a command says so where a link leads there, and not otherwise.
func TestWhereACommandRuns(t *testing.T) {
	b, dir := place(t, map[string]string{"src/a": "", "deep/in/b": ""})
	for name, to := range map[string]string{"build": "src", "deep/up": "..", "odd\nname": "src"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for folder, want := range map[string]string{
		"": "", ".": "", "src": "", "deep/in": "", "missing": "", dir + "/src": "", "deep/../src": "",
		"build": `"build" is a link: the command runs in "src".`, dir + "/build/": `"build" is a link: the command runs in "src".`,
		"deep/up/deep/in": `"deep/up/deep/in" is a link: the command runs in "deep/in".`,
		"odd\nname":       `"odd\nname" is a link: the command runs in "src".`,
	} {
		arguments, err := json.Marshal(map[string]string{"command": "make x", "directory": folder})
		if err != nil {
			t.Fatal(err)
		}
		if got := b.one(t, "run_command", string(arguments)); got.Verdict != rules.Asked || got.Leads != want {
			t.Errorf("%q: %s, %q, want %q", folder, got.Verdict, got.Leads, want)
		}
	}
}
