package session

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"parley/config"
	"parley/model/cli/process"
	"parley/store"
)

// TestWhatAnEditorLeftIsToldOf when its conversation is opened again.
func TestWhatAnEditorLeftIsToldOf(t *testing.T) {
	state := t.TempDir()
	saved, err := store.Open(t.TempDir(), time.Now).Create("c")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = saved.Close() })
	x := &Session{Prog: &process.Program{Now: time.Now}, Setup: Setup{Places: config.Places{TrustFile: filepath.Join(state, "trust.json")}}, Saved: saved}
	if got := x.unread(); got != nil {
		t.Errorf("%q", got)
	}
	file := filepath.Join(state, "editing", "c", "parley-0-1", "text.md")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("written"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := []string{"Your editor was open when Parley ended. What it wrote is in " + file + ". Delete that file when you have what you need."}
	if got := x.unread(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
