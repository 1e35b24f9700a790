package fs

import (
	"reflect"
	"testing"

	"parley/coordinator/tool"
)

// TestOurOwnWritesAreNoReasonToAsk changes a committed file twice: the second time
// it differs from what is committed only because of the first.
func TestOurOwnWritesAreNoReasonToAsk(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n2\n"})
	y.commit()
	first := y.run("fs_modify_file", change("a", "1", "one"), nil)
	out := y.run("fs_modify_file", change("a", "1", "one"), y.all(first, "true"))
	s, ok := out.(tool.Success)
	if !ok || s.Wrote == nil || *s.Wrote != *wrote("a", []byte("one\n2\n")) {
		t.Fatalf("%+v", out)
	}
	ask := func() []string {
		var ids []string
		for _, q := range y.run("fs_modify_file", change("a", "2", "two"), nil).(tool.NeedsInput).Form.Questions() {
			ids = append(ids, q.ID)
		}
		return ids
	}
	dirty, alone := []string{"modify_dirty_file", "apply_changes"}, []string{"apply_changes"}
	if got := ask(); !reflect.DeepEqual(got, dirty) {
		t.Errorf("where nothing is known of who wrote: asks %v", got)
	}
	y.ours = func(p, digest string) bool { return p == s.Wrote.Path && digest == s.Wrote.Digest }
	if got := ask(); !reflect.DeepEqual(got, alone) {
		t.Errorf("after our own write: asks %v", got)
	}
	y.put("a", "one\n2\n3\n")
	if got := ask(); !reflect.DeepEqual(got, dirty) {
		t.Errorf("after somebody else's: asks %v", got)
	}
}

// TestWhatWeMadeIsDeletedWithoutAQuestion, as long as it is as we left it: an undo brings it back.
func TestWhatWeMadeIsDeletedWithoutAQuestion(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1"})
	y.commit()
	made := y.run("fs_create_file", createArguments{"new", "text\n"}, nil).(tool.Success).Wrote
	const dirty = "asks delete_dirty_file default false: new has uncommitted changes, which git cannot bring back. Do you want to delete it all the same?\ngit does not know this file yet.\n"
	y.ours = func(p, digest string) bool { return p == made.Path && digest == made.Digest }
	y.want(y.run("fs_delete_file", deleteArguments{"new"}, nil), dirty)
	y.made = y.ours
	y.put("new", "text\nof somebody else\n")
	y.want(y.run("fs_delete_file", deleteArguments{"new"}, nil), dirty)
	y.put("new", "text\n")
	y.want(y.run("fs_delete_file", deleteArguments{"new"}, nil), "ok: Deleted new.")
}

// TestWhatAWriteSaysOfItself: the digest is of what lies there now, whoever edited it.
func TestWhatAWriteSaysOfItself(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n", "empty": "x\n"})
	for name, c := range map[string]struct {
		out  tool.Outcome
		path string
	}{
		"made":        {y.run("fs_create_file", createArguments{"sub/new", "text\n"}, nil), "sub/new"},
		"made, empty": {y.run("fs_create_file", createArguments{"none", ""}, nil), "none"},
		"replaced":    {y.run("fs_create_file", createArguments{"a", "2\n"}, y.all(y.run("fs_create_file", createArguments{"a", "2\n"}, nil), "true")), "a"},
	} {
		s, ok := c.out.(tool.Success)
		if want := wrote(c.path, []byte(y.get(c.path))); !ok || s.Wrote == nil || *s.Wrote != *want {
			t.Errorf("%s: %+v, want %+v", name, c.out, want)
		}
	}
}

// TestChangesNamesWhatIsTouched checks the paths by which calls wait for each other.
func TestChangesNamesWhatIsTouched(t *testing.T) {
	for arguments, want := range map[string][]string{
		`{"path":"a/../b"}`:           {"b"},
		`{"path":"/w/sub/x"}`:         {"sub/x"},
		`{"path":"./x","to":"y"}`:     {"x", "y"},
		`{"path":"x","to":"./x"}`:     {"x"},
		`{"path":"../x","to":"y"}`:    {"y"},
		`{"path":"/elsewhere","n":1}`: nil,
		`[]`:                          nil,
	} {
		if got := (moveFile{}).Changes("/w", []byte(arguments)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", arguments, got, want)
		}
	}
}
