package prompt

import (
	"encoding/json"
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
