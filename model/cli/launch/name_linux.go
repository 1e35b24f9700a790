package launch

import (
	"runtime"
	"syscall"
	"unsafe"
)

// The name that the kernel has for a process is that of its first thread, on which
// packages are initialised; a goroutine that is tied to its thread then stays on it.
func init() { runtime.LockOSThread() }

// TakeName has the kernel call this process by Name, whatever its file is called, so that
// a command of a model finds out who started it. It is called first of all in main.
func TakeName() {
	const setName = 15 // PR_SET_NAME
	name := [...]byte{'p', 'a', 'r', 'l', 'e', 'y', 0}
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, setName, uintptr(unsafe.Pointer(&name)), 0) // without it, the name is the file's
	runtime.UnlockOSThread()
}
