//go:build !linux

package commands

// forget does nothing where the terminal's queue cannot be emptied portably.
func (p *Plain) forget() {}
