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

// TestAnAnswerThatWasTakenBack is not shown as if it counted.
func TestAnAnswerThatWasTakenBack(t *testing.T) {
	ask := func(id, question, text string) store.InquiryRequest {
		return store.InquiryRequest{ID: id, Call: "k1", Source: store.Source{Source: "assistant"}, Target: store.TargetUser, Question: forms.Question{ID: question, Text: text, AnswerType: forms.AnswerType{Kind: forms.Boolean}}}
	}
	say := func(id, answer string) store.InquiryResponse {
		return store.InquiryResponse{Outcome: store.Answered, ID: id, Answer: json.RawMessage(answer), AnsweredBy: &store.AnsweredBy{By: store.ByUser}}
	}
	log := logged(t, store.TurnStart{}, store.ChatRequest{Text: "go"},
		store.ToolCallRequest{Response: "r", ID: "k1", Name: "ask_user", Arguments: json.RawMessage(`{}`)}, store.ResponseEnd{Response: "r", Calls: 1},
		store.ToolAsked{ID: "k1", Run: 1, Form: []forms.Question{ask("", "go", "Migrate?").Question, ask("", "all", "All of it?").Question}},
		ask("1", "go", "Migrate?"), say("1", "true"),
		ask("2", "all", "All of it?"), store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelBack, ID: "2"},
		ask("3", "go", "Migrate?"), say("3", "false"))
	const want = `   today, turn 1
   14:02  ◆ Migrate?                   yes                             you, 1 s
            · no longer counts: you went back
   14:02  ◆ All of it?                 no answer             you went back, 1 s
   14:02  ◆ Migrate?                   no                              you, 1 s`
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	l := List{Rows: Rows(log, record.NewAudit(log).Decisions, pane.Teller{}, nil), Now: time.Date(2026, 11, 22, 15, 0, 0, 0, time.UTC), At: -1, Whole: -1}
	lines := l.Texts(th, 80)
	for i, line := range lines {
		lines[i] = strings.TrimRight(text.Stripped(line), " ")
	}
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
}
