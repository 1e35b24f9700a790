package teatest

import (
	"testing"
)

const talk = `
[[answer]]
usage = { input = 100, output = 20 }
text = "The first answer."
`

// TestANewConversationInTheProgram leaves one conversation for a new one, and finds both
// saved.
func TestANewConversationInTheProgram(t *testing.T) {
	p := NewPlace(t)
	p.Scenario("talk", talk)
	x := p.Open(80, 24, "-m", "script/talk")
	x.WaitFor("Ask, or / for commands")
	x.Type("Say something\n")
	x.WaitFor("The first answer.", "120 tokens")
	x.Type("/new\n")
	x.Until("an empty conversation", func(s Screen) bool {
		return s.Has("Ask, or / for commands", " talk") && !s.Has("The first answer.")
	})
	x.Type("Say it again\n")
	x.WaitFor("Say it again", "The first answer.", "120 tokens")
	if ids := p.Conversations(); len(ids) != 2 {
		t.Fatalf("the conversations %v", ids)
	}
	x.Press("ctrl+q")
	if st := x.Wait(); st.ExitCode() != 0 {
		t.Errorf("it ended with %v", st)
	}
}
