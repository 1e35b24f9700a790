package process

// Kin is what the system knows of a process and of those it descends from.
type Kin struct {
	PID      int
	Program  string
	Terminal string   // its controlling terminal, "" if it has none
	Parents  []string // the programs above it, the nearest first
	Began    uint64   // when it was started, in the system's ticks since its own start
	Below    bool     // a command of a Parley started it, or one above it
	Command  bool     // … and that was seen not to be one that only tells the user that something waits
	Known    bool     // all of them could be read
}

// Seat names a process for good: numbers are given out again, but not with the same start.
type Seat struct {
	PID   int
	Began uint64
}

// HookName is the name of the small program that other programs start as their hook.
const HookName = "parley-hook"

// mostParents is how many programs above a process are named.
const mostParents = 8
