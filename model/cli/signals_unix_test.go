//go:build unix

package cli

import (
	"os"
	"syscall"
	"testing"

	"parley/model/cli/process"
)

// TestAnInterruptIsForWhoHasTheTerminal: while another program has it, the keyboard interrupts that one
// alone; what ends the program otherwise does so at once.
func TestAnInterruptIsForWhoHasTheTerminal(t *testing.T) {
	for _, c := range []struct {
		lent bool
		sent syscall.Signal
		ends bool
	}{{false, syscall.SIGINT, true}, {true, syscall.SIGTERM, true}, {true, syscall.SIGINT, false}} {
		ended := make(chan error, 2)
		lends, stop := heeded(func(cause error) { ended <- cause }, []os.Signal{os.Interrupt, syscall.SIGTERM})
		if c.lent {
			defer lends()()
		}
		sent := []syscall.Signal{c.sent}
		if !c.ends {
			sent = append(sent, syscall.SIGTERM) // which shows that the one before was heard
		}
		for _, s := range sent {
			if err := syscall.Kill(os.Getpid(), s); err != nil {
				t.Fatal(err)
			}
		}
		if cause := <-ended; (cause == process.ErrTold) != (sent[len(sent)-1] == syscall.SIGTERM) {
			t.Errorf("the cause of %v is %v", sent, cause)
		}
		select {
		case <-ended:
			t.Errorf("%v while lent (%v) ends the program", c.sent, c.lent)
		default:
		}
		stop()
	}
}
