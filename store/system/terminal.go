package system

import "os"

// FileOf is the file behind a terminal, false if there is none.
func FileOf(terminal any) (*os.File, bool) {
	if on, is := terminal.(interface{ File() (*os.File, bool) }); is {
		return on.File()
	}
	f, is := terminal.(*os.File)
	return f, is
}
