package git_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parley/coordinator/git"
)

// repository is a real repository, made by git.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T, init ...string) repository {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := repository{t, dir}
	r.git(append([]string{"init", "-q", "-b", "main"}, init...)...)
	return r
}

func (r repository) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-C", r.dir, "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(r.dir, "no-home"), "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return string(out)
}

func (r repository) put(name, content string) {
	r.t.Helper()
	file := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

func (r repository) status(name string) string {
	return git.Status(context.Background(), filepath.Join(r.dir, name))
}

// agree compares every file of the work tree, and every one that git knows, with what git
// itself says.
func (r repository) agree() {
	r.t.Helper()
	says := map[string]string{}
	for line := range strings.SplitSeq(r.git("status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames"), "\x00") {
		if len(line) > 3 && says[line[3:]] == "" {
			says[line[3:]] = line[:2]
		}
	}
	names := strings.Split(strings.Trim(r.git("ls-files", "-z", "--cached", "--others", "--deduplicate"), "\x00"), "\x00")
	for _, name := range append(names, "no such file") {
		if got, want := r.status(name), says[name]; got != want {
			r.t.Errorf("%q: %q, git says %q", name, got, want)
		}
	}
}

// everyState creates files in every state that git distinguishes.
func everyState(r repository) {
	r.t.Helper()
	for i := range 300 { // so that trees have several entries and packs contain deltas
		r.put(fmt.Sprintf("many/%d/file%d", i%7, i), strings.Repeat(fmt.Sprintln("line", i), 30))
	}
	for _, name := range []string{
		"clean", "changed", "staged", "both", "gone", "removed", "removed-kept", "mode", "was-a-file", "same-size", "sub/deep/x", "*", "a b", "-n", "ä", "empty", "touched",
	} {
		r.put(name, strings.Repeat(name, 3))
	}
	r.put("empty", "")
	r.must(os.Symlink("clean", filepath.Join(r.dir, "link")))
	r.must(os.Symlink("clean", filepath.Join(r.dir, "link-changed")))
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "first")
	r.put("changed", "other")
	r.put("staged", "other")
	r.put("both", "other")
	r.put("new-staged", "x")
	r.git("add", "staged", "both", "new-staged")
	r.put("both", "again")
	r.put("sub/deep/x", "other")
	r.put("same-size", strings.ToUpper(strings.Repeat("same-size", 3)))
	r.put("untracked", "x")
	r.put("planned", "x")
	r.git("add", "-N", "planned")
	r.git("rm", "-q", "--cached", "removed-kept")
	r.git("rm", "-q", "removed")
	r.must(os.Remove(filepath.Join(r.dir, "gone")))
	r.must(os.Chmod(filepath.Join(r.dir, "mode"), 0o755))
	r.must(os.Remove(filepath.Join(r.dir, "link-changed")))
	r.must(os.Symlink("staged", filepath.Join(r.dir, "link-changed")))
	r.put("touched", strings.Repeat("touched", 3))
}

func (r repository) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// For every state of a file, in every format of git's index and objects, the status is
// what git says.
func TestStatusIsWhatGitSays(t *testing.T) {
	for i, c := range []struct {
		name string
		init []string
		then func(r repository)
	}{
		{"as made", nil, func(repository) {}},
		{"index 3", nil, func(r repository) { r.git("update-index", "--index-version", "3") }},
		{"index 4", nil, func(r repository) { r.git("update-index", "--index-version", "4") }},
		{"split index", nil, func(r repository) {
			r.git("update-index", "--split-index")
			r.put("after", "x")
			r.git("add", "after")
			r.put("clean", "now staged")
			r.git("add", "clean")
			r.git("rm", "-q", "--cached", "ä")
		}},
		{"index without a sum", nil, func(r repository) { r.git("-c", "index.skipHash=true", "add", "touched") }},
		{"sha256", []string{"--object-format=sha256"}, func(repository) {}},
		{"packed", nil, func(r repository) {
			for i := range 20 {
				r.put("many/3/file3", strings.Repeat(fmt.Sprintln("line", i), 30))
				r.put(fmt.Sprintf("many/3/more%d", i), "x")
				r.git("add", "many")
				r.git("commit", "-q", "-m", "next")
			}
			r.git("gc", "-q", "--aggressive")
			r.git("pack-refs", "--all")
			if left, err := os.ReadDir(filepath.Join(r.dir, ".git", "refs", "heads")); err != nil || len(left) > 0 {
				t.Errorf("references are not packed: %v, %v", left, err)
			}
		}},
		{"packed, sha256", []string{"--object-format=sha256"}, func(r repository) { r.git("gc", "-q") }},
		{"detached", nil, func(r repository) { r.git("checkout", "-q", "--detach") }},
	} {
		if testing.Short() && i%3 > 0 {
			continue // as made, a split index and packs are there
		}
		t.Run(c.name, func(t *testing.T) {
			r := newRepository(t, c.init...)
			everyState(r)
			c.then(r)
			r.agree()
		})
	}
}

