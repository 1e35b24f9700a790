// Package launch is what must begin before the libraries do: the caretaker, a
// process that looks after the terminal, and what keeps the garbage collector out
// of the program's start.
//
// The libraries that draw and check build tables of some eight megabytes before
// main begins, all of it to be kept. The collector would go through them three
// times meanwhile, for nothing. It next works when as much again is in use as it
// found the last time; so this package takes a piece of memory that is never
// written to, and therefore costs none, and lets it go when the start is over.
//
// It does so when it is initialised, before those libraries: Go initialises
// packages in the order of their import paths as far as their imports allow it,
// and this one imports nothing but what every program has. Nothing has to be
// called. See docs/decisions/007-the-start.md.
package launch

import (
	"runtime"
	"syscall"
	"time"
)

const (
	weight = 16 << 20               // bytes; as much can be taken before the collector works
	over   = 100 * time.Millisecond // after this the program has long been on the screen
)

func init() {
	if _, chosen := syscall.Getenv("GOGC"); chosen {
		return // the user has set the collector, and knows better
	}
	held := make([]byte, weight)
	time.AfterFunc(over, func() {
		runtime.KeepAlive(held)
		held = nil
		runtime.GC() // the next one comes by what is really in use
	})
}
