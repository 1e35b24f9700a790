//go:build !linux

package process

import (
	"os"
	"path/filepath"
)

// Self is what the system knows of this process: here its program alone.
func Self(string) Kin {
	k := Kin{PID: os.Getpid(), Known: true} // as far as this system tells
	if name, err := os.Executable(); err == nil {
		k.Program = filepath.Base(name)
	}
	return k
}
