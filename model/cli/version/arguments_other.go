//go:build !linux

package version

// arguments are not known this early on other systems; the command itself answers.
func arguments() []byte { return nil }
