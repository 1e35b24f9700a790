package conversation

import (
	"testing"

	"parley/model/kit"
	"parley/teatest/desk"
)

// TestEveryScreenIsSuspended: Ctrl+Z works wherever the keys go, and what is being
// written there stays.
func TestEveryScreenIsSuspended(t *testing.T) {
	conversation := func(keys ...string) *desk.Desk { return newDesk(t).Write("words").Press(keys...) }
	const question = `{"id":"go","text":"Shall we?","answer_type":"boolean"}`
	soon := asked(t, question)
	soon.Send(kit.SeenMsg{})
	for name, d := range map[string]*desk.Desk{
		"a conversation": conversation(), "its pane": conversation("tab"), "its search": conversation("tab", "/"),
		"a form": asked(t, question), "a form too soon": soon,
		"a text": asked(t, `{"id":"n","text":"Why?","answer_type":"text"}`).Calm("enter").Write("words"),
	} {
		t.Run(name, func(t *testing.T) { d.Suspends() })
	}
}
