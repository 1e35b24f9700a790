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

// development is the number of a build that is not a release.
const development = "development"

// A release sets these: -ldflags "-X parley/model/cli/version.number=1.2.3 -X …".
var (
	number = development
	commit = "" // the full hash
	date   = "" // of the commit, such as 2026-11-23T04:05:06Z
)

// Number is the version's number, or "development".
func Number() string { return number }

// Line is what `parley version` prints in a release.
func Line() string { return line(number, commit, date, false, runtime.GOOS) }

// Built is the line of a program that may not be a release: the commit is then the one that
// the toolchain recorded in it, changed says whether files differed from it.
func Built(revision, at string, changed bool) string {
	if number != development {
		return Line()
	}
	return line(number, revision, at, changed, runtime.GOOS)
}

// line puts together what is known about the build.
func line(number, commit, date string, changed bool, system string) string {
	const short, day = len("1234567890ab"), len("2026-11-23")
	text := "parley " + number
	if commit != "" {
		text += ", commit " + commit[:min(len(commit), short)]
		if date != "" {
			text += " of " + date[:min(len(date), day)]
		}
		if changed {
			text += " with changes"
		}
	}
	text += " (" + runtime.Version() + ", " + system + "/" + runtime.GOARCH + ")"
	if system == "windows" {
		text += ", not tested on Windows"
	}
	return text + "\n"
}

func init() {
	if number != development && asked(arguments()) {
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
