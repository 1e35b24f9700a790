package process

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"parley/store/system"
)

// Outermost is the program itself, or the farthest above it that is called like one of some: what
// a program of that name runs may start another one, or say that it is one.
func (s Seat) Outermost(names ...string) Seat {
	line, ok := lineOf(s.PID, lookAt)
	if !ok || line[0].Seat != s {
		return s
	}
	for _, up := range slices.Backward(line) {
		if slices.Contains(names, up.name) {
			return up.Seat
		}
	}
	return s
}

// Apart reports whether the system shows that a process, which is not below another, was not
// started by it all the same: what a program left behind goes to a process above that program, as a child
// of its own. So the one in which the two lines of descent part was there before the program, or is
// given its terminal by the process in which they meet.
func Apart(pid int, of Seat) bool {
	return apartOf(pid, of, lookAt, func(holder, pid int) bool {
		number, _, ok := seatOf(pid)
		return ok && holds(holder, system.TerminalName(number))
	})
}

// ancestor is a process in the line of another one.
type ancestor struct {
	Seat
	name string
}

func apartOf(pid int, of Seat, look func(int) (relative, bool), seats func(holder, pid int) bool) bool {
	theirs, ok := lineOf(of.PID, look)
	if !ok || theirs[0].Seat != of {
		return false
	}
	ours, ok := lineOf(pid, look)
	if !ok {
		return false
	}
	meet := slices.IndexFunc(ours, func(a ancestor) bool { return slices.Contains(theirs, a) })
	switch {
	case meet < 0:
		return false
	case meet == 0:
		return ours[0].Seat != of
	}
	branch := ours[meet-1]
	return branch.Began < of.Began || seats(ours[meet].PID, branch.PID)
}

// lineOf is a process and those above it, the nearest first.
func lineOf(pid int, look func(int) (relative, bool)) ([]ancestor, bool) {
	for range mostLooks {
		var line []ancestor
		at := pid
		r, ok := look(at)
		for ok && len(line) < mostAbove {
			line = append(line, ancestor{Seat{at, r.began}, r.name})
			if r.parent < 1 {
				return line, true
			}
			var up relative
			up, ok = above(at, r, look)
			at, r = r.parent, up
		}
	}
	return nil, false
}

// holds reports whether a process has the other side of a pseudo-terminal, as what shows a
// terminal has. Not if its files cannot be read.
func holds(pid int, terminal string) bool {
	number, pseudo := strings.CutPrefix(terminal, "/dev/pts/")
	files := filepath.Join("/proc", strconv.Itoa(pid), "fd")
	entries, err := os.ReadDir(files)
	if err != nil || !pseudo {
		return false
	}
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		to, err := os.Readlink(filepath.Join(files, e.Name()))
		if err != nil || filepath.Base(to) != "ptmx" {
			return false
		}
		info, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "fdinfo", e.Name()))
		return err == nil && slices.Contains(strings.Split(string(info), "\n"), "tty-index:\t"+number)
	})
}
