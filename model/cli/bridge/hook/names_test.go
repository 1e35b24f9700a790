package hook

import (
	"encoding/json"
	"testing"
)

func asks(t *testing.T, program, tool, input string) Message {
	t.Helper()
	data, err := json.Marshal(map[string]any{
		"hook_event_name": permissionRequest, "session_id": "s", "cwd": "/there/project", "tool_name": tool, "tool_input": json.RawMessage(input),
	})
	if err != nil {
		t.Fatal(err)
	}
	m, err := Read(program, data)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestNamesOfOurs: a tool of theirs is never on record under the name of one of ours, by which
// its row would say that a command is run, or a file changed.
func TestNamesOfOurs(t *testing.T) {
	for _, c := range []struct{ program, tool, want string }{
		{Claude, "run_command", "claude_run_command"},
		{Claude, "run.command", "claude_run_command"},
		{Codex, "run_command", "codex_run_command"},
		{Claude, "fs_modify_file", "claude_fs_modify_file"},
		{Claude, "fs.modify/file", "claude_fs_modify_file"},
		{Codex, "fs_", "codex_fs_"},
		{Claude, "ask_user", "claude_ask_user"},
		{Claude, "read_skill", "claude_read_skill"},
		{Claude, "describe_tools", "claude_describe_tools"},
		{Claude, "report_findings", "claude_report_findings"},
		{Claude, "Run_Command", "Run_Command"},
		{Claude, "mcp__fs__fs_read_file", "mcp__fs__fs_read_file"},
		{Claude, "WebFetch", "WebFetch"},
		{Codex, "", ""},
	} {
		r := asks(t, c.program, c.tool, `{"command":"ls","path":"f.txt"}`).Request("/there/project")
		if r.Kind != Other || r.Tool != c.want || r.Subject != "Call "+c.tool {
			t.Errorf("%s %q: %d %q %q, want %q", c.program, c.tool, r.Kind, r.Tool, r.Subject, c.want)
		}
	}
}

// TestPathsByWay: a path that goes up again leads elsewhere where a folder in it is a link, and
// only the other program knows which it takes. So it is shown as it came.
func TestPathsByWay(t *testing.T) {
	for path, want := range map[string]Kind{
		"/there/project/f.txt":            Change,
		"/there/project/sub/f.txt":        Change,
		"/there/project/..f/..x":          Change,
		"/there/project/link/../f.txt":    Other,
		"/there/other/../project/f.txt":   Other,
		"/there/project/./f.txt":          Change,
		"/there/project//f.txt":           Change,
		"/there/project/sub/../../f.txt":  Other,
		"/there/project/link/..":          Other,
		"link/../f.txt":                   Other,
		"/there/project/link/../sub/../f": Other,
	} {
		for tool, input := range map[string]map[string]string{
			claudeEdit:  {"file_path": path, "old_string": "a", "new_string": "b"},
			claudeWrite: {"file_path": path, "content": "b"},
		} {
			data, err := json.Marshal(input)
			if err != nil {
				t.Fatal(err)
			}
			kind := want
			if want == Change && tool == claudeWrite {
				kind = Text
			}
			if r := asks(t, Claude, tool, string(data)).Request("/there/project"); r.Kind != kind {
				t.Errorf("%s %s: %d (%s), want %d", tool, path, r.Kind, r.Subject, kind)
			}
		}
	}
}

// TestTouched: a patch is named by every file that it touches, the one that a file is moved to
// included, and however its lines begin.
func TestTouched(t *testing.T) {
	for patch, want := range map[string]string{
		"*** Begin Patch\n*** Update File: f.txt\n*** Move to: ../../.bashrc\n@@\n-a\n+b\n*** End Patch\n":       "f.txt, ../../.bashrc",
		"*** Begin Patch\n*** Update File: f.txt\n@@\n-a\n+b\n  *** Delete File: b.txt\r\n*** End Patch\n":       "f.txt, b.txt",
		"*** Begin Patch\n*** Update File: f.txt\n@@\n-*** Delete File: c\n+*** Add File: d\n*** End Patch\n":    "f.txt",
		"*** Begin Patch\n*** Add File: a\n*** Add File: b\n*** Update File: c\n*** Move to: d\n*** End Patch\n": "a, b, c and others",
		"*** Begin Patch\n*** End Patch\n": "files",
	} {
		if got := touched(patch); got != want {
			t.Errorf("%q, want %q, of %q", got, want, patch)
		}
	}
}
