//go:build !linux && !darwin && !freebsd

package commands

import (
	"context"
	"os"
)

// longestLine is 0: how long a line may be is not known here.
const longestLine = 0

// hides is false: each read hides what is typed by itself.
const hides = false

func (p *Plain) hide(bool) (show func()) { return func() {} }

// continued never reports anything: programs are not stopped on this system.
func (p *Plain) continued() (goesOn <-chan os.Signal, end func()) { return nil, func() {} }

// wentOn is never true: nobody stops the program on this system.
func wentOn(<-chan os.Signal) bool { return false }

// quietTerminal is not available here: early lines are recognised by when they end.
func (p *Plain) quietTerminal(context.Context, *os.File, func()) (known, on bool) {
	return false, false
}

// modes are not known here.
type modes struct{}

func (modes) own(bool) {}

// end has nothing to put back here.
func (p *Plain) end() {}

// foreign is never true: that another program takes what is typed is not known here.
func (p *Plain) foreign(*os.File) bool { return false }

// next is the next byte.
func (p *Plain) next() (part []byte, own bool, err error) {
	one := make([]byte, 1)
	n, err := p.tty.Read(one)
	return one[:n], true, err
}
