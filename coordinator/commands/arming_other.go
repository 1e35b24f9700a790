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

// mine waits for nobody: that another program takes the terminal's keys is not known here.
func (p *Plain) mine() {}

// foreign is never true, likewise.
func (p *Plain) foreign(*os.File) bool { return false }
