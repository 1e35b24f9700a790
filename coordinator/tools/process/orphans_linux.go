package process

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"

	"parley/store/system"
)

// A process whose parent has ended gets a new one: here this program, for as long as
// it lives, instead of init. So whatever a command left behind still has an ancestor
// that started it, which is how the program knows what a model started. Whoever
// adopts such a process must also reap it, or it stays as a zombie.

// kin are the processes that were started here, each waited for by whoever started
// it. Children belong to a process as a whole, so this is a single variable.
var kin struct {
	sync.Mutex
	asked   bool         // whether orphans come to this program
	adopted bool         // whether they do come
	own     map[int]bool // by process id
}

// begin starts a command. The caller waits for its end, and then calls over.
func begin(c *exec.Cmd) error {
	kin.Lock()
	defer kin.Unlock()
	if !kin.asked {
		kin.asked, kin.own = true, map[int]bool{}
		if _, err := childrenOf(unix.Getpid()); err == nil { // without this, zombies could not be found
			kin.adopted = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == nil
		}
	}
	system.KeepFiles()
	if err := c.Start(); err != nil {
		return err
	}
	kin.own[c.Process.Pid] = true
	return nil
}

// over notes that a started command was waited for.
func over(c *exec.Cmd) {
	kin.Lock()
	defer kin.Unlock()
	delete(kin.own, c.Process.Pid)
}

// reap reaps the processes that nobody waits for. Commands get sessions of their own;
// a process in this program's session was started elsewhere in the program, which
// waits for it.
func reap() {
	kin.Lock()
	defer kin.Unlock()
	if !kin.adopted {
		return
	}
	tasks, err := filepath.Glob("/proc/self/task/[0-9]*")
	if err != nil {
		return // the pattern is valid
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
				_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil) // nobody wants its status
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

// dead reports whether a process has ended, is not waited for, and was in another
// session.
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
