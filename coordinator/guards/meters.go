package guards

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Meter is how far a turn has come towards one of its limits.
type Meter struct {
	Guard string
	Value string // "41", "25 min"
	Limit string // "50", "30 min"; "" if there is none
	Share float64
	Near  bool // it is worth showing
}

// nearShare is the share of a limit from which on it is near; for a small limit that
// is the last step before it.
const nearShare = 0.8

// Meters say how far the turn has come, in the order of the keys of the
// configuration.
func (w Watch) Meters(l Limits) []Meter {
	return []Meter{
		counter(MaxIterations, w.History.Iterations, l.Iterations), runtimeMeter(w.Clock.Spent, l.Runtime),
		counter(LoopThreshold, w.Loop.rounds(), l.Loop), counter(MaxConsecutiveErrors, w.History.Errors, l.Errors),
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
	m := Meter{Guard: MaxRuntime, Value: clockWords(spent)}
	if limit > 0 {
		m.Limit, m.Share = clockWords(limit), float64(spent)/float64(limit)
		m.Near = m.Share >= nearShare
	}
	return m
}

// clockWords gives a time in whole minutes, or in seconds below two minutes.
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

// Words describes a meter: "iteration 41 of 50".
func (m Meter) Words() string {
	of := m.Of()
	switch m.Guard {
	case MaxIterations:
		return "iteration " + of
	case LoopThreshold:
		return "same step " + of
	case MaxConsecutiveErrors:
		return "error " + of
	}
	return of
}

// Short describes a meter where there is little room: "iter 41/50".
func (m Meter) Short() string {
	word := map[string]string{MaxIterations: "iter", MaxRuntime: "time", LoopThreshold: "same", MaxConsecutiveErrors: "err"}[m.Guard]
	return word + " " + strings.TrimSuffix(strings.Replace(m.Of(), " of ", "/", 1), " min")
}
