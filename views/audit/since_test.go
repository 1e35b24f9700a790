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

// edited is a log of edits that the user allowed, each of a file with a digest.
func edited(t *testing.T, edits ...store.Wrote) store.Log {
	t.Helper()
	bodies := []store.Body{store.TurnStart{}, store.ChatRequest{Text: "go"}}
	for i, w := range edits {
		id := string(rune('a' + i))
		q := forms.Question{ID: "apply_changes", Text: "Apply?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
		arguments, err := json.Marshal(map[string]string{"path": w.Path})
		if err != nil {
			t.Fatal(err)
		}
		bodies = append(bodies,
			store.ToolCallRequest{Response: id, ID: id, Name: "fs_modify_file", Arguments: arguments}, store.ResponseEnd{Response: id, Calls: 1}, store.ToolStarted{ID: id, Run: 1},
			store.InquiryRequest{ID: id + ".apply_changes.1", Call: id, Source: store.Source{Source: "tool", Name: "fs_modify_file"}, Target: store.TargetUser, Question: q},
			store.InquiryResponse{Outcome: store.Answered, ID: id + ".apply_changes.1", Answer: json.RawMessage("true"), AnsweredBy: &store.AnsweredBy{By: store.ByUser}},
			store.ToolCallResponse{ID: id, Content: "Done.", Wrote: &w},
		)
	}
	return logged(t, bodies...)
}

// TestWhatBecameOfAFile: that the conversation wrote a file again is known from the
// record, anything else from the file as it is now, as far as it can be read.
func TestWhatBecameOfAFile(t *testing.T) {
	log := edited(t, store.Wrote{Path: "a", Digest: "1"}, store.Wrote{Path: "b", Digest: "1"}, store.Wrote{Path: "c", Digest: "1"},
		store.Wrote{Path: "d", Digest: "1"}, store.Wrote{Path: "a", Digest: "2"}, store.Wrote{Path: "b", Digest: "1"})
	now := map[string]string{"a": "2", "b": "other", "c": ""} // nothing is known of d
	file := func(path string) (string, bool) { digest, known := now[path]; return digest, known }
	decided := record.NewAudit(log).Decisions
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	shown := func(file File, at time.Time, width int) string {
		l := List{Rows: Rows(log, decided, pane.Teller{}, file), Now: at, At: -1, Whole: -1}
		var lines []string
		for _, line := range l.Texts(th, width) {
			lines = append(lines, strings.TrimRight(text.Stripped(line), " "))
		}
		return strings.Join(lines, "\n")
	}
	noon := time.Date(2026, 11, 22, 15, 0, 0, 0, time.UTC)
	want := `   today, turn 1
   14:02  ◆ Edit a                     yes                             you, 1 s
            · changed again here at 14:02
   14:02  ◆ Edit b                     yes                             you, 1 s
            · changed afterwards
   14:02  ◆ Edit c                     yes                             you, 1 s
            · removed afterwards
   14:02  ◆ Edit d                     yes                             you, 1 s
   14:02  ◆ Edit a                     yes                             you, 1 s
   14:02  ◆ Edit b                     yes                             you, 1 s
            · changed afterwards`
	if got := shown(file, noon, 80); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := shown(nil, noon, 80); strings.Contains(got, "afterwards") || !strings.Contains(got, "again here at 14:02") {
		t.Errorf("without the files:\n%s", got)
	}
	l := List{Now: noon}
	if got := l.later(Row{At: noon.AddDate(0, 0, -3), Again: noon}); got != "changed again here at 15:00, today" {
		t.Errorf("%q", got)
	}
}
