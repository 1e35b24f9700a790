// Package version says which Parley this is, and answers `parley version` before
// anything else in the program starts.
//
// Libraries build tables when a program starts, which takes longer than printing a
// line. Go initialises packages in the order of their import paths as far as their
// imports allow it; this package imports nothing but what every program has, so it
// comes before them.
package version

import (
	"runtime"
	"syscall"
)

// number is set by a release: -ldflags "-X parley/model/cli/version.number=1.2.3".
var number = "development"

// Number is the version's number, or "development".
func Number() string { return number }

// Line is what `parley version` prints.
func Line() string {
	return "parley " + number + " (" + runtime.Version() + ", " + runtime.GOOS + "/" + runtime.GOARCH + ")\n"
}

func init() {
	if asked(arguments()) {
		if _, err := syscall.Write(1, []byte(Line())); err != nil {
			return // the command itself tries again, and says what is wrong
		}
		syscall.Exit(0)
	}
}

// asked reports whether the command line asks for the version and nothing else. The
// arguments are as the system gives them, each ended by a zero byte.
func asked(line []byte) bool {
	const command, flag = "version\x00", "--version\x00"
	for i, c := range line {
		if c == 0 {
			rest := string(line[i+1:])
			return rest == command || rest == flag
		}
	}
	return false
}
