package model

import (
	"testing"
	"time"

	"parley/providers"
)

// TestAuditOnTheScreen lists a rejection and what the user made of it, narrows
// it, and knows a word that names nothing.
func TestAuditOnTheScreen(t *testing.T) {
	d := underReview(t, providers.Call{ID: "a", Name: "gate", Arguments: "{}"})
	d.say(finished(`{"reason":"too much","answer":false}`))
	d.pass(time.Second)
	d.press("y")
	d.say(finished("Done."))

	d.write("/audit").press("esc", "enter")
	d.shows(
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
	d.write("/audit gate user").press("esc", "enter")
	d.shows(
		" · Decisions",
		"   2026-11-21T12:00:00Z  gate.go  (a.go.2)  after a.go.1",
		"     Go on?",
		"     true, by you, after 1s",
	)
	d.write("/audit default").press("esc", "enter")
	d.shows(" · Decisions", "   No decision.")
	d.write("/audit usr").press("esc", "enter")
	d.shows(
		` ! "usr" is no tool that asked something here, nor one of user, reviewer,`,
		"   static, turn_cache, default, policy, nobody. Did you mean user?",
	)
}
