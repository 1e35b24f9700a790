package socket

import (
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"parley/coordinator"
)

// connects is in the environment of this program where it only connects the socket that it was given.
const connects = "TEST_CONNECTS_TO"

func TestConnects(t *testing.T) {
	if at := os.Getenv(connects); at != "" {
		if err := unix.Connect(3, &unix.SockaddrUnix{Name: at}); err != nil {
			t.Fatal(err)
		}
	}
}

// leftBehind is a connection that another process made, which has ended since and was waited for.
func leftBehind(t *testing.T, at string) net.Conn {
	t.Helper()
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	f := os.NewFile(uintptr(fd), "socket")
	cmd := exec.Command(os.Args[0], "-test.run=^TestConnects$")
	cmd.Env, cmd.ExtraFiles = append(os.Environ(), connects+"="+at), []*os.File{f}
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	c, err := net.FileConn(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestWhoConnectedAndEnded may have left its number to a person's process, and answers nothing by
// what that one is.
func TestWhoConnectedAndEnded(t *testing.T) {
	dir := folder(t)
	s := serving(t, dir, person)
	got := holder(s, coordinator.Taken{Done: true})
	c := leftBehind(t, filepath.Join(dir, "abc.sock"))
	defer c.Close()
	if err := write(c, request{V: Version, Digest: "d1", Act: coordinator.Act{Do: coordinator.ActAnswer, Value: json.RawMessage("true")}, Said: "me"}); err != nil {
		t.Fatal(err)
	}
	sent := <-got
	if v := sent.Via; sent.Barred != goneText || v.PID == os.Getpid() || v.Program != "" || v.Terminal != "" || v.Parents != nil || v.Said != "me" {
		t.Errorf("%+v", sent)
	}
}

// TestNobodyWaitsToBeLookedAt: who cannot be looked at at once is sent away, and comes again.
func TestNobodyWaitsToBeLookedAt(t *testing.T) {
	dir := folder(t)
	s := serving(t, dir, person)
	for range mostAtOnce {
		c, err := net.Dial("unix", filepath.Join(dir, "abc.sock"))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	c, err := net.Dial("unix", filepath.Join(dir, "abc.sock"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if n, err := c.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Errorf("%d bytes, %v", n, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.open) != mostAtOnce {
		t.Errorf("it was sent away once %d are left", len(s.open))
	}
}

// TestWhoGoesWhileItWaits is seen to have gone, and who only says no more is not.
func TestWhoGoesWhileItWaits(t *testing.T) {
	dir := folder(t)
	s := serving(t, dir, person)
	c, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: filepath.Join(dir, "abc.sock")})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(write(c, request{V: Version, Digest: "d1", Act: coordinator.Act{Do: coordinator.ActEnd}}), c.CloseWrite()); err != nil {
		t.Fatal(err)
	}
	sent := (<-s.Inputs()).(coordinator.Sent)
	if !sent.Stays() {
		t.Error("it waits for the reply")
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if sent.Stays() {
		t.Error("it has gone")
	}
	sent.Told(coordinator.Taken{Fault: coordinator.ErrNotAsked})
}
