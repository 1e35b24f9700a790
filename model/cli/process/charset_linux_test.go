package process

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"parley/store/text/clean"
	"parley/views/text"
)

// terminalOf is a terminal, in UTF-8 mode or not, and what shows it.
func terminalOf(t *testing.T, utf8 bool) (line, shows *os.File) {
	t.Helper()
	shows, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = shows.Close() })
	if err := unix.IoctlSetPointerInt(int(shows.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(shows.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	line, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = line.Close() })
	settings, err := unix.IoctlGetTermios(int(line.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	settings.Iflag &^= unix.IUTF8
	if utf8 {
		settings.Iflag |= unix.IUTF8
	}
	settings.Oflag &^= unix.OPOST
	if err := unix.IoctlSetTermios(int(line.Fd()), unix.TCSETS, settings); err != nil {
		t.Fatal(err)
	}
	return line, shows
}

func TestWhatATerminalCanShow(t *testing.T) {
	t.Cleanup(func() { clean.Shows(clean.Unicode) })
	in8, _ := terminalOf(t, true)
	bytes, _ := terminalOf(t, false)
	for _, c := range []struct {
		name     string
		out, err io.Writer
		tty      *os.File // the controlling terminal
		env      string
		want     clean.Charset
	}{
		{"a locale with UTF-8", bytes, bytes, bytes, "LANG=de_DE.UTF-8", clean.Unicode},
		{"another one, in UTF-8 mode", in8, in8, in8, "LC_ALL=C LANG=de_DE.UTF-8", clean.OwnASCII},
		{"another one", bytes, bytes, bytes, "LC_ALL=C LANG=de_DE.UTF-8", clean.OnlyASCII},
		{"none, in UTF-8 mode", in8, in8, in8, "", clean.Unicode},
		{"none", bytes, bytes, bytes, "", clean.OnlyASCII},
		{"a pipe, faults on a terminal", io.Discard, bytes, bytes, "LANG=C", clean.OnlyASCII},
		{"pipes, questions on a terminal", io.Discard, io.Discard, bytes, "LANG=C", clean.OnlyASCII},
		{"pipes, questions in UTF-8 mode", io.Discard, io.Discard, in8, "LANG=C", clean.OwnASCII},
		{"no terminal", io.Discard, io.Discard, nil, "LANG=C", clean.Unicode},
		{"within GNU screen", in8, in8, in8, "STY=1.x", clean.OnlyASCII},
		{"within a tmux that cannot be asked", in8, in8, in8, "TMUX=/none,1,0 PATH=/none", clean.OnlyASCII},
	} {
		p := &Program{Out: c.out, Err: c.err, Env: strings.Fields(c.env)}
		if c.tty != nil {
			p.Terminal = func() (io.ReadWriteCloser, error) { return os.OpenFile(c.tty.Name(), os.O_RDWR|unix.O_NOCTTY, 0) }
		}
		p.Fit()
		if p.Charset != c.want || Glyphs(p) != map[bool]text.Glyphs{true: text.Unicode(), false: text.ASCII()}[c.want == clean.Unicode] {
			t.Errorf("%s: %d, want %d", c.name, p.Charset, c.want)
		}
		if _, pipe := c.out.(*os.File); p.Spells(c.out) != (c.want == clean.OnlyASCII && pipe) {
			t.Errorf("%s: its output is spelled out: %v", c.name, p.Spells(c.out))
		}
	}
}

// TestTheTerminalThatIsAskedOn gets ASCII only as well.
func TestTheTerminalThatIsAskedOn(t *testing.T) {
	t.Cleanup(func() { clean.Shows(clean.Unicode) })
	line, shows := terminalOf(t, false)
	p := &Program{Out: io.Discard, Err: io.Discard, Env: []string{"LC_ALL=C"}}
	p.Terminal = func() (io.ReadWriteCloser, error) { return os.OpenFile(line.Name(), os.O_RDWR|unix.O_NOCTTY, 0) }
	p.Fit()
	tty, err := p.Terminal()
	if err != nil {
		t.Fatal(err)
	}
	if n, err := io.WriteString(tty, "Delete notes·old? Û2K\n"); err != nil || n != len("Delete notes·old? Û2K\n") {
		t.Fatal(n, err)
	}
	got := make([]byte, 200)
	n, err := shows.Read(got)
	if want := "Delete notes<U+00B7>old? <U+00DB>2K\n"; err != nil || string(got[:n]) != want {
		t.Errorf("it gets %q (%v), want %q", got[:n], err, want)
	}
	if err := tty.Close(); err != nil {
		t.Error(err)
	}
}

// TestRowsOfATerminalInASCII: a part of a line begins in the first column nowhere else, spelled out as it is.
func TestRowsOfATerminalInASCII(t *testing.T) {
	t.Cleanup(func() { clean.Shows(clean.Unicode) })
	line, shows := terminalOf(t, false)
	if err := unix.IoctlSetWinsize(int(shows.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 20}); err != nil {
		t.Fatal(err)
	}
	p := &Program{Out: io.Discard, Err: io.Discard, Env: []string{"LC_ALL=C"}}
	p.Terminal = func() (io.ReadWriteCloser, error) { return os.OpenFile(line.Name(), os.O_RDWR|unix.O_NOCTTY, 0) }
	p.Fit()
	tty, err := p.Terminal()
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	if n := Width(tty); n != 20 {
		t.Errorf("it is %d wide", n)
	}
	for _, c := range []struct{ line, want string }{
		{"make safe        rm", "make safe        rm"},
		{"make safe       rm -rf build\n", "make safe\n~ <U+0020><U+0020>\n~ <U+0020><U+0020>\n~ <U+0020><U+0020>\n~ <U+0020>rm -rf\n~ build\n"},
		{"ééé\n", "<U+00E9><U+00E9>\n~ <U+00E9>\n"},
	} {
		if err := Rows(tty, c.line); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, 2000)
		n, err := shows.Read(got)
		if string(got[:n]) != c.want || err != nil {
			t.Errorf("%q is\n%s(%v), want\n%s", c.line, got[:n], err, c.want)
		}
	}
}
