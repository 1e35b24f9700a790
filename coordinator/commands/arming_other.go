//go:build !linux && !darwin && !freebsd

package commands

import (
	"context"
	"os"
)

// quietTerminal is not available here: early lines are recognised by when they end.
func (p *Plain) quietTerminal(context.Context, *os.File, func()) (known, on bool) {
	return false, false
}
