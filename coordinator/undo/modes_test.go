package undo

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"parley/store"
)

// TestPermissionsComeBack with what stood there, also when the undo is undone; what somebody
// else changed of them since stays.
func TestPermissionsComeBack(t *testing.T) {
	for _, c := range []struct {
		name  string
		play  func(y *yard)
		files string // after the turn, its undo, the undo of that, and so on
	}{
		{"a write", func(y *yard) {
			y.have("a", "1", 0o755)
			y.kept1("c", "a", "1", "2", 0o755)
		}, "a 2 755|a 1 755|a 2 755|a 1 755"},
		{"a write, and the user since", func(y *yard) {
			y.have("a", "1", 0o755)
			y.kept1("c", "a", "1", "2", 0o755)
			y.must(os.Chmod(filepath.Join(y.dir, "a"), 0o600))
		}, "a 2 600|a 1 600|a 2 600|a 1 600"},
		{"a deletion", func(y *yard) {
			y.kept1("c", "a", "1", "-", 0o755)
		}, "|a 1 755||a 1 755"},
		{"a creation, and the user since", func(y *yard) {
			y.kept1("c", "a", "-", "2", 0)
			y.must(os.Chmod(filepath.Join(y.dir, "a"), 0o700))
		}, "a 2 700||a 2 700|"},
		{"deleted and created", func(y *yard) {
			y.kept1("c", "a", "1", "-", 0o755)
			y.kept1("d", "a", "-", "2", 0)
		}, "a 2 640|a 1 755|a 2 640|a 1 755"},
		{"moved, and the user since", func(y *yard) {
			y.kept1("c", "a", "1", "-", 0o644)
			y.kept1("c", "b", "-", "1", 0)
			y.must(os.Chmod(filepath.Join(y.dir, "b"), 0o600))
		}, "b 1 600|a 1 600|b 1 600|a 1 600"},
		{"moved over another", func(y *yard) {
			y.kept1("c", "a", "1", "-", 0o755)
			y.kept1("c", "b", "2", "1", 0o600)
			y.must(os.Chmod(filepath.Join(y.dir, "b"), 0o755))
		}, "b 1 755|a 1 755, b 2 600|b 1 755|a 1 755, b 2 600"},
		{"deleted and created alike", func(y *yard) {
			y.kept1("c", "a", "1", "-", 0o600)
			y.kept1("d", "a", "-", "1", 0)
		}, "a 1 640|a 1 600|a 1 640|a 1 600"},
		{"moved over one alike", func(y *yard) {
			y.kept1("c", "a", "1", "-", 0o755)
			y.kept1("c", "b", "1", "1", 0o600)
			y.must(os.Chmod(filepath.Join(y.dir, "b"), 0o755))
		}, "b 1 755|a 1 755, b 1 600|b 1 755|a 1 755, b 1 600"},
		{"an undo, and the user since", func(y *yard) {
			y.have("a", "2", 0o755)
			y.kept1("c", "a", "1", "-", 0o644)
			y.kept1("d", "a", "-", "2", 0)
			y.must(os.Chmod(filepath.Join(y.dir, "a"), 0o755))
			y.undo(1)
			y.must(os.Chmod(filepath.Join(y.dir, "a"), 0o600))
		}, "a 1 600|a 2 600|a 1 600"},
	} {
		y := newYard(t)
		c.play(y)
		turn := 1
		if strings.HasPrefix(c.name, "an undo") {
			turn = 0
		}
		for i, want := range strings.Split(c.files, "|") {
			if i > 0 {
				if said := y.undo(turn); said != "" {
					t.Errorf("%s: %s", c.name, said)
				}
				turn = 0
			}
			if got := y.modes(); got != want {
				t.Errorf("%s, %d: %q, want %q", c.name, i, got, want)
			}
		}
	}
}

// have makes a file hold a text, with a mode.
func (y *yard) have(path, text string, mode fs.FileMode) {
	y.t.Helper()
	y.put(path, text)
	y.must(os.Chmod(filepath.Join(y.dir, path), mode))
}

