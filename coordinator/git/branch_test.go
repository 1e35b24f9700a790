package git_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"parley/coordinator/git"
)

// TestTheBranchIsANameThatGitTakes: anything may stand in HEAD, and what git would not take for
// a branch could pass for something else beside it.
func TestTheBranchIsANameThatGitTakes(t *testing.T) {
	r := newRepository(t)
	for _, name := range []string{
		"main", "feature/json-report", "fix-1.2", "ümläut", "a@b", "@", "a}b", "-x", "日本",
		"main · 2 % · $0.00", "a\tb", "a\x1b[31mb", "a\x7f", "a..b", "a~1", "a^", "a:b", "a?", "a*", "a[b", `a\b`, "a@{1}", ".a", "a/.b", "a.lock", "a.lock/b", "a.", "a/", "/a", "a//b", "",
	} {
		if err := os.WriteFile(filepath.Join(r.dir, ".git", "HEAD"), []byte("ref: refs/heads/"+name+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		want := name
		if exec.Command("git", "check-ref-format", "refs/heads/"+name).Run() != nil {
			want = ""
		}
		opened, err := git.Open(r.dir)
		if err != nil {
			t.Fatal(err)
		}
		if got := opened.Branch(); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
