package fs

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/coordinator/git"
	"parley/coordinator/tool"
)

// everything is what stands in the workspace: names, kinds, modes, times, bytes, and where links lead.
func (y *yard) everything() string {
	y.t.Helper()
	var all strings.Builder
	y.must(filepath.WalkDir(y.dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		var holds string
		switch {
		case info.Mode().IsRegular():
			holds = y.get(strings.TrimPrefix(p, y.dir+"/"))
		case info.Mode()&fs.ModeSymlink != 0:
			holds, err = os.Readlink(p)
		}
		fmt.Fprintln(&all, p, info.Mode(), info.ModTime(), holds)
		return err
	}))
	return all.String()
}

// TestNothingChangesBeforeTheWrite: the run of a tool that only looks leaves everything as it is, whatever
// it was asked for and whatever was answered; it may begin before the answer is on record. Then
// the write makes the change.
func TestNothingChangesBeforeTheWrite(t *testing.T) {
	calls := map[string][]string{
		"fs_create_file": {`{"path":"new","content":"x"}`, `{"path":"far/away/new","content":"x"}`, `{"path":"a","content":"x"}`, `{"path":"folder/new","content":"x"}`},
		"fs_modify_file": {`{"path":"a","patterns":[{"old":"1","new":"x"}]}`, `{"path":"folder/b","patterns":[{"old":"2","new":"x"}]}`},
		"fs_delete_file": {`{"path":"a"}`, `{"path":"d/b"}`, `{"path":"link"}`, `{"path":"broken"}`, `{"path":"folder"}`},
		"fs_move_file":   {`{"path":"a","to":"c"}`, `{"path":"a","to":"far/away/c"}`, `{"path":"a","to":"d/b"}`, `{"path":"d/b","to":"folder/c"}`},
	}
	for _, status := range []string{git.Clean, git.Untracked} {
		for _, one := range Tools(Options{}) {
			name := one.Spec().Name
			if l, is := one.(tool.Looker); !is || !l.OnlyLooks() {
				continue
			}
			if len(calls[name]) == 0 {
				t.Errorf("%s only looks, and no call of it is tried", name)
			}
			for _, arguments := range calls[name] {
				y := newYard(t, map[string]string{"a": "1", "d/b": "2"})
				for link, to := range map[string]string{"link": "a", "broken": "nowhere", "folder": "d"} {
					y.must(os.Symlink(to, y.path(link)))
				}
				y.use(Options{Status: func(context.Context, string) string { return status }})
				y.looksOnly(name, arguments)
			}
		}
	}
}

// looksOnly runs a call until it writes, with a yes to all that it asks.
func (y *yard) looksOnly(name, arguments string) {
	y.t.Helper()
	before, given := y.everything(), answers(nil)
	for range 5 {
		one, call := y.call(name, arguments, given)
		out := one.Run(y.t.Context(), call)
		if y.everything() != before {
			y.t.Errorf("%s %s: something changed before the write", name, arguments)
		}
		switch out := out.(type) {
		case tool.NeedsInput:
			given = y.all(out, "true")
			continue
		case tool.Writes:
			wrote := out.Write(y.t.Context())
			if _, ok := wrote.(tool.Success); !ok || y.everything() == before {
				y.t.Errorf("%s %s: the write changed nothing: %s", name, arguments, told(wrote))
			}
		default:
			y.t.Errorf("%s %s: %s", name, arguments, told(out))
		}
		return
	}
	y.t.Errorf("%s %s asks without end", name, arguments)
}
