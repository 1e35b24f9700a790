package system

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/windows"
)

// Flags for opening a file. This system has neither; instead, callers check the file before
// and after opening it.
const (
	NoFollow = 0
	NoWait   = 0
)

// IsLink is always false: opening a file never fails in this way on this system.
func IsLink(error) bool { return false }

// Owner always returns the user: on this system access lists decide, and those of the user's
// profile keep everybody else out.
func Owner(fs.FileInfo) (uid int, known bool) { return os.Geteuid(), true }

// Links is always 1: what this system says of a file without opening it does not count its names.
func Links(fs.FileInfo) int { return 1 }

// Shared is false: files have no such permissions on this system.
func Shared(fs.FileInfo, fs.FileMode) bool { return false }

// SyncFolder does nothing: the system refuses to flush a folder that was opened for reading, and
// the file system keeps a journal of names.
func SyncFolder(interface{ Sync() error }) error { return nil }

// KeepFiles does nothing: a program gets only the files that it is given.
func KeepFiles() {}

// Apart gives a process no console, so that it does not receive what is typed into ours.
func Apart() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW}
}

// Home is the variable with the user's home folder.
const Home = "USERPROFILE"

// errNoShell says that no shell was found to run command lines with.
var errNoShell = errors.New("no sh.exe was found in the folders of PATH outside the workspace, and shell commands need one; install Git for Windows or MSYS2, and add the folder with its sh.exe to PATH")

// Shell finds a POSIX shell. It never uses a program below dir, the folder in which the line
// runs.
func Shell(dir string) (string, error) {
	for _, folder := range filepath.SplitList(PathOutside(os.Getenv("PATH"), dir)) {
		if found, err := exec.LookPath(filepath.Join(folder, "sh.exe")); err == nil {
			return found, nil
		}
	}
	return "", errNoShell
}

// Abrupt are the signals that crash a process; on this system no other program sends any.
func Abrupt() []os.Signal { return []os.Signal{syscall.SIGABRT} }
