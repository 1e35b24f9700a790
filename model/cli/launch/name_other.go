//go:build !linux

package launch

// TakeName does nothing where processes do not read of each other what they are called.
func TakeName() {}
