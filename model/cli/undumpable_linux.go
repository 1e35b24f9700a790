package cli

import "golang.org/x/sys/unix"

// hideMemory keeps other processes of the user, such as commands that the assistant
// runs, from reading this one's environment and memory in /proc, where the keys are.
// Processes that it starts are not affected. It also prevents core dumps of this
// process. If the system refuses, the program is no worse off than before.
func hideMemory() { _ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0) }
