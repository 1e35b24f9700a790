package process_test

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"parley/coordinator/tools/process"
)

// TestWhatIsLeftBehindStaysBelow: a process that a command left behind, in a session of
// its own and without a parent, becomes this program's child, and once it has ended
// nothing of it is left.
func TestWhatIsLeftBehindStaysBelow(t *testing.T) {
	var said strings.Builder
	left := shell(`echo $( (setsid sh -c 'echo $$; exec sleep 1000 >/dev/null 2>&1' &) )`)
	left.Stdout, left.Stderr = &said, io.Discard
	if _, err := process.Run(context.Background(), left); err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(said.String()))
	if err != nil {
		t.Fatalf("it said %q", said.String())
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		t.Fatal("it is not there any more: ", err)
	}
	if parent := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))[1]; parent != strconv.Itoa(os.Getpid()) {
		t.Errorf("it belongs to %s, and this is %d", parent, os.Getpid())
	}
	if err := unix.Kill(pid, unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil); err != nil { // it has ended but was not waited for
		t.Fatal(err)
	}
	next := shell("exit 0")
	next.Stdout = io.Discard
	if _, err := process.Run(context.Background(), next); err != nil {
		t.Fatal(err)
	}
	if _, err := unix.Wait4(pid, nil, unix.WNOHANG, nil); !errors.Is(err, unix.ECHILD) {
		t.Errorf("it still lies there: %v", err)
	}
}
