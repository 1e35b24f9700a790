package session

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFormatOfAFile(t *testing.T) {
	const no = " is no format of an export: let the name end in .md, .html, .json or .cast"
	for _, c := range []struct{ file, want, err string }{
		{"-", "md", ""}, {"notes", "md", ""}, {"a.b/notes", "md", ""}, {"notes.", "md", ""}, {"a.md", "md", ""}, {"A.Markdown", "md", ""},
		{"a.html", "html", ""}, {"a.HTM", "html", ""}, {"a.json", "json", ""},
		{"a.pdf", "", ".pdf" + no}, {"a.md.txt", "", ".txt" + no}, {"a.json~", "", ".json~" + no},
	} {
		got, err := FormatOf(c.file)
		if got != c.want || err != nil && err.Error() != c.err || (err != nil) != (c.err != "") {
			t.Errorf("%s: %q, %v; want %q, %q", c.file, got, err, c.want, c.err)
		}
	}
}

// A file is new, or is replaced completely, or stays as it was.
func TestWriteExport(t *testing.T) {
	says := func(s string, err error) func(io.Writer) error {
		return func(w io.Writer) error {
			_, failed := io.WriteString(w, s)
			return errors.Join(failed, err)
		}
	}
	full := errors.New("the disk is full")
	dir := t.TempDir()
	path := filepath.Join(dir, "a.md")
	for i, c := range []struct {
		force  bool
		write  func(io.Writer) error
		err    string
		holds  string
		exists bool
	}{
		{false, says("half", full), "cannot write the export: the disk is full", "", false},
		{true, says("half", full), "cannot write the export: the disk is full", "", false},
		{false, says("one", nil), "<nil>", "one", true},
		{false, says("two", nil), path + " is there already; name another file, or overwrite it with --force", "one", true},
		{true, says("half", full), "cannot write the export: the disk is full", "one", true},
		{true, says("two", nil), "<nil>", "two", true},
	} {
		if err := WriteExport(path, c.force, c.write); fmt.Sprint(err) != c.err {
			t.Errorf("%d: %v, want %s", i, err, c.err)
		}
		data, err := os.ReadFile(path)
		if string(data) != c.holds || (err == nil) != c.exists {
			t.Errorf("%d: the file holds %q, %v", i, data, err)
		}
		all, err := os.ReadDir(dir)
		if err != nil || len(all) > 1 || len(all) == 0 && c.exists {
			t.Errorf("%d: the folder holds %v, %v", i, all, err)
		}
		if st, err := os.Stat(path); err == nil && st.Mode().Perm() != 0o600 {
			t.Errorf("%d: anybody may read it: %v", i, st.Mode())
		}
	}
}

// TestALinkIsFollowed: its target is replaced completely, with nothing left of what was
// longer.
func TestALinkIsFollowed(t *testing.T) {
	dir := t.TempDir()
	file, link, nowhere := filepath.Join(dir, "a.md"), filepath.Join(dir, "link.md"), filepath.Join(dir, "nowhere.md")
	says := func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }
	err := errors.Join(os.WriteFile(file, []byte("something that was longer"), 0o600), os.Symlink(file, link), os.Symlink(file+"x", nowhere))
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteExport(link, true, says); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != "new" {
		t.Errorf("the file holds %q, %v", data, err)
	}
	if to, err := os.Readlink(link); err != nil || to != file {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	if err := WriteExport(nowhere, true, says); err == nil || !strings.HasPrefix(err.Error(), "cannot write the export: ") {
		t.Errorf("got %v", err)
	}
}
