package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAFaultIsSeenWhereItIs: what one system has not is a fault there and nowhere else, in
// a function and in a test as well; what a generated test lacks is none.
func TestAFaultIsSeenWhereItIs(t *testing.T) {
	here := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":       "module example\n\ngo 1.26\n",
		"main.go":      "package main\n\nfunc main() { println(all()) }\n\nfunc init() { println() }\n",
		"a_unix.go":    "//go:build unix\n\npackage main\n\nimport \"syscall\"\n\nfunc all() int { return syscall.O_NOFOLLOW }\n",
		"a_windows.go": "package main\n\nimport \"syscall\"\n\nfunc all() int { return syscall.O_NOFOLLOW }\n",
		"a_test.go":    "package main\n\nimport \"testing\"\n\nfunc TestAll(t *testing.T) { t.Log(all()) }\n",
		"b_darwin.go":  "package main\n\nimport _ \"os\"\n\nvar _ = none\n",
		"tool/tool.go": "package tool\n\nimport \"syscall\"\n\n// Kill is for a Unix.\nvar Kill = syscall.Kill\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(here, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(here, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	err := run(&out, here, []string{"linux/arm64", "darwin/amd64", "windows/amd64"})
	want := "darwin/amd64: " + filepath.Join(here, "b_darwin.go") + ":5:9: undefined: none\n" +
		"windows/amd64: " + filepath.Join(here, "a_windows.go") + ":5:33: undefined: syscall.O_NOFOLLOW\n" +
		"windows/amd64: " + filepath.Join(here, "tool/tool.go") + ":6:20: undefined: syscall.Kill"
	if err == nil || err.Error() != want {
		t.Errorf("it says %v\nwant %s", err, want)
	}
	if got := out.String(); got != "  linux/arm64: 3 packages, 0 faults\n  darwin/amd64: 3 packages, 1 faults\n  windows/amd64: 2 packages, 2 faults\n" {
		t.Errorf("it prints\n%s", got)
	}
}
