package process

import (
	"bytes"
	"os"
	"strconv"

	"parley/model/cli/launch"
	"parley/store/system"
)

// Self is what the system knows of this process. Entry is the mark in the environment of
// what a Parley started.
func Self(entry string) Kin {
	self, err := os.Readlink("/proc/self") // its pid there, which may differ in another namespace
	if err != nil {
		return Kin{PID: os.Getpid()}
	}
	pid, err := strconv.Atoi(self)
	if err != nil {
		return Kin{PID: os.Getpid()}
	}
	return KinOf(pid, entry)
}

// KinOf is what the system knows of a process. If one of those above it ends meanwhile, its
// children get another parent, and it is looked at again.
func KinOf(pid int, entry string) Kin {
	terminal, began, ok := seatOf(pid)
	k := kinOf(pid, entry, lookAt)
	if again, same, still := seatOf(pid); !ok || !still || again != terminal || same != began {
		return Kin{PID: pid} // it ended meanwhile, and another may have its number
	}
	k.Terminal, k.Began = system.TerminalName(terminal), began
	return k
}

// Fields of the kernel's status line behind the name.
const (
	terminalAt = 4
	startedAt  = 19
)

// seatOf is the kernel's number for a process's terminal, 0 for none, and when the process
// was started.
func seatOf(pid int) (terminal int, began uint64, ok bool) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, 0, false
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) <= startedAt {
		return 0, 0, false
	}
	terminal, bad := strconv.Atoi(string(fields[terminalAt]))
	began, worse := strconv.ParseUint(string(fields[startedAt]), 10, 64)
	return terminal, began, bad == nil && worse == nil
}

func kinOf(pid int, entry string, look func(pid int) (relative, bool)) Kin {
	for range mostLooks {
		if k, whole := climbed(pid, entry, look); whole {
			return k
		}
	}
	return Kin{PID: pid}
}

func climbed(pid int, entry string, look func(pid int) (relative, bool)) (k Kin, whole bool) {
	at, ok := look(pid)
	if !ok {
		return Kin{}, false
	}
	k = Kin{PID: pid, Program: at.name, Below: marked(at, entry), Command: marked(at, entry) && !marked(at, entryToNotify)}
	for range mostAbove {
		if at.parent < 1 {
			k.Known = true
			return k, true
		}
		up, ok := above(pid, at, look)
		if !ok {
			return Kin{}, false
		}
		if len(k.Parents) < mostParents {
			k.Parents = append(k.Parents, up.name)
		}
		started := up.name == launch.Name && up.session != at.session
		k.Below = k.Below || marked(up, entry) || started
		k.Command = k.Command || marked(up, entry) && !marked(up, entryToNotify) || started && !marked(at, entryToNotify)
		pid, at = at.parent, up
	}
	return Kin{}, false
}

// entryToNotify is in the environment of what was started to tell the user that something
// waits. A process whose own cannot be read, as Parley's, is judged by those above it; right
// below the Parley that started it, there is none, and it may be what a command became.
const entryToNotify = "BELOW_PARLEY_TO_NOTIFY=1"

// marked reports whether a process was started with an entry in its environment.
func marked(r relative, entry string) bool {
	return bytes.Contains(append([]byte{0}, r.environment...), []byte("\x00"+entry+"\x00"))
}
