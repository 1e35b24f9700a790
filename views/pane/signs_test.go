package pane

import "testing"

// TestACallIsAboutWhatAProgramTakes: signs that only look like ASCII are spelled in a command and a
// path, and not in words.
func TestACallIsAboutWhatAProgramTakes(t *testing.T) {
	for tool, want := range map[string]string{"run_command": "a<U+2215>b", "fs_read_file": "a<U+2215>b", "ask_user": "a\u2215b", "other": "a\u2215b"} {
		if got := (Call{Tool: tool, Summary: "a\u2215b"}).about(); got != want {
			t.Errorf("%s: %q", tool, got)
		}
	}
}
