package process

import (
	"bytes"
	"os"
	"strconv"

	"parley/model/cli/launch"
)

// mostAbove is how many processes above this one are examined, and mostLooks how
// often that is repeated because one of them ended meanwhile.
const (
	mostAbove = 256
	mostLooks = 16
)

// Above reports whether an ancestor of this process was started with an entry in its
// environment, or in a session of its own by a process of this program, as its
// commands are and an editor is not. A process cannot change the environment its
// ancestors were started with, and no process can join another's session. Ancestors
// that cannot be read, such as another user's, are skipped.
func Above(entry string) bool {
	self, err := os.Readlink("/proc/self") // its pid there, which may differ in another namespace
	if err != nil {
		return false
	}
	pid, err := strconv.Atoi(self)
	return err == nil && descends(pid, entry, lookAt)
}

// relative is what is known about a process.
type relative struct {
	name            string
	parent, session int
	environment     []byte // nil if it cannot be read
	began           uint64 // when it was started, as in Kin
}

// descends climbs from a process, as often as needed.
func descends(pid int, entry string, look func(pid int) (relative, bool)) bool {
	for range mostLooks {
		if is, whole := climb(pid, entry, look); whole {
			return is
		}
	}
	return false
}

// climb climbs once; whole says whether it reached an end, or a process of this
// program. If a process ends meanwhile, its children get another parent.
func climb(pid int, entry string, look func(pid int) (relative, bool)) (is, whole bool) {
	at, ok := look(pid)
	for range mostAbove {
		if !ok {
			return false, false
		}
		if at.parent < 1 {
			return false, true
		}
		var up relative
		if up, ok = above(pid, at, look); !ok {
			continue
		}
		if bytes.Contains(append([]byte{0}, up.environment...), []byte("\x00"+entry+"\x00")) || up.name == launch.Name && up.session != at.session {
			return true, true
		}
		pid, at = at.parent, up
	}
	return false, true
}

// above reads the process above another one. If it ended meanwhile, its number may be a stranger's
// by now; so the other one must have the same parent afterwards.
func above(pid int, at relative, look func(pid int) (relative, bool)) (relative, bool) {
	up, ok := look(at.parent)
	if !ok {
		return up, false
	}
	again, still := look(pid)
	return up, still && again.parent == at.parent && again.began == at.began
}

// lookAt reads what everybody may read about a process, and its environment if that
// is possible.
func lookAt(pid int) (relative, bool) {
	dir := "/proc/" + strconv.Itoa(pid)
	stat, err := os.ReadFile(dir + "/stat")
	if err != nil {
		return relative{}, false
	}
	r, ok := readStat(stat)
	if env, err := os.ReadFile(dir + "/environ"); err == nil {
		r.environment = env
	}
	return r, ok
}

// readStat reads the kernel's status line about a process.
func readStat(stat []byte) (r relative, ok bool) {
	begin, end := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')') // a name may contain blanks and brackets
	if begin < 0 || end < begin {
		return r, false
	}
	r.name = string(stat[begin+1 : end])
	fields := bytes.Fields(stat[end+1:]) // state, parent, group, session
	if len(fields) < 4 {
		return r, false
	}
	var bad, worse error
	r.parent, bad = strconv.Atoi(string(fields[1]))
	r.session, worse = strconv.Atoi(string(fields[3]))
	if len(fields) > startedAt {
		r.began, _ = strconv.ParseUint(string(fields[startedAt]), 10, 64)
	}
	return r, bad == nil && worse == nil
}
