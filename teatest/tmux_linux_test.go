package teatest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestTheTmuxThatIsAskedIsTheUsers: where the program draws in a tmux, that is asked whether it has
// all colours. It is never a program of the workspace, and nothing is asked without a screen.
func TestTheTmuxThatIsAskedIsTheUsers(t *testing.T) {
	place, ours := NewPlace(t), t.TempDir()
	put := func(dir, does string) (said string) {
		said = filepath.Join(dir, "said")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "tmux"), []byte("#!/bin/sh\necho \"$@\" >>'"+said+"'\n"+does), 0o700); err != nil {
			t.Fatal(err)
		}
		return said
	}
	evil, good := put(filepath.Join(place.Dir, "bin"), ""), put(ours, "echo '  24: Tc: (flag) true'\n")
	place.Env = append(place.Env, "TMUX=/nowhere,1,0", "TERM=tmux-256color", "COLORTERM=", "PATH="+filepath.Dir(evil)+":"+ours+":"+os.Getenv("PATH"))
	if got := place.Open(60, 16, "version").Wait().ExitCode(); got != 0 {
		t.Errorf("exit status %d", got)
	}
	if _, err := os.Stat(good); err == nil {
		t.Error("it was asked without a screen")
	}
	x := place.Open(60, 16, "-m", "script/any")
	x.Until("all colours", func(Screen) bool { return bytes.Contains(x.Raw(), []byte("8;2;")) })
	x.Press("ctrl+q")
	x.Wait()
	if said, err := os.ReadFile(good); string(said) != "info\n" {
		t.Errorf("it was asked %q, %v", said, err)
	}
	if said, err := os.ReadFile(evil); err == nil {
		t.Errorf("that of the workspace was asked %q", said)
	}
}
