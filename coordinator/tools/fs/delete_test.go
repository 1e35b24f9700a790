package fs

import (
	"os"
	"testing"

	"parley/forms"
)

func TestDelete(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1", "keep": "", "sub/x": ""})
	y.must(os.Symlink("keep", y.path("link")))
	y.want(y.run("fs_delete_file", deleteArguments{"a"}, nil), "ok: Deleted a.")
	y.want(y.run("fs_delete_file", deleteArguments{"link"}, nil), "ok: Deleted the symbolic link link. What it pointed to is unchanged.")
	y.want(y.run("fs_delete_file", deleteArguments{"a"}, nil), "error: a does not exist. List the directory with fs_list_files to find the right path.")
	y.want(y.run("fs_delete_file", deleteArguments{"sub"}, nil), "error: sub is a directory. Give the path of a file; fs_list_files lists a directory.")
	y.wantNames("keep sub/ sub/x")
}

func TestDeleteDirty(t *testing.T) {
	y := newYard(t, map[string]string{"clean": "1", "staged": "1", "both": "1", "plain": "1"})
	y.commit()
	y.put("staged", "2")
	y.put("both", "2")
	y.git("add", "staged", "both")
	y.put("both", "3")
	y.put("plain", "2")
	y.put("dir/new", "1")
	y.want(y.run("fs_delete_file", deleteArguments{"clean"}, nil), "ok: Deleted clean.")
	for name, word := range map[string]string{
		"staged": "It has staged changes.", "both": "It has staged changes, and changes that are not staged.",
		"plain": "It has changes that are not staged.", "dir/new": "git does not know this file yet.",
	} {
		out := y.run("fs_delete_file", deleteArguments{name}, nil)
		y.want(out, "asks delete_dirty_file default false: "+name+" has uncommitted changes, which git cannot bring back. Do you want to delete it all the same?\n"+word+"\n")
		y.wantDigest(out, "delete_dirty_file", Digest(name, []byte(y.get(name)), nil))
		if q := y.questions(out)[0]; q.Persistence != forms.PersistNone {
			t.Errorf("%s: a yes is remembered (%q) and would delete other bytes of this name", name, q.Persistence)
		}
		y.want(y.run("fs_delete_file", deleteArguments{name}, y.all(out, "false")), "error: "+name+
			" has uncommitted changes, and deleting it was rejected. Nothing was deleted. Ask the user to commit or stash them first, or leave the file.")
		y.put(name, "changed")
		again := y.run("fs_delete_file", deleteArguments{name}, y.all(out, "true"))
		if qs := y.questions(again); qs[0].Context[:len(textChanged)] != textChanged {
			t.Errorf("%s: %s", name, qs[0].Context)
		}
		y.wantFile(name, "changed")
		y.want(y.run("fs_delete_file", deleteArguments{name}, y.all(again, "true")), "ok: Deleted "+name+".")
		y.wantFile(name, "<none>")
	}
}

func TestDeleteDirtyLink(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1"})
	y.commit()
	y.must(os.Symlink("a", y.path("link")))
	out := y.run("fs_delete_file", deleteArguments{"link"}, nil)
	y.wantDigest(out, "delete_dirty_file", Digest("link", []byte("a"), nil))
	given := y.all(out, "true")
	y.must(os.Remove(y.path("link")))
	y.must(os.Symlink("b", y.path("link")))
	y.want(y.run("fs_delete_file", deleteArguments{"link"}, y.all(y.run("fs_delete_file", deleteArguments{"link"}, given), "true")),
		"ok: Deleted the symbolic link link. What it pointed to is unchanged.")
}

func TestGitWords(t *testing.T) {
	for status, want := range map[string]string{
		"UU": "It has a merge conflict.", "AA": "It has a merge conflict.", "DD": "It has a merge conflict.",
		"A ": "It has staged changes.", " D": "It has changes that are not staged.",
	} {
		if got := gitText(status); got != want {
			t.Errorf("%s: %s", status, got)
		}
	}
}
