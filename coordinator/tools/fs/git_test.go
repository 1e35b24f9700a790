package fs

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/coordinator/tool"
)

// dirtyOf asks git about one file.
func (y *yard) dirtyOf(o Options, p string) string {
	if o.Git == "" {
		o.Git = "git"
	}
	if o.GitLimit == 0 {
		o.GitLimit = gitLimit
	}
	return o.dirty(context.Background(), tool.Call{Dir: y.dir}, p)
}

func TestDirty(t *testing.T) {
	y := newYard(t, map[string]string{"clean": "1", "changed": "1", "gone": "1", "*": "1", ":(top)x": "1", "-n": "1", "sub/x": "1"})
	y.commit()
	y.put("changed", "2")
	y.put("*", "2")
	y.put(":(top)x", "2")
	y.put("-n", "2")
	y.put("sub/x", "2")
	y.put("new", "1")
	y.put("wild\ncard?", "1")
	y.must(os.Remove(y.path("gone")))
	for p, want := range map[string]string{
		"clean": "", "changed": " M", "gone": " D", "*": " M", "clea?": "", ":(top)x": " M", "-n": " M", "sub/x": " M", "new": "??", "none": "", "wild\ncard?": "??",
	} {
		if got := y.dirtyOf(Options{}, p); got != want {
			t.Errorf("%q: %q, want %q", p, got, want)
		}
	}
}

func TestGitThatSaysNothing(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1"})
	if got := y.dirtyOf(Options{}, "a"); got != "" {
		t.Errorf("no repository: %q", got)
	}
	y.commit()
	y.put("a", "2")
	slow := y.path("slow")
	y.must(os.WriteFile(slow, []byte("#!/bin/sh\nprintf ' M a'\nexec sleep 1000\n"), 0o755))
	for name, o := range map[string]Options{
		"no git":        {Git: "no-git-here"},
		"slow git":      {Git: slow, GitLimit: time.Millisecond},
		"git that ends": {Git: "false"},
	} {
		if got := y.dirtyOf(o, "a"); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := y.dirtyOf(Options{}, "a"); got != " M" {
		t.Errorf("git says %q", got)
	}
}

// TestGitRunsNothingOfTheRepository makes a repository that would run a program
// whenever its status is asked for.
func TestGitRunsNothingOfTheRepository(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1"})
	y.commit()
	y.put("a", "2")
	y.must(os.WriteFile(y.path("spy"), []byte("#!/bin/sh\ntouch '"+y.path("ran")+"'\n"), 0o755))
	y.git("config", "core.fsmonitor", y.path("spy"))
	if got := y.dirtyOf(Options{}, "a"); got != " M" {
		t.Errorf("git says %q", got)
	}
	y.wantFile("ran", "<none>")
	y.git("status")
	y.wantFile("ran", "") // so that the trap is known to work
}

func TestGitEnviron(t *testing.T) {
	got := gitEnviron([]string{"HOME=/h", "GIT_DIR=/x", "GIT_WORK_TREE=/y", "PATH=/p"})
	want := []string{"HOME=/h", "PATH=/p", "GIT_OPTIONAL_LOCKS=0", "GIT_LITERAL_PATHSPECS=1", "LC_ALL=C"}
	if !slices.Equal(got, want) {
		t.Errorf("got %s", strings.Join(got, " "))
	}
}
