package store

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/forms"
)

// epoch is when every test conversation begins.
func epoch() time.Time { return time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC) }

const convID = "1h3p0c2ka7qd"

// writer makes events one second apart, numbered from 1.
type writer struct {
	t    testing.TB
	conv string
	seq  int64
	turn int
	prev string
}

func newWriter(t testing.TB, conv string) *writer { return &writer{t: t, conv: conv} }

// head is the head of the next event.
func (w *writer) head() Head {
	w.seq++
	return Head{
		V: Version, Seq: w.seq, ID: fmt.Sprintf("%s-e%d", w.conv, w.seq),
		Time:         epoch().Add(time.Duration(w.seq) * time.Second),
		Conversation: w.conv, Turn: w.turn,
	}
}

func (w *writer) event(b Body) Event {
	w.t.Helper()
	e, err := New(w.head(), b)
	if err != nil {
		w.t.Fatal(err)
	}
	return e
}

func (w *writer) events(bodies ...Body) []Event {
	w.t.Helper()
	out := make([]Event, 0, len(bodies))
	for _, b := range bodies {
		if _, ok := b.(TurnStart); ok {
			w.turn++
		}
		e := w.event(Chained(b, w.prev))
		if _, ok := Decides(b); ok {
			w.prev = Digest(e.Line())
		}
		out = append(out, e)
	}
	return out
}

func linesOf(events []Event) [][]byte {
	out := make([][]byte, len(events))
	for i, e := range events {
		out[i] = e.Line()
	}
	return out
}

func logOf(events []Event) Log { return Log{}.Append(events...) }

func raw(s string) json.RawMessage { return json.RawMessage(s) }

