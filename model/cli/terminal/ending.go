package terminal

import (
	"bytes"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"parley/store/system"
	"parley/store/text/clean"
)

// ErrUntaken is the error of output that nobody took when the program was to end.
var ErrUntaken = errors.New("the program was to end, and what it wrote was not taken")

// Once the program is to end, output may take this many times this long: a
// program that was given no time for a while has not used up all of it by then.
const (
	moments = 5
	moment  = 10 * time.Millisecond
)

// Ending is output that the program waits for, but no longer than it is to run: a pipe that
// nobody reads and a terminal that stands still do not keep it from ending. Its methods may be
// called from several goroutines.
type Ending struct {
	W      io.Writer
	Ends   <-chan struct{} // closed once the program is to end
	Spells bool            // W is a terminal that shows ASCII only, see [clean.Spell]

	mu    sync.Mutex // guards what follows, and the order of writes
	stuck bool       // a write was given up
	held  clean.Speller
}

// took is how a write ended.
type took struct {
	n   int
	err error
}

// File is the file that the output goes to, if it is one.
func (e *Ending) File() (*os.File, bool) { return system.FileOf(e.W) }

// Write passes the bytes on. After one that was given up, it passes nothing on.
func (e *Ending) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.stuck {
		return 0, ErrUntaken
	}
	done, own, length := make(chan took, 1), bytes.Clone(p), len(p) // who is told that it was given up may use p again
	if e.Spells {
		own = []byte(e.held.Add(string(own)))
	}
	go func() {
		n, err := e.W.Write(own)
		if e.Spells && err == nil {
			n = length
		}
		done <- took{min(n, length), err}
	}()
	select {
	case w := <-done:
		return w.n, w.err
	case <-e.Ends:
	}
	for range moments {
		select {
		case w := <-done:
			return w.n, w.err
		case <-time.After(moment):
		}
	}
	e.stuck = true
	return 0, ErrUntaken
}
