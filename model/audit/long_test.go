package audit

import (
	"encoding/json"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/store"
)

// TestALongDecisionIsLaidOutBesideTheLoop: Enter shows it once that is done; keys wait for nothing,
// and what comes for a decision that was folded meanwhile changes nothing.
func TestALongDecisionIsLaidOutBesideTheLoop(t *testing.T) {
	command := "true " + strings.TrimSpace(strings.Repeat("abc ", 50_000))
	arguments, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		t.Fatal(err)
	}
	d, _ := auditDesk(t, func(o *Options) {
		o.Past.Log = logOf(t, store.ToolCallRequest{Response: "r", ID: "c", Name: "run_command", Arguments: arguments},
			store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "run_command", Text: command, Arguments: arguments},
			store.PermissionResponse{ID: "c.run", Outcome: store.PermitAllowed, By: store.ByUser})
	})
	s := d.Top.(*Screen)
	enter := func() tea.Cmd { _, cmd := s.Update(tea.KeyPressMsg{Code: tea.KeyEnter}); return cmd }
	folded := d.Screen()
	first := enter()
	if got := d.Screen(); first == nil || strings.Replace(got, "Enter fold", "Enter whole", 1) != folded {
		t.Fatalf("before it is laid out the screen is\n%s", got)
	}
	if again := enter(); again != nil {
		t.Error("what is folded again is laid out")
	}
	if second := enter(); second != nil {
		t.Error("two decisions are laid out at a time")
	}
	_, cmd := s.Update(first())
	if got := d.Screen(); cmd == nil || strings.Contains(got, "more lines") {
		t.Fatalf("with what is no longer waited for the screen is\n%s", got)
	}
	s.Update(cmd())
	if got := d.Screen(); strings.Count(got, "abc abc abc") < 10 || !strings.Contains(got, "more lines") || !strings.Contains(got, "Enter fold") {
		t.Errorf("laid out the screen is\n%s", got)
	}
	d.Send(tea.WindowSizeMsg{Width: 100, Height: 24})
	if owed, is := s.list().Owed(s.Theme, s.Terminal.W); is {
		t.Errorf("for another width %v is still to be laid out", owed)
	}
}
