package pane

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley/forms"
	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/text"

	"github.com/charmbracelet/x/ansi"

	"parley/store"
	"parley/store/record"
)

func at(seconds int) time.Time { return time.Date(2026, 11, 21, 10, 0, seconds, 0, time.UTC) }

// told is one of each kind of entry in a transcript.
func told() []record.Entry {
	zero, two := 0, 2
	yesno := forms.Question{ID: "apply_changes", Text: "Apply this change?", Context: "the change", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	permission := store.PermissionRequest{ID: "c2.run", Text: "go test ./...", Tool: "run_command", Arguments: json.RawMessage(`{"command":"go test ./..."}`)}
	item := func(n int, it record.Item) record.Entry {
		return record.Entry{ID: fmt.Sprint("e", n), Version: 1, Time: at(0), Item: it}
	}
	cancelled := func(tag, reply string) record.Exchange {
		return record.Exchange{Asked: at(0), Closed: at(5), Inquiry: &store.InquiryRequest{Question: yesno}, Answer: &store.InquiryResponse{Outcome: store.Cancelled, Reason: tag, Reply: reply}}
	}
	answered := func(q forms.Question, value, reason string, by store.AnsweredBy) record.Exchange {
		return record.Exchange{Asked: at(0), Closed: at(14), Inquiry: &store.InquiryRequest{Question: q}, Answer: &store.InquiryResponse{Outcome: store.Answered, Answer: json.RawMessage(value), Reason: reason, AnsweredBy: &by}}
	}
	return []record.Entry{
		item(1, &record.Message{Text: "please"}),
		item(2, &record.Thought{Text: "hm", State: record.Complete}),
		item(3, &record.Response{Text: "so **be** it", State: record.Complete}),
		item(4, &record.Response{Text: "half", State: record.Partial}),
		item(20, &record.Response{Text: "half of it", State: record.Stopped, Stopped: store.StoppedByGuard}),
		item(5, &record.ToolCall{ID: "c1", Name: "fs_modify_file", Arguments: json.RawMessage(`{"n":1,"path":"a.go"}`), Runs: 2, Exchanges: []record.Exchange{
			answered(yesno, "false", "tangential", store.AnsweredBy{By: store.ByReviewer, Model: "claude-haiku-4-5"}), answered(yesno, "true", "", store.AnsweredBy{By: store.ByUser})},
			Result: &store.ToolCallResponse{Content: "a\nb\nc\n"}}),
		item(6, &record.ToolCall{ID: "c2", Name: "run_command", Arguments: json.RawMessage(`{"command":"go test ./..."}`), Runs: 1, Exchanges: []record.Exchange{
			{Asked: at(0), Closed: at(2), Permission: &permission, Permitted: &store.PermissionResponse{Outcome: store.PermitAllowed, Scope: store.ScopeTurn, By: "user"}}}}),
		item(7, &record.ToolCall{ID: "c3", Name: "run_command", Arguments: json.RawMessage(`{"command":"rm x"}`), Exchanges: []record.Exchange{
			{Asked: at(0), Permission: &permission}}}),
		item(8, &record.ToolCall{ID: "c4", Name: "ask_user", Exchanges: []record.Exchange{
			answered(forms.Question{Text: "Which environment?", AnswerType: goldens.Environments}, `"staging"`, "", store.AnsweredBy{By: store.ByUser}),
			{Asked: at(0), Closed: at(100), Inquiry: &store.InquiryRequest{Question: yesno}, Answer: &store.InquiryResponse{Outcome: store.Redacted, AnsweredBy: &store.AnsweredBy{By: store.ByStatic}}},
			cancelled(store.CancelReply, "neither"), cancelled("of_tomorrow", "")}, Result: &store.ToolCallResponse{Content: "no", IsError: true}}),
		item(9, &record.Asked{Exchange: answered(forms.Question{Text: "How to proceed?", AnswerType: goldens.Environments}, `"my own"`, "", store.AnsweredBy{By: store.ByUser})}),
		item(10, &record.Failure{Try: 1, Error: "The server is busy (429)."}),
		item(11, &record.Failure{Try: 2, Error: "The server is gone.", Final: true}),
		item(12, &record.Guard{Guard: "max_iterations", Choice: "Continue +10"}),
		item(30, &record.Command{Command: "make test", End: &store.UserCommandEnd{Exit: &zero, Output: "ok\n"}}),
		item(31, &record.Command{Command: "make", Done: at(3), End: &store.UserCommandEnd{Exit: &two, Output: "no \x1b[31mrule\n"}}),
		item(32, &record.Command{Command: "yes", End: &store.UserCommandEnd{Output: "y\n"}}),
		item(33, &record.Command{Command: "sleep 9", End: &store.UserCommandEnd{Interrupted: true}}),
		item(34, &record.Command{Command: "top"}),
		item(40, &record.Mark{Body: store.Instructions{Files: []store.Instruction{{Path: "AGENTS.md"}, {Path: "a\x1b[31mb/AGENTS.md"}}}}),
		item(41, &record.Mark{Body: store.FileKept{Path: "main.go", Before: "d", After: "e"}}),
		item(42, &record.Mark{Body: store.Undone{Files: []store.UndoneFile{{Path: "main.go"}}, LeftOut: []string{"go.mod"}}}),
		item(43, &record.Mark{Body: store.ContextTrimmed{}}),
		item(44, &record.Mark{Body: store.ContextSummary{Text: "so", By: store.ByPolicy, Usage: &store.Usage{Output: 900}}}),
		item(45, &record.Mark{Body: store.ContextRevoked{Of: "e44"}}),
		item(46, &record.Mark{Body: store.AnswerRefused{ID: "c2.run", Reason: "it was started by a command", Via: store.Via{Program: "parley", PID: 4711}}}),
		item(47, &record.Mark{Body: store.Observed{Program: "claude", Version: "2.1", Session: "s"}}),
		item(48, &record.Message{Text: "look", Files: []store.File{{Name: "shot.png", Type: "image/png", Bytes: 212_400, Width: 1280, Height: 720}}}),
		item(13, &record.Note{Text: "tests still fail"}),
		item(14, &record.Mark{Body: store.TurnStart{}}),
		item(15, &record.Mark{Body: store.TurnEnd{Reason: store.ReasonUser}}),
		item(16, &record.Mark{Body: store.Unknown{Name: "of_tomorrow"}}),
		item(17, &record.ToolCall{ID: "c5", Name: "ask_user", Arguments: json.RawMessage(`{"question":"Which?","answer_type":"radio"}`), Runs: 1,
			Result: &store.ToolCallResponse{Content: "The questions were not shown; 2 things are wrong:\n- one\n- two", IsError: true}}),
		item(18, &record.ToolCall{ID: "c6", Name: "table__draw", Runs: 1, Result: &store.ToolCallResponse{
			Content: "Here it is.\n" + record.NotPassedOn("image 1", errors.New("it is damaged or \x1b[31mcut off; save it again"))}}),
	}
}

func TestTranscriptScreens(t *testing.T) {
	tell := Teller{Took: true, Hidden: func(tool string) bool { return tool == "ask_user" }, Output: func(string) string { return "ok\nFAIL\n" }}
	goldens.Screens(t, "transcript", func(width int) []string {
		p := New(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), width, 80)
		hidden := 0
		for _, e := range told() {
			entry, ok := tell.Entry(e)
			if !ok {
				hidden++
				continue
			}
			p.Set(entry)
		}
		if hidden != 3 {
			t.Errorf("%d entries are not shown, want 3", hidden)
		}
		return markdown.TrimBlank(p.Lines())
	})
}

