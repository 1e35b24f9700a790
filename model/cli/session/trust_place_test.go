package session

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"parley/config"
)

// Only a file inside the workspace is named by its place there.
func TestThePlaceOfAFile(t *testing.T) {
	root := t.TempDir()
	x := &Session{}
	x.Dir = filepath.Join(root, "orders")
	for want, w := range map[string]config.Withheld{
		".parley/config.toml": {File: filepath.Join(x.Dir, ".parley", "config.toml")},
		"":                    {File: filepath.Join(root, ".parley", "config.toml")},
	} {
		if got := x.place(w); got != want {
			t.Errorf("%s is at %q, want %q", w.File, got, want)
		}
	}
	if got := x.place(config.Withheld{File: filepath.Join(x.Dir, "key"), Variable: "KEY"}); got != "" {
		t.Errorf("a key is at %q", got)
	}
}

// TestWhatAFileWasIsAskedAboutAgain: a yes to settings of a workspace is over once its file is one that needs
// none, also while a conversation is open.
func TestWhatAFileWasIsAskedAboutAgain(t *testing.T) {
	x := opened(t)
	file := filepath.Join(x.Dir, ".parley", "config.toml")
	reads := func(text string) []config.Withheld {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte("[conversation.rules]\n"+text), 0o600)); err != nil {
			t.Fatal(err)
		}
		x.Setup.Sources.Workspace = []string{file}
		cfg, err := x.Setup.Again(nil)
		if err != nil {
			t.Fatal(err)
		}
		return cfg.Withheld
	}
	const wide, narrow = "allow = [\"run_command(touch *)\"]\n", "deny = [\"run_command(ls)\"]\n"
	held := reads(wide)
	if len(held) != 1 {
		t.Fatalf("withheld are %+v", held)
	}
	if err := x.trust(held[0]); err != nil {
		t.Fatal(err)
	}
	if held := reads(wide); len(held) != 0 {
		t.Errorf("trusted, and withheld: %+v", held)
	}
	if held := reads(narrow); len(held) != 0 {
		t.Errorf("needs no trust, and withheld: %+v", held)
	}
	if held := reads(wide); len(held) != 1 || held[0].Last != nil {
		t.Errorf("as it was before: %+v", held)
	}
	set, cfg, err := Configuration(x.Prog, Options{})
	if err != nil || len(cfg.Withheld) != 1 || set.Sources.Trusted(cfg.Withheld[0].Digest) {
		t.Errorf("in another process: %+v, %v", cfg.Withheld, err)
	}
}
