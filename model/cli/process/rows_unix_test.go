//go:build unix

package process

import (
	"strings"
	"testing"

	"github.com/creack/pty"
)

// On a terminal no part of a line begins in the first column but its beginning.
func TestRowsOfATerminal(t *testing.T) {
	keys, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	defer keys.Close()
	if err := pty.Setsize(keys, &pty.Winsize{Rows: 24, Cols: 20}); err != nil {
		t.Fatal(err)
	}
	read := func() string {
		var b [4096]byte
		n, err := keys.Read(b[:])
		if err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(string(b[:n]), "\r\n", "\n")
	}
	Rows(tty, "1  ls docs          1  rm docs          2  no\nshort\nwithout an end")
	if got, want := read(), "1  ls docs\n… ␠␠␠␠␠␠␠␠␠␠1  rm\n… docs          2\n… ␠␠no\nshort\nwithout an end"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	Say(tty, "run ls docs     parley: all is well")
	if got, want := read(), "parley: run ls\n… docs     parley:\n… all is well\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
