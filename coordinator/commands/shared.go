package commands

import (
	"context"
	"io"
	"time"

	"parley/store/system"
)

// A terminal may be shared, by a pager that takes its keys and by another Parley. What is typed is for one of
// them, and nobody sees for which: so this one asks when it has the terminal for itself.

const (
	textPager   = "Another program takes the keys of this terminal, as a pager does. What is asked here comes when it has ended."
	textAnother = "Another Parley asks on this terminal. What is asked here comes after that; a program that was stopped goes on with fg."
)

const (
	lookForTurn = 100 * time.Millisecond // how often it is looked whether the terminal is free
	toldOfTurn  = 10                     // after how many looks it is said why nothing is asked
)

// turn waits until this program has the terminal for itself, until leave is called; ok is false if ctx ends first.
func (p *Plain) turn(ctx context.Context) (leave func(), ok bool) {
	f, is := p.terminal()
	if !is || p.has {
		return func() {}, true
	}
	for n := 1; ; n++ {
		why := textPager
		if !p.foreign(f) {
			if free, got := system.TakeTerminal(f); got {
				p.has = true
				return func() { p.has = false; free() }, true
			}
			why = textAnother
		}
		if n == toldOfTurn { // a terminal that is gone is noticed when something is read
			_, _ = io.WriteString(p.tty, "\r\n"+why+"\r\n")
		}
		select {
		case <-p.after(lookForTurn):
		case <-ctx.Done():
			return func() {}, false
		}
	}
}
