package screens

import (
	"reflect"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/term"

	"parley/model/cli/process"
)

// TestAHungScreenGivesTheTerminalBack as it was, with everything that the screen turns on
// turned off.
func TestAHungScreenGivesTheTerminalBack(t *testing.T) {
	terminal, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	defer tty.Close()
	before, err := term.GetState(int(tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	p := &process.Program{In: tty, Out: tty}
	give := giveBack(p)
	if _, err := term.MakeRaw(int(tty.Fd())); err != nil {
		t.Fatal(err)
	}
	if raw, err := term.GetState(int(tty.Fd())); err != nil || reflect.DeepEqual(raw, before) {
		t.Fatalf("the terminal is not raw: %v", err)
	}
	if err := give(); err != nil {
		t.Fatal(err)
	}
	if after, err := term.GetState(int(tty.Fd())); err != nil || !reflect.DeepEqual(after, before) {
		t.Errorf("%+v, %v, want %+v", after, err, before)
	}
	const want = "\x1b[?2026l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1004l\x1b[?2004l\x1b[<u\x1b[>4m\x1b[m\x1b[?7h\x1b[9999;1H\x1b[?1049l\x1b[?25h\x1b]2;\a\x1b[0 q\x1b[?2027l"
	got := make([]byte, 2*len(want))
	n, err := terminal.Read(got)
	if err != nil || string(got[:n]) != want {
		t.Errorf("got  %q, %v\nwant %q", got[:n], err, want)
	}
}
