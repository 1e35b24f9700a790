package audit

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"parley/forms"
	"parley/store"
	"parley/store/record"
	"parley/teatest/goldens"
	"parley/views/pane"
	"parley/views/text"
)

// TestEachRowHasAllThatWasRun: every line of a command, also behind one that ends in a comment; a change
// is counted, with what shows it. A row of one line says by a mark where each of them ends.
func TestEachRowHasAllThatWasRun(t *testing.T) {
	const long = "printf '%s' aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbb"
	run := func(id, command, says string) []store.Body {
		arguments, _ := json.Marshal(map[string]string{"command": command})
		return []store.Body{
			store.ToolCallRequest{Response: "r", ID: id, Name: "run_command", Arguments: arguments},
			store.PermissionRequest{ID: id + ".run", Call: id, Kind: store.PermitRun, Tool: "run_command", Text: says, Arguments: arguments},
			store.PermissionResponse{ID: id + ".run", Outcome: store.PermitAllowed, Scope: store.ScopeOnce, By: store.ByUser},
		}
	}
	bodies := append([]store.Body{store.TurnStart{}, store.ChatRequest{Text: "go"}}, run("k1", "ls # only a list\ntouch gone.txt\n", "ls # only a list … (2 lines)")...)
	bodies = append(bodies, run("k2", long, long)...)
	bodies = append(bodies,
		store.ToolCallRequest{Response: "r", ID: "k3", Name: "fs_modify_file", Arguments: json.RawMessage(`{"path":"a.txt"}`)},
		store.InquiryRequest{ID: "k3.1", Call: "k3", Source: store.Source{Source: "tool"}, Target: store.TargetUser, Question: forms.Question{
			ID: "apply_changes", Text: "Apply?", Context: "```diff\n@@ -1 +1 @@\n-a\n+b\n```", AnswerType: forms.AnswerType{Kind: forms.Boolean},
		}},
		store.InquiryResponse{Outcome: store.Answered, ID: "k3.1", Answer: json.RawMessage("true"), AnsweredBy: &store.AnsweredBy{By: store.ByUser}})
	log := logged(t, bodies...)
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for each, want := range map[string]string{
		"": `   today, turn 1
   14:02  ◆ Run ls # only a list␊touch gone.txt               allowed  you, 1 s
   14:02  ◆ Run printf '%s' aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…  allowed  you, 1 s
   14:02  ◆ Edit a.txt  +1 −1                                 yes      you, 1 s`,
		"--whole": `   today, turn 1
   14:02  ◆ Run ls # only a list                              allowed  you, 1 s
            touch gone.txt
   14:02  ◆ Run printf '%s'                                   allowed  you, 1 s
            aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
            bbbbbbbbbbbbbbbbbbb
   14:02  ◆ Edit a.txt  +1 −1                                 yes      you, 1 s

   --whole shows all that each was about.`,
	} {
		l := List{Rows: Rows(log, record.NewAudit(log).Decisions, pane.Teller{}, nil), Now: time.Date(2026, 11, 22, 15, 0, 0, 0, time.UTC), At: -1, Whole: -1, Each: each}
		lines := append(l.Texts(th, 80), l.Foot(th, 80)...)
		for i, line := range lines {
			lines[i] = strings.TrimRight(text.Stripped(line), " ")
		}
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", each, got, want)
		}
	}
}
