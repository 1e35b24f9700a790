package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"parley/store"
)

// TestTheEndOfAPipeIsNotWaitedFor: what is no ordinary file is told when the
// conversation is opened, and holds up nothing before.
func TestTheEndOfAPipeIsNotWaitedFor(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "events.jsonl")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, dir, filepath.Join(dir, "nothing")} {
		if events, err := lastEvents(path); err != nil || events != nil {
			t.Errorf("%s: %v, %v", path, events, err)
		}
	}
	line := `{"v":1,"seq":1,"event":"c1-e1","time":"2026-01-02T15:04:06Z","conversation":"c1","turn":1,"type":"chat_request","text":"Hello"}`
	file := filepath.Join(dir, "ordinary")
	if err := os.WriteFile(file, []byte("bad\n"+line+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if events, err := lastEvents(file); err != nil || len(events) != 1 || string(events[0].Line) != line {
		t.Errorf("%v, %v", events, err)
	}
}

// TestAFileIsToldOf: a repair is named only where it has something to do.
func TestAFileIsToldOf(t *testing.T) {
	newer := store.Problem{Line: 1, Fault: store.Newer, Why: "new", Kept: true}
	bad := store.Problem{Line: 2, Fault: store.Damaged, Why: "bad"}
	for _, x := range []struct {
		problems []store.Problem
		want     []string
	}{
		{},
		{[]store.Problem{newer}, []string{"line 1: new", "nothing of the file is lost; a newer Parley understands these events"}},
		{[]store.Problem{newer, bad}, []string{"line 1: new", "line 2: bad; the line is set aside",
			"nothing of the file is lost; `parley repair a` sets bad lines aside for good and keeps the file as it was beside it"}},
	} {
		if got := problemLines("a", store.Report{Problems: x.problems}); !slices.Equal(got, x.want) {
			t.Errorf("got %s", strings.Join(got, " | "))
		}
	}
}
