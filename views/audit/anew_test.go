package audit

import (
	"strings"
	"testing"
	"time"

	"parley/store"
	"parley/store/record"
	"parley/teatest/goldens"
	"parley/views/pane"
	"parley/views/text"
)

// TestAYesForAnotherTool says that it counts no more, and what was asked instead says why; in full,
// it has all that was said.
func TestAYesForAnotherTool(t *testing.T) {
	log := logged(t, store.TurnStart{},
		store.PermissionRequest{ID: "k1.run", Call: "k1", Kind: store.PermitRun, Tool: "deploy", Text: "deploy shop", Identity: "one"},
		store.PermissionResponse{ID: "k1.run", Outcome: store.PermitAllowed, Scope: store.ScopeOnce, By: store.ByUser},
		store.MemoryRevoked{ID: "k1.run", Reason: store.RevokedReplaced},
		store.PermissionRequest{ID: "k1.run.2", Call: "k1", Kind: store.PermitRun, Tool: "deploy", Text: "deploy shop", Identity: "two", Was: "one"})
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for whole, want := range map[int]string{
		-1: `   today, turn 1
   14:02  ◆ deploy shop                allowed                         you, 1 s
            · no longer counts: the tool is another one
   14:02  ◆ deploy shop                not answered yet
            · asked again: the tool is another one`,
		1: `   today, turn 1
   14:02  ◆ deploy shop                allowed                         you, 1 s
            · no longer counts: the tool is another one
   14:02  ◆ deploy shop                not answered yet
            This was asked before, and since then what stands behind the name
            deploy has changed: its command, its server, its parameters, its
            options or its description. What was said then was for the other,
            so you are asked again.`,
	} {
		l := List{Rows: Rows(log, record.NewAudit(log).Decisions, pane.Teller{}, nil), Now: time.Date(2026, 11, 22, 15, 0, 0, 0, time.UTC), At: -1, Whole: whole}
		lines := l.Texts(th, 80)
		for i, line := range lines {
			lines[i] = strings.TrimRight(text.Stripped(line), " ")
		}
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("\n%s\nwant\n%s", got, want)
		}
	}
}
