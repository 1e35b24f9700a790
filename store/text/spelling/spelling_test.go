package spelling

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNearest(t *testing.T) {
	known := []string{"run_command", "fs_read_file", "fs_grep_files", "run", "ui"}
	for name, want := range map[string]string{
		"run_comand": "run_command", "fs_raed_file": "fs_read_file", "fs_grep_file": "fs_grep_files", "rn": "run", "urn": "run",
		"run_": "run", "fs_read": "fs_read_file", "zz": "", "": "", "xyz": "", "iu": "ui", "commando": "", strings.Repeat("run", 40): "",
	} {
		if got := Nearest(name, known); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	if got := Nearest("run", nil); got != "" {
		t.Error(got)
	}
	if got := Nearest("x", []string{"y"}); got != "" {
		t.Errorf("x: %q", got)
	}
}

func TestNearestTool(t *testing.T) {
	known := []string{"ask_user", "fs_grep_files", "fs_list_files", "fs_read_file", "run_command"}
	for name, want := range map[string]string{
		"fs_raed_file": "fs_read_file", "read_file": "fs_read_file", "FS_READ_FILES": "fs_read_file", "runcommand": "run_command",
		"fs_list_file": "fs_list_files", "Run_": "run_command", "weather": "", "ask_user": "ask_user", string(make([]byte, 1000)): "",
	} {
		if got := Nearest(name, known); got != want {
			t.Errorf("%.20q: %q, want %q", name, got, want)
		}
	}
}

// TestDistance: it is a distance.
func TestDistance(t *testing.T) {
	word := rapid.StringMatching("[abc]{0,6}")
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := distance(a, b)
		if d != distance(b, a) || (d == 0) != (a == b) || d > max(len(a), len(b)) || d < max(len(a), len(b))-min(len(a), len(b)) {
			t.Fatalf("%q %q %d", a, b, d)
		}
	})
}
