package process

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// A process whose parent has ended gets another one: here this program, as long as it
// lives, and not the system's first one. So what a command left behind still has above it
// who started it, which is how the program knows what a model started. Whoever takes such
// a process has to take note of its end too, or it stays as a dead one.

// kin are the processes that were begun here, whose ends are waited for where they were
// begun. A process has its children as a whole, so there is one of this.
var kin struct {
	sync.Mutex
	asked   bool         // whether orphans come to this program
	adopted bool         // and whether they do
	own     map[int]bool // by their numbers
}

// begin starts a command whose end is waited for by who calls it, and told to over.
func begin(c *exec.Cmd) error {
	kin.Lock()
	defer kin.Unlock()
	if !kin.asked {
		kin.asked, kin.own = true, map[int]bool{}
		if _, err := childrenOf(unix.Getpid()); err == nil { // without it the dead could not be found
			kin.adopted = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == nil
		}
	}
	if err := c.Start(); err != nil {
		return err
	}
	kin.own[c.Process.Pid] = true
	return nil
}

// over says that the end of a command that was begun was taken note of.
func over(c *exec.Cmd) {
	kin.Lock()
	defer kin.Unlock()
	delete(kin.own, c.Process.Pid)
}

// reap takes note of the ends of processes that nobody waits for. Commands begin in
// sessions of their own, so what is in this one was begun elsewhere in the program, which
// waits for it.
func reap() {
	kin.Lock()
	defer kin.Unlock()
	if !kin.adopted {
		return
	}
	tasks, err := filepath.Glob("/proc/self/task/[0-9]*")
	if err != nil {
		return // the pattern is a good one
	}
	session, err := unix.Getsid(0)
	if err != nil {
		return
	}
	for _, task := range tasks {
		id, _ := strconv.Atoi(filepath.Base(task))
		children, err := childrenOf(id)
		if err != nil {
			continue // a thread that has ended has none
		}
		for _, pid := range children {
			if !kin.own[pid] && dead(pid, session) {
				_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil) // its status is nobody's
			}
		}
	}
}

// childrenOf are the processes whose parent is a thread of this one.
func childrenOf(thread int) ([]int, error) {
	list, err := os.ReadFile("/proc/self/task/" + strconv.Itoa(thread) + "/children")
	if err != nil {
		return nil, err
	}
	var all []int
	for _, field := range bytes.Fields(list) {
		pid, err := strconv.Atoi(string(field))
		if err != nil {
			return nil, err
		}
		all = append(all, pid)
	}
	return all, nil
}

// dead says whether a process has ended, is not waited for, and was in another session.
func dead(pid, session int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return false
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:]) // state, parent, group, session
	if len(fields) < 4 || string(fields[0]) != "Z" {
		return false
	}
	its, err := strconv.Atoi(string(fields[3]))
	return err == nil && its != session
}
