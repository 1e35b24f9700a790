package rulebook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/coordinator/rules"
)

// TestConfigurationOfAFolderThatIsNamed: a command that is told to go to another folder reads
// what stands there.
func TestConfigurationOfAFolderThatIsNamed(t *testing.T) {
	for _, c := range []struct {
		name, command string
		files         map[string]string
		family        string // that is not harmless, "" if the rule covers the command
	}{
		{"a shell for npm --prefix sub test", "npm --prefix sub test", map[string]string{"sub/.npmrc": "script-shell=./x\n", "sub/a/x": ""}, "npm"},
		{"a shell for npm --prefix=sub/a test", "npm --prefix=sub/a test", map[string]string{"sub/.npmrc": "script-shell=./x\n", "sub/a/x": ""}, "npm"},
		{"a shell for npm -Csub test", "npm -Csub test", map[string]string{"sub/.npmrc": "script-shell=./x\n", "sub/a/x": ""}, "npm"},
		{"a shell for pnpm -C ./sub/a test", "pnpm -C ./sub/a test", map[string]string{"sub/.npmrc": "script-shell=./x\n", "sub/a/x": ""}, "npm"},
		{"a wrapper for cargo", "cargo -C sub build", map[string]string{"sub/.cargo/config.toml": ""}, "cargo"},
		{"settings beside a test", "pytest sub/x.py", map[string]string{"sub/pytest.ini": "", "sub/x.py": ""}, "python"},
		{"settings above one", "python3 -m pytest sub/a/x.py::y", map[string]string{"sub/pytest.ini": "", "sub/a/x.py": ""}, "python"},
		{"tasks elsewhere", "mise -C sub run x", map[string]string{"sub/mise.toml": ""}, "mise"},
		{"a toolchain for go", "go -C sub build", map[string]string{"sub/go.mod": "toolchain go1.26.0-mine\n"}, "go"},
		{"a repository for go", "go vet -C sub", map[string]string{"sub/.git/config": "[core]\n\tfsmonitor = ./x\n"}, "git"},
		{"through a link", "npm --prefix there test", map[string]string{"sub/a/x": ""}, "npm"},
		{"a way that goes up", "npm --prefix there/../sub test", map[string]string{"sub/a/x": ""}, "npm unknown"},
		{"harmless ones", "npm --prefix sub test", map[string]string{"sub/.npmrc": "fund=false\n"}, ""},
		{"a script that reads none", "python3 sub/x.py", map[string]string{"sub/setup.cfg": "", "sub/x.py": ""}, ""},
		{"a place without any", "pytest sub/x.py", map[string]string{"sub/x.py": "", "other/pytest.ini": ""}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, dir := place(t, c.files, "allow run_command("+c.command+")")
			if err := os.Symlink(filepath.Join("sub", "a"), filepath.Join(dir, "there")); err != nil {
				t.Fatal(err)
			}
			program, _, _ := strings.Cut(c.command, " ")
			verdict, why := rules.Allowed, "allowed by the rule run_command("+c.command+")"
			if family, unknown := strings.CutSuffix(c.family, " unknown"); family != "" {
				verdict, why = rules.Asked, "the rule run_command("+c.command+") does not cover it: the workspace's configuration of "+family+" names a program for "+program+" that you have not seen"
				if unknown {
					why = "the rule run_command(" + c.command + ") does not cover it: it is not known which programs the workspace's configuration of " + family + " names for " + program
				}
			}
			r := b.one(t, "run_command", `{"command":"`+c.command+`"}`)
			if r.Verdict != verdict || r.Why != why {
				t.Errorf("%s: %s\nwant %s: %s", r.Verdict, r.Why, verdict, why)
			}
		})
	}
}

// TestDeniedBehindALinkThatALineGoesInto: a deny holds for a file in whatever folder a line comes to, by
// whatever name.
func TestDeniedBehindALinkThatALineGoesInto(t *testing.T) {
	b, dir := place(t, map[string]string{"sub/k.txt": "", "sub/deep/x": "", "k.old": "", "l/x": ""}, "deny fs_*(sub/k.txt)", "allow run_command(cat *)")
	for name, to := range map[string]string{"to": "sub", "d": "sub/deep", "sub/m": "k.txt", "l/up": "../sub"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for line, want := range map[string]rules.Verdict{
		"cd to && cat k.txt":            rules.Denied,
		"(cd to; cat ./k.txt)":          rules.Denied,
		"cd d && cat ../k.txt":          rules.Denied,
		"cd l && cd up && cat k.txt":    rules.Denied,
		"cd l/up/.. && cat to/k.txt":    rules.Denied,
		"cd sub && cat m":               rules.Denied,
		"cd l && cat up/m":              rules.Denied,
		"cd to && cat x":                rules.Asked,
		"cd l && cat x":                 rules.Asked,
		"cd to && sort -o k.txt deep/x": rules.Denied,
		"pushd to; popd; cat k.old":     rules.Asked,
	} {
		if got := b.one(t, "run_command", `{"command":"`+line+`"}`); got.Verdict != want {
			t.Errorf("%s: %s, %s", line, got.Verdict, got.Why)
		}
	}
	for arguments, want := range map[string]rules.Verdict{
		`{"command":"cat k.txt","directory":"to"}`:   rules.Denied,
		`{"command":"cat ../k.txt","directory":"d"}`: rules.Denied,
		`{"command":"cat x","directory":"to"}`:       rules.Asked,
	} {
		if got := b.one(t, "run_command", arguments); got.Verdict != want {
			t.Errorf("%s: %s, %s", arguments, got.Verdict, got.Why)
		}
	}
}
