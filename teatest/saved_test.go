package teatest

import (
	"strings"
	"testing"
)

// newlySaved is a place with three conversations, the oldest about a migration.
func newlySaved(t *testing.T) *Place {
	t.Helper()
	p := NewPlace(t)
	p.EveryKeyCounts()
	p.Scenario("talk", talk)
	for _, message := range []string{"Orders migration, staging first", "Migrate config to TOML", "Fix the flaky test"} {
		if r := p.Run("run", "-m", "script/talk", "--non-interactive", message); r.Status != 0 {
			t.Fatalf("%+v", r)
		}
	}
	return p
}

func TestPickingAConversation(t *testing.T) {
	p := newlySaved(t)
	x := p.Open(80, 24, "resume")
	x.WaitFor("Fix the flaky test", "Orders migration", "3 of 3")
	x.Type("orders")
	x.WaitFor("› orders", "1 of 3")
	x.Press("enter")
	x.WaitFor("▌ Orders migration, staging first", "The first answer.", "Ask, or / for commands")

	x.Type("/resume\n")
	x.WaitFor("type to find", "on screen")
	x.Type("first answer") // is in the texts only
	x.WaitFor("3 of 3", "     The first answer.")
	x.Press("esc", "esc")
	x.WaitFor("Ask, or / for commands", "▌ Orders migration, staging first")
	x.Type("/fork\n")
	x.WaitFor("forked from", "Ask, or / for commands")
	x.Press("ctrl+q")
	if st := x.Wait(); st.ExitCode() != 0 {
		t.Errorf("it ended with %v", st)
	}
	if ids := p.Conversations(); len(ids) != 4 {
		t.Errorf("the conversations %v", ids)
	}
}

func TestTheTrashCanBeUndone(t *testing.T) {
	p := newlySaved(t)
	x := p.Open(80, 24, "resume")
	x.WaitFor("› Fix the flaky test", "3 of 3")
	x.Press("delete")
	x.WaitFor(`"Fix the flaky test" is in the trash; Ctrl+U brings it back.`, "2 of 2")
	if out := p.Run("ls").Out; strings.Contains(out, "flaky") {
		t.Errorf("it is still listed:\n%s", out)
	}
	x.Press("ctrl+u")
	x.WaitFor("It is back.", "› Fix the flaky test", "3 of 3")
	x.Press("ctrl+r")
	x.WaitFor("New title: Fix the flaky test")
	x.Type(", at last\n")
	x.WaitFor("› Fix the flaky test, at last")
	if out := p.Run("ls").Out; !strings.Contains(out, "Fix the flaky test, at last") {
		t.Errorf("the title is not on record:\n%s", out)
	}
	x.Press("esc")
	if st := x.Wait(); st.ExitCode() != 0 {
		t.Errorf("it ended with %v", st)
	}
}

// waits is a model that never answers.
const waits = `
[[answer]]
text = "It begins, and ends."
[[answer.fault]]
kind = "silent"
after = 12
`

func TestARunningTurnIsNotLeftForAnother(t *testing.T) {
	p := newlySaved(t)
	p.Scenario("waits", waits)
	x := p.Open(80, 24, "-m", "script/waits")
	x.WaitFor("Ask, or / for commands")
	x.Type("Begin\n")
	x.WaitFor("It begins")
	x.Type("/resume\n")
	x.WaitFor("A turn runs here. Stop it first with Ctrl+C, then leave")
	x.Press("ctrl+c")
	x.WaitFor("stopped by you")
	x.Type("/resume\n")
	x.WaitFor("type to find", "4 of 4")
	x.Type("orders\n")
	x.WaitFor("▌ Orders migration, staging first", "Ask, or / for commands")
	x.Press("ctrl+q")
	if st := x.Wait(); st.ExitCode() != 0 {
		t.Errorf("it ended with %v", st)
	}
}

// TestTwoProcesses opens a conversation that another process has: it is shown as it
// continues there, and opens by itself when the other lets go of it.
func TestTwoProcesses(t *testing.T) {
	p := newlySaved(t)
	p.Scenario("talk", "[[answer]]\nusage = { input = 100, output = 20 }\ntext = \"The first answer.\"\n[[answer]]\ntext = \"The second answer.\"\n")
	first := p.Open(80, 24, "resume")
	first.WaitFor("› Fix the flaky test")
	first.Press("enter")
	first.WaitFor("Ask, or / for commands", "▌ Fix the flaky test")

	second := p.Open(80, 24, "resume")
	second.WaitFor("› Fix the flaky test")
	second.Press("enter")
	second.WaitFor("This conversation is open in another Parley.", "has had it open since", "(just now)", "1  Read it", "2  Fork it", "3  Wait")
	second.Press("1")
	second.WaitFor("▌ Fix the flaky test", "read only · held by process")
	first.Type("Go on\n")
	first.WaitFor("The second answer.")
	second.WaitFor("▌ Go on", "The second answer.", "read only · held by process")

	second.Press("t")
	second.WaitFor("the other Parley still has it")
	second.Press("esc")
	second.WaitFor("3  Wait")
	second.Press("3")
	second.WaitFor("Waiting until it is free.")
	first.Press("ctrl+q")
	first.Wait()
	second.WaitFor("▌ Go on", "The second answer.", "Ask, or / for commands")
	second.Press("ctrl+q")
	if st := second.Wait(); st.ExitCode() != 0 {
		t.Errorf("it ended with %v", st)
	}
}

// TestAHeldConversationByItsID is offered the same way.
func TestAHeldConversationByItsID(t *testing.T) {
	p := newlySaved(t)
	id := strings.Fields(p.Run("ls").Out)[0]
	first := p.Open(80, 24, "resume", id)
	first.WaitFor("Ask, or / for commands", "tokens") // before that, a picture of the file's end is shown, and nobody holds it yet
	second := p.Open(80, 24, "resume", id)
	second.WaitFor("This conversation is open in another Parley.", "Esc quit")
	second.Press("2")
	second.WaitFor("forked from "+id, "Ask, or / for commands")
	for _, x := range []*Terminal{second, first} {
		x.Press("ctrl+q")
		if st := x.Wait(); st.ExitCode() != 0 {
			t.Errorf("it ended with %v", st)
		}
	}
}
