package git_test

import (
	"os"
	"path/filepath"
	"syscall"
)

// fifo puts a FIFO in the place of a file: opening it would block forever.
func (r repository) fifo(name string) {
	r.t.Helper()
	file := filepath.Join(r.dir, name)
	r.must(os.Remove(file))
	r.must(syscall.Mkfifo(file, 0o600))
}
