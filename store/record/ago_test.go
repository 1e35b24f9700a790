package record

import (
	"testing"
	"time"
)

func TestAgo(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Hour: "just now", 0: "just now", time.Minute - 1: "just now",
		time.Minute: "1 min ago", time.Hour - 1: "59 min ago",
		time.Hour: "1 h ago", 48*time.Hour - 1: "47 h ago",
		48 * time.Hour: "2 days ago", 100 * 24 * time.Hour: "100 days ago",
	} {
		if got := Ago(d); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
}
