package local

import (
	"os"
	"path/filepath"
	"testing"

	"parley/coordinator/tool"
)

// TestRests: the digest changes with the program or script of the workspace that a command
// names, and with nothing else.
func TestRests(t *testing.T) {
	outside := t.TempDir()
	put := func(dir, name, text string) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	put(dir, "check.sh", "one")
	put(dir, "main.go", "one")
	put(dir, "bin/found", "one")
	put(outside, "check.sh", "one")
	if err := os.Symlink(filepath.Join(dir, "check.sh"), filepath.Join(outside, "led")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside, "check.sh"), filepath.Join(dir, "leads")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(dir, "bin")+":/usr/bin:/bin")
	call := tool.Call{Dir: dir}
	for _, c := range []struct {
		name    string
		command []string
		shell   string
		change  string // a file whose change is seen
		not     string // and one whose is not
	}{
		{"a program", []string{"./check.sh", "main.go"}, "", "check.sh", "main.go"},
		{"without a dot", []string{"bin/found"}, "", "bin/found", "check.sh"},
		{"by its whole path", []string{filepath.Join(dir, "check.sh")}, "", "check.sh", "main.go"},
		{"that PATH finds", []string{"found"}, "", "bin/found", "check.sh"},
		{"by a link from elsewhere", []string{filepath.Join(outside, "led")}, "", "check.sh", "main.go"},
		{"a script", []string{"/usr/bin/python3.12", "-u", "check.sh", "main.go"}, "", "check.sh", "main.go"},
		{"a line", nil, "./check.sh", "check.sh", "main.go"},
		{"a line with more", nil, "cd . && A=b exec \"./check.sh\" main.go | cat >main.go", "check.sh", "main.go"},
		{"a line with a shell", nil, "FOO=1 sh -e check.sh main.go", "check.sh", "main.go"},
		{"a part of a line", nil, "echo $(. ./check.sh)", "check.sh", "main.go"},
		{"nothing", []string{"cat", "check.sh"}, "", "", "check.sh"},
		{"a folder", []string{"./bin"}, "", "", "bin/found"},
		{"nothing there", []string{"./gone"}, "", "", "check.sh"},
		{"no words", nil, " ; ", "", "check.sh"},
	} {
		put(dir, "check.sh", "one")
		l := local{config: Config{Command: c.command, Shell: c.shell}}
		before := l.Rests(call)
		if (before == "") != (c.change == "") {
			t.Errorf("%s: %q", c.name, before)
		}
		put(dir, c.not, "two")
		if got := l.Rests(call); got != before {
			t.Errorf("%s: another file changes it", c.name)
		}
		if c.change == "" {
			continue
		}
		put(dir, c.change, "two")
		if got := l.Rests(call); got == before || got == "" {
			t.Errorf("%s: a change is not seen: %q", c.name, got)
		}
		put(dir, c.change, "one")
		if got := l.Rests(call); got != before {
			t.Errorf("%s: taken back, it is another", c.name)
		}
	}
	if got := (local{config: Config{Command: []string{filepath.Join(outside, "check.sh")}}}).Rests(call); got != "" {
		t.Errorf("a program from elsewhere: %q", got)
	}
	led := local{config: Config{Command: []string{"./leads"}}}
	before := led.Rests(call)
	put(outside, "check.sh", "two")
	if before == "" || led.Rests(call) == before {
		t.Error("what a link of the workspace leads to is not looked at")
	}
	elsewhere := local{config: Config{Command: []string{"./found"}, Dir: filepath.Join(dir, "bin")}}
	if elsewhere.Rests(call) == "" {
		t.Error("the folder in which it runs is not looked in")
	}
}
