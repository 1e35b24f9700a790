//go:build !linux

package socket

import "parley/model/cli/process"

func kinOf(pid int, _ string) process.Kin { return process.Kin{PID: pid} }
