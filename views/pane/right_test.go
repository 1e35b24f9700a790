package pane

import (
	"parley/teatest/goldens"
	"parley/views/text"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What came of a change says how much was changed on every width; of the path the
// middle goes first.
func TestWhatCameOfACall(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	const path = "internal/platform/storage/migrations.go"
	const modified = "Modified " + path + ": 12 lines added, 1,024 removed."
	for _, c := range []struct {
		name, right, summary string
		width                int
		want                 string
	}{
		{"all of it", modified, path, 90, modified},
		{"a shorter path", modified, path, 70, "Modified internal/platf…/migrations.go: 12 lines added, 1,024 removed."},
		{"no path", modified, path, 40, "12 lines added, 1,024 removed"},
		{"signs", modified, path, 20, "+12 -1,024"},
		{"hardly any room", modified, path, 9, "+12 -1,0…"},
		{"one line", "Replaced a/b: 1 line added, 0 removed.", "a/b", 20, "+1 -0"},
		{"another text after the path", "notes: lines 1 to 200 of 2,000. 1,800 more; read on with start_line 201.", "notes", 20, "lines 1 to 200 of 2…"},
		{"no colon", "Created " + path + " with 3 lines.", path, 40, "Created int…/migrations.go with 3 lines."},
		{"a path of its own", "1 line added, 2 removed in some other words", "x", 20, "1 line added, 2 rem…"},
		{"no summary", "a long text that says what came of it", "", 20, "a long text that sa…"},
	} {
		if got := cameTo(c.right, c.summary, c.width, th); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The line of a call keeps the counts and the end of the name, at every width.
func TestCallKeepsTheCounts(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	path := strings.Repeat("directory/", 9) + "a-file-with-a-long-name.txt"
	c := Call{Key: "1", Tool: "fs_modify_file", Summary: path, State: CallDone, Right: "Modified " + path + ": 1 line added, 1 removed."}
	for _, x := range []struct {
		width int
		want  string
	}{
		{40, " ✓ fs_modify_file  …name.txt  +1 -1   ▸"},
		{80, " ✓ fs_modify_file  di…/a-file-with-a-long-name.txt  1 line added, 1 removed   ▸"},
	} {
		lines := c.Draw(Look{Theme: th, Width: x.width})
		if got := text.Stripped(lines[0]); got != x.want {
			t.Errorf("at %d: %q, want %q", x.width, got, x.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(40, 200).Draw(t, "width")
		path := rapid.StringMatching(`[a-z/é世]{1,120}\.go`).Draw(t, "path")
		c := Call{Key: "1", Tool: "fs_modify_file", Summary: path, State: CallDone, Right: "Modified " + path + ": 17 lines added, 3 removed."}
		lines := c.Draw(Look{Theme: th, Width: width})
		goldens.Fits(t, lines, width, 1)
		if line := text.Stripped(lines[0]); !strings.Contains(line, "17 lines added, 3 removed") && !strings.Contains(line, "+17 -3") {
			t.Fatalf("no counts at %d: %q", width, line)
		}
	})
}

// A path that is shortened fits, and keeps its end.
func TestShortPath(t *testing.T) {
	for _, c := range []struct {
		path  string
		width int
		want  string
	}{
		{"a/b.go", 6, "a/b.go"},
		{"internal/storage/b.go", 15, "internal/…/b.go"},
		{"internal/storage/b.go", 6, "…/b.go"},
		{"internal/storage/b.go", 4, "….go"},
		{"internal/storage/b.go", 1, "i"},
		{"a-name-without-directories.go", 10, "…tories.go"},
		{"長い/名前.go", 7, "…前.go"},
	} {
		if got := text.ShortPath(c.path, c.width, "…"); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.path, c.width, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		path, width := rapid.String().Draw(t, "path"), rapid.IntRange(1, 40).Draw(t, "width")
		if got := text.ShortPath(text.Clean(path), width, "…"); text.Width(got) > width {
			t.Fatalf("%q in %d is %q", path, width, got)
		}
	})
}
