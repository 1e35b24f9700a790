package guards

import (
	"math"
	"testing"
	"time"
)

// TestTheTimesOfARecordAreAnyones: no times of events make the runtime of a turn less than it was, so none keeps a limit from
// being reached.
func TestTheTimesOfARecordAreAnyones(t *testing.T) {
	year := func(y int) time.Time { return time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC) }
	var spent, asked, told Clock
	was := time.Duration(0)
	for _, at := range []time.Time{year(2), year(1500), year(2), year(1500), year(2), year(9999), year(2), year(2).Add(time.Second)} {
		spent = spent.To(at)
		asked.Stands, asked.While = true, AlsoRuns
		asked = asked.To(at)
		told.Tells(spent)
		told.Tells(asked)
		if spent.Spent < was || asked.Waited < asked.Beside || asked.Waited < 0 || told.Beside < 0 || told.Waited < 0 {
			t.Fatalf("at %s: %v after %v, %+v, %+v", at, spent.Spent, was, asked, told)
		}
		was = spent.Spent
	}
	if was != math.MaxInt64 || !spent.Due(time.Second).Before(spent.At) {
		t.Errorf("%v passed, and a second is over at %s", was, spent.Due(time.Second))
	}
}
