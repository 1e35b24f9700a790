package cli

import (
	"os"
	"os/signal"
	"sync/atomic"
	"time"

	"parley/model/cli/process"
)

// late is how long an interrupt may take to arrive here that ended another program.
const late = 200 * time.Millisecond

// heeded ends the program at one of some signals, until stop is called. While another program has the
// terminal, whose keyboard sends interrupts to both, they are for that one alone.
//
// The cause of the end is process.ErrTold for all but an interrupt, which is the user's.
func heeded(end func(cause error), ends []os.Signal) (lends func() (ended func()), stop func()) {
	signals, done := make(chan os.Signal, 8), make(chan struct{}) // one that ends it must not find no room
	signal.Notify(signals, ends...)
	var lent atomic.Int32
	go func() {
		for {
			select {
			case s := <-signals:
				if s != os.Interrupt {
					end(process.ErrTold)
				} else if lent.Load() == 0 {
					end(nil)
				}
			case <-done:
				return
			}
		}
	}()
	lends = func() func() {
		lent.Add(1)
		return func() { time.AfterFunc(late, func() { lent.Add(-1) }) }
	}
	return lends, func() { signal.Stop(signals); close(done) }
}
