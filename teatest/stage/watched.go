package stage

import (
	"io"
	"strings"
	"sync"
)

// watched keeps what is written and lets a script wait for a text in it.
type watched struct {
	mu      sync.Mutex
	news    *sync.Cond
	streams []*stream
	closed  bool
}

// stream is one of the streams of a program. A text is looked for in each by itself:
// nobody knows in which order what is written to two of them arrives.
type stream struct {
	of   *watched
	all  string
	past int // what was waited for lies before this
}

func newWatched() *watched {
	w := &watched{}
	w.news = sync.NewCond(&w.mu)
	return w
}

// stream adds a stream.
func (w *watched) stream() io.Writer {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := &stream{of: w}
	w.streams = append(w.streams, s)
	return s
}

// Write implements io.Writer.
func (s *stream) Write(p []byte) (int, error) {
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	s.all += string(p)
	s.of.news.Broadcast()
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
	var all strings.Builder
	for _, s := range w.streams {
		all.WriteString(s.all)
	}
	return all.String()
}

// wait returns when a text is written to a stream after the one that was waited for there
// before, or false if it never will be.
func (w *watched) wait(text string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		for _, s := range w.streams {
			if at := strings.Index(s.all[s.past:], text); at >= 0 {
				s.past += at + len(text)
				return true
			}
		}
		if w.closed {
			return false
		}
		w.news.Wait()
	}
}
