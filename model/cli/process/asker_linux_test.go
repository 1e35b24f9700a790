package process

import (
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"testing"
)

func TestAsker(t *testing.T) {
	for _, c := range []struct {
		name     string
		all      map[int]relative
		terminal map[int]bool
		want     int
		known    bool
	}{
		{"a hook in a session of its own", map[int]relative{
			9: {"parley", 8, 9, nil, 0}, 8: {HookName, 5, 8, nil, 0}, 5: {"claude", 2, 2, nil, 0}, 2: {"bash", 1, 2, nil, 0}, 1: {"init", 0, 1, nil, 0},
		}, nil, 5, true},
		{"a hook below a shell of its own", map[int]relative{
			9: {"parley", 8, 9, nil, 0}, 8: {HookName, 7, 7, nil, 0}, 7: {"sh", 5, 7, nil, 0}, 5: {"codex", 2, 5, nil, 0}, 2: {"bash", 1, 2, nil, 0},
		}, nil, 5, true},
		{"a hook on a terminal", map[int]relative{
			9: {"parley", 8, 9, nil, 0}, 8: {HookName, 2, 2, nil, 0}, 2: {"bash", 1, 2, nil, 0}, 1: {"tmux", 0, 1, nil, 0},
		}, map[int]bool{8: true}, 2, true},
		{"no hook", map[int]relative{9: {"parley", 2, 9, nil, 0}, 2: {"bash", 1, 2, nil, 0}}, nil, 2, true},
		{"a hook whose program has ended", map[int]relative{9: {"parley", 8, 9, nil, 0}, 8: {HookName, 7, 8, nil, 0}}, nil, 0, false},
		{"nothing can be read", nil, nil, 0, false},
	} {
		look := func(pid int) (relative, bool) { r, ok := c.all[pid]; return r, ok }
		if got, known := askerOf(9, look, func(pid int) bool { return c.terminal[pid] }); got != c.want || known != c.known {
			t.Errorf("%s: %d, %v", c.name, got, known)
		}
	}
}

func TestUnder(t *testing.T) {
	all := map[int]relative{
		9: {"parley", 8, 9, nil, 0}, 8: {"sh", 5, 8, nil, 0}, 5: {"claude", 2, 2, nil, 0}, 2: {"bash", 1, 2, nil, 0}, 1: {"init", 0, 1, nil, 0},
		20: {"parley", 19, 20, nil, 0},
	}
	look := func(pid int) (relative, bool) {
		r, ok := all[pid]
		r.began = uint64(pid) * 100
		return r, ok
	}
	for _, c := range []struct {
		name      string
		pid       int
		of        Seat
		is, known bool
	}{
		{"a command of it", 9, Seat{5, 500}, true, true},
		{"itself", 5, Seat{5, 500}, true, true},
		{"what started it", 2, Seat{5, 500}, false, true},
		{"another of its number", 9, Seat{5, 499}, false, true},
		{"one that is gone", 20, Seat{5, 500}, false, false},
	} {
		if is, known := underOf(c.pid, c.of, look); is != c.is || known != c.known {
			t.Errorf("%s: %v, %v", c.name, is, known)
		}
	}
}

// TestLives: a process that has ended no longer lives, even before its parent has waited for
// it; a new process with the same number is another one.
func TestLives(t *testing.T) {
	cmd := exec.Command("cat")
	cmd.Env = []string{"A=1", "B=b c"}
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
	_, began, ok := seatOf(cmd.Process.Pid)
	s := Seat{PID: cmd.Process.Pid, Began: began}
	if !ok || !s.Lives() || (Seat{PID: s.PID, Began: began + 1}).Lives() {
		t.Errorf("%+v (%v) lives: %v", s, ok, s.Lives())
	}
	for s.Env() == nil { // it has none before it is loaded
		runtime.Gosched()
	}
	if env := s.Env(); !slices.Equal(env, []string{"A=1", "B=b c"}) || (Seat{PID: s.PID, Began: began + 1}).Env() != nil {
		t.Errorf("it was started with %q", env)
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err == nil {
		t.Error("it printed something")
	}
	for s.Lives() { // its output is closed a moment before it has ended
		runtime.Gosched()
	}
	if _, err := os.Stat("/proc/" + strconv.Itoa(s.PID)); err != nil {
		t.Errorf("it was waited for: %v", err)
	}
	if env := s.Env(); env != nil {
		t.Errorf("it has ended, and was started with %q", env)
	}
	if err := cmd.Wait(); err != nil || s.Lives() {
		t.Errorf("%v, lives: %v", err, s.Lives())
	}
}
