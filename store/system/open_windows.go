package system

import "os"

// Open opens a file for reading, and adds to the flags.
func Open(name string, flags int) (*os.File, error) { return os.OpenFile(name, os.O_RDONLY|flags, 0) }

// Waits is always false: on this system no file waits for what it holds.
func Waits(error) bool { return false }
