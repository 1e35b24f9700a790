package socket

import "parley/model/cli/process"

func kinOf(pid int, mark string) process.Kin { return process.KinOf(pid, mark) }
