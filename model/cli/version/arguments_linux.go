package version

import "syscall"

// arguments reads the command line from the system; nil if it is too long to be a
// request for the version.
func arguments() []byte {
	fd, err := syscall.Open("/proc/self/cmdline", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil // the command itself answers, a little later
	}
	buf := make([]byte, 4096)
	n, err := syscall.Read(fd, buf)
	if closing := syscall.Close(fd); err != nil || closing != nil || n == len(buf) {
		return nil
	}
	return buf[:max(n, 0)]
}
