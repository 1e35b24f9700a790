package cli

import "golang.org/x/sys/unix"

// hideMemory keeps other processes of the user, such as commands that the
// assistant runs, from reading this one's environment and memory in /proc, where
// the keys are. What is started is not bound by it. A core of this process is not
// written either. Where the system refuses, the program is no worse than before.
func hideMemory() { _ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0) }