// TestWhatWaitsBehindAnotherQuestionDoesNotMove: a call whose questions come later waits
// too; it runs again only when it is started again.
func TestWhatWaitsBehindAnotherQuestionDoesNotMove(t *testing.T) {
	tr := record.NewTranscript(store.Log{})
	for i, step := range []struct {
		body store.Body
		want CallState
	}{
		{store.ToolCallRequest{Response: "r", ID: "c", Name: "fs_modify_file"}, CallPending},
		{store.ToolStarted{ID: "c", Run: 1}, CallRunning},
		{store.ToolAsked{ID: "c"}, CallWaiting},
		{store.InquiryRequest{ID: "c.q.1", Call: "c", Target: store.TargetUser}, CallWaiting},
		{store.InquiryResponse{ID: "c.q.1", Outcome: store.Answered, Answer: json.RawMessage("true")}, CallRunning},
		{store.ToolStarted{ID: "c", Run: 2}, CallRunning},
	} {
		at, _ := tr.Add(store.Event{Head: store.Head{Seq: int64(i + 1), Turn: 1, Time: time.Unix(int64(i), 0)}, Body: step.body})
		entry, _ := Teller{}.Entry(tr.At(at))
		call, _ := entry.(Call)
		if call.State != step.want || call.moves() != (step.want == CallRunning) {
			t.Errorf("after %s the call is in state %d, and moves: %v; want state %d", step.body.Type(), call.State, call.moves(), step.want)
		}
	}
}

// TestWhomACallWaitsFor checks that a call says who should answer its question: the
// reviewer while it has it, then the user, even if another question comes first.
func TestWhomACallWaitsFor(t *testing.T) {
	asked := func(target string, escalate bool, answer *store.InquiryResponse) record.Exchange {
		x := record.Exchange{Inquiry: &store.InquiryRequest{ID: "c.q.1", Target: target, Escalate: escalate}, Answer: answer}
		if answer != nil {
			x.Closed = time.Unix(1, 0)
		}
		return x
	}
	answer := func(value string) *store.InquiryResponse {
		return &store.InquiryResponse{Outcome: store.Answered, Answer: json.RawMessage(value)}
	}
	cancelled := &store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelUser}
	reopened := asked(store.TargetReviewer, true, nil)
	inquiry := *reopened.Inquiry
	inquiry.ID = "reopened"
	reopened.Inquiry = &inquiry
	for _, c := range []struct {
		name string
		last record.Exchange
		want string
	}{
		{"the reviewer has it", asked(store.TargetReviewer, true, nil), "under review"},
		{"a fork opened it again", reopened, "waits for you"},
		{"the user has it", asked(store.TargetUser, false, nil), "waits for you"},
		{"the reviewer said yes", asked(store.TargetReviewer, true, answer("true")), "running"},
		{"the reviewer said no", asked(store.TargetReviewer, true, answer("false")), "waits for you"},
		{"its no is final", asked(store.TargetReviewer, false, answer("false")), "running"},
		{"the review was stopped", asked(store.TargetReviewer, false, cancelled), "waits for you"},
		{"the user said no", asked(store.TargetUser, false, answer("false")), "running"},
	} {
		call := Teller{Reopened: func(id string) bool { return id == "reopened" }}.call(record.Entry{ID: "c"}, &record.ToolCall{Name: "t", Runs: 1, Exchanges: []record.Exchange{c.last}})
		if got := call.row(Look{Theme: goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), Width: 60})[0]; !strings.Contains(ansi.Strip(got), " "+c.want) {
			t.Errorf("%s: %q does not say %q", c.name, got, c.want)
		}
	}
}