func TestBeforeTheFirstCommit(t *testing.T) {
	r := newRepository(t)
	r.put("a", "1")
	r.agree()
	r.put("b", "1")
	r.git("add", "a")
	r.agree()
	r.put("a", "2")
	r.agree()
}

func TestConflicts(t *testing.T) {
	r := newRepository(t)
	for _, name := range []string{"UU", "UD", "DU"} {
		r.put(name, "1\n")
	}
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "base")
	r.git("checkout", "-q", "-b", "theirs")
	r.put("UU", "2\n")
	r.put("AA", "2\n")
	r.put("DU", "2\n")
	r.git("rm", "-q", "UD")
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "theirs")
	r.git("checkout", "-q", "main")
	r.put("UU", "3\n")
	r.put("AA", "3\n")
	r.put("UD", "3\n")
	r.git("rm", "-q", "DU")
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "ours")
	r.git("-c", "alias.try=!git merge theirs || true", "try")
	for _, name := range []string{"UU", "AA", "UD", "DU"} {
		if got := r.status(name); got != name {
			t.Errorf("%s: %q", name, got)
		}
	}
	r.agree()
}

// A linked work tree, a repository that borrows objects and one below another
// are read where they are.
func TestOtherPlaces(t *testing.T) {
	r := newRepository(t)
	everyState(r)
	r.git("commit", "-q", "-m", "second")
	linked := repository{t, filepath.Join(t.TempDir(), "linked")}
	r.git("worktree", "add", "-q", "-b", "other", linked.dir)
	linked.put("clean", "changed here")
	linked.agree()

	borrowed := repository{t, filepath.Join(t.TempDir(), "borrowed")}
	r.git("clone", "-q", "--shared", r.dir, borrowed.dir)
	borrowed.put("clean", "changed here")
	borrowed.agree()

	outer := newRepository(t)
	outer.git("submodule", "--quiet", "add", r.dir, "inner")
	inner := repository{t, filepath.Join(outer.dir, "inner")}
	inner.put("clean", "changed here")
	inner.agree()
	if got := outer.status("inner/clean"); got != " M" {
		t.Errorf("seen from outside: %q", got)
	}
	if err := os.Symlink("inner", filepath.Join(outer.dir, "door")); err != nil {
		t.Fatal(err)
	}
	if got := outer.status("door/clean"); got != " M" {
		t.Errorf("seen through a link: %q", got)
	}
}

// If git would convert a file, its bytes alone do not say whether it changed.
func TestConvertedFiles(t *testing.T) {
	r := newRepository(t)
	r.put(".gitattributes", "*.crlf text eol=crlf\n*.kw ident\n*.x filter=shout\n")
	r.put("a.crlf", "one\ntwo\n")
	r.put("b.kw", "$Id$\n")
	r.put("c.x", "quiet\n")
	r.put("plain", "x")
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "first")
	r.git("config", "filter.shout.smudge", "tr a-z A-Z")
	r.git("config", "filter.shout.clean", "tr A-Z a-z")
	for _, name := range []string{"a.crlf", "b.kw", "c.x"} {
		r.must(os.Remove(filepath.Join(r.dir, name)))
		r.git("checkout", "-q", "--", name)
	}
	index := filepath.Join(r.dir, ".git", "index")
	info, err := os.Stat(index)
	r.must(err)
	r.must(os.Chtimes(index, info.ModTime().Add(1e9), info.ModTime().Add(1e9))) // not written with the files
	for _, name := range []string{"a.crlf", "b.kw", "c.x", "plain"} {
		if got := r.status(name); got != git.Clean {
			t.Errorf("%s, as git left it: %q", name, got)
		}
	}
	r.put("a.crlf", "one\r\ntwo\r\n") // the same text, written again
	r.put("c.x", "QUIET\n")
	for name, want := range map[string]string{"a.crlf": git.Unsure, "c.x": git.Unsure} {
		file := filepath.Join(r.dir, name)
		r.must(os.Chtimes(file, info.ModTime().Add(-1e9), info.ModTime().Add(-1e9)))
		if got := r.status(name); got != want {
			t.Errorf("%s, written again: %q", name, got)
		}
	}
	r.git("add", "plain")
	r.put("plain", "y")
	if got := r.status("plain"); got != git.Unsure {
		t.Errorf("a file that a filter might change: %q", got)
	}
}

