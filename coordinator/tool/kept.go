package tool

import (
	"encoding/json"
	"sync"
	"weak"
)

// kept is what was found out about long arguments. Who decides about a call asks the same of it
// again and again, and reading megabytes each time would hold up whoever waits for a key. Arguments
// never change, so their place in memory identifies them. Several goroutines may use it.
type kept struct {
	mu    sync.Mutex
	found map[looked]any
	size  int // bytes of what was found
}

// looked is what was asked about which arguments.
type looked struct {
	what, dir string
	at        weak.Pointer[byte]
	length    int
}

const (
	leastKept = 16 << 10 // bytes of arguments: shorter ones are read again
	mostKept  = 32 << 20 // bytes of what was found, before it is forgotten
	eachKept  = 1 << 10  // bytes that each finding counts at least
)

// keep returns what was found before, or finds it.
func keep[T any](k *kept, what, dir string, arguments json.RawMessage, find func() (T, int)) T {
	if k == nil || len(arguments) < leastKept {
		found, _ := find()
		return found
	}
	key := looked{what, dir, weak.Make(&arguments[0]), len(arguments)}
	k.mu.Lock()
	was, ok := k.found[key]
	k.mu.Unlock()
	if found, is := was.(T); ok && is {
		return found
	}
	found, size := find()
	k.mu.Lock()
	defer k.mu.Unlock()
	if size += eachKept; k.found == nil || k.size+size > mostKept {
		k.found, k.size = map[looked]any{}, 0
	}
	k.found[key], k.size = found, k.size+size
	return found
}

// Read finds out what will be asked about the arguments of a call, so that it is known when
// somebody waits for it.
func (r Registry) Read(name, dir string, arguments json.RawMessage) {
	if r.Sound(name, arguments) != nil {
		return // there is no run
	}
	if e := r.entries[name]; len(arguments) >= leastKept {
		e.Completed(arguments)
		e.Describe(arguments)
		e.Covers(arguments)
		e.Refused(dir, arguments)
		e.Guarded(dir, arguments)
		e.Changes(dir, arguments)
	}
}
