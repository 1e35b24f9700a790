package tool

import (
	"encoding/json"
	"slices"
	"sync"
)

// seen is what the last arguments came to. Those of a call are asked for each time that
// it is looked at, and a response may have a thousand calls: what was found of them
// once is known then, and whoever wants to stop them need not wait. It may be used from
// several goroutines. Longer ones are only known by where they stand, and only what is
// wrong with them, see sound.
type seen struct {
	mu  sync.Mutex
	all map[string]outcome
}

// outcome is what arguments came to: the checked ones, or what is wrong with them.
type outcome struct {
	checked json.RawMessage
	err     error
}

const (
	mostSeen    = 1024    // as many are known, then it begins anew
	longestSeen = 2 << 10 // bytes; what is longer is rare
)

// or gives what the arguments came to, and has them checked if that is not known.
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
	return slices.Clone(found.checked), found.err // whoever gets it may write to it
}
