package teatest

import "testing"

// TestARecentConversationIsOpenedFromTheStart: the program finds those of its workspace by
// itself, and keeps what was written for the new one.
func TestARecentConversationIsOpenedFromTheStart(t *testing.T) {
	p := NewPlace(t)
	p.Scenario("quiet", "[[answer]]\ntext = \"ok\"\nrepeat = \"always\"\n")
	for _, message := range []string{"The first message", "The second message"} {
		if r := p.Run("run", "-m", "script/quiet", message); r.Status != 0 {
			t.Fatalf("%+v", r)
		}
	}
	x := p.Open(80, 24, "-m", "script/quiet")
	x.WaitFor("Tab opens one", "The second message", "The first message")
	x.Type("a draft")
	x.WaitFor("› a draft")
	x.Press("tab")
	x.WaitFor("› The second message")
	x.Press("down")
	x.WaitFor("› The first message")
	x.Press("enter")
	x.WaitFor("▌ The first message", "ok", "Ask, or / for commands")
	x.Press("ctrl+q")
	if st := x.Wait(); st.ExitCode() != 0 {
		t.Errorf("it ended with %v", st)
	}
	x = p.Open(80, 24, "-m", "script/quiet")
	x.WaitFor("› a draft", "Tab opens one")
	x.Press("ctrl+q")
	x.Wait()
}
