package prompt

import (
	"encoding/json"
	"runtime"
	"slices"
	"strings"
	"testing"

	"parley/teatest/goldens"
	"parley/views/text"
)

// TestThePermissionAsksByItsHeading: a command stands there if all of it can, and then not
// below again; else it stands below, whole.
func TestThePermissionAsksByItsHeading(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	command := func(line string) Permission {
		args, err := json.Marshal(map[string]string{"command": line})
		if err != nil {
			t.Fatal(err)
		}
		return Permission{Tool: "run_command", Text: line, Arguments: args}
	}
	inside := command("make")
	inside.Text = "make in docs"
	waits := command("go test ./coordinator/...")
	waits.Waiting, waits.Change = 3, ""
	for _, c := range []struct {
		p           Permission
		width       int
		head, below string
	}{
		{command("go test ./..."), 80, "── Run `go test ./...`? ─", ""},
		{command("go test ./..."), 40, "── Run `go test ./...`? ─", ""},
		{command("go test ./coordinator/tools/..."), 40, "── Run this command? ─", "go test ./coordinator/tools/..."},
		{waits, 80, "── Run `go test ./coordinator/...`? ─", ""},
		{waits, 40, "── Run this command? ── 1 of 3 waiting", "go test ./coordinator/..."},
		{command("echo `id`"), 80, "── Run this command? ─", "echo `id`"},
		{command("echo a  b"), 80, "── Run this command? ─", "echo a  b"},
		{command("echo \u202ea"), 80, "── Run this command? ─", "echo <U+202E>a"},
		{command("make\nmake install"), 80, "── Run this command? ─", "make install"},
		{inside, 80, "── Run this command? ─", "make in docs"},
		{Permission{Tool: "fs_create_file", Text: "guest.txt (1 line)", Arguments: json.RawMessage(`{"path":"guest.txt","content":"x"}`)}, 80, "── Create guest.txt? ─", "guest.txt (1 line)"},
		{Permission{Tool: "fs_move_file", Text: "a.txt to b.txt", Arguments: json.RawMessage(`{"path":"a.txt","to":"b.txt"}`)}, 80, "── Move a.txt to b.txt? ─", "a.txt to b.txt"},
		{Permission{Tool: "table__book", Text: "for two", Arguments: json.RawMessage(`{"people":2}`)}, 80, "── Run table__book? ─", "for two"},
	} {
		lines := NewPermission(th, c.p).Draw(c.width, 12).Lines
		head, rest := text.Stripped(lines[0]), text.Stripped(strings.Join(lines[1:], "\n"))
		if !strings.HasPrefix(head, c.head) {
			t.Errorf("%s at %d: the heading is %q, want %q", c.p.Text, c.width, head, c.head)
		}
		if c.below == "" && strings.TrimSpace(rest) != "" || !strings.Contains(rest, c.below) {
			t.Errorf("%s at %d: below is %q, want %q", c.p.Text, c.width, rest, c.below)
		}
	}
}

// A reason is asked for in the words that a change asks for it with, and what is typed
// follows them.
func TestAReasonIsAskedFor(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	p := NewPermission(th, Permission{Tool: "run_command", Text: "make", Arguments: json.RawMessage(`{"command":"make"}`)})
	p, _ = p.Update(WriteReason{})
	p, _ = p.Update(Insert{Text: "not now"})
	d := p.Draw(80, 12)
	var got []string
	for _, line := range d.Lines[1:] {
		if line = strings.TrimRight(text.Stripped(line), " "); line != "" {
			got = append(got, line)
		}
	}
	if want := []string{"   Why not? The assistant is told.", " │ not now"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if line := text.Stripped(d.Lines[d.Y]); !strings.Contains(line, "not now") || d.X != 10 {
		t.Errorf("the cursor is at %d of %q", d.X, line)
	}
	if p, _ = p.Update(OpenMenu{}); strings.Contains(text.Stripped(strings.Join(p.Draw(80, 12).Lines, "")), TextWhyNot) {
		t.Error("it is asked for when none is written")
	}
}

// TestAHeadingIsNotCutForWhatWaits: how many wait gives way to what is asked.
func TestAHeadingIsNotCutForWhatWaits(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for _, c := range []struct {
		width int
		want  string
	}{
		{80, "── Parley asks ── Workspace ─────────────────────────────────── 1 of 3 waiting ─"},
		{40, "── Parley asks ── Workspace ────── 1/3 ─"},
		{30, "── Parley asks ── Wo… ── 1/3 ─"},
	} {
		d := Dock{Theme: th, Width: c.width, Heading: "Parley asks ── Workspace", Right: Waiting(3, ""), Brief: WaitingBrief(3)}
		if got := text.Stripped(d.Head()); got != c.want {
			t.Errorf("at %d:\n%s\nwant\n%s", c.width, got, c.want)
		}
	}
}

// TestALongCallIsReadOnce: its arguments were read when it came to be asked about, and a key that
// draws it again reads no more of them.
func TestALongCallIsReadOnce(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	const long = 1 << 20
	for tool, field := range map[string]string{"run_command": "command", "fs_create_file": "content"} {
		args, err := json.Marshal(map[string]string{"path": "a", field: strings.Repeat("echo a; ", long/8) + "."})
		if err != nil {
			t.Fatal(err)
		}
		p := NewPermission(th, Permission{Tool: tool, Text: "what it does", Arguments: args})
		p.Draw(80, 12)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p.Draw(80, 12)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > long/2 {
			t.Errorf("%s is drawn again with %d bytes", tool, n)
		}
	}
}
