package pane

import (
	"parley/teatest/goldens"
	"parley/views/text"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// The line of a call keeps the counts and the end of the name, at every width.
func TestCallKeepsTheCounts(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	path := strings.Repeat("directory/", 9) + "a-file-with-a-long-name.txt"
	c := Call{Key: "1", Tool: "fs_modify_file", Verb: "Edit", Summary: path, State: CallDone, Changed: true, Added: "1", Removed: "1", Took: "0.1 s"}
	for _, x := range []struct {
		width int
		want  string
	}{
		{40, " ✓ Edit   …-long-name.txt  +1 −1  0.1 s"},
		{80, " ✓ Edit   directory/directory/direct…/a-file-with-a-long-name.txt  +1 −1  0.1 s"},
	} {
		lines := c.Draw(Look{Theme: th, Width: x.width})
		if got := text.Stripped(lines[0]); got != x.want {
			t.Errorf("at %d: %q, want %q", x.width, got, x.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(40, 200).Draw(t, "width")
		path := rapid.StringMatching(`[a-z/é世]{1,120}\.go`).Draw(t, "path")
		c := Call{Key: "1", Tool: "fs_modify_file", Verb: "Edit", Summary: path, State: CallDone, Changed: true, Added: "17", Removed: "3", Took: "0.1 s"}
		lines := c.Draw(Look{Theme: th, Width: width})
		goldens.Fits(t, lines, width, 1)
		if line := text.Stripped(lines[0]); !strings.Contains(line, "+17 −3") {
			t.Fatalf("no counts at %d: %q", width, line)
		}
	})
}

// TestWhoAllowedItOutlastsWhatCameOfIt, where a call went well and its row has no room for both.
func TestWhoAllowedItOutlastsWhatCameOfIt(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for _, x := range []struct {
		width int
		state CallState
		want  string
	}{
		{80, CallDone, " ✓ Create notes/a-new-file.txt                       12 lines   ◆ you after 3 s"},
		{40, CallDone, " ✓ Create …ew-file.txt  ◆ you after 3 s"},
		{40, CallFailed, " ✗ Create not…/a-new-file.txt  12 lines"}, // what failed matters more
		{44, CallDone, " ✓ Create …a-new-file.txt  12 lines   ◆ you"},
	} {
		c := Call{Key: "1", Tool: "fs_create_file", Verb: "Create", Summary: "notes/a-new-file.txt", State: x.state, Right: "12 lines", Allowed: &Decision{Who: "you", Answer: textYes, Took: "3 s"}}
		if got := strings.TrimRight(text.Stripped(c.Draw(Look{Theme: th, Width: x.width})[0]), " "); got != x.want {
			t.Errorf("at %d: %q, want %q", x.width, got, x.want)
		}
	}
}

// TestWhoRefusedIsSaidOnce: on the row where it fits, else whole below it, never cut.
func TestWhoRefusedIsSaidOnce(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for _, test := range []struct {
		came, why string
		width     int
		want      string
	}{
		{"you said no", "", 40, " ◆ Run    rm -rf build      you said no"},
		{"you said no", "I need the logs there", 40, " ◆ Run    rm -rf build      you said no\n     \"I need the logs there\""},
		{"the configuration said no", "", 40, " ◆ Run    rm -rf build\n     the configuration said no"},
		{"the configuration said no", "", 80, " ◆ Run    rm -rf build                                the configuration said no"},
		{"claude-haiku-4-5-2025 said no", "The logs are needed.", 40, " ◆ Run    rm -rf build\n     claude-haiku-4-5-2025 said no:\n     \"The logs are needed.\""},
	} {
		c := Call{Key: "1", Tool: "run_command", Verb: "Run", Summary: "rm -rf build", State: CallRefused, Came: test.came, Why: test.why}
		var got []string
		for _, line := range c.Draw(Look{Theme: th, Width: test.width}) {
			got = append(got, strings.TrimRight(text.Stripped(line), " "))
		}
		if strings.Join(got, "\n") != test.want {
			t.Errorf("%s at %d:\n%s\nwant\n%s", test.came, test.width, strings.Join(got, "\n"), test.want)
		}
	}
}

// TestCallKeepsWhatWasSaid: in a narrow row the time gives way, then the end of a long
// name, but not what was said; what would not be readable stands below.
func TestCallKeepsWhatWasSaid(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	reviewer := func(name string) Decision { return Decision{Who: name, Answer: "yes", Yes: true, Took: "12 s"} }
	for name, test := range map[string]struct {
		by    Decision
		width int
		want  string
	}{
		"wide":        {reviewer("reviewer"), 80, " ✓ Edit   cmd/report.go  +6 −1                       ◆ reviewer: yes after 12 s"},
		"no time":     {reviewer("reviewer"), 50, " ✓ Edit   cmd/report.go  +6 −1    ◆ reviewer: yes"},
		"a long name": {reviewer("claude-haiku-4-5-20251001"), 60, " ✓ Edit   cmd/report.go  +6 −1  ◆ claude-haiku-4-5-20…: yes"},
		"below":       {reviewer("reviewer"), 40, " ✓ Edit   cmd/report.go  +6 −1\n     ◆ reviewer: yes after 12 s"},
		"you":         {Decision{Who: "you", Answer: "yes", Took: "12 s"}, 40, " ✓ Edit   cmd/report.go  +6 −1    ◆ you"},
		"this turn":   {Decision{Who: "you", Answer: "yes", Turn: true, Took: "12 s"}, 40, " ✓ Edit   cmd/report.go  +6 −1\n     ◆ you after 12 s, this turn"},
	} {
		t.Run(name, func(t *testing.T) {
			c := Call{Key: "1", Tool: "fs_modify_file", Verb: "Edit", Summary: "cmd/report.go", State: CallDone, Changed: true, Added: "6", Removed: "1", Allowed: &test.by}
			var got []string
			for _, line := range c.Draw(Look{Theme: th, Width: test.width}) {
				got = append(got, strings.TrimRight(text.Stripped(line), " "))
			}
			if got := strings.Join(got, "\n"); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
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

// TestTheRowOfACallHidesNothing: what was approved with its marks is shown with them.
func TestTheRowOfACallHidesNothing(t *testing.T) {
	c := Call{Key: "1", Tool: "run_command", Verb: "Run", Summary: "echo ok\r\u202edm\u200b", State: CallDone}
	lines := c.Draw(Look{Theme: goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), Width: 80})
	if got := ansi.Strip(strings.Join(lines, "\n")); got != " ✓ Run    echo ok␍<U+202E>dm<U+200B>" {
		t.Errorf("%q", got)
	}
}
