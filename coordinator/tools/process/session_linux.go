package process

import (
	"bytes"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// A program may take a process group of its own and stay in the session, as timeout of the
// coreutils and the jobs of an interactive shell do. A signal to the group does not reach it.

// signal signals the session that a group leads, and what is in the group, and reports whether
// there was anything. A kill waits until nothing is left, Grace at most.
func (g group) signal(s unix.Signal) (left bool) {
	left = unix.Kill(-int(g), s) != unix.ESRCH // the number of a group is not reused while the session has a member
	seen, until := map[int]bool{}, time.Now().Add(Grace)
	for fresh := true; fresh && time.Now().Before(until); { // what was killed may have started others before
		fresh = false
		var ends []unix.PollFd
		for _, pid := range members(int(g)) {
			fresh = fresh || s == unix.SIGKILL && !seen[pid]
			seen[pid], left = true, true
			if fd, ok := reach(pid, int(g), s); ok {
				ends = append(ends, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN})
			}
		}
		for _, end := range ends {
			if s == unix.SIGKILL {
				await(end, until)
			}
			_ = unix.Close(int(end.Fd))
		}
	}
	return left
}

// reach signals a process of a session, and returns what tells its end, if the system has that.
// The number of one that has ended may be another's by now, so it is looked at once more.
func reach(pid, session int, s unix.Signal) (fd int, ok bool) {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		if sessionOf(pid) == session {
			_ = unix.Kill(pid, s)
		}
		return 0, false
	}
	if sessionOf(pid) == session {
		_ = unix.PidfdSendSignal(fd, s, nil, 0)
	}
	return fd, true
}

// await waits until a process has ended.
func await(end unix.PollFd, until time.Time) {
	for {
		left := time.Until(until)
		if left <= 0 {
			return
		}
		if _, err := unix.Poll([]unix.PollFd{end}, int(left.Milliseconds())+1); err != unix.EINTR {
			return
		}
	}
}

// members are the processes of a session that have not ended.
func members(session int) (pids []int) {
	proc, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1) // what was read counts
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil && sessionOf(pid) == session {
			pids = append(pids, pid)
		}
	}
	return pids
}

// sessionOf is the session of a process, 0 if it has ended.
func sessionOf(pid int) int {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:]) // state, parent, group, session
	if len(fields) < 4 || string(fields[0]) == "Z" || string(fields[0]) == "X" {
		return 0
	}
	session, err := strconv.Atoi(string(fields[3]))
	if err != nil {
		return 0
	}
	return session
}
