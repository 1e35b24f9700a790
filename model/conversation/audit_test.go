package conversation

import (
	"testing"
	"time"

	"parley/providers"
	"parley/teatest/desk"
)

// TestAuditOnTheScreen lists a rejection and what the user made of it, narrows
// it, and knows a word that names nothing.
func TestAuditOnTheScreen(t *testing.T) {
	d := underReview(t, providers.Call{ID: "a", Name: "gate", Arguments: "{}"})
	d.Say(desk.Finished(`{"reason":"too much","answer":false}`))
	d.Pass(time.Second)
	d.Press("y")
	d.Say(desk.Finished("Done."))

	d.Write("/audit").Press("esc", "enter")
	d.Shows(
		" · Decisions",
		"   2026-11-21T12:00:00Z  gate.go  (a.go.1)",
		"     Go on?",
		"     false, by the reviewer judge, after 0s: too much",
		"   2026-11-21T12:00:00Z  gate.go  (a.go.2)  after a.go.1",
		"     Go on?",
		"     true, by you, after 1s",
		"",
		"   gate.go: the reviewer said no 1 of 1 times; of 1 that came to you, you",
		"   overruled 1.",
	)
	modelOf(d).pane.Clear()
	d.Write("/audit gate user").Press("esc", "enter")
	d.Shows(
		" · Decisions",
		"   2026-11-21T12:00:00Z  gate.go  (a.go.2)  after a.go.1",
		"     Go on?",
		"     true, by you, after 1s",
	)
	d.Write("/audit default").Press("esc", "enter")
	d.Shows(" · Decisions", "   No decision.")
	d.Write("/audit usr").Press("esc", "enter")
	d.Shows(
		` ! "usr" is no tool that asked something here, nor one of user, reviewer,`,
		"   static, turn_cache, default, policy, nobody. Did you mean user?",
	)
}
