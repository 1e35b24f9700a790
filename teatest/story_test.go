package teatest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestTheWholeStory is Parley's main purpose, from the outside: in a terminal of 80 by 24
// the assistant reads a file, asks, changes the file after an approval and runs a command
// after a permission. Every screen is what a person sees then.
func TestTheWholeStory(t *testing.T) {
	p := NewPlace(t)
	p.StopClock() // how long the test takes for its answers is on no screen
	p.Scenario("greet", greeting(t))
	p.Env = append(p.Env, "HOME="+filepath.Dir(p.Dir)) // the start screen says ~/work
	x := p.Open(80, 24, "-m", "script/greet", "-c", "forms.arming_delay=0s")

	x.WaitForGolden("story/1-begin", "Ask, or / for commands", "~/work", "   work") // all of it: what is there for some milliseconds may not be seen
	x.Type("Make it greet the world")
	x.WaitForGolden("story/2-written", "› Make it greet the world")
	x.Press("enter")

	x.WaitForGolden("story/3-question", "› 1  Good morning", "1 question waits")
	x.Press("down")
	x.WaitForGolden("story/4-second-chosen", "› 2  Hello, world")
	x.Resize(56, 20)
	x.WaitForGolden("story/5-narrow", "› 2  Hello, world")
	x.Resize(44, 10)
	x.WaitForGolden("story/6-too-small", "Parley needs 40×12; this is 44×10.")
	x.Resize(80, 24)
	x.WaitForGolden("story/4-second-chosen", "› 2  Hello, world")
	x.Press("enter")

	x.WaitForGolden("story/7-change", "── Edit", "1 question waits")
	if got := p.Read("greet.sh"); got != "#!/bin/sh\necho \"Hi\"\n" {
		t.Errorf("the file was changed before the approval: %q", got)
	}
	x.Press("y")

	x.WaitForGolden("story/8-permission", "── Run `sh greet.sh`?", "1 question waits")
	if got := p.Read("greet.sh"); got != "#!/bin/sh\necho \"Hello, world\"\n" {
		t.Errorf("after the approval the file holds %q", got)
	}
	x.Press("y")

	x.WaitForGolden("story/9-done", "Done.", "Ask, or / for commands", " 120 tokens")
	x.Press("ctrl+c")
	x.WaitFor("press Ctrl+C again to leave")
	x.Press("ctrl+c")
	if st := x.Wait(); st.ExitCode() != 0 {
		t.Errorf("it ended with %v", st)
	}
	if s := x.Screen(); s.Alt || !s.Cursor.Visible || strings.TrimSpace(s.String()) != "" {
		t.Errorf("the terminal was not given back as it was: %+v\n%s", s.Cursor, s)
	}
	Golden(t, "story/record", storyTypes(t, p))
}

// greeting is the stored scenario with its usage fixed, so that the numbers on
// the screen do not depend on how the tools are described.
func greeting(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("..", "testdata", "scenarios", "read-ask-modify-run.toml"))
	if err != nil {
		t.Fatal(err)
	}
	fixed := strings.ReplaceAll(string(source), "[[answer]]\n", "[[answer]]\nusage = { input = 100, output = 20 }\n")
	if fixed == string(source) {
		t.Fatal("the scenario has no answers")
	}
	return fixed
}

// The message that the program is started with is sent once.
func TestAMessageGivenAtTheStart(t *testing.T) {
	t.Parallel()
	p := NewPlace(t)
	p.Scenario("says", "[[answer]]\ntext = \"I hear you.\"\nrepeat = \"always\"\n")
	x := p.Open(80, 24, "-m", "script/says", "Good morning")
	x.WaitFor("I hear you.", "Ask, or / for commands")
	x.Press("ctrl+q")
	x.Wait()
	record := p.Run("show", "--format", "ndjson", only(t, p)).Out
	if n := strings.Count(record, `"type":"chat_request"`); n != 1 {
		t.Errorf("it was sent %d times:\n%s", n, record)
	}
}

// storyTypes is the record of the only conversation in outline: the type of each event,
// whom it is about and its outcome.
func storyTypes(t *testing.T, p *Place) string {
	t.Helper()
	shown := p.Run("show", "--format", "ndjson", only(t, p))
	r, err := parseRecord(strings.Split(strings.TrimSuffix(shown.Out, "\n"), "\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range append(r.faults(), r.unfinished()...) {
		t.Error(fault)
	}
	var out []string
	for _, f := range r {
		words := slices.DeleteFunc([]string{f.Type, f.ID, f.Name, f.Outcome, string(f.Answer), f.Reason}, func(s string) bool { return s == "" })
		out = append(out, strings.Join(words, " "))
	}
	return strings.Join(out, "\n")
}
