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

// TestARefusedAnswerHasARow, which is not counted among the decisions, nor as anybody's.
func TestARefusedAnswerHasARow(t *testing.T) {
	log := logged(t, store.TurnStart{},
		store.PermissionRequest{ID: "k1.run", Call: "k1", Kind: store.PermitRun, Tool: "run_command", Text: "go vet"},
		store.AnswerRefused{ID: "k1.run", Via: store.Via{Program: "sh", PID: 7}, Reason: "it was started by a command"},
		store.PermissionResponse{ID: "k1.run", Outcome: store.PermitDenied, Scope: store.ScopeOnce, By: store.ByUser})
	rows := Rows(log, record.NewAudit(log).Decisions, pane.Teller{}, nil)
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	l := List{Title: "Orders", Rows: rows, Now: time.Date(2026, 11, 22, 15, 0, 0, 0, time.UTC), At: -1, Whole: -1}
	lines := append(l.Head(th, 100), l.Texts(th, 100)...)
	for i, line := range lines {
		lines[i] = strings.TrimRight(text.Stripped(line), " ")
	}
	want := `   Orders                                                                     1 decision · 1 by you

   today, turn 1
   14:02  ◆ go vet                               no                                        you, 2 s
   14:02  ◆ An answer to “go vet” (run_command)  refused                                         sh
            "it was started by a command"`
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
	if whos := Whos(rows); len(whos) != 1 || whos[0] != "you" {
		t.Errorf("%v", whos)
	}
	if len(Of(rows, "you")) != 1 || len(Of(rows, textNobody)) != 0 || Made(rows) != 1 {
		t.Errorf("%v", Of(rows, "you"))
	}
}
