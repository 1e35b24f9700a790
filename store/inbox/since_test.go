package inbox

import (
	"encoding/json"
	"slices"
	"testing"
	"time"
)

func TestFilesThatAnEntryIsAbout(t *testing.T) {
	for arguments, want := range map[string][]string{
		`{"path":"a/b.go"}`: {"a/b.go"}, `{"path":"a","to":"b"}`: {"a", "b"}, `{"path":"../x"}`: nil, `{"path":"/etc/passwd"}`: nil, `{}`: nil, `{"path":3}`: nil,
	} {
		if got := filesOf("fs_move_file", json.RawMessage(arguments)); !slices.Equal(got, want) {
			t.Errorf("%s: %q", arguments, got)
		}
	}
	if got := filesOf("run_command", json.RawMessage(`{"path":"a"}`)); got != nil {
		t.Errorf("of a command: %q", got)
	}
}

func TestHowOldItIs(t *testing.T) {
	for want, changed := range map[string][]string{
		"2 h ago": nil, "2 h ago; HEAD changed since": {Head}, "2 h ago; HEAD and a.go changed since": {Head, "a.go"},
		"2 h ago; HEAD, a.go and b.go changed since": {Head, "a.go", "b.go"},
	} {
		if got := (Entry{Since: t0, Changed: changed}).SinceText(t0.Add(2 * time.Hour)); got != want {
			t.Errorf("%q", got)
		}
	}
}

func TestHowOldItIsBriefly(t *testing.T) {
	for want, changed := range map[string][]string{"2 h ago": nil, "2 h ago; 1 changed": {Head}, "2 h ago; 3 changed": {Head, "a.go", "b.go"}} {
		if got := (Entry{Since: t0, Changed: changed}).SinceBriefly(t0.Add(2 * time.Hour)); got != want {
			t.Errorf("%q", got)
		}
	}
}
