package mcp

import (
	"os"
	"path/filepath"
	"strings"
	"sync"

	"parley/store/system"
	"parley/store/text/clean"
)

// words keeps what a server writes on standard error: the last of it in memory, more of
// it in a file. A log that cannot be written ends, and the server goes on.
type words struct {
	file  string        // "" for none
	heard chan struct{} // gets a value when something was written

	mu   sync.Mutex
	log  *os.File
	size int
	tail []byte
	cut  bool // the tail has lost its beginning
}

const (
	mostLog  = 1 << 20  // bytes of a log; then it begins anew
	mostTail = 64 << 10 // bytes that are kept in memory
	most     = 8 << 10  // bytes that are shown of them
	shown    = 12       // lines that are shown of them
)

// begin empties both, for a server that is started anew.
func (w *words) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tail, w.cut = nil, false
	w.open()
}

func (w *words) open() {
	if w.log != nil {
		w.log.Close()
		w.log = nil
	}
	if logs := filepath.Dir(w.file); w.file == "" || system.Folder(filepath.Dir(logs), logs) != nil {
		return
	}
	if f, err := system.NewFile(w.file); err == nil {
		w.log, w.size = f, 0
	}
}

// Write takes everything and never fails.
func (w *words) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case w.heard <- struct{}{}:
	default:
	}
	w.tail = append(w.tail, p...)
	if over := len(w.tail) - mostTail; over > 0 {
		w.tail, w.cut = append(w.tail[:0:0], w.tail[over:]...), true
	}
	if w.log != nil && w.size+len(p) > mostLog {
		w.open()
	}
	if w.log != nil {
		if n, err := w.log.Write(p); err != nil {
			w.log.Close()
			w.log = nil
		} else {
			w.size += n
		}
	}
	return len(p), nil
}

// last are the last lines, without what hide takes out. That is searched for before they are cut, and
// the beginning of what is kept is not shown if it may be the end of a secret.
func (w *words) last(hide func(string) string) string {
	w.mu.Lock()
	text, cut := string(w.tail), w.cut
	w.mu.Unlock()
	text = hide(strings.ToValidUTF8(text, "\uFFFD"))
	if cut {
		text = text[min(most, len(text)):]
	}
	text = text[max(len(text)-most, 0):]
	lines := strings.Split(strings.TrimRight(strings.ToValidUTF8(text, "\uFFFD"), "\n"), "\n")
	return clean.Tame(strings.Join(lines[max(len(lines)-shown, 0):], "\n"))
}