// kept1 imitates one file of a call that changes some; mode is that of the file before.
func (y *yard) kept1(call, path, before, after string, mode fs.FileMode) {
	y.t.Helper()
	b := store.FileKept{ID: call, Run: 1, Path: path, Before: digest(before), After: digest(after)}
	if before != "-" {
		y.kept[digest(before)], b.Mode = []byte(before), fmt.Sprintf("%04o", mode)
	}
	y.say(1, b)
	y.put(path, after)
}

// modes are the files of the workspace, with what they hold and who may use them.
func (y *yard) modes() string {
	y.t.Helper()
	entries, err := os.ReadDir(y.dir)
	y.must(err)
	var out []string
	for _, e := range entries {
		info, err := e.Info()
		y.must(err)
		out = append(out, fmt.Sprintf("%s %s %o", e.Name(), y.get(e.Name()), info.Mode()))
	}
	return strings.Join(out, ", ")
}

// TestWhatChangesWhileAPersonIsAsked: permissions that the user sets meanwhile stay, and what has come to give permission
// waits for a yes of its own.
func TestWhatChangesWhileAPersonIsAsked(t *testing.T) {
	for name, c := range map[string]struct {
		meanwhile func(y *yard)
		want      string
	}{
		"nothing":     {func(*yard) {}, ""},
		"permissions": {func(y *yard) { y.must(os.Chmod(filepath.Join(y.dir, "hooks/post-commit"), 0o600)) }, "changed since; it stays as it is"},
		"what it gives": {func(y *yard) {
			for _, args := range [][]string{{"init", "-q"}, {"config", "core.hooksPath", "hooks"}} {
				y.must(exec.Command("git", append([]string{"-C", y.dir}, args...)...).Run())
			}
		}, "it gives permission by now, and needs a yes of its own; it stays as it is"},
	} {
		y := newYard(t)
		y.must(os.Mkdir(filepath.Join(y.dir, "hooks"), 0o755))
		y.have("hooks/post-commit", "2", 0o644)
		y.kept1("c", "hooks/post-commit", "1", "2", 0o644)
		f := y.desk.Look(Sets(y.log, store.Workspace{Root: y.dir})[0], "hooks/post-commit")
		if f.State != Ready || f.Grants != "" {
			t.Fatalf("%s: %+v", name, f)
		}
		c.meanwhile(y)
		err, text := y.desk.Put(t.Context(), f.Undone(), f.Mode, f.Grants), "2"
		if c.want == "" {
			text = "1"
		}
		if said := fmt.Sprint(err); (err != nil || c.want != "") && said != c.want || y.get("hooks/post-commit") != text {
			t.Errorf("%s: %v, the file holds %q", name, err, y.get("hooks/post-commit"))
		}
	}
}

// TestPermissionsAreTold wherever they become others than they are, or than those of any new file.
func TestPermissionsAreTold(t *testing.T) {
	for want, c := range map[string]struct {
		path string
		play func(y *yard)
	}{
		"": {"a", func(y *yard) {
			y.have("a", "2", 0o644)
			y.kept1("c", "a", "1", "2", 0o644)
		}},
		"its permissions are 0755 then": {"a", func(y *yard) { y.kept1("c", "a", "1", "-", 0o755) }},
		"its permissions change, from 0755 to 0600": {"b", func(y *yard) {
			y.kept1("c", "a", "1", "-", 0o755)
			y.kept1("c", "b", "2", "1", 0o600)
			y.must(os.Chmod(filepath.Join(y.dir, "b"), 0o755))
		}},
	} {
		y := newYard(t)
		c.play(y)
		f := y.desk.Look(Sets(y.log, store.Workspace{Root: y.dir})[0], c.path)
		if got := f.Permissions(); got != want || want != "" && !strings.HasPrefix(f.Change(), c.path+": "+want+"\n--- ") {
			t.Errorf("%q, want %q, in %s", got, want, f.Change())
		}
	}
}
