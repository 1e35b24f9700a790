package screens

import (
	"runtime/debug"
	"runtime/metrics"

	"parley/model/cli/process"
)

// leftover is how much garbage a session may leave before the collector runs, if the
// conversation itself is larger. By default it would wait until the heap has doubled.
const leftover = 10 << 20

// whileReading is how much garbage may accumulate while a conversation is read, in
// percent of the live heap. The conversation's data lies between the garbage of
// reading it; if that is collected late, a sixth of the memory remains as holes that
// cannot be returned.
const whileReading = 30

// tight makes the collector run often, until tidy.
func tight(p *process.Program) {
	if p.Variable("GOGC") == "" {
		debug.SetGCPercent(whileReading)
	}
}

// tidy returns to the system the memory that reading conversations took, and makes
// the collector run often enough that the program does not double in size.
func tidy(p *process.Program) {
	debug.FreeOSMemory()
	if p.Variable("GOGC") == "" { // otherwise the user has configured the collector, and knows better
		debug.SetGCPercent(percentOf(inUse()))
	}
}

// inUse is how many bytes the collector found live.
func inUse() uint64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return live[0].Value.Uint64()
}

// percentOf is the allowed garbage in percent of the live heap.
func percentOf(live uint64) int {
	if live <= leftover {
		return 100
	}
	return max(int(100*leftover/live), 10)
}
