package teatest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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

// TestATurnThatAnotherHandPausedWaitsForItsUser, also once something was recorded here behind it, such as the end of a
// command that had none.
func TestATurnThatAnotherHandPausedWaitsForItsUser(t *testing.T) {
	p := NewPlace(t)
	p.StoredScenario("hello")
	const id = "9zzzzzzzzzzz"
	var lines strings.Builder
	for i, body := range []string{
		`"turn":0,"type":"workspace","root":"` + p.Dir + `"`, `"turn":1,"type":"turn_start"`, `"turn":1,"type":"chat_request","text":"hi"`,
		`"turn":1,"type":"turn_ending","reason":"paused"`, `"turn":1,"type":"turn_end","reason":"paused"`, `"turn":0,"type":"user_command","id":"u","command":"ls"`,
	} {
		fmt.Fprintf(&lines, `{"v":1,"seq":%d,"event":"e%d","time":"2026-01-02T15:04:05Z","conversation":"%s",%s}`+"\n", i+1, i, id, body)
	}
	file := filepath.Join(p.Store(), id, "events.jsonl")
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(lines.String()), 0o600)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		x := p.Open(80, 24, "-m", "script/hello", "resume", id)
		x.WaitFor("paused; Enter goes on")
		x.Type("/quit\n")
		x.Wait()
	}
	record, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(record), `"user_command_end"`) {
		t.Fatalf("nothing was recorded here: %v\n%s", err, record)
	}
	if strings.Contains(string(record), `"turn":2`) {
		t.Errorf("it went on:\n%s", record)
	}
}
