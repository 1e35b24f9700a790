package fs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parley/coordinator/git"
	"parley/coordinator/tool"
)

// runClosed is run with folders that are closed.
func (y *yard) runClosed(name string, arguments any, closed ...string) tool.Outcome {
	y.t.Helper()
	one, call := y.call(name, arguments, nil)
	call.Closed = closed
	return done(context.Background(), one.Run(context.Background(), call))
}

func closedText(p string) string {
	return "error: " + p + " belongs to Parley itself or to another assistant of the user, and file tools neither read nor change it. " +
		"Do not try to get at it in another way; ask the user if you need to know something of it."
}

// TestClosedFolders has a home folder as the workspace: what is closed in it is neither
// read nor listed nor written, by whatever name.
func TestClosedFolders(t *testing.T) {
	y := newYard(t, map[string]string{
		".config/parley/keys.toml": "key = 1\n", ".config/parley/deep/er/x": "key\n", ".config/other/a": "key\n", ".claude.json": "key\n", "project/a.go": "key\n",
		"project/.claude/settings.json": "key\n",
	})
	y.must(os.Symlink(".config/parley", y.path("link")))
	y.must(os.Symlink("../.config/parley/deep", y.path("project/deep")))
	y.must(os.Symlink(".config/parley/keys.toml", y.path("keys")))
	y.must(os.Link(y.path(".config/parley/keys.toml"), y.path("hard")))
	closed := []string{y.path(".config/parley"), y.path(".claude.json"), y.path(".local/state/parley"), y.path(".claude")}
	for _, path := range []string{
		".config/parley", ".config/parley/keys.toml", ".config/parley/deep/er/x", ".config/PARLEY/keys.toml", ".Config/parley/new", "link/keys.toml", "link", "link/deep/er/x", "project/deep/er/x",
		".claude.json", ".local/state/parley/trust.json", ".LOCAL/state/parley", ".claude/settings.json", y.path(".config/parley/keys.toml"), "project/../.config/parley/new/x",
	} {
		for name, arguments := range calls(path) {
			told := told(y.runClosed(name, arguments, closed...))
			shown := path
			if i := strings.Index(told, " belongs to Parley"); i > 0 {
				shown = strings.TrimPrefix(told[:i], "error: ")
			}
			if path == "link" && (name == "fs_create_file" || name == "fs_modify_file" || name == "fs_delete_file" || name == "fs_move_file") {
				continue // the link itself belongs to the workspace
			}
			if told != closedText(shown) {
				t.Errorf("%s %s: %s", name, path, told)
			}
		}
		if got := told(y.runClosed("fs_move_file", moveArguments{"project/a.go", path}, closed...)); path != "link" && !strings.HasSuffix(got, closedText("")[len("error: "):]) {
			t.Errorf("moving to %s: %s", path, got)
		}
	}
	for _, path := range []string{"keys", "hard"} {
		for _, name := range []string{"fs_read_file", "fs_grep_files"} {
			y.want(y.runClosed(name, calls(path)[name], closed...), closedText(path))
		}
	}
	for name, arguments := range map[string]string{ // before anything of the file is told, kept or shown
		"fs_modify_file": calls("hard")["fs_modify_file"], "fs_delete_file": calls("hard")["fs_delete_file"], "fs_move_file": calls("hard")["fs_move_file"],
		"fs_create_file": `{"path":"hard","content":"key = 1\n"}`,
	} {
		y.want(y.runClosed(name, arguments, closed...), closedText("hard"))
	}
	y.want(y.runClosed("fs_move_file", moveArguments{"project/a.go", "hard"}, closed...), closedText("hard"))
	_, call := y.call("fs_modify_file", change("hard", "key", "x"), nil)
	call.Closed = closed
	if patch, err := (modifyFile{}).Patch(t.Context(), call); err == nil {
		t.Errorf("a patch of a closed file: %+v", patch)
	}
	y.want(y.runClosed("fs_list_files", `{"path":".","include_ignored":true}`, closed...),
		"ok: .config/other/a\nhard\nkeys -> .config/parley/keys.toml\nlink -> .config/parley\nproject/.claude/settings.json\nproject/a.go\nproject/deep -> ../.config/parley/deep")
	y.want(y.runClosed("fs_grep_files", `{"pattern":"key","include_ignored":true}`, closed...),
		"ok: .config/other/a:1: key\nproject/.claude/settings.json:1: key\nproject/a.go:1: key\n\n3 matching lines in 3 files.\nNot searched: 1 unreadable.")
	y.want(y.runClosed("fs_read_file", `{"path":"project/.claude/settings.json"}`, closed...), "ok: project/.claude/settings.json: line 1 of 1.\n\nkey\n")
	y.wantFile(".config/parley/keys.toml", "key = 1\n")
	if _, err := os.Stat(y.path(".local")); err == nil {
		t.Error("a closed folder was made")
	}
	files, err := Files(context.Background(), y.dir, closed, git.User{}, 100)
	if err != nil || slices.ContainsFunc(files, func(p string) bool { return strings.Contains(p, "parley/") || p == ".claude.json" }) {
		t.Errorf("offered: %v, %v", files, err)
	}
	open := Open(y.dir, closed)
	var offered []string
	y.must(filepath.WalkDir(y.dir, func(p string, d os.DirEntry, err error) error {
		below, relErr := filepath.Rel(y.dir, p)
		if err != nil || relErr != nil {
			return fmt.Errorf("%w %w", err, relErr)
		}
		if !open(filepath.ToSlash(below), d) {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if !d.IsDir() {
			offered = append(offered, below)
		}
		return nil
	}))
	if got, want := strings.Join(offered, " "), ".config/other/a hard keys link project/.claude/settings.json project/a.go project/deep"; got != want {
		t.Errorf("passed: %s", got)
	}
}

// TestAWorkspaceInAClosedFolder is closed as a whole, also where a link leads to it.
func TestAWorkspaceInAClosedFolder(t *testing.T) {
	base := t.TempDir()
	if err := os.MkdirAll(filepath.Join(base, "own", "work"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(base, "own", "work"), filepath.Join(base, "way")); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{filepath.Join(base, "own", "work"), filepath.Join(base, "way"), filepath.Join(base, "own")} {
		y := openYard(t, dir, Options{})
		for name, arguments := range calls("a") {
			y.want(y.runClosed(name, arguments, filepath.Join(base, "own")), "error: "+textClosedRoot)
		}
		y.want(y.runClosed("fs_list_files", `{}`, filepath.Join(base, "own")), "error: "+textClosedRoot)
	}
}

// TestLinksIntoWalks: what is closed or denied is neither listed nor searched where a walk
// begins at a link to a folder above it.
func TestLinksIntoWalks(t *testing.T) {
	y := newYard(t, map[string]string{".claude.json": "key\n", "secrets/a/k": "key\n", "work/b": "key\n"})
	for name, to := range map[string]string{"up": ".", "work/up": "..", "again": "up", "in": "secrets", "work/in": "../secrets/a"} {
		y.must(os.Symlink(to, y.path(name)))
	}
	for from, left := range map[string]string{
		".": "work/b", "up": "up/work/b", "again": "again/work/b", "work/up": "work/up/work/b", "in": "", "work/in": "",
	} {
		for name, arguments := range map[string]string{
			"fs_list_files": `{"path":"` + from + `"}`, "fs_grep_files": `{"pattern":"key","paths":["` + from + `"]}`,
		} {
			one, call := y.call(name, arguments, nil)
			call.Closed, call.Rules = []string{y.path(".claude.json")}, ruled{denied: "secrets/"}
			got := told(done(t.Context(), one.Run(t.Context(), call)))
			if strings.Contains(got, "json") || strings.Contains(got, "/k") {
				t.Errorf("%s at %s: %s", name, from, got)
			}
			if name == "fs_grep_files" && left != "" && !strings.HasPrefix(got, "ok: "+left+":1: key\n\n1 matching") {
				t.Errorf("%s at %s: %s", name, from, got)
			}
		}
	}
}

// TestSearchesLeaveOutWhatIsAskedAbout: a search does not read what a rule asks about, under any
// name, and says how to have it searched.
func TestSearchesLeaveOutWhatIsAskedAbout(t *testing.T) {
	y := newYard(t, map[string]string{"s/a": "key\n", "s/b": "key\n", "s/c": "key\n", "s/d": "key\n", "t": "key\n"})
	y.must(os.Symlink("s", y.path("l")))
	note := func(files, names string) string {
		return "\nNot searched, since a rule says to ask the user about " + files + " first: " + names +
			". To have one searched, give its own path; the user is then asked."
	}
	for arguments, want := range map[string]string{
		`{"pattern":"key"}`: "ok: t:1: key\n\n1 matching line in 1 file." + note("these files", "s/a, s/b, s/c, …"),
		`{"pattern":"key","include":"b","paths":["s","."]}`: "ok: No matches." + note("this file", "s/b"),
		`{"pattern":"key","include":"b","paths":["l"]}`:     "ok: No matches." + note("this file", "l/b"),
		`{"pattern":"key","include":"t"}`:                   "ok: t:1: key\n\n1 matching line in 1 file.",
		`{"pattern":"key","paths":["s/a"]}`:                 "ok: s/a:1: key\n\n1 matching line in 1 file.",
	} {
		one, call := y.call("fs_grep_files", arguments, nil)
		call.Rules = ruled{denied: "nothing", asked: "s/"}
		y.want(done(t.Context(), one.Run(t.Context(), call)), want)
	}
}

// ruled denies whatever begins so, and asks about what begins otherwise.
type ruled struct{ denied, asked string }

func (r ruled) Hides(path string) (string, bool) {
	if !strings.HasPrefix(path, r.denied) {
		return "", false
	}
	return "it is denied by a rule", true
}

func (r ruled) Asks(path string) bool { return r.asked != "" && strings.HasPrefix(path, r.asked) }

func (ruled) Allows(string) bool { return false }

// TestASecondNameOfAFileBehindALink: a closed folder may be a link, or lie behind one.
func TestASecondNameOfAFileBehindALink(t *testing.T) {
	base := t.TempDir()
	at := func(p string) string { return filepath.Join(base, p) }
	if err := errors.Join(os.MkdirAll(at("last/in"), 0o700), os.WriteFile(at("last/in/key"), nil, 0o600), os.Link(at("last/in/key"), at("name")), os.Symlink("last", at("link"))); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(at("name"))
	if err != nil {
		t.Fatal(err)
	}
	for _, last := range []string{"last", "link", "link/in", "link/in/key"} {
		if !Closed(info, []string{at("none"), at(last)}) {
			t.Errorf("%s: it is not noticed", last)
		}
	}
	if Closed(info, []string{at("none")}) {
		t.Error("a file of no closed folder is closed")
	}
}

// TestAReaderOpensNothingThatIsKept: neither what is closed nor what a rule denies, under any name, and
// it says why to a person.
func TestAReaderOpensNothingThatIsKept(t *testing.T) {
	y := newYard(t, map[string]string{"own/a": "key\n", "secrets/k": "key\n", "fine": "fine\n"})
	for name, to := range map[string]string{"in": "secrets", "owned": "own/a", "good": "fine"} {
		y.must(os.Symlink(to, y.path(name)))
	}
	y.must(os.Link(y.path("own/a"), y.path("hard")))
	_, call := y.call("fs_read_file", `{"path":"fine"}`, nil)
	call.Closed, call.Rules = []string{y.path("own")}, ruled{denied: "secrets"}
	open := Reader(call)
	for p, want := range map[string]string{
		"secrets/k": "may not be read by the assistant (it is denied by a rule)",
		"in/k":      "leads to secrets/k, which may not be read by the assistant (it is denied by a rule)",
		"own/a":     "belongs to Parley itself or to another assistant",
		"owned":     "leads to own/a, which belongs to Parley itself or to another assistant",
		"hard":      "belongs to Parley itself or to another assistant",
		"fine":      "", "good": "",
	} {
		f, err := open(p)
		if err == nil {
			err = f.Close()
		}
		if err == nil != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%s: %v", p, err)
		}
	}
	call.Closed = []string{filepath.Dir(y.dir)}
	if _, err := Reader(call)("fine"); err == nil || err.Error() != "belongs to Parley itself or to another assistant" {
		t.Errorf("in a closed folder: %v", err)
	}
}
