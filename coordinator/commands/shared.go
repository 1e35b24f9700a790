package commands

import (
	"context"
	"io"
	"time"

	"parley/store/system"
)

// A terminal may be shared, by another program that takes what is typed and by another Parley. What is typed is for one of
// them, and nobody sees for which: so this one asks when it has the terminal for itself.

const (
	textPager   = "Another program takes what is typed on this terminal, as a pager does, or one that asks for a password. What is asked here comes when it has ended."
	textUnread  = "What was printed before has not been read from the pipe. What is asked here comes when it has."
	textAnother = "Another Parley asks on this terminal. What is asked here comes after that; a program that was stopped goes on with fg."
)

const (
	lookForTurn = 100 * time.Millisecond // how often it is looked whether the terminal is free
	toldOfTurn  = 10                     // after how many looks it is said why nothing is asked
)

// Silent says that the terminal may never show what is typed, as in the shell of an editor. It returns p.
func (p *Plain) Silent(is bool) *Plain {
	p.modes.own(is)
	return p
}

// Behind makes each prompt wait until what was printed before has been read from a pipe: whoever reads it could
// show it below the prompt. It returns p.
func (p *Plain) Behind(unread func() bool) *Plain {
	p.unread = unread
	return p
}

// turn waits until this program has the terminal for itself, until leave is called; ok is false if ctx ends first.
func (p *Plain) turn(ctx context.Context) (leave func(), ok bool) {
	if !p.rested(ctx) {
		return func() {}, false
	}
	f, is := p.terminal()
	if !is || p.has {
		return func() {}, true
	}
	for n := 1; ; n++ {
		why := textPager
		switch {
		case p.foreign(f):
		case p.unread != nil && p.unread():
			why = textUnread
		default:
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
