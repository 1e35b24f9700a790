package fs

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/coordinator/git"
)

// TestAWalkEnds in a tree without a bottom, and when the rules take too long: it says so, and
// a cancelled walk says that it was cancelled.
func TestAWalkEnds(t *testing.T) {
	y := newYard(t, map[string]string{"a.go": "", strings.Repeat("d/", maxLevels-1) + "here.go": "", strings.Repeat("d/", maxLevels) + "deeper.go": ""})
	last := strings.TrimSuffix(strings.Repeat("d/", maxLevels), "/")
	y.want(y.run("fs_list_files", `{"pattern":"*.go"}`, nil), "ok: a.go\n"+last[:len(last)-1]+"here.go\n1 directory could not be read: "+last+".")
	y.want(y.run("fs_grep_files", `{"pattern":"x"}`, nil), "ok: No matches.\n1 directory could not be read: "+last+".")

	root, err := os.OpenRoot(y.dir)
	y.must(err)
	defer root.Close()
	w := walk{root: root, limit: time.Nanosecond, visit: func(entry) error { return nil }}
	if err := w.from(t.Context(), "."); err == nil || err.Error() != textTooMuch {
		t.Errorf("after its time: %v", err)
	}
	gone, end := context.WithCancel(t.Context())
	end()
	if err := w.from(gone, "."); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if names, err := Files(t.Context(), y.dir, nil, git.User{}, 10); err != nil || len(names) != 2 || names[0] != "a.go" {
		t.Errorf("files: %q, %v", names, err)
	}
	stop, end := context.WithCancel(t.Context())
	seen := 0
	w = walk{root: root, visit: func(entry) error { seen++; end(); return nil }}
	y.put("b.go", "")
	if err := w.from(stop, "."); !errors.Is(err, context.Canceled) || seen != 1 {
		t.Errorf("cancelled in a directory: %v after %d", err, seen)
	}
}

// TestWritesBesideAreNotListed: what a write has for a moment is no file of the workspace. A
// folder of such a name is.
func TestWritesBesideAreNotListed(t *testing.T) {
	y := newYard(t, map[string]string{"a.go": "x", ".parley-0123456789abcdef.tmp": "x", ".parley-0123456789abcdef": "x", ".parley-fedcba9876543210.tmp/b.go": "x"})
	y.want(y.run("fs_list_files", `{}`, nil), "ok: .parley-0123456789abcdef\n.parley-fedcba9876543210.tmp/b.go\na.go")
	y.want(y.run("fs_grep_files", `{"pattern":"x"}`, nil), "ok: .parley-0123456789abcdef:1: x\n.parley-fedcba9876543210.tmp/b.go:1: x\na.go:1: x\n\n3 matching lines in 3 files.")
	if names, err := Files(t.Context(), y.dir, nil, git.User{}, 10); err != nil || len(names) != 3 {
		t.Errorf("files: %q, %v", names, err)
	}
}

// TestRulesHaveRoom: a rule longer than any path, and rules beyond the limit, hide nothing.
func TestRulesHaveRoom(t *testing.T) {
	rules := parseRules(".", "*"+strings.Repeat("?*", maxPattern)+"\nlog\n")
	if ignored(rules, filepath.Join("d", strings.Repeat("x", 5000)), false) || !ignored(rules, "d/log", false) {
		t.Error("a rule that is too long hides something, or the one after it nothing")
	}
	many := parseRules(".", strings.Repeat("0123456789abcde\n", 20_000))
	for range 5 {
		rules = joinedRules(rules, many)
	}
	size := 0
	for _, r := range rules {
		size += len(r.pattern) + 1
	}
	if size > maxRules || size < maxRules-16 || !ignored(rules, "d/log", false) {
		t.Errorf("%d bytes of rules", size)
	}
}
