package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/store/system"
)

// TestACommandRunsInTheFolderThatWasLookedAt, whatever has its name by the time that it begins.
func TestACommandRunsInTheFolderThatWasLookedAt(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Mkdir(filepath.Join(dir, "one"), 0o755))
	must(os.Mkdir(filepath.Join(dir, "two"), 0o755))
	link := filepath.Join(dir, "in")
	becomes := func(to string) {
		t.Helper()
		must(os.Symlink(to, link+".new"))
		must(os.Rename(link+".new", link))
	}
	becomes("one")
	root, err := os.OpenRoot(dir)
	must(err)
	defer root.Close()
	call := tool.Call{Name: "run_command", Root: root, Dir: dir, Arguments: []byte(`{"command":"pwd -P","directory":"in"}`)}
	r := New(Config{}).(runner)
	one := r.Rests(call)

	f, err := root.Open("one")
	must(err)
	if _, holds := system.Held(f); holds {
		at, done, err := hold(call, "in", link)
		must(err)
		becomes(outside)
		if folder(at) != one {
			t.Error("another folder has the name, and is taken for it")
		}
		out, ran := r.run(t.Context(), call, "pwd -P", link, at, defaultLimit).(tool.Success)
		done()
		if !ran || !strings.Contains(out.Content, "/one\n") && !strings.HasSuffix(out.Content, "/one") {
			t.Errorf("it ran elsewhere: %+v", out)
		}
	}
	must(f.Close())

	becomes("two")
	call.Rests = one
	if out, failed := r.Run(t.Context(), call).(tool.Failure); !failed || out.Message != tool.ChangedFolder("run_command") {
		t.Errorf("%+v", out)
	}
	becomes("one")
	if out, ran := r.Run(t.Context(), call).(tool.Success); !ran {
		t.Errorf("%+v", out)
	}
	becomes(outside)
	call.Rests = ""
	if out, failed := r.Run(t.Context(), call).(tool.Failure); !failed {
		t.Errorf("%+v", out)
	}
}
