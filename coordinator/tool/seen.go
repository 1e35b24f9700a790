package tool

import (
	"encoding/json"
	"slices"
	"sync"
)

// seen caches the results of checking the latest arguments. The arguments of a call
// are checked each time the call is looked at, and a response may have a thousand
// calls: with the cache each is checked once, and a user who wants to stop them need
// not wait. Several goroutines may use it. Long arguments are identified only by
// their place in memory, and only their faults are kept, see sound.
type seen struct {
	mu  sync.Mutex
	all map[string]outcome
}

// outcome is the result of checking arguments: the checked arguments, or what is
// wrong with them.
type outcome struct {
	checked json.RawMessage
	err     error
}

const (
	mostSeen    = 1024    // entries before the cache starts afresh
	longestSeen = 2 << 10 // bytes; longer ones are rare
)

// or returns the cached result for the arguments, or checks them.
func (s *seen) or(arguments json.RawMessage, check func() (json.RawMessage, error)) (json.RawMessage, error) {
	if len(arguments) > longestSeen {
		return check()
	}
	s.mu.Lock()
	found, ok := s.all[string(arguments)]
	s.mu.Unlock()
	if !ok {
		found.checked, found.err = check()
		s.mu.Lock()
		if s.all == nil || len(s.all) >= mostSeen {
			s.all = make(map[string]outcome)
		}
		s.all[string(arguments)] = outcome{slices.Clone(found.checked), found.err}
		s.mu.Unlock()
		return found.checked, found.err
	}
	return slices.Clone(found.checked), found.err // the caller may write to it
}
