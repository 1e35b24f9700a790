package fs

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/paths"
)

// outside creates a workspace beside a directory that must stay as it is.
func outside(t *testing.T) (y *yard, check func()) {
	base := t.TempDir()
	secret := filepath.Join(base, "secret")
	for _, dir := range []string{"out", "work/sub"} {
		if err := os.MkdirAll(filepath.Join(base, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range []string{secret, filepath.Join(base, "out", "bait")} {
		if err := os.WriteFile(p, []byte("x secret\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	y = openYard(t, filepath.Join(base, "work"), Options{})
	return y, func() {
		t.Helper()
		data, err := os.ReadFile(secret)
		if err != nil || string(data) != "x secret\n" {
			t.Errorf("the file outside holds %q, %v", data, err)
		}
		list, err := os.ReadDir(filepath.Join(base, "out"))
		if err != nil || len(list) != 1 {
			t.Errorf("something was written outside: %v, %v", list, err)
		}
	}
}

func TestPathsThatLeadOut(t *testing.T) {
	y, check := outside(t)
	for name, to := range map[string]string{"up": "../secret", "abs": filepath.Join(filepath.Dir(y.dir), "secret"), "dir": "../out", "absin": filepath.Join(y.dir, "sub"), "up2": "sub/../../secret"} {
		y.must(os.Symlink(to, y.path(name)))
	}
	y.must(os.Symlink("../dir", y.path("sub/twice")))
	for _, path := range []string{"../secret", "sub/../../secret", filepath.Join(filepath.Dir(y.dir), "secret"), y.dir + "more/x", "..", "/", "/etc/passwd"} {
		for name, arguments := range calls(path) {
			y.want(y.run(name, arguments, nil), "error: "+path+" is outside the workspace. Give a path inside it, relative to its root.")
		}
	}
	for _, path := range []string{"dir/x", "sub/twice/x", "absin/x"} {
		for name, arguments := range calls(path) {
			y.want(y.run(name, arguments, nil), "error: "+path+" leads out of the workspace through a symbolic link. Give a path that stays inside it.")
		}
	}
	for _, path := range []string{"up", "abs", "up2"} {
		for _, name := range []string{"fs_read_file", "fs_list_files", "fs_grep_files"} {
			y.want(y.run(name, calls(path)[name], nil), "error: "+path+" leads out of the workspace through a symbolic link. Give a path that stays inside it.")
		}
		for _, name := range []string{"fs_create_file", "fs_modify_file", "fs_move_file"} {
			to, err := os.Readlink(y.path(path))
			y.must(err)
			y.want(y.run(name, calls(path)[name], nil), "error: "+path+" is a symbolic link to "+to+". Nothing was changed. Give the path of the file itself.")
		}
	}
	y.put("a", "1")
	y.want(y.run("fs_move_file", moveArguments{"a", "dir/a"}, nil), "error: dir/a leads out of the workspace through a symbolic link. Give a path that stays inside it.")
	y.want(y.run("fs_move_file", moveArguments{"a", "../out/a"}, nil), "error: ../out/a is outside the workspace. Give a path inside it, relative to its root.")
	check()
}

func TestPathsThroughLinksAreResolved(t *testing.T) {
	y := newYard(t, map[string]string{"real/deep/a": "1\n2\n"})
	y.must(os.Symlink("real", y.path("link")))
	y.must(os.Symlink("../link/deep", y.path("real/more")))
	out := y.run("fs_modify_file", change("link/more/a", "2", "two"), nil)
	y.want(out, "asks apply_changes default true: Do you want to apply the following patch to real/deep/a?\n"+
		"```diff\n--- a/real/deep/a\n+++ b/real/deep/a\n@@ -1,2 +1,2 @@\n 1\n-2\n+two\n```\n")
	y.want(y.run("fs_create_file", createArguments{"link/more/new/b", "x"}, nil), "ok: Created real/deep/new/b with 1 line.")
	y.must(os.Symlink("round", y.path("round")))
	y.want(y.run("fs_create_file", createArguments{"round/b", "x"}, nil), "error: round/b leads through symbolic links without end. Give the path of the file itself.")
}

func TestGitsOwnFilesAreNotChanged(t *testing.T) {
	y := newYard(t, map[string]string{".git/config": "x\n", "sub/.GIT/hooks/x": "x\n", "a": "x\n"})
	y.must(os.Symlink("sub/.GIT/hooks", y.path("hooks")))
	for path, real := range map[string]string{".git/config": "", "sub/.GIT/hooks/x": "", ".git": "", "hooks/x": "sub/.GIT/hooks/x"} {
		if real == "" {
			real = path
		}
		for _, name := range []string{"fs_create_file", "fs_modify_file", "fs_delete_file", "fs_move_file"} {
			y.want(y.run(name, calls(path)[name], nil), "error: "+real+" belongs to git, and file tools do not change it. Nothing was changed. Use git through run_command.")
		}
		y.want(y.run("fs_move_file", moveArguments{"a", path}, nil), "error: "+real+" belongs to git, and file tools do not change it. Nothing was changed. Use git through run_command.")
	}
	y.want(y.run("fs_read_file", `{"path":".git/config"}`, nil), "ok: .git/config: line 1 of 1.\n\nx\n")
}

func TestQuestionsStayOneLine(t *testing.T) {
	name := "a\u2028b\u202e\u200b"
	y := newYard(t, map[string]string{name: "1\n2\n"})
	out := y.run("fs_modify_file", change(name, "2", "two"), nil)
	if got, want := y.questions(out)[0].Text, `Do you want to apply the following patch to "a\u2028b\u202e\u200b"?`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	y.approve(change(name, "2", "two"))
}

// swap makes name alternately a link that leads out and a directory, until stop.
func swap(y *yard, name string, stop <-chan struct{}) <-chan error {
	y.put("dir/", "")
	y.must(os.Symlink("../out", y.path("link")))
	done := make(chan error, 1)
	go func() {
		var err error
		for err == nil {
			select {
			case <-stop:
				done <- nil
				return
			default:
			}
			for _, it := range []string{"dir", "link"} {
				err = errors.Join(err, os.Rename(y.path(it), y.path(name)), os.Rename(y.path(name), y.path(it)))
			}
		}
		done <- err
	}()
	return done
}

func TestALinkSwappedInDoesNotLeadOut(t *testing.T) {
	y, check := outside(t)
	stop := make(chan struct{})
	done := swap(y, "race", stop)
	created, refused := 0, 0
	for i := range 20_000 {
		name := fmt.Sprintf("race/%d", i)
		if got := told(y.run("fs_read_file", readArguments{Path: "race/bait"}, nil)); strings.HasPrefix(got, "ok: ") {
			t.Error("read a file outside")
		}
		s, err := openSpot(y.root, name)
		if err != nil {
			refused++
			continue
		}
		created++
		y.must(errors.Join(s.create([]byte("x"), rand.Reader), s.close()))
		if created > 20 && refused > 20 {
			break
		}
	}
	close(stop)
	y.must(<-done)
	check()
	if created == 0 || refused == 0 {
		t.Errorf("the race was not run: %d created, %d refused", created, refused)
	}
}

func TestADirectorySwappedUnderAWrite(t *testing.T) {
	y, check := outside(t)
	y.use(Options{Random: reader{func() {
		y.must(os.Rename(y.path("sub"), y.path("moved")))
		y.must(os.Symlink("../out", y.path("sub")))
	}}})
	y.want(y.run("fs_create_file", createArguments{"sub/a", "x"}, nil), "ok: Created sub/a with 1 line.")
	y.wantFile("moved/a", "x")
	check()
}

func FuzzPlace(f *testing.F) {
	for _, p := range []string{"a", "../a", "/w/a", "/w/../a", "a/../../b", "./", "a//b/.", "\x00"} {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		p, err := place(tool.Call{Dir: "/w"}, raw)
		if err == nil && (p == ".." || strings.HasPrefix(p, "../") || strings.HasPrefix(p, "/") || p == "") {
			t.Errorf("%q became %q", raw, p)
		}
	})
}

// TestRepositoriesOfAnyName: what git takes for its own folder is closed like .git, and no
// file tool can make a folder one.
func TestRepositoriesOfAnyName(t *testing.T) {
	y := newYard(t, map[string]string{
		"bare/HEAD": "ref: refs/heads/main\n", "bare/config": "[core]\n", "bare/objects/info/packs": "x\n", "bare/refs/heads/main": "x\n",
		"almost/HEAD": "x\n", "almost/objects/x": "x\n", "begun/objects/x": "x\n", "begun/refs/x": "x\n", "a": "x\n",
		"tree/HEAD": "x\n", "shared/commondir": "x\n",
	})
	y.must(os.Symlink("bare", y.path("link")))
	before := y.names()
	for path, real := range map[string]string{
		"bare/config": "", "bare/HEAD": "", "bare/hooks/post-checkout": "", "bare/deep/er/x": "", "link/config": "bare/config",
		"almost/refs/heads/x": "", "almost/Refs": "", "begun/HEAD": "", "tree/commondir": "", "shared/HEAD": "",
	} {
		if real == "" {
			real = path
		}
		want := "error: " + real + " belongs to git, and file tools do not change it. Nothing was changed. Use git through run_command."
		for _, name := range []string{"fs_create_file", "fs_modify_file", "fs_delete_file", "fs_move_file"} {
			y.want(y.run(name, calls(path)[name], nil), want)
		}
		y.want(y.run("fs_move_file", moveArguments{"a", path}, nil), want)
	}
	y.wantNames(before)
	y.want(y.run("fs_create_file", map[string]string{"path": "almost/config", "content": "x\n"}, nil), "ok: Created almost/config with 1 line.")
}

// TestAPathOfTooManyFolders: each folder of a path is looked up many times, each time from the root,
// so one call with thousands of folders that exist would take minutes. None is looked at.
func TestAPathOfTooManyFolders(t *testing.T) {
	y := newYard(t, map[string]string{"a": "x\n"})
	deepest := strings.Repeat("d/", paths.MaxParts-1)
	y.must(os.MkdirAll(y.path(deepest), 0o755))
	y.must(os.WriteFile(y.path(deepest+"x"), []byte("x\n"), 0o644))
	y.must(os.Mkdir(y.path(deepest+"e"), 0o755))
	y.must(os.WriteFile(y.path(deepest+"e/x"), []byte("x\n"), 0o644))
	y.must(os.Symlink(deepest, y.path("near")))
	long := ""
	for i := range 60 { // each link is short, and all together are long
		y.must(os.Symlink(strings.Repeat("d/../", 100)+".", y.path(fmt.Sprint("l", i))))
		long += fmt.Sprint("l", i) + "/"
	}
	const deep = " is too long for a path, or leads through more than 200 folders. Give a shorter one, or use run_command."
	for _, path := range []string{deepest + "e/x", deepest + "d/d/x", strings.Repeat("n/", 5000) + "x", strings.Repeat("n", 4096), "near/e/x", long + "x"} {
		for name, arguments := range calls(path) {
			reads := name == "fs_read_file" || name == "fs_list_files" || name == "fs_grep_files"
			if linked := path[0] == 'l' || strings.HasPrefix(path, "near"); linked && reads {
				continue // once, by the system
			}
			y.want(y.run(name, arguments, nil), "error: "+path+deep)
			if one, _ := y.call(name, arguments, nil); path[0] == 'd' || path[0] == 'n' && path[1] != 'e' { // seen before anybody is asked
				if got := one.(tool.Refuser).Refused(y.dir, json.RawMessage(arguments)); got != path+deep {
					t.Errorf("%s is refused with %q", name, got)
				}
			}
		}
	}
	y.want(y.run("fs_move_file", `{"path":"a","to":"`+deepest+`e/y"}`, nil), "error: "+deepest+"e/y"+deep)
	if got, ok := y.run("fs_read_file", `{"path":"`+deepest+`x"}`, nil).(tool.Success); !ok {
		t.Errorf("the deepest that is looked at: %v", got)
	}
}

// TestAnEmptyPathIsNotAskedAbout: what is written needs a name, and what is read is the workspace.
func TestAnEmptyPathIsNotAskedAbout(t *testing.T) {
	const none = "path is empty. Give a path relative to the workspace, such as cmd/report.go."
	y := newYard(t, map[string]string{"a": "x\n"})
	for _, c := range []struct{ name, arguments, want string }{
		{"fs_create_file", `{"path":"","content":"x"}`, none},
		{"fs_modify_file", `{"path":"","patterns":[]}`, none},
		{"fs_delete_file", `{"path":""}`, none},
		{"fs_move_file", `{"path":"","to":"b"}`, none},
		{"fs_move_file", `{"path":"a","to":""}`, none},
		{"fs_list_files", `{"path":""}`, ""},
		{"fs_grep_files", `{"pattern":"x","paths":[""]}`, ""},
	} {
		one, call := y.call(c.name, c.arguments, nil)
		refused, there := one.(tool.Refuser).Refused(y.dir, json.RawMessage(c.arguments)), one.(tool.RefuserThere).RefusedThere(call)
		if refused != c.want || there != c.want {
			t.Errorf("%s %s: %q, and there %q", c.name, c.arguments, refused, there)
		}
	}
}

// TestARepositoryMadeByManyHands: calls that run side by side, of which each makes one part of a
// repository while none is there yet, do not make one, in whatever order they get there.
func TestARepositoryMadeByManyHands(t *testing.T) {
	for _, parts := range [][]string{
		{"docs/HEAD", "docs/objects/x", "docs/refs/x"}, {"docs/refs/x", "docs/HEAD", "docs/objects/x"}, {"docs/objects/x", "docs/refs/x", "docs/HEAD"},
		{"docs/HEAD", "docs/commondir"}, {"docs/commondir", "docs/HEAD"},
	} {
		for _, from := range []map[string]string{{}, {"docs/a": "x\n"}} {
			for _, moves := range []bool{false, true} {
				y := newYard(t, from)
				var all []tool.Writes
				for i, part := range parts {
					name, arguments := "fs_create_file", any(map[string]string{"path": part, "content": "x\n"})
					if moves {
						name, arguments = "fs_move_file", moveArguments{fmt.Sprint("part", i), part}
						y.put(fmt.Sprint("part", i), "x\n")
					}
					one, call := y.call(name, arguments, nil)
					planned, ok := one.Run(t.Context(), call).(tool.Writes)
					if !ok {
						t.Fatalf("%s does not want to write %s", name, part)
					}
					all = append(all, planned)
				}
				last := parts[len(parts)-1]
				for i, planned := range all {
					out := planned.Write(t.Context())
					if _, done := out.(tool.Success); done != (i < len(all)-1) {
						t.Errorf("%s in %v: %v", parts[i], parts, out)
					}
				}
				if _, err := os.Lstat(y.path(last)); !os.IsNotExist(err) {
					t.Errorf("%v made a repository", parts)
				}
				if top := filepath.Dir(last); top != "docs" {
					if _, err := os.Lstat(y.path(top)); !os.IsNotExist(err) {
						t.Errorf("%v left the folder %s", parts, top)
					}
				}
			}
		}
	}
}
