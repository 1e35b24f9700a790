package kit

import (
	"sync"
	"sync/atomic"
)

// Saves are the saves of one thing, of which a late one never replaces a later one.
type Saves struct {
	made atomic.Int64 // saves were prepared
	mu   sync.Mutex   // held while a save is done
	done int64        // which was the latest that was done
}

// Next prepares a save, and never waits for one. What it returns may block, and can be called from anywhere: save is
// called once, not at all after a later one, and each caller gets its error.
func (s *Saves) Next(save func() error) func() error {
	n := s.made.Add(1)
	return sync.OnceValue(func() error {
		s.mu.Lock()
		defer s.mu.Unlock()
		if n < s.done {
			return nil
		}
		s.done = n
		return save()
	})
}
