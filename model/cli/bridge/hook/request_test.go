package hook

import (
	"encoding/json"
	"testing"
)

// TestACommandNamesItsFolder before the command, where that is not the workspace itself.
func TestACommandNamesItsFolder(t *testing.T) {
	for dir, want := range map[string]string{
		"/there/project":       "Run make …",
		"/there/project/sub/x": "Run in sub/x: make …",
		"/elsewhere":           "Run make …",
	} {
		m := Message{Program: Claude, Event: permissionRequest, Session: "s", Dir: dir, Call: Call{bash, json.RawMessage(`{"command":"make\nmake all"}`)}}
		if r := m.Request("/there/project"); r.Kind != Command || r.Subject != want {
			t.Errorf("%s: %q, want %q", dir, r.Subject, want)
		}
	}
}
