package process

// Kin is what the system knows of a process and of those it descends from.
type Kin struct {
	PID      int
	Program  string
	Terminal string   // its controlling terminal, "" if it has none
	Parents  []string // the programs above it, the nearest first
	Began    uint64   // when it was started, in the system's ticks since its own start
	Below    bool     // a command of a Parley started it, or one above it
	Known    bool     // all of them could be read
}

// mostParents is how many programs above a process are named.
const mostParents = 8
