package guards

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"
)

// Names of the guards, as in the configuration and on record.
const (
	MaxIterations        = "max_iterations"
	MaxRuntime           = "max_runtime"
	LoopThreshold        = "loop_threshold"
	MaxConsecutiveErrors = "max_consecutive_errors"
)

// Limits are the limits of a turn; a limit of 0 or below is off.
type Limits struct {
	Iterations int           // model responses, each with its tool calls
	Runtime    time.Duration // not counting waits for the user
	Loop       int           // identical iterations in a row, or rounds of two that alternate
	Errors     int           // consecutive iterations in which every call failed
}

// Over returns the limits overridden by those that are set in more.
func (l Limits) Over(more Limits) Limits {
	if more.Iterations > 0 {
		l.Iterations = more.Iterations
	}
	if more.Runtime > 0 {
		l.Runtime = more.Runtime
	}
	if more.Loop > 0 {
		l.Loop = more.Loop
	}
	if more.Errors > 0 {
		l.Errors = more.Errors
	}
	return l
}

// Set returns the limits with one changed; false for an unknown guard or an invalid
// value.
func (l Limits) Set(guard, value string) (Limits, bool) {
	if guard == MaxRuntime {
		d, err := time.ParseDuration(value)
		l.Runtime = d
		return l, err == nil && d > 0
	}
	n, err := strconv.Atoi(value)
	at := map[string]*int{MaxIterations: &l.Iterations, LoopThreshold: &l.Loop, MaxConsecutiveErrors: &l.Errors}[guard]
	if err != nil || n <= 0 || at == nil {
		return l, false
	}
	*at = n
	return l, true
}

// BadLimit says why a value is not a limit for a guard, "" if it is.
func BadLimit(guard, value string) string {
	if _, ok := (Limits{}).Set(guard, value); ok {
		return ""
	}
	if guard == MaxRuntime {
		return fmt.Sprintf("%q is not a time above 0, such as 45m or 1h30m", value)
	}
	if n, err := strconv.Atoi(value); errors.Is(err, strconv.ErrRange) && n > 0 {
		return fmt.Sprintf("%q is too large; the largest is %d", value, math.MaxInt)
	}
	return fmt.Sprintf("%q is not a number above 0", value)
}

// Names are the names of the guards, in the order of the keys of the
// configuration.
func Names() []string {
	return []string{MaxIterations, MaxRuntime, LoopThreshold, MaxConsecutiveErrors}
}
