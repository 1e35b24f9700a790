package records

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parley/model/cli/process"
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
		var misused process.StatusError
		switch {
		case errors.As(err, &misused) && misused.Status == process.ExitUsage:
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

// TestNoExportAmongTheConversations: it could replace one.
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
