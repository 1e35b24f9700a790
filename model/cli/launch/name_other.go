//go:build !linux

package launch

// TakeName does nothing on systems where processes cannot read each other's names.
func TakeName() {}
