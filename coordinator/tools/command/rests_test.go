package command_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"parley/coordinator/tool"
	"parley/coordinator/tools/command"
)

// TestACommandRestsOnItsFolder: what is said of it is said of that very folder, by whatever name, and of no
// other that is there later. The workspace itself is none.
func TestACommandRestsOnItsFolder(t *testing.T) {
	dir, root := workspace(t)
	rests := func(directory string) string {
		t.Helper()
		arguments, err := json.Marshal(map[string]string{"command": "ls", "directory": directory})
		if err != nil {
			t.Fatal(err)
		}
		return command.New(command.Config{}).(tool.Resting).Rests(tool.Call{Arguments: arguments, Dir: dir, Root: root})
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range []string{"", ".", "sub/..", dir, dir + "/sub/.."} {
		if got := rests(p); got != "" {
			t.Errorf("%q is the workspace: %q", p, got)
		}
	}
	deep := rests("sub/deep")
	for _, same := range []string{"sub/deep/", "./sub/deep", "in", dir + "/in"} {
		if got := rests(same); got != deep || got == "" {
			t.Errorf("%q: %q, want %q", same, got, deep)
		}
	}
	was := rests("sub/out")
	must(os.Rename(filepath.Join(dir, "sub/out"), filepath.Join(dir, "sub/away")))
	gone := rests("sub/out")
	must(os.Symlink("deep", filepath.Join(dir, "sub/out")))
	led := rests("sub/out")
	must(os.Remove(filepath.Join(dir, "sub/out")))
	must(os.Mkdir(filepath.Join(dir, "sub/out"), 0o755))
	if other := rests("sub/out"); was == gone || was == led || was == other || gone == led || gone == "" || led != deep {
		t.Errorf("was %q, gone %q, a link %q, another %q", was, gone, led, other)
	}
	must(os.Remove(filepath.Join(dir, "sub/out")))
	must(os.Rename(filepath.Join(dir, "sub/away"), filepath.Join(dir, "sub/out")))
	if back := rests("sub/out"); back != was {
		t.Errorf("back again %q, was %q", back, was)
	}
}
