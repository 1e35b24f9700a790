package system

import "testing"

func TestTheNameOfATerminal(t *testing.T) {
	for number, want := range map[int]string{0: "", 136 << 8: "/dev/pts/0", 136<<8 | 3: "/dev/pts/3", 137<<8 | 1: "/dev/pts/257", 4<<8 | 1: "/dev/tty1", 5<<8 | 1: "terminal 5:1"} {
		if got := TerminalName(number); got != want {
			t.Errorf("%d is %q, want %q", number, got, want)
		}
	}
}
