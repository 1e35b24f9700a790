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

// TestABlankOfAPathIsNotLost: two files whose names differ by blanks have two rows.
func TestABlankOfAPathIsNotLost(t *testing.T) {
	for tool, want := range map[string]string{"run_command": "a  b", "fs_delete_file": "a␠␠b", "other": "a  b"} {
		if got := (Call{Tool: tool, Summary: "a  b"}).about(); got != want {
			t.Errorf("%s: %q", tool, got)
		}
	}
}
