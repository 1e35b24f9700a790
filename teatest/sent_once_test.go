package teatest

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestWhatWasSentIsNotOfferedAgain: drafts are saved a moment after a key. Whoever kills
// the program within it leaves the draft of a message, or of a command, that is on record.
func TestWhatWasSentIsNotOfferedAgain(t *testing.T) {
	for name, c := range map[string]struct{ typed, shown, event string }{
		"a message": {"Tidy up", "The first answer.", `"turn_end"`},
		"a command": {"!echo o''k", "ok", `"user_command_end"`},
	} {
		t.Run(name, func(t *testing.T) {
			p := NewPlace(t)
			p.Scenario("talk", talk)
			x := p.Open(80, 24, "-m", "script/talk")
			x.WaitFor("Ask, or / for commands")
			for _, key := range c.typed { // one by one: what comes together is a paste
				x.Type(string(key))
			}
			p.untilSaved(t, c.typed)
			files, err := filepath.Glob(filepath.Join(p.Store(), "*", "drafts.json"))
			if err != nil || len(files) != 1 {
				t.Fatalf("drafts %q, %v", files, err)
			}
			then, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			x.Press("enter")
			x.WaitFor(c.shown)
			p.untilIn(t, "events.jsonl", c.event) // what is shown may still be on its way
			x.Kill(syscall.SIGKILL)
			x.Wait()
			then = bytes.Replace(then, []byte(c.typed), []byte(c.typed[:len(c.typed)-2]), 1)
			if err := os.WriteFile(files[0], then, 0o600); err != nil { // as a kill right after Enter leaves it
				t.Fatal(err)
			}
			x = p.Open(80, 24, append([]string{"resume", "-m", "script/talk"}, p.Conversations()...)...)
			s := x.Until("the conversation", func(s Screen) bool { return s.Has(c.shown) && !s.Has("opening the conversation") })
			if !s.Has("Ask, or / for commands") { // which is there only while nothing is composed
				t.Errorf("it is offered again:\n%s", s)
			}
			x.Press("ctrl+c", "ctrl+c")
			x.Wait()
		})
	}
}
