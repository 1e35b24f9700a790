//go:build unix

package main

import (
	"errors"
	"os"
	"syscall"
)

// peak is how much memory a process that has ended had at most.
func peak(p *os.ProcessState) (int64, error) {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0, errors.New("the system does not say how much memory a process had")
	}
	return usage.Maxrss << 10, nil
}
