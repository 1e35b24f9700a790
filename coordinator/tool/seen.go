package tool

import (
	"encoding/json"
	"slices"
	"sync"
)

// seen caches the results of checking the latest arguments. The arguments of a call
// are checked each time the call is looked at, and a response may have a thousand
// calls, or one of three megabytes: with the cache each is checked once, and a user who
// wants to stop them need not wait. Several goroutines may use it.
type seen struct {
	mu     sync.Mutex
	all    map[string]outcome
	before map[string]outcome // what was there when it started afresh: the two forms of one call, as it was asked for and as its run gets it, do not drive each other out
	size   int                // bytes of the arguments in all
}

// outcome is the result of checking arguments: the checked arguments, or what is
// wrong with them.
type outcome struct {
	checked json.RawMessage
	err     error
}

const (
	mostSeen    = 1024    // entries before the cache starts afresh
	largestSeen = 5 << 20 // bytes before it does: all that one response can say
)

// or returns the cached result for the arguments, or checks them. The result is nobody's to
// write to: copies of a call of megabytes, at every look, would take longer than the rest.
func (s *seen) or(arguments json.RawMessage, check func() (json.RawMessage, error)) (json.RawMessage, error) {
	if len(arguments) > largestSeen {
		return check()
	}
	s.mu.Lock()
	found, ok := s.all[string(arguments)]
	if !ok {
		found, ok = s.before[string(arguments)]
	}
	s.mu.Unlock()
	if !ok {
		found.checked, found.err = check()
		found.checked = slices.Clip(found.checked)
		s.mu.Lock()
		if s.all == nil || len(s.all) >= mostSeen || s.size+len(arguments) > largestSeen {
			s.before, s.all, s.size = s.all, make(map[string]outcome), 0
		}
		s.size += len(arguments)
		s.all[string(arguments)] = found
		s.mu.Unlock()
	}
	return found.checked, found.err
}