// story is a conversation with everything in it: a message, a dropped and a finished
// response, a permission, a question with Back, a failure, a guard, a turn that is ended
// by the user, and a question that is still open.
func story() []Body {
	apply := forms.Question{ID: "apply", Text: "Apply <this> & that?", AnswerType: forms.AnswerType{Kind: forms.Boolean}, Default: raw("true")}
	where := forms.Question{
		ID: "where", Text: "Where?", Header: "Place", Exclusive: true, Persistence: forms.PersistNone,
		AnswerType: forms.AnswerType{Kind: forms.Select, Other: true, Options: []forms.Option{
			{Value: raw(`"staging"`), Label: "The staging area", Recommended: true}, {Value: raw("1.50")},
		}},
		When: &forms.When{QuestionID: "apply", Equals: raw("true")},
	}
	tool := Source{Source: "tool", Name: "fs_modify_file"}
	ask := func(q forms.Question, attempt int) InquiryRequest {
		return InquiryRequest{ID: fmt.Sprintf("c1.%s.%d", q.ID, attempt), Call: "c1", Source: tool, Target: TargetUser, Question: q}
	}
	user := &AnsweredBy{By: ByUser}
	edited := "two\n"
	return []Body{
		Workspace{Root: "/home/ada/engine"},
		ConfigDelta{Set: map[string]json.RawMessage{"assistant.model": raw(`"local/small"`)}},
		TurnStart{},
		ChatRequest{Text: "Change it,\nplease: \x1b[31m ünïcödé 🙂 \u2028", Queued: "d1"},
		ChatResponse{Response: "r1", Text: "I wi", Partial: true},
		ResponseDropped{Response: "r1"},
		ModelFailed{Response: "r1", Try: 1, Error: "The server closed the connection."},
		Reasoning{Response: "r2", Text: "A change, then.", Provider: raw(`{"signature":"c2ln"}`)},
		ChatResponse{Response: "r2", Text: "I will change it."},
		ToolCallRequest{Response: "r2", ID: "c1", Name: "fs_modify_file", Arguments: raw(`{"path":"a.txt","n":12345678901234567890.10}`), Provider: raw(`{"id":"call_9"}`)},
		ToolCallRequest{Response: "r2", ID: "c2", Name: "run_command", Arguments: raw(`"{\"command\": \"go te"`)},
		ResponseEnd{Response: "r2", Calls: 2, Model: "small", Usage: Usage{Input: 10, Output: 5}, Finish: "tool_calls"},
		PermissionRequest{ID: "c1.run", Call: "c1", Kind: PermitRun, Tool: "fs_modify_file", Text: "Let fs_modify_file run?", Arguments: raw(`{"path":"a.txt"}`), CoversKey: "a.txt", Covers: "changes of a.txt"},
		PermissionResponse{ID: "c1.run", Outcome: PermitAllowed, Scope: ScopeTurn, By: ByUser},
		ToolStarted{ID: "c1", Run: 1},
		ToolAsked{ID: "c1", Run: 1, Form: []forms.Question{apply, where}},
		ask(apply, 1),
		InquiryResponse{Outcome: Answered, ID: "c1.apply.1", Answer: raw("true"), AnsweredBy: user},
		ask(where, 1),
		InquiryResponse{Outcome: Cancelled, ID: "c1.where.1", Reason: CancelBack},
		ask(apply, 2),
		InquiryResponse{Outcome: Answered, ID: "c1.apply.2", Answer: raw("true"), AnsweredBy: user, Remember: "yes", Edited: &Edited{Digest: "abc", Content: "two\n"}},
		ask(where, 2),
		InquiryResponse{Outcome: Answered, ID: "c1.where.2", Answer: raw("1.50"), Reason: "because", AnsweredBy: &AnsweredBy{By: ByReviewer, Model: "small"}},
		ToolStarted{ID: "c1", Run: 2},
		ToolFinished{ID: "c1", Run: 2, Outcome: Outcome{Type: OutcomeSuccess, Content: "changed"}},
		PermissionRequest{ID: "c1.deliver", Call: "c1", Kind: PermitDeliver, Tool: "fs_modify_file", Text: "Deliver the result?", Edit: true},
		PermissionResponse{ID: "c1.deliver", Outcome: PermitEdited, By: ByUser, Content: &edited},
		ToolCallResponse{ID: "c1", Content: "two\n"},
		MemoryRevoked{ID: "c1.apply.2"},
		ToolCallResponse{ID: "c2", Content: "The arguments are not valid JSON.", IsError: true},
		GuardTripped{Guard: "round_trips", Evidence: raw(`{"round_trips":50}`)},
		InquiryRequest{ID: "guard-1.round_trips.1", Source: Source{Source: "other", Name: "guard.round_trips"}, Target: TargetUser, Question: forms.Question{ID: "round_trips", Text: "Go on?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}},
		InquiryResponse{Outcome: Answered, ID: "guard-1.round_trips.1", Answer: raw("true"), AnsweredBy: user},
		GuardResolved{Guard: "round_trips", Choice: "continue"},
		ScratchpadNote{Text: "The tests passed before."},
		ChatResponse{Response: "r3", Text: "Done."},
		ResponseEnd{Response: "r3", Finish: "length"},
		TurnEnd{Reason: ReasonDone},
		Title{Title: "A change"},
		RuleAdded{Rule: "run_command(go vet ./...)", Verdict: "allow", Scope: ScopeWorkspace, Permission: "c1.run"},
		RuleRevoked{Rule: "run_command(go vet ./...)", Verdict: "allow", Scope: ScopeWorkspace},
		TurnStart{},
		ChatRequest{Text: "And now?"},
		ToolCallRequest{Response: "r4", ID: "c3", Name: "ask_user", Arguments: raw(`{}`)},
		ResponseEnd{Response: "r4", Calls: 1},
		ToolStarted{ID: "c3", Run: 1},
		ToolAsked{ID: "c3", Run: 1, Form: []forms.Question{{ID: "name", Text: "Which name?", AnswerType: forms.AnswerType{Kind: forms.Text}}}},
		InquiryRequest{ID: "c3.name.1", Call: "c3", Source: Source{Source: "assistant"}, Target: TargetUser, Question: forms.Question{ID: "name", Text: "Which name?", AnswerType: forms.AnswerType{Kind: forms.Text}}},
		Resumed{},
		TurnEnding{Reason: ReasonUser},
	}
}

// everyEvent is the story and what happens beside it: events of every type.
func everyEvent(t testing.TB) []Event {
	t.Helper()
	return newWriter(t, convID).events(slices.Concat(story(), besideTurns())...)
}

// besideTurns is what happens beside the turns, one of each type, and a turn with the
// fields that go with it.
func besideTurns() []Body {
	one := 1
	return []Body{
		UserCommand{ID: "u1", Command: "go vet ./..."},
		UserCommandEnd{ID: "u1", Exit: &one, Output: "main.go:3: <bad> \x1b[31mcall\x1b[0m\n" + strings.Repeat("and so on\n", 10)},
		UserCommand{ID: "u2", Command: "sleep 9"},
		UserCommandEnd{ID: "u2", Interrupted: true},
		Instructions{Files: []Instruction{{Path: "AGENTS.md", Digest: Digest([]byte("be kind\n")), Bytes: 8}, {Path: "a \u202eb/AGENTS.md", Digest: Digest(nil)}}},
		TurnStart{},
		ChatRequest{Text: "What is <shown>?", Files: []File{{Digest: Digest([]byte("a picture")), Name: "shot.png", Type: "image/png", Bytes: 212_400, Width: 1280, Height: 720}}},
		ToolCallRequest{Response: "b1", ID: "b1", Name: "fs_modify_file", Arguments: raw(`{"path":"main.go"}`)},
		ResponseEnd{Response: "b1", Calls: 1},
		ToolStarted{ID: "b1", Run: 1},
		ToolAsked{ID: "b1", Run: 1, Live: true, State: "opaque <state>", Form: []forms.Question{{ID: "why", Text: "Why?", AnswerType: forms.AnswerType{Kind: forms.Text}}}},
		InquiryRequest{ID: "b1.why.1", Call: "b1", Source: Source{Source: "tool", Name: "fs_modify_file"}, Target: TargetUser, Question: forms.Question{ID: "why", Text: "Why?", AnswerType: forms.AnswerType{Kind: forms.Text}}},
		AnswerRefused{ID: "b1.why.1", Via: Via{Program: "parley", PID: 4711, Parents: []string{"sh", "parley"}}, Reason: "it was started by a command of this conversation"},
		InquiryResponse{Outcome: Answered, ID: "b1.why.1", Answer: raw(`"see the picture"`), Files: []File{{Digest: Digest([]byte("a picture")), Type: "image/png", Bytes: 9}},
			AnsweredBy: &AnsweredBy{By: ByUser, Via: &Via{Program: "parley", PID: 12, Terminal: "/dev/pts/3", Said: "me"}}},
		FileKept{ID: "b1", Run: 1, Path: "main.go", Before: Digest([]byte("one\n")), After: Digest([]byte("two\n")), Mode: "0644"},
		ToolCallResponse{ID: "b1", Content: "It was changed.", Files: []File{{Digest: Digest([]byte("a picture")), Name: "out.png", Type: "image/png", Bytes: 9}}},
		ContextTrimmed{Upto: "e", Window: 32_000},
		ContextSummary{Upto: "e", Text: "A picture was looked at.", By: ByPolicy, Model: "local/small", Usage: &Usage{Input: 900, Output: 40},
			Carried: []Carried{{Event: "e", Kind: CarriedMessage, Text: "What is <shown>?"}, {Event: "f", Kind: CarriedAnswer, Text: "Why?", Short: true}}, LeftOut: 3},
		TurnEnd{Reason: ReasonDone},
		ContextSummary{Upto: "e", Text: "A picture.", By: ByUser, Via: &Via{Terminal: "/dev/pts/3"}},
		ContextRevoked{Of: "e", Via: &Via{Program: "parley"}},
		SummaryAsked{ID: "s1", Matters: "the <picture>"},
		SummaryDropped{ID: "s1", Reason: DropUser, Model: "local/small", Usage: &Usage{Input: 800, Output: 30}},
		SummaryAsked{ID: "s2"},
		SummaryDropped{ID: "s2", Reason: DropInterrupted},
		Undone{Files: []UndoneFile{{Path: "main.go", Before: Digest([]byte("two\n")), After: Digest([]byte("one\n"))}, {Path: "new.go", Before: Digest(nil)}}, LeftOut: []string{"go.mod"}},
		Observed{Program: "claude", Version: "2.1.0", Session: "0b5c7c1e"},
	}
}

func storyEvents(t testing.TB) []Event {
	t.Helper()
	return newWriter(t, convID).events(story()...)
}
