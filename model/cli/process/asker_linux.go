package process

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// Asker is the program that asks by way of this process, through the hook that started it:
// the nearest process above the hook that is not a shell of the hook's alone. Other programs
// start hooks in a session of their own; a hook that has a terminal was started by hand, and
// what started it asks. False if it cannot be read.
func Asker() (Seat, bool) {
	self, err := os.Readlink("/proc/self") // as in Self
	if err != nil {
		return Seat{}, false
	}
	pid, err := strconv.Atoi(self)
	if err != nil {
		return Seat{}, false
	}
	at, ok := askerOf(pid, lookAt, func(pid int) bool { terminal, _, ok := seatOf(pid); return ok && terminal != 0 })
	if !ok {
		return Seat{}, false
	}
	_, began, ok := seatOf(at)
	return Seat{PID: at, Began: began}, ok
}

func askerOf(pid int, look func(int) (relative, bool), onTerminal func(int) bool) (int, bool) {
	self, ok := look(pid)
	if !ok || self.parent < 1 {
		return 0, false
	}
	hook, ok := look(self.parent)
	switch {
	case !ok:
		return 0, false
	case hook.name != HookName:
		return self.parent, true // it was started without one
	case onTerminal(self.parent):
		return hook.parent, hook.parent >= 1
	}
	at := hook
	for range mostAbove {
		if at.parent < 1 {
			return 0, false
		}
		up, ok := look(at.parent)
		if !ok {
			return 0, false
		}
		if up.session != hook.session {
			return at.parent, true
		}
		at = up
	}
	return 0, false
}

// Under reports whether a process is another, or descends from it. Known is false if that
// cannot be found out.
func Under(pid int, of Seat) (is, known bool) {
	return underOf(pid, of, lookAt)
}

func underOf(pid int, of Seat, look func(int) (relative, bool)) (is, known bool) {
	for range mostLooks {
		at := pid
		r, ok := look(at)
		for range mostAbove {
			switch {
			case ok && at == of.PID && r.began == of.Began:
				return true, true
			case ok && r.parent < 1:
				return false, true
			}
			if !ok {
				break // it ended meanwhile, and its children have another parent
			}
			var up relative
			up, ok = above(at, r, look)
			at, r = r.parent, up
		}
	}
	return false, false
}

// Dir is the folder that a process works in, "" if that cannot be read.
func (s Seat) Dir() string {
	dir, err := os.Readlink("/proc/" + strconv.Itoa(s.PID) + "/cwd")
	if err != nil {
		return ""
	}
	return dir
}

// Env is the environment that a process was started with, nil if that cannot be read or is empty, as it
// is while a program is being loaded and after it has ended.
func (s Seat) Env() []string {
	env, err := os.ReadFile("/proc/" + strconv.Itoa(s.PID) + "/environ")
	if _, began, ok := seatOf(s.PID); err != nil || len(env) == 0 || !ok || began != s.Began {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(env), "\x00"), "\x00")
}

// Lives reports whether a process still runs. A process that has ended but has not been waited
// for does not.
func (s Seat) Lives() bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(s.PID) + "/stat")
	if err != nil {
		return false
	}
	state := bytes.TrimSpace(stat[bytes.LastIndexByte(stat, ')')+1:])
	_, began, ok := seatOf(s.PID)
	return ok && began == s.Began && len(state) > 0 && !bytes.ContainsRune([]byte("ZX"), rune(state[0]))
}
