package teatest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReplayOfAStoredStory steps through a stored conversation in a terminal.
// The file is the same afterwards, and no other is there.
func TestReplayOfAStoredStory(t *testing.T) {
	p := NewPlace(t)
	story, err := os.ReadFile(filepath.Join("..", "testdata", "logs", "story.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(p.Store(), "1h3p0c2ka7qd")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "events.jsonl")
	if err := os.WriteFile(file, story, 0o600); err != nil {
		t.Fatal(err)
	}
	x := p.Open(80, 24, "replay", "1h", "--step", "--speed", "4")
	x.WaitForGolden("replay/1-begin", "event 1 of 51")
	x.Press("]")
	x.WaitForGolden("replay/2-turn", "event 4 of 51")
	x.Press("}")
	x.WaitForGolden("replay/3-decision", "event 14 of 51")
	x.Press("left")
	x.WaitForGolden("replay/4-open", "event 13 of 51")
	x.Press("i")
	x.WaitForGolden("replay/5-raw", "event number 13, permission is asked for")
	x.Press("i", "/")
	x.Type("because")
	x.Press("enter")
	x.WaitForGolden("replay/6-found", "hit 1 of 1")
	x.Resize(40, 12)
	x.WaitForGolden("replay/7-narrow", "event 24 of 51")
	x.Resize(80, 24)
	// It plays in the program's own time, so the test waits for no picture on the way: a slow
	// machine may never show it.
	x.Press("G", "{", "{", "+", "+")
	x.WaitFor("event 34 of 51", "‖ 16×")
	x.Press("space")
	x.WaitFor("event 51 of 51", "‖ 16×")
	x.Press("q")
	if st := x.Wait(); st.ExitCode() != 0 {
		t.Errorf("it ended with %v", st)
	}
	if after, err := os.ReadFile(file); err != nil || string(after) != string(story) {
		t.Errorf("the file was changed: %v", err)
	}
	names, err := filepath.Glob(filepath.Join(p.Store(), "*", "*"))
	if err != nil || len(names) != 1 {
		t.Errorf("beside the file lie %q %v", names, err)
	}
}

// TestAForkFromAReplayIsLive: a conversation is held, replayed, and forked at an answer:
// the question is open again, another answer leads elsewhere, and the replayed
// conversation is as it was.
func TestAForkFromAReplayIsLive(t *testing.T) {
	p := NewPlace(t)
	p.Scenario("greet", greeting(t))
	p.EveryKeyCounts()
	x := p.Open(80, 24, "-m", "script/greet")
	x.WaitFor("Ask, or / for commands")
	x.Type("Make it greet the world")
	x.Press("enter")
	x.WaitFor("› 1  Good morning", "1 question waits")
	x.Press("down", "enter")
	x.WaitFor("── Edit", "1 question waits")
	x.Press("n")
	x.WaitFor("I left the file as it was.", "Ask, or / for commands")
	x.Press("ctrl+q")
	x.Wait()

	id := only(t, p)
	before := p.Run("show", "--format", "ndjson", id).Out
	x = p.Open(80, 24, "replay", id, "--step")
	x.WaitFor("event 1 of ")
	x.Press("}")
	x.WaitFor("Assistant asked", "● 2  Hello, world", "answered by you")
	x.Press("f")
	x.hears("Assistant asks", "› 2  Hello, world", "forked from "+id)
	x.Press("up", "enter")
	x.WaitFor(`+ echo "Good morning"`, "1 question waits")
	x.Press("ctrl+q")
	x.Wait()
	if after := p.Run("show", "--format", "ndjson", id).Out; after != before {
		t.Errorf("the conversation that was replayed was changed:\n%s", after)
	}
	list := strings.Split(strings.TrimSpace(p.Run("ls").Out), "\n")
	if len(list) != 2 {
		t.Errorf("the conversations are %q", list)
	}
}
