package terminal

import "parley/model/cli/launch"

// Caretaker does nothing on this system: a console does not stay as a killed program left it.
type Caretaker struct{ tty TTY }

// NewCaretaker returns the caretaker of a terminal.
func NewCaretaker(tty TTY) *Caretaker { return &Caretaker{tty} }

// Line is the terminal itself.
func (c *Caretaker) Line() Line { return c.tty }

// Left does nothing.
func (*Caretaker) Left() {}

// Untaken does nothing.
func (*Caretaker) Untaken() {}

// Begin starts nothing.
func (*Caretaker) Begin(launch.Orders) error { return nil }

// Order does nothing.
func (*Caretaker) Order(launch.Orders) {}

// End does nothing.
func (*Caretaker) End() error { return nil }
