package fs

import (
	"encoding/json"
	"os"
	"testing"

	"parley/coordinator/tool"
)

// TestAMoveAndADeletionRestOnWhatIsThere: what is asked of them is asked of the bytes that have the
// name, of where a link leads, of a folder, or of nothing.
func TestAMoveAndADeletionRestOnWhatIsThere(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n", "same": "1\n", "other": "2\n", "sub/x": "3\n"})
	for name, to := range map[string]string{"link": "a", "alike": "a", "away": "other", "nowhere": "none", "out": "/", "outer": "../x"} {
		y.must(os.Symlink(to, y.path(name)))
	}
	y.put("long", "")
	y.must(os.Truncate(y.path("long"), maxSum+1))
	for name, of := range map[string]func(path string) string{
		"a move": func(path string) string {
			in, err := json.Marshal(moveArguments{path, "to"})
			y.must(err)
			return moveFile{}.Rests(tool.Call{Root: y.root, Dir: y.dir, Arguments: in})
		},
		"a deletion": func(path string) string {
			in, err := json.Marshal(deleteArguments{path})
			y.must(err)
			return deleteFile{}.Rests(tool.Call{Root: y.root, Dir: y.dir, Arguments: in})
		},
	} {
		seen := map[string]string{tool.Absent: "none", "": "no path"}
		for _, path := range []string{"a", "other", "long", "sub", "link", "away", "nowhere", "out", "outer", "out/x", "a/x"} {
			if like, ok := seen[of(path)]; ok {
				t.Errorf("%s of %s rests on the same as that of %s", name, path, like)
			}
			seen[of(path)] = path
		}
		for _, alike := range [][2]string{{"a", "same"}, {"a", "sub/../a"}, {"link", "alike"}} {
			if of(alike[0]) != of(alike[1]) {
				t.Errorf("%s of %s and of %s rest on different things", name, alike[0], alike[1])
			}
		}
		for path, want := range map[string]string{"none": tool.Absent, "none/a": tool.Absent, "nowhere/a": tool.Absent, "": "", "../a": "", ".git/config": ""} {
			if got := of(path); got != want {
				t.Errorf("%s of %s rests on %q", name, path, got)
			}
		}
	}
	for _, r := range []tool.Resting{moveFile{}, deleteFile{}} {
		if got := r.Rests(tool.Call{}); got != "" {
			t.Errorf("%T without arguments rests on %q", r, got)
		}
	}
}

// TestAMoveAndADeletionOfWhatWasAllowed: what a person allowed to be moved or deleted is compared once more when
// the run has looked at it, since other programs may give its name to something else at any moment.
func TestAMoveAndADeletionOfWhatWasAllowed(t *testing.T) {
	for name, c := range map[string]struct {
		tool      string
		arguments any
	}{
		"a file":                 {"fs_delete_file", deleteArguments{"a"}},
		"a link":                 {"fs_delete_file", deleteArguments{"link"}},
		"to a new name":          {"fs_move_file", moveArguments{"a", "new"}},
		"to a new folder":        {"fs_move_file", moveArguments{"a", "new/a"}},
		"a file in another name": {"fs_move_file", moveArguments{"sub/../a", "sub/a"}},
	} {
		y := newYard(t, map[string]string{"a": "1\n", "sub/x": "3\n"})
		y.must(os.Symlink("a", y.path("link")))
		y.commit()
		one, call := y.call(c.tool, c.arguments, nil)
		was, before := one.(tool.Resting).Rests(call), y.names()
		call.Allowed, call.Shown = "x", true
		for _, rests := range []string{digestOf("moved", "other"), tool.Absent} {
			call.Rests = rests
			if out, ok := one.Run(t.Context(), call).(tool.Failure); !ok || out.Message != tool.ChangedFile(c.tool) || out.Refused || y.names() != before {
				t.Errorf("%s: %+v, there is %s", name, out, y.names())
			}
		}
		call.Rests = was
		if out, ok := done(t.Context(), one.Run(t.Context(), call)).(tool.Success); !ok || y.names() == before {
			t.Errorf("%s: %+v", name, out)
		}
	}
}
