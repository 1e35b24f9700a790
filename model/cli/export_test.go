package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/store/export"
)

func TestSinceIsRead(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.FixedZone("", 3600))
	for _, c := range []struct{ in, want string }{
		{"", ""}, {"2h", "2026-03-01T10:00:00+01:00"}, {"90m", "2026-03-01T10:30:00+01:00"}, {"3d", "2026-02-26T12:00:00+01:00"},
		{"2026-02-01", "2026-02-01T00:00:00+01:00"}, {"2026-02-01T15:04", "2026-02-01T15:04:00+01:00"},
		{"2026-02-01 15:04:05", "2026-02-01T15:04:05+01:00"}, {"2026-02-01T15:04:05Z", "2026-02-01T15:04:05Z"},
		{"0", "event 0"}, {"42", "event 42"}, {"e42", "event e42"}, {"abd", "event abd"}, {"-1d", "event -1d"},
		{"-2h", "--since -2h lies in the future; an age is written without a sign, such as 2h"},
	} {
		var o export.Options
		err := since(&o, c.in, now)
		got := ""
		switch {
		case err != nil && isUsage(err):
			got = err.Error()
		case o.From != "":
			got = "event " + o.From
		case !o.Since.IsZero():
			got = o.Since.Format(time.RFC3339)
		}
		if got != c.want {
			t.Errorf("%q is read as %q, want %q", c.in, got, c.want)
		}
	}
}

func TestExportPath(t *testing.T) {
	dir := t.TempDir()
	for _, taken := range []string{"red-herring.md", "red-herring-2.md"} {
		if err := os.WriteFile(filepath.Join(dir, taken), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ file, title, want string }{
		{"", "Grün & (gold)!", "grün-gold.md"}, {"", "../..", "id.md"}, {"", "", "id.md"}, {"", "Red herring", "red-herring-3.md"},
		{"", strings.Repeat("a ", 100), strings.TrimSuffix(strings.Repeat("a-", 30), "-") + ".md"},
		{"a/b.html", "x", "a/b.html"}, {"/etc/x", "x", "/etc/x"},
	} {
		got, err := exportPath(dir, c.file, c.title, "id")
		if got = strings.TrimPrefix(got, dir+"/"); got != c.want || err != nil {
			t.Errorf("%q, %q: %q, %v; want %q", c.file, c.title, got, err, c.want)
		}
	}
}

func TestFormatOfAFile(t *testing.T) {
	const no = " is no format of an export: let the name end in .md, .html or .json"
	for _, c := range []struct{ file, want, err string }{
		{"-", "md", ""}, {"notes", "md", ""}, {"a.b/notes", "md", ""}, {"notes.", "md", ""}, {"a.md", "md", ""}, {"A.Markdown", "md", ""},
		{"a.html", "html", ""}, {"a.HTM", "html", ""}, {"a.json", "json", ""},
		{"a.pdf", "", ".pdf" + no}, {"a.md.txt", "", ".txt" + no}, {"a.json~", "", ".json~" + no},
	} {
		got, err := formatOf(c.file)
		if got != c.want || err != nil && err.Error() != c.err || (err != nil) != (c.err != "") {
			t.Errorf("%s: %q, %v; want %q, %q", c.file, got, err, c.want, c.err)
		}
	}
}

// A file is new, or is replaced whole, or stays as it was.
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
		if err := writeExport(path, c.force, c.write); fmt.Sprint(err) != c.err {
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

// TestALinkIsFollowed: the file that it leads to is replaced whole, with nothing
// left of what was longer.
func TestALinkIsFollowed(t *testing.T) {
	dir := t.TempDir()
	file, link, nowhere := filepath.Join(dir, "a.md"), filepath.Join(dir, "link.md"), filepath.Join(dir, "nowhere.md")
	says := func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }
	err := errors.Join(os.WriteFile(file, []byte("something that was longer"), 0o600), os.Symlink(file, link), os.Symlink(file+"x", nowhere))
	if err != nil {
		t.Fatal(err)
	}
	if err := writeExport(link, true, says); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != "new" {
		t.Errorf("the file holds %q, %v", data, err)
	}
	if to, err := os.Readlink(link); err != nil || to != file {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	if err := writeExport(nowhere, true, says); err == nil || !strings.HasPrefix(err.Error(), "cannot write the export: ") {
		t.Errorf("got %v", err)
	}
}

// TestNoExportAmongTheConversations: it could take the place of one.
func TestNoExportAmongTheConversations(t *testing.T) {
	dir := withoutLinks(t.TempDir())
	kept, events := filepath.Join(dir, "store"), filepath.Join(dir, "store", "c1", "events.jsonl")
	err := errors.Join(os.MkdirAll(filepath.Dir(events), 0o700), os.WriteFile(events, nil, 0o600),
		os.Symlink(events, filepath.Join(dir, "link.md")), os.Symlink(kept, filepath.Join(dir, "linked")))
	if err != nil {
		t.Fatal(err)
	}
	for path, refused := range map[string]string{
		events: events, kept + "/new.md": kept + "/new.md", kept + "/c1/../c1/events.jsonl": events,
		dir + "/link.md": events, dir + "/linked/c1/new/x.md": kept + "/c1/new/x.md", kept: kept,
		dir + "/a.md": "", dir + "/store.md": "", dir + "/..store": "", dir: "",
	} {
		want := "<nil>"
		if refused != "" {
			want = refused + " is among the saved conversations; name a file in another folder"
		}
		for _, store := range []string{kept, dir + "/linked"} {
			if got := fmt.Sprint(outsideOf(store, path)); got != want {
				t.Errorf("%s: %s, want %s", path, got, want)
			}
		}
	}
}
