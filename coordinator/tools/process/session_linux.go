package process

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// A program may take a process group of its own and stay in the session, as timeout of the
// coreutils and the jobs of an interactive shell do. A signal to the group does not reach it.

// signal signals every group of the session that a group leads, each once, and reports whether
// there was anything. A kill waits until nothing is left, Grace at most.
func (g group) signal(s unix.Signal) (left bool) {
	left = unix.Kill(-int(g), s) != unix.ESRCH // the number of a group is not reused while the session has a member
	until := time.Now().Add(Grace)
	for round := 0; round < rounds && time.Now().Before(until); round++ {
		all, sure := members(int(g))
		left = left || len(all) > 0 || !sure
		for _, other := range others(all, int(g)) {
			_ = unix.Kill(-other, s) // a group is in one session only
		}
		var ends []unix.PollFd
		if s == unix.SIGKILL {
			_ = unix.Kill(-int(g), s)
			for _, m := range all {
				ends = m.watch(int(g), ends)
			}
		}
		for _, end := range ends {
			await(end, until)
			_ = unix.Close(int(end.Fd))
		}
		if s != unix.SIGKILL || len(all) == 0 && sure {
			break
		}
	}
	return left
}

// rounds is how often what is left is looked for: what is killed may just have started others.
const rounds = 20

// member is a process of a session.
type member struct{ pid, group int }

// others are the groups of processes besides one, each once: many programs take a second request to
// end for an order to drop everything.
func others(all []member, but int) (groups []int) {
	for _, m := range all {
		if m.group != but && !slices.Contains(groups, m.group) {
			groups = append(groups, m.group)
		}
	}
	return groups
}

// watch adds what tells the end of a process, where the system has that. The number of one that has
// ended may be another's by now, so it is looked at once more.
func (m member) watch(session int, ends []unix.PollFd) []unix.PollFd {
	fd, err := unix.PidfdOpen(m.pid, 0)
	if err != nil {
		return ends
	}
	if its, err := unix.Getsid(m.pid); err != nil || its != session {
		_ = unix.Close(fd)
		return ends
	}
	return append(ends, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN})
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

// members are the processes of a session that have not ended. It is not sure if some ended while
// they were looked at, since they may have started others.
func members(session int) (all []member, sure bool) {
	proc, err := os.Open("/proc")
	if err != nil {
		return nil, true // as on a system without it
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1) // what was read counts
	sure = true
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		its, err := unix.Getsid(pid)
		if err != nil {
			sure = false
			continue
		}
		if its != session || ended(pid) {
			continue
		}
		if of, err := unix.Getpgid(pid); err == nil {
			all = append(all, member{pid, of})
		}
	}
	return all, sure
}

// ended reports whether a process has ended, with all its threads.
func ended(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return true
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	const state, threads = 0, 17
	if len(fields) <= threads || string(fields[state]) == "X" {
		return true
	}
	return string(fields[state]) == "Z" && string(fields[threads]) == "1"
}
