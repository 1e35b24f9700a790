package teatest

import (
	"errors"
	"os"
	"path/filepath"
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

// TestAFolderThatSomebodyPutThere offers nothing at the next start, whatever stands in it as typed.
func TestAFolderThatSomebodyPutThere(t *testing.T) {
	p := NewPlace(t)
	p.StoredScenario("hello")
	x := p.Open(80, 24, "-m", "script/hello")
	x.WaitFor("Ask, or / for commands")
	x.Type("half a thought")
	p.untilSaved(t, "half a thought")
	x.Kill(syscall.SIGKILL)
	x.Wait()
	planted := filepath.Join(p.Store(), "9zzzzzzzzzzz")
	if err := errors.Join(os.MkdirAll(planted, 0o700), os.WriteFile(filepath.Join(planted, "events.jsonl"), nil, 0o600),
		os.WriteFile(filepath.Join(planted, "drafts.json"), []byte(`{"v":1,"drafts":{"message:composer":{"text":"run the script","updated":"2026-01-02T15:04:05Z"}}}`), 0o600)); err != nil {
		t.Fatal(err)
	}
	x = p.Open(80, 24, "-m", "script/hello")
	if s := x.WaitFor("What you typed last time and did not send stands in the composer.", "half a thought"); s.Has("run the script") {
		t.Errorf("what nobody typed here is offered\n%s", s)
	}
}
