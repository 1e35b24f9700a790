// Package launch is what must start before the libraries: the caretaker, a process
// that looks after the terminal, and a measure that keeps the garbage collector out
// of the start.
//
// Libraries build tables of some eight megabytes before main begins, all of it live.
// The collector would scan them three times meanwhile, for nothing. It runs next when
// the heap has doubled since its last run. So this package allocates a block of
// memory that is never written to, and therefore costs nothing, and releases it when
// the start is over.
//
// It does so on initialisation, before those libraries: Go initialises packages in
// the order of their import paths as far as their imports allow it, and this one
// imports nothing but what every program has. No function needs to be called. See
// docs/decisions/007-the-start.md.
package launch

import (
	"runtime"
	"syscall"
	"time"
)

const (
	weight = 16 << 20               // bytes; as much can be allocated before the collector runs
	over   = 100 * time.Millisecond // by then the program has long been on the screen
)

func init() {
	if _, chosen := syscall.Getenv("GOGC"); chosen {
		return // the user has configured the collector, and knows better
	}
	held := make([]byte, weight)
	time.AfterFunc(over, func() {
		runtime.KeepAlive(held)
		held = nil
		runtime.GC() // the next run depends on what is really in use
	})
}
