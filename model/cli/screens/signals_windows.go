package screens

import (
	"os"
	"time"

	"parley/model/cli/process"
)

// raise ends the process.
func raise(os.Signal) { os.Exit(process.ExitError) }

// suspend does nothing: no shell on this system could continue the program later.
func (x *running) suspend() error { return nil }

// between is how often the terminal's size is checked.
const between = 250 * time.Millisecond

// watch reports each change of the terminal's size until ended is called. The system does not
// announce changes, so the size is polled; an unchanged one draws nothing.
func (x *running) watch() (ended func()) {
	tick, done := time.NewTicker(between), make(chan struct{})
	go func() {
		for {
			select {
			case <-tick.C:
				x.prog.Send(resizedMsg{})
			case <-done:
				return
			}
		}
	}()
	return func() { tick.Stop(); close(done) }
}

// hearSignals does nothing: no shell here stops the program.
func (*running) hearSignals() {}
