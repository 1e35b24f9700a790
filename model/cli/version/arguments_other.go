//go:build !linux

package version

// arguments is not known this early elsewhere; the command itself answers.
func arguments() []byte { return nil }
