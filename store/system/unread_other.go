//go:build !linux

package system

import "os"

// Unread is false: what lies in a pipe is not known here.
func Unread(*os.File) bool { return false }
