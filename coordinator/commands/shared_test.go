//go:build linux || darwin || freebsd

package commands

import (
	"os"
	"reflect"
	"testing"

	"golang.org/x/sys/unix"

	"parley/coordinator"
	"parley/forms"
)

// takes takes what is typed on a terminal, as a pager or a program that asks for a password does, until it ends.
func takes(t *testing.T, tty *os.File, off uint64) (ends func()) {
	t.Helper()
	was, err := unix.IoctlGetTermios(int(tty.Fd()), getTermios)
	if err != nil {
		t.Fatal(err)
	}
	raw := *was
	if off&unix.ICANON != 0 {
		raw.Lflag &^= unix.ICANON
	}
	if off&unix.ECHO != 0 {
		raw.Lflag &^= unix.ECHO
	}
	set := func(to *unix.Termios) {
		if err := unix.IoctlSetTermios(int(tty.Fd()), setTermios, to); err != nil {
			t.Fatal(err)
		}
	}
	set(&raw)
	return func() { set(was) }
}

var yes = coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: []byte("true")}

// TestKeysOfAPagerAreNoAnswer: neither while a question stands, nor where it comes; nor is a password that is typed
// for another program.
func TestKeysOfAPagerAreNoAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		first bool
		off   uint64
	}{
		"the question stands": {false, unix.ICANON | unix.ECHO}, "the pager is there": {true, unix.ICANON | unix.ECHO},
		"a password": {false, unix.ECHO}, "a password before": {true, unix.ECHO},
	} {
		first := c.first
		var ends func()
		var plain *Plain
		h, tty, answer := secretly(t, func(_ *hands, f *os.File) *Plain {
			if first {
				ends = takes(t, f, c.off)
			}
			plain = NewPlain(f)
			return plain
		}, forms.Boolean)
		if first {
			h.until(textPager)
		} else {
			h.until(yesOrNo)
			ends = takes(t, tty, c.off)
		}
		h.typeIn("y\ny\ry\n")
		h.waitFor(func() bool {
			plain.modes.mu.Lock()
			defer plain.modes.mu.Unlock()
			return first || plain.modes.away
		})
		ends()
		h.had = ""
		h.until(yesOrNo)
		h.typeIn("y\n")
		if got := <-answer; !reflect.DeepEqual(got, yes) {
			t.Errorf("%s: got %#v\n%s", name, got, h.had)
		}
	}
}

// TestATerminalThatShowsNothing, as in the shell of an editor, and one there that does, is asked on.
func TestATerminalThatShowsNothing(t *testing.T) {
	for _, off := range []uint64{0, unix.ECHO} {
		h, _, answer := secretly(t, func(_ *hands, f *os.File) *Plain {
			takes(t, f, off)
			return NewPlain(f).Silent(true)
		}, forms.Boolean)
		h.until(yesOrNo)
		h.typeIn("y\n")
		if got := <-answer; !reflect.DeepEqual(got, yes) {
			t.Errorf("got %#v\n%s", got, h.had)
		}
	}
}