// What cannot be read is not taken for clean.
func TestWhatCannotBeRead(t *testing.T) {
	for name, breakIt := range map[string]func(r repository){
		"index": func(r repository) { r.put(".git/index", "DIRC garbage") },
		"fifo":  func(r repository) { r.fifo(".git/index") },
		"HEAD":  func(r repository) { r.put(".git/HEAD", "neither\n") },
		"HEAD outside": func(r repository) {
			r.put(".git/HEAD", "ref: refs/../../../x\n")
		},
		"HEAD in a circle": func(r repository) {
			r.put(".git/refs/heads/main", "ref: refs/heads/main\n")
		},
		"objects": func(r repository) { r.must(os.RemoveAll(filepath.Join(r.dir, ".git", "objects"))) },
		"a wrong object": func(r repository) {
			id := strings.TrimSpace(r.git("rev-parse", "HEAD^{tree}"))
			tree := filepath.Join(r.dir, ".git", "objects", id[:2], id[2:])
			other := strings.TrimSpace(r.git("rev-parse", "HEAD"))
			r.must(os.Remove(tree))
			r.must(os.Link(filepath.Join(r.dir, ".git", "objects", other[:2], other[2:]), tree))
		},
		"sharedindex": func(r repository) {
			r.git("update-index", "--split-index")
			list, err := filepath.Glob(filepath.Join(r.dir, ".git", "sharedindex.*"))
			if err != nil || len(list) != 1 {
				t.Fatal(list, err)
			}
			r.must(os.Remove(list[0]))
		},
		"format":   func(r repository) { r.git("config", "extensions.objectFormat", "md5") },
		"reftable": func(r repository) { r.git("config", "extensions.refStorage", "reftable") },
		".git": func(r repository) {
			r.must(os.RemoveAll(filepath.Join(r.dir, ".git")))
			r.put(".git", "nonsense")
		},
	} {
		r := newRepository(t)
		r.put("a", "1")
		r.git("add", "-A")
		r.git("commit", "-q", "-m", "first")
		if got := r.status("a"); got != git.Clean {
			t.Fatalf("%s: before: %q", name, got)
		}
		breakIt(r)
		if got := r.status("a"); got != git.Unsure {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestNoRepository(t *testing.T) {
	dir := t.TempDir()
	for _, made := range []string{"", ".git", "HEAD", "objects/x"} { // a bare one is none
		if err := os.MkdirAll(filepath.Join(dir, made), 0o755); err != nil {
			t.Fatal(err)
		}
		if got := git.Status(context.Background(), filepath.Join(dir, "a")); got != git.Clean {
			t.Errorf("%q: %q", made, got)
		}
	}
	if names, err := git.Tracked(dir); names.Len() != 0 || err != nil {
		t.Errorf("knows %d, %v", names.Len(), err)
	}
}

func TestACancelledLookIsUnsure(t *testing.T) {
	r := newRepository(t)
	r.put("a", "1")
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "first")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := git.Status(ctx, filepath.Join(r.dir, "a")); got != git.Unsure {
		t.Errorf("%q", got)
	}
}

func TestTracked(t *testing.T) {
	r := newRepository(t)
	everyState(r)
	for _, dir := range []string{".", "many", "many/3"} {
		names, err := git.Tracked(filepath.Join(r.dir, dir))
		if err != nil {
			t.Fatal(err)
		}
		sub := repository{t, filepath.Join(r.dir, dir)}
		want := strings.Split(strings.Trim(sub.git("ls-files", "-z"), "\x00"), "\x00")
		if got := slices.Collect(names.All()); !slices.Equal(got, slices.Compact(want)) {
			t.Errorf("%s: %q, want %q", dir, got, want)
		}
		for _, name := range append(want, "", "~", "not there", want[0]+"x") {
			if names.Has(name) != slices.Contains(want, name) {
				t.Errorf("%s: has %q: %v", dir, name, names.Has(name))
			}
		}
	}
}
