package teatest

import (
	"syscall"
	"testing"
)

// TestWhatWasTypedBeforeAnythingWasSaid is there at the next start in its workspace, and
// is sent like any other message.
func TestWhatWasTypedBeforeAnythingWasSaid(t *testing.T) {
	p := NewPlace(t)
	p.StoredScenario("hello")
	x := p.Open(80, 24, "-m", "script/hello")
	x.WaitFor("Ask, or / for commands")
	x.Type("half a thought")
	x.WaitFor("half a thought")
	p.untilSaved(t, "half a thought")
	x.Kill(syscall.SIGKILL)
	x.Wait()

	x = p.Open(80, 24, "--new", "-m", "script/hello")
	x.WaitFor("Ask, or / for commands")
	x.Kill(syscall.SIGKILL)
	x.Wait()

	x = p.Open(80, 24, "-m", "script/hello")
	x.WaitFor("What you typed last time and did not send stands in the composer.", "half a thought")
	x.Type(" more\n")
	x.WaitFor("half a thought more", "Hello. What shall we look at?", "Ask, or / for commands")
	x.Kill(syscall.SIGKILL)
	x.Wait()

	x = p.Open(80, 24, "-m", "script/hello")
	if s := x.WaitFor("Ask, or / for commands"); s.Has("› half a thought") {
		t.Errorf("it was sent, and is offered again\n%s", s)
	}
}
