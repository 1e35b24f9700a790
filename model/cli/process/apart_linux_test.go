package process

import "testing"

// TestApart: what a program left behind is a child of one above it by now, whatever terminal it has; what was
// there before, or got its terminal from what shows both, is none of it.
func TestApart(t *testing.T) {
	all := map[int]relative{
		1: {"init", 0, 1, nil, 1}, 10: {"tmux", 1, 10, nil, 10}, 11: {"bash", 10, 11, nil, 20}, 12: {"claude", 11, 11, nil, 50},
		20: {"bash", 10, 20, nil, 30}, 21: {"parley", 20, 20, nil, 90}, 22: {"bash", 10, 22, nil, 80}, 23: {"parley", 22, 22, nil, 90},
		30: {"script", 1, 30, nil, 60}, 31: {"parley", 30, 31, nil, 61}, 32: {"parley", 1, 11, nil, 62}, 33: {"sh", 12, 33, nil, 51}, 34: {"parley", 33, 34, nil, 62},
		40: {"xterm", 1, 40, nil, 40}, 41: {"parley", 40, 41, nil, 90}, 42: {"parley", 11, 11, nil, 90}, 43: {"xterm", 1, 43, nil, 50}, 44: {"parley", 99, 44, nil, 90},
	}
	look := func(pid int) (relative, bool) { r, ok := all[pid]; return r, ok }
	seats := func(holder, pid int) bool { return holder == 10 && all[pid].parent == 10 }
	for _, c := range []struct {
		name string
		pid  int
		of   Seat
		want bool
	}{
		{"a window from before", 21, Seat{12, 50}, true},
		{"a window from later, of the same tmux", 23, Seat{12, 50}, true},
		{"a terminal from before", 41, Seat{12, 50}, true},
		{"what it left, with a terminal of its own", 31, Seat{12, 50}, false},
		{"what it left, on its own terminal", 32, Seat{12, 50}, false},
		{"a terminal from the same moment", 43, Seat{12, 50}, false},
		{"the shell that it was started in", 42, Seat{12, 50}, false},
		{"what is above it", 11, Seat{12, 50}, true},
		{"itself", 12, Seat{12, 50}, false},
		{"another command of what asks for a command", 34, Seat{33, 51}, false},
		{"one whose line cannot be read", 44, Seat{12, 50}, false},
		{"another of the program's number", 21, Seat{12, 49}, false},
	} {
		if got := apartOf(c.pid, c.of, look, seats); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
