package providers

import (
	"fmt"
	"strings"
	"time"
)

// Lasting says a length of time as people read it: "40 s", "2 min", "1 h 30 min". What is
// below a second is said exactly where there is nothing else.
func Lasting(d time.Duration) string {
	if d < time.Second {
		return d.String()
	}
	d = d.Round(time.Second)
	var parts []string
	for _, unit := range []struct {
		of   time.Duration
		name string
	}{{time.Hour, "h"}, {time.Minute, "min"}, {time.Second, "s"}} {
		if n := d / unit.of; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, unit.name))
			d -= n * unit.of
		}
	}
	return strings.Join(parts, " ")
}
