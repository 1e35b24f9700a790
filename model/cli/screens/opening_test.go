//go:build unix

package screens

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestTheEndOfAPipeIsNotWaitedFor: that something is not an ordinary file is reported when
// the conversation is opened, and holds up nothing before.
func TestTheEndOfAPipeIsNotWaitedFor(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "events.jsonl")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, dir, filepath.Join(dir, "nothing")} {
		if events, err := lastEvents(path, tailBytes); err != nil || events != nil {
			t.Errorf("%s: %v, %v", path, events, err)
		}
	}
	line := `{"v":1,"seq":1,"event":"c1-e1","time":"2026-01-02T15:04:06Z","conversation":"c1","turn":1,"type":"chat_request","text":"Hello"}`
	file := filepath.Join(dir, "ordinary")
	if err := os.WriteFile(file, []byte("bad\n"+line+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if events, err := lastEvents(file, tailBytes); err != nil || len(events) != 1 || string(events[0].Line()) != line {
		t.Errorf("%v, %v", events, err)
	}
}
