//go:build !linux

package system

// ForgetTyped does nothing where the terminal's queue cannot be emptied portably.
func ForgetTyped(any) {}
