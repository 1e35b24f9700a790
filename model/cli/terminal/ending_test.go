package terminal

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// TestAnEnding: output is waited for until the program is to end, and then no longer.
func TestAnEnding(t *testing.T) {
	r, w := io.Pipe()
	ends := make(chan struct{})
	e := &Ending{W: w, Ends: ends}
	read := make(chan string)
	go func() {
		b := make([]byte, 8)
		n, _ := r.Read(b)
		read <- string(b[:n])
	}()
	if n, err := e.Write([]byte("taken")); n != 5 || err != nil || <-read != "taken" {
		t.Fatalf("%d, %v", n, err)
	}
	given := make(chan error)
	go func() {
		_, err := e.Write([]byte("nobody reads"))
		given <- err
	}()
	close(ends)
	if err := <-given; !errors.Is(err, ErrUntaken) {
		t.Errorf("not taken: %v", err)
	}
	go func() { _, _ = io.Copy(io.Discard, r) }()
	if n, err := e.Write([]byte("the rest")); n != 0 || !errors.Is(err, ErrUntaken) {
		t.Errorf("after it: %d, %v", n, err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// TestAnEndingSaysMore: what is taken is written also once the program is to end.
func TestAnEndingSaysMore(t *testing.T) {
	ends := make(chan struct{})
	close(ends)
	var out writes
	if n, err := (&Ending{W: &out, Ends: ends}).Write([]byte("last words")); n != 10 || err != nil || string(out) != "last words" {
		t.Errorf("%d, %v, %q", n, err, out)
	}
}

// writes keeps what is written.
type writes []byte

func (w *writes) Write(p []byte) (int, error) {
	*w = append(*w, p...)
	return len(p), nil
}

// TestASpellingEnding: whatever is printed on a terminal of ASCII is spelled out, also what is cut
// within a character.
func TestASpellingEnding(t *testing.T) {
	var b strings.Builder
	e := &Ending{W: &b, Spells: true}
	for _, piece := range []string{"Delete notes\xc2", "\xb7old? Û", "\x9b2K ◆\n"} {
		if n, err := e.Write([]byte(piece)); n != len(piece) || err != nil {
			t.Errorf("%q: %d, %v", piece, n, err)
		}
	}
	if got, want := b.String(), "Delete notes<U+00B7>old? <U+00DB><9B>2K <U+25C6>\n"; got != want {
		t.Errorf("it gets %q, want %q", got, want)
	}
}
