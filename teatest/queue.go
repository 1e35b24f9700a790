package teatest

import (
	"bytes"
	"sync"
)

// queue takes bytes without ever waiting and gives them to one reader in order.
type queue struct {
	mu     sync.Mutex
	filled *sync.Cond
	parts  [][]byte
	given  bool // the last part that was taken is being given to the program
	closed bool
}

func newQueue() *queue {
	q := &queue{}
	q.filled = sync.NewCond(&q.mu)
	return q
}

func (q *queue) put(p []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.parts = append(q.parts, bytes.Clone(p))
	q.filled.Broadcast()
}

// take waits for bytes; false once the queue is closed.
func (q *queue) take() ([]byte, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.given = false
	q.filled.Broadcast()
	for len(q.parts) == 0 && !q.closed {
		q.filled.Wait()
	}
	if q.closed {
		return nil, false
	}
	p := q.parts[0]
	q.parts, q.given = q.parts[1:], true
	return p, true
}

// drain waits until everything that was put was given to the program.
func (q *queue) drain() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for (len(q.parts) > 0 || q.given) && !q.closed {
		q.filled.Wait()
	}
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.filled.Broadcast()
}
