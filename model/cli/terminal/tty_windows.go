package terminal

import (
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// Discard drops the input that has arrived so far, without waiting for more.
func (l TTY) Discard(time.Duration, func(soFar []byte) bool) {
	_ = windows.FlushConsoleInputBuffer(windows.Handle(l.In.Fd())) // standard input may not be a console
}

// UTF8 reports that a console shows every character: it is given no bytes.
func UTF8(*os.File) bool { return true }
