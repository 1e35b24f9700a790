package launch

import "syscall"

// TakeName makes the kernel call this process by Name, whatever its file is called,
// so that a command of a model can find out who started it. It must be the first call
// in main: once the memory of the process is hidden, only root may set the name.
// Without /proc the name stays the file's, and nobody could read it either.
func TakeName() {
	fd, err := syscall.Open("/proc/self/comm", syscall.O_WRONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	_, _ = syscall.Write(fd, []byte(Name))
	_ = syscall.Close(fd) // as above: without it, the name is the file's
}
