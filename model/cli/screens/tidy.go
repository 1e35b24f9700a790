package screens

import (
	"runtime/debug"
	"runtime/metrics"

	"parley/model/cli/process"
)

// leftover is how much a session may leave behind before the collector works, where
// the conversation itself is larger. It would wait for as much again as is in use.
const leftover = 10 << 20

// whileReading is how much may be left behind while a conversation is read, in percent of
// what is in use. What is kept of a conversation lies between what reading it leaves; where
// that goes late, a sixth of the memory remains as holes, which nobody can give back.
const whileReading = 30

// tight has the collector work often, until tidy.
func tight(p *process.Program) {
	if p.Variable("GOGC") == "" {
		debug.SetGCPercent(whileReading)
	}
}

// tidy gives back to the system what reading a conversation took, and has the
// collector work as often as it takes for the program not to become twice as large.
func tidy(p *process.Program) {
	debug.FreeOSMemory()
	if p.Variable("GOGC") == "" { // else the user has set the collector, and knows better
		debug.SetGCPercent(percentOf(inUse()))
	}
}

// inUse is how many bytes the collector found in use.
func inUse() uint64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return live[0].Value.Uint64()
}

// percentOf is how much may be left behind, as a part of what is in use.
func percentOf(live uint64) int {
	if live <= leftover {
		return 100
	}
	return max(int(100*leftover/live), 10)
}
