package providers

import (
	"testing"
	"time"
)

func TestLasting(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 20 * time.Millisecond: "20ms", time.Second: "1 s", 40*time.Second + 400*time.Millisecond: "40 s", 2 * time.Minute: "2 min",
		90 * time.Second: "1 min 30 s", time.Hour: "1 h", 90 * time.Minute: "1 h 30 min", 25*time.Hour + time.Second: "25 h 1 s",
	} {
		if got := Lasting(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}
