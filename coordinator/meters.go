package coordinator

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Meter is how far a turn has come towards one of its limits.
type Meter struct {
	Guard string
	Value string // "41", "25 min"
	Limit string // "50", "30 min"; "" where there is none
	Share float64
	Near  bool // it is worth telling
}

// nearShare is the part of a limit from which on it is near; of a small limit it
// is the last step before it.
const nearShare = 0.8

// Meters returns how far the running turn has come, in the order of the keys of
// the configuration. Between turns the values are 0.
func (s State) Meters(now time.Time) []Meter {
	t, open := s.Folded.Current()
	if !open {
		t.History = &History{}
	}
	l := t.limits(s.Env)
	clock := t.Clock
	if open && !s.Env.Held {
		clock = clock.to(now)
	}
	h := t.History
	rounds := 0
	if open {
		rounds = s.Folded.Loop.rounds()
	}
	return []Meter{
		counter(GuardIterations, h.Iterations, l.Iterations), runtimeMeter(clock.Spent, l.Runtime),
		counter(GuardLoop, rounds, l.Loop), counter(GuardErrors, h.Errors, l.Errors),
	}
}

func counter(guard string, n, limit int) Meter {
	m := Meter{Guard: guard, Value: strconv.Itoa(n)}
	if limit > 0 {
		m.Limit, m.Share = strconv.Itoa(limit), float64(n)/float64(limit)
		m.Near = m.Share >= nearShare || limit > 2 && n == limit-1
	}
	return m
}

func runtimeMeter(spent, limit time.Duration) Meter {
	m := Meter{Guard: GuardRuntime, Value: clockWords(spent)}
	if limit > 0 {
		m.Limit, m.Share = clockWords(limit), float64(spent)/float64(limit)
		m.Near = m.Share >= nearShare
	}
	return m
}

// clockWords says a time in whole minutes, in seconds below two of them.
func clockWords(d time.Duration) string {
	if d < 2*time.Minute {
		return fmt.Sprintf("%d s", d/time.Second)
	}
	return fmt.Sprintf("%d min", d/time.Minute)
}

// Of says value and limit: "41 of 50", "25 of 30 min".
func (m Meter) Of() string {
	if m.Limit == "" {
		return m.Value + ", no limit"
	}
	value, unit, timed := strings.Cut(m.Value, " ")
	if timed && strings.HasSuffix(m.Limit, " "+unit) {
		return value + " of " + m.Limit
	}
	return m.Value + " of " + m.Limit
}

// Words say a meter: "iteration 41 of 50".
func (m Meter) Words() string {
	of := m.Of()
	switch m.Guard {
	case GuardIterations:
		return "iteration " + of
	case GuardLoop:
		return "same step " + of
	case GuardErrors:
		return "error " + of
	}
	return of
}

// Short says a meter where there is little room: "iter 41/50".
func (m Meter) Short() string {
	word := map[string]string{GuardIterations: "iter", GuardRuntime: "time", GuardLoop: "same", GuardErrors: "err"}[m.Guard]
	return word + " " + strings.TrimSuffix(strings.Replace(m.Of(), " of ", "/", 1), " min")
}

// BadLimit says why a value is no limit of a guard, "" if it is one.
func BadLimit(guard, value string) string {
	if _, ok := (Limits{}).set(guard, value); ok {
		return ""
	}
	if guard == GuardRuntime {
		return fmt.Sprintf("%q is not a time above 0, such as 45m or 1h30m", value)
	}
	if n, err := strconv.Atoi(value); errors.Is(err, strconv.ErrRange) && n > 0 {
		return fmt.Sprintf("%q is too large; the largest is %d", value, math.MaxInt)
	}
	return fmt.Sprintf("%q is not a number above 0", value)
}

// Guards are the names of the guards, in the order of the keys of the
// configuration.
func Guards() []string { return []string{GuardIterations, GuardRuntime, GuardLoop, GuardErrors} }
