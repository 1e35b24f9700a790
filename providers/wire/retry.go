package wire

import (
	"math"
	"net/http"
	"strconv"
	"time"
)

const (
	firstWait = 500 * time.Millisecond
	longWait  = 30 * time.Second // the longest wait that we choose
	maxWait   = 5 * time.Minute  // the longest wait that a server may choose
)

// backoff is how long to wait after the n-th failed attempt, counted from 1: half of
// a doubling time for certain and the rest by chance, in [0,1). It is never less than
// what the server asked for.
func backoff(n int, asked time.Duration, chance float64) time.Duration {
	if asked > 0 {
		return asked + time.Duration(chance*float64(min(asked/10, time.Second)))
	}
	full := longWait
	if n < 7 {
		full = min(longWait, firstWait<<n)
	}
	return full/2 + time.Duration(chance*float64(full/2))
}

// retryAfter reads how long a server asks to wait: Retry-After in seconds or as a
// date, or retry-after-ms. It is 0 if nothing sensible is said.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return span(ms / 1000)
	}
	value := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(value, 64); err == nil {
		return span(s)
	}
	if at, err := http.ParseTime(value); err == nil {
		return span(at.Sub(now).Seconds())
	}
	return 0
}

func span(seconds float64) time.Duration {
	switch {
	case math.IsNaN(seconds) || seconds <= 0:
		return 0
	case seconds > 24*3600:
		return 24 * time.Hour
	}
	return time.Duration(seconds * float64(time.Second))
}

// delay reads how long a server's refusal asks to wait; 0 if nothing sensible is
// said.
func delay(said string) time.Duration {
	d, err := time.ParseDuration(said)
	if err != nil {
		return 0
	}
	return span(d.Seconds())
}
