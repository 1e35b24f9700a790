package teatest

import (
	"os/exec"
	"strings"
	"time"
)

// Start-up and echo are measured from outside, in a terminal, as a person experiences
// them. They are figures for benchmarks; no test depends on them.

// FirstFrame starts a program in a terminal and returns the time until it shows what is
// wanted, and the terminal.
func FirstFrame(t T, w, h int, cmd *exec.Cmd, wanted func(Screen) bool) (time.Duration, *Terminal) {
	t.Helper()
	began := time.Now()
	x := Start(t, w, h, cmd)
	x.Until("the first picture", wanted)
	return time.Since(began), x
}

// Echo types letters one by one and returns, for each, the time from the key until it is
// on the screen behind the previous ones. The program must show what is typed, on one
// line. Before each key it calls between.
func (x *Terminal) Echo(letters string, between func()) []time.Duration {
	x.t.Helper()
	var took []time.Duration
	for i := range letters {
		between()
		began := time.Now()
		x.Type(letters[i : i+1])
		x.Until("the echo of a key", func(s Screen) bool { return strings.Contains(s.String(), letters[:i+1]) })
		took = append(took, time.Since(began))
	}
	return took
}
