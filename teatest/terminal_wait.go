package teatest

import (
	"bytes"
	"fmt"
	"time"
)

// Screen is what is visible now. In the middle of a synchronised update it waits for its
// end, as a terminal does.
func (x *Terminal) Screen() Screen {
	x.t.Helper()
	return x.Until("the end of a synchronised update", func(Screen) bool { return true })
}

// WaitFor waits until all texts are on the screen, each within a line.
func (x *Terminal) WaitFor(texts ...string) Screen {
	x.t.Helper()
	return x.Until(fmt.Sprintf("%q", texts), func(s Screen) bool { return s.Has(texts...) })
}

// Until waits until the screen is as wanted, and returns it. It fails, saying what was
// waited for, if the program ends before that.
func (x *Terminal) Until(what string, wanted func(Screen) bool) Screen {
	x.t.Helper()
	s, ok := x.UntilGone(wanted)
	if !ok {
		x.t.Fatalf("waited for %s, but the program hung up.\n%s", what, x.report())
	}
	return s
}

// Becomes waits until the screen is as wanted; without success it returns the last screen
// and false, for a test that reports the fault itself.
func (x *Terminal) Becomes(wanted func(Screen) bool) (Screen, bool) { return x.wait(wanted) }

// UntilGone waits until the screen is as wanted; false if the program's end came
// first.
func (x *Terminal) UntilGone(wanted func(Screen) bool) (Screen, bool) {
	x.t.Helper()
	s, ok := x.wait(wanted)
	if !ok && !x.gone() {
		x.t.Fatalf("the screen did not become what was waited for.\n%s", x.report())
	}
	return s, ok
}

func (x *Terminal) gone() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.hangup
}

// wait waits until the screen is as wanted. False comes with the last screen, if the
// program's end, or the end of patience, came first.
func (x *Terminal) wait(wanted func(Screen) bool) (Screen, bool) {
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for {
		x.mu.Lock()
		changed, gone := x.changed, x.hangup
		half := x.em.drawing && !gone
		s := x.em.screen()
		x.mu.Unlock()
		if !half && wanted(s) {
			return s, true
		}
		if gone {
			return s, false
		}
		select {
		case <-changed:
		case <-limit.C:
			return s, false
		}
	}
}

// Raw is everything that the program has printed so far, as bytes.
func (x *Terminal) Raw() []byte {
	x.mu.Lock()
	defer x.mu.Unlock()
	return bytes.Clone(x.raw)
}

// UntilRaw waits until the program has printed at least n bytes; false if its
// end came first.
func (x *Terminal) UntilRaw(n int) bool {
	x.t.Helper()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for {
		x.mu.Lock()
		changed, gone, have := x.changed, x.hangup, len(x.raw)
		x.mu.Unlock()
		if have >= n || gone {
			return have >= n
		}
		select {
		case <-changed:
		case <-limit.C:
			x.t.Fatalf("only %d of %d bytes came.\n%s", have, n, x.report())
		}
	}
}

// report shows the screen and the end of what was printed, for a failure.
func (x *Terminal) report() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	tail := x.raw[max(0, len(x.raw)-600):]
	return fmt.Sprintf("The screen:\n%s\nThe last bytes: %q", x.em.screen(), tail)
}
