package system

import "os"

// FileOf is the file behind what is written to or asked on, false if there is none. What stands before a
// file says so by a method File.
func FileOf(terminal any) (*os.File, bool) {
	if on, is := terminal.(interface{ File() (*os.File, bool) }); is {
		return on.File()
	}
	f, is := terminal.(*os.File)
	return f, is
}
