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

// Asker is not known on this system, which has no socket either.
func Asker() (Seat, bool) { return Seat{}, false }

// Dir is not known on this system.
func (Seat) Dir() string { return "" }

// Env is not known on this system.
func (Seat) Env() []string { return nil }

// Lives cannot be known on this system, where no asking process is identified.
func (Seat) Lives() bool { return true }

// Outermost is the program itself: what is above it is not known on this system.
func (s Seat) Outermost(...string) Seat { return s }

// Apart is not known on this system.
func Apart(int, Seat) bool { return false }

// Under is not known on this system.
func Under(int, Seat) (is, known bool) { return false, false }
