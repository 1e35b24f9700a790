package store

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"parley/store/system"
)

// lockedDir is set in the environment of a second process of the test binary:
// it then writes the conversation "a" of that store until its input ends.
const lockedDir = "PARLEY_TEST_HOLD_LOCK"

func TestMain(m *testing.M) {
	if root := os.Getenv(lockedDir); root != "" {
		os.Exit(holdLock(root))
	}
	os.Exit(m.Run())
}

func holdLock(root string) int {
	c, _, err := Open(root, epoch).OpenWrite("a")
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println("held")
	defer runtime.KeepAlive(c)           // the lock goes with its file, which the collector closes
	bufio.NewReader(os.Stdin).ReadByte() //nolint:errcheck // any end will do
	return 0
}

func TestOneWriterOverProcesses(t *testing.T) {
	s, _ := testStore(t)
	c := mustCreate(t, s, "a")
	lines := fiveEvents(t, "a")
	mustAppend(t, c, lines[0])
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), lockedDir+"="+s.root)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "held\n" {
		t.Fatalf("the other process says %q (%v)", line, err)
	}
	_, _, err = s.OpenWrite("a")
	var locked *LockedError
	if !errors.As(err, &locked) || locked.PID != cmd.Process.Pid || !locked.Since.Equal(epoch()) || locked.ID != "a" {
		t.Errorf("got %v", err)
	}
	want := fmt.Sprintf("conversation a cannot be opened: it is open in process %d since 2026-01-02 15:04:05 UTC; close it there, look at it with `parley show a`, or go on in a copy: `parley fork a`", cmd.Process.Pid)
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v, want\n%s", err, want)
	}
	if r, _, err := s.OpenRead("a"); err != nil || r.Log().Len() != 1 {
		t.Errorf("a reader is kept out: %v", err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the other process was not killed")
	}
	if err := in.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
	after, _, err := s.OpenWrite("a")
	if err != nil {
		t.Fatalf("the lock outlived its process: %v", err)
	}
	mustAppend(t, after, lines[1])
	if err := after.Close(); err != nil {
		t.Error(err)
	}
}

func TestOneWriterWithinAProcess(t *testing.T) {
	s, _ := testStore(t)
	c := mustCreate(t, s, "a")
	_, _, err := s.OpenWrite("a")
	want := fmt.Sprintf("conversation a cannot be opened: it is open in process %d since 2026-01-02 15:04:05 UTC; close it there, look at it with `parley show a`, or go on in a copy: `parley fork a`", os.Getpid())
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if err := os.WriteFile(s.path("a", lockFile), []byte("?"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, err = s.OpenWrite("a")
	want = "conversation a cannot be opened: it is open in another process; close it there, look at it with `parley show a`, or go on in a copy: `parley fork a`"
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	again, _, err := s.OpenWrite("a")
	if err != nil || again.Close() != nil || again.Close() != nil {
		t.Errorf("after Close: %v", err)
	}
}

// TestALookAtTheLockKeepsNobodyOut: every list looks whether somebody has a conversation open.
func TestALookAtTheLockKeepsNobodyOut(t *testing.T) {
	s, _ := testStore(t)
	if err := mustCreate(t, s, "a").Close(); err != nil {
		t.Fatal(err)
	}
	over := make(chan struct{})
	var lists sync.WaitGroup
	for range 2 {
		lists.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
					s.Held("a")
				}
			}
		})
	}
	for range 100 {
		c, _, err := s.OpenWrite("a")
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	close(over)
	lists.Wait()
}

func TestLockIsGivenBackWhenOpeningFails(t *testing.T) {
	s, d := testStore(t)
	c := mustCreate(t, s, "a")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	boom := errors.New("boom")
	for _, name := range []string{lockFile, eventsFile} {
		d.open = func(path string, _ int) error {
			if path == s.path("a", name) {
				return boom
			}
			return nil
		}
		if _, _, err := s.OpenWrite("a"); !errors.Is(err, boom) {
			t.Errorf("%s: %v", name, err)
		}
		d.open = nil
		again, _, err := s.OpenWrite("a")
		if err != nil || again.Close() != nil {
			t.Errorf("%s: the lock was kept: %v", name, err)
		}
	}
}

// TestALockThatLeadsElsewhere: nothing is written but into a lock, and nothing is waited for.
func TestALockThatLeadsElsewhere(t *testing.T) {
	s, _ := testStore(t)
	c := mustCreate(t, s, "a")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	path, other := s.path("a", lockFile), filepath.Join(t.TempDir(), "mine")
	if err := errors.Join(os.WriteFile(other, []byte("mine"), 0o600), os.Remove(path), os.Symlink(other, path)); err != nil {
		t.Fatal(err)
	}
	_, _, err := s.OpenWrite("a")
	if err == nil || !strings.Contains(err.Error(), path+" is no regular file; remove it") {
		t.Errorf("got %v", err)
	}
	if text, err := os.ReadFile(other); string(text) != "mine" || err != nil {
		t.Errorf("it leads to %q, %v", text, err)
	}
}

// TestALockUnderAnotherName: a file of the user's that is a lock by a second name keeps what it
// holds. A lock that was copied by such a name is one.
func TestALockUnderAnotherName(t *testing.T) {
	s, _ := testStore(t)
	c := mustCreate(t, s, "a")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	path, dir := s.path("a", lockFile), t.TempDir()
	if err := os.Link(path, filepath.Join(dir, "copy")); err != nil {
		t.Skip(err)
	}
	if info, err := os.Lstat(path); err != nil || system.Links(info) != 2 {
		t.Skip("the names of a file are not counted here: ", err)
	}
	c, _, err := s.OpenWrite("a")
	if err != nil {
		t.Fatalf("with a copy: %v", err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	for _, held := range []string{"mine\n", `{"name":"mine"}`, `{"pid":1}`, ""} {
		other := filepath.Join(dir, "mine")
		if err := errors.Join(os.WriteFile(other, []byte(held), 0o600), os.Remove(path), os.Link(other, path)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.OpenWrite("a"); err == nil || !strings.Contains(err.Error(), path+" is another file's second name; remove it") {
			t.Errorf("%s: got %v", held, err)
		}
		if text, err := os.ReadFile(other); string(text) != held || err != nil {
			t.Errorf("%s: it holds %q, %v", held, text, err)
		}
	}
}
