package replay

import (
	"strings"
	"testing"
	"time"

	"parley/teatest/desk"
	"parley/views/text"
)

// TestAReplayTellsTheTimeWhereTheUserIs, and a film, which is for others, says that it is
// UTC.
func TestAReplayTellsTheTimeWhereTheUserIs(t *testing.T) {
	log := desk.StoryLog(t)
	d := newScreening(t, log, func(o *PlayerOptions) {
		o.Now = func() time.Time { return time.Date(2026, 1, 3, 9, 0, 0, 0, time.FixedZone("", -5*3600)) }
	})
	if got, want := text.Stripped(player(d).bar()[0]), "── 10:04:06  the folder that it works in ──"; !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	d.Press("i")
	if got, want := text.Stripped(player(d).upper()[0]), "── event number 1, the folder that it works in, 2 January 2026 10:04:06 ──"; !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	filmed := &Player{o: PlayerOptions{Log: log}}
	if got, want := filmed.local(log.At(0).Time, "15:04:05"), "15:04:06 UTC"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
