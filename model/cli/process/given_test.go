package process

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestWorkIsGivenUp: work that does not look whether the program is to end does not keep it.
func TestWorkIsGivenUp(t *testing.T) {
	fault := errors.New("fault")
	for name, c := range map[string]struct {
		takes, ends time.Duration
		want        error
		after       time.Duration
	}{
		"done":              {takes: time.Hour, ends: 2 * time.Hour, want: fault, after: time.Hour},
		"done just in time": {takes: time.Hour + moment/2, ends: time.Hour, want: fault, after: time.Hour + moment/2},
		"too late":          {takes: 2 * time.Hour, ends: time.Hour, want: StatusError{Status: ExitInterrupted}, after: time.Hour + moment},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), c.ends)
				defer cancel()
				defer time.Sleep(3 * time.Hour) // what was given up ends as well
				begun := time.Now()
				err := Given(ctx, func() error { time.Sleep(c.takes); return fault })
				if err != c.want || time.Since(begun) != c.after {
					t.Errorf("%v after %v, want %v after %v", err, time.Since(begun), c.want, c.after)
				}
			})
		})
	}
}
