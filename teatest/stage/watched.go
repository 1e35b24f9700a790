package stage

import (
	"strings"
	"sync"
)

// watched keeps what is written and lets a script wait for a text in it.
type watched struct {
	mu     sync.Mutex
	news   *sync.Cond
	all    string
	past   int // what was waited for lies before this
	closed bool
}

func newWatched() *watched {
	w := &watched{}
	w.news = sync.NewCond(&w.mu)
	return w
}

// Write implements io.Writer.
func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all += string(p)
	w.news.Broadcast()
	return len(p), nil
}

func (w *watched) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	w.news.Broadcast()
}

func (w *watched) text() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.all
}

// wait returns when a text is written after the one that was waited for before, or false
// if it never will be.
func (w *watched) wait(text string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		if at := strings.Index(w.all[w.past:], text); at >= 0 {
			w.past += at + len(text)
			return true
		}
		if w.closed {
			return false
		}
		w.news.Wait()
	}
}
