package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/forms"
	"parley/store"
	"parley/store/record"
)

// now is when every export in these tests is made.
func now() time.Time { return time.Date(2026, 1, 3, 9, 0, 0, 0, time.UTC) }

// writers are the formats by the extension of their files.
func writers() map[string]func(io.Writer, Source, Options) error {
	return map[string]func(io.Writer, Source, Options) error{"md": Markdown, "html": HTML, "json": JSON}
}

// readLog reads a log as the store would, leaving out lines that are not events.
func readLog(t testing.TB, data []byte) Source {
	t.Helper()
	dir := t.TempDir()
	const id = "1h3p0c2ka7qd"
	if err := os.Mkdir(filepath.Join(dir, id), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, id, "events.jsonl"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	c, report, err := store.Open(dir, now).OpenRead(id)
	if err != nil {
		t.Fatal(err)
	}
	s := Source{ID: id, Log: c.Log(), Report: report}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return s
}

func story(t testing.TB) Source {
	t.Helper()
	data, err := os.ReadFile("../../testdata/logs/story.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return readLog(t, data)
}

// logOf makes a log of bodies, one second apart, with the chain of decisions.
func logOf(t testing.TB, bodies ...store.Body) Source {
	t.Helper()
	var log store.Log
	turn, turns, parent, prev := 0, 0, 0, ""
	for i, b := range bodies {
		if s, ok := b.(store.TurnStart); ok {
			turns++
			turn, parent = turns, s.Parent
		}
		e, err := store.New(store.Head{
			V: store.Version, Seq: int64(i + 1), ID: fmt.Sprintf("e%d", i+1), Conversation: "1h3p0c2ka7qd", Turn: turn,
			Time: time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC).Add(time.Duration(i) * time.Second),
		}, store.Chained(b, prev))
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := store.Decides(b); ok {
			prev = store.Digest(e.Line())
		}
		if _, ok := b.(store.TurnEnd); ok && parent > 0 {
			turn, parent = parent, 0
		}
		log = log.Append(e)
	}
	return Source{ID: "1h3p0c2ka7qd", Log: log}
}

func raw(s string) json.RawMessage { return json.RawMessage(s) }

const patch = "`engine.go`\n\n```diff\n--- a/engine.go\n+++ b/engine.go\n@@ -1,3 +1,3 @@\n package engine\n-const limit = 10\n+const limit = 20 // \u202eesrever\n \n```\n"

// reviewed is a conversation with a patch that a reviewer refused and the user applied, a
// secret, several choices at once, and two limits.
func reviewed(t testing.TB) Source {
	apply := forms.Question{ID: "apply_changes", Text: "Apply the change to `engine.go`?", Context: patch, AnswerType: forms.AnswerType{Kind: forms.Boolean}, Default: raw("true")}
	secret := forms.Question{ID: "token", Text: "The token?", AnswerType: forms.AnswerType{Kind: forms.Secret}, Exclusive: true}
	where := forms.Question{ID: "where", Text: "Where?", AnswerType: forms.AnswerType{Kind: forms.MultiSelect, Options: []forms.Option{
		{Value: raw(`"a"`), Label: "The first", Description: "with care", Recommended: true}, {Value: raw(`"b"`)},
	}}}
	limit := forms.Question{ID: "max_iterations", Text: "50 rounds are done. Go on?", AnswerType: forms.AnswerType{Kind: forms.Select, Options: []forms.Option{
		{Value: raw(`"Continue +5"`)}, {Value: raw(`"Cancel"`)},
	}}}
	tool, two := store.Source{Source: "tool", Name: "fs_modify_file"}, 2
	user := &store.AnsweredBy{By: store.ByUser}
	return logOf(t,
		store.Workspace{Root: "/home/ada/engine"},
		store.TurnStart{},
		store.ChatRequest{Text: "Raise the limit.\n# Not a heading\n  <script>alert(1)</script>"},
		store.Reasoning{Response: "r1", Text: "A constant."},
		store.ChatResponse{Response: "r1", Text: "I will:\n\n# Plan\n\n1. change `limit`\n\n```go\nconst limit = 20\n```\n\n<b>bold</b> ![x](http://example.org/x.png) [go](javascript:alert(1))"},
		store.ToolCallRequest{Response: "r1", ID: "c1", Name: "fs_modify_file", Arguments: raw(`{"path":"engine.go","old":"10","new":"20"}`)},
		store.ResponseEnd{Response: "r1", Calls: 1, Model: "large", Usage: store.Usage{Input: 1200, Cached: 1000, Output: 80}, Finish: "tool_calls"},
		store.ToolStarted{ID: "c1", Run: 1},
		store.ToolAsked{ID: "c1", Run: 1, Form: []forms.Question{apply}},
		store.InquiryRequest{ID: "c1.apply_changes.1", Call: "c1", Source: tool, Target: store.TargetReviewer, Escalate: true, Question: apply},
		store.InquiryResponse{Outcome: store.Answered, ID: "c1.apply_changes.1", Answer: raw("false"), Reason: "The limit guards memory.\n## Decision 9", AnsweredBy: &store.AnsweredBy{By: store.ByReviewer, Model: "small"}},
		store.InquiryRequest{ID: "c1.apply_changes.2", Call: "c1", Source: tool, Target: store.TargetUser, EscalatedFrom: "c1.apply_changes.1", Question: apply},
		store.InquiryResponse{Outcome: store.Answered, ID: "c1.apply_changes.2", Answer: raw("true"), AnsweredBy: user, Edited: &store.Edited{Digest: "d", Content: "const limit = 15\n"}},
		store.ToolStarted{ID: "c1", Run: 2},
		store.ToolCallResponse{ID: "c1", Content: "The file was changed.\n```\n# x"},
		store.ToolCallRequest{Response: "r2", ID: "c2", Name: "deploy", Arguments: raw(`{}`)},
		store.ResponseEnd{Response: "r2", Calls: 1, Model: "large"},
		store.InquiryRequest{ID: "c2.token.1", Call: "c2", Source: store.Source{Source: "tool", Name: "deploy"}, Target: store.TargetUser, Question: secret},
		store.InquiryResponse{Outcome: store.Redacted, ID: "c2.token.1", AnsweredBy: user},
		store.InquiryRequest{ID: "c2.where.1", Call: "c2", Source: store.Source{Source: "tool", Name: "deploy"}, Target: store.TargetUser, Question: where},
		store.InquiryResponse{Outcome: store.Answered, ID: "c2.where.1", Answer: raw(`["a","b"]`), AnsweredBy: &store.AnsweredBy{By: store.ByStatic}, Remember: "yes"},
		store.ToolCallResponse{ID: "c2", Content: "no such host", IsError: true},
		store.GuardTripped{Guard: "max_iterations", Evidence: raw(`{"iterations":50,"max_iterations":50}`)},
		store.InquiryRequest{ID: "guard-1.max_iterations.1", Source: store.Source{Source: "other", Name: "guard.max_iterations"}, Target: store.TargetUser, Question: limit},
		store.InquiryResponse{Outcome: store.Answered, ID: "guard-1.max_iterations.1", Answer: raw(`"Continue +5"`), AnsweredBy: user},
		store.GuardResolved{Guard: "max_iterations", Choice: "Continue +5", Limit: "55"},
		store.GuardResolved{Guard: "max_runtime", Choice: "limit", Limit: "40m0s"},
		store.ModelFailed{Response: "r3", Try: 2, Error: "The server closed the connection.", Final: true},
		store.TurnStart{Parent: 1},
		store.ToolCallRequest{Response: "r9", ID: "d1", Name: record.ReportTool, Arguments: raw(`{"root_cause":"The limit is read twice.","findings":["main.go reads it"],"fix":null}`)},
		store.ResponseEnd{Response: "r9", Calls: 1},
		store.ToolStarted{ID: "d1", Run: 1},
		store.ToolCallResponse{ID: "d1", Content: "Noted."},
		store.TurnEnd{Reason: store.ReasonDone},
		store.ScratchpadNote{Text: "The tests passed before."},
		store.TurnEnd{Reason: store.ReasonDone},
		store.UserCommand{ID: "u1", Command: "make\n# not a heading"},
		store.UserCommandEnd{ID: "u1", Exit: &two, Output: "```\n<b>no</b> rule\n"},
		store.UserCommand{ID: "u2", Command: "sleep 9"},
		store.UserCommandEnd{ID: "u2", Interrupted: true},
		store.UserCommand{ID: "u3", Command: "yes"},
		store.UserCommandEnd{ID: "u3", Output: "y\n"},
		store.UserCommand{ID: "u4", Command: "top"},
		store.Instructions{Files: []store.Instruction{{Path: "AGENTS.md", Digest: "d", Bytes: 4}}},
		store.FileKept{ID: "c1", Run: 2, Path: "engine.go", Before: "d", After: "e"},
		store.Undone{Files: []store.UndoneFile{{Path: "engine.go", Before: "e", After: "d"}}, LeftOut: []string{"<go.mod>"}, Via: &store.Via{Program: "parley", Terminal: "/dev/pts/3"}},
		store.ContextTrimmed{Upto: "e20", Window: 32_000},
		store.ContextSummary{Upto: "e20", Text: "# All is well\n```\n![x](http://example.org/x.png)", By: store.ByPolicy, Model: "small", Usage: &store.Usage{Output: 40}, Carried: []store.Carried{{Event: "e3", Kind: store.CarriedMessage, Text: "Raise the limit."}}},
		store.ContextSummary{Upto: "e20", Text: "As the user has it.", By: store.ByUser},
		store.ContextRevoked{Of: "e50"},
		store.SummaryAsked{ID: "s1", Matters: "# the <b>limit</b>\n```\n"}, store.SummaryDropped{ID: "s1", Reason: store.DropUser, Model: "small", Usage: &store.Usage{Input: 900, Output: 40}},
		store.SummaryAsked{ID: "s2"}, store.SummaryDropped{ID: "s2", Reason: store.DropInterrupted},
		store.AnswerRefused{ID: "c9.open.1", Via: store.Via{Program: "parley", PID: 4711}, Reason: "it was started by a command"},
		store.Observed{Program: "claude", Version: "2.1.0", Session: "s"},
		store.Repaired{Original: "events.jsonl.1", SetAside: 2},
		store.Title{Title: "Raise the <limit>"},
		store.ForkedFrom{From: "1h3nzzv4m2te", At: "e26"},
		store.TurnStart{},
		store.ChatRequest{Text: "And now?", Author: "scratchpad", Files: []store.File{{Digest: "d", Name: "shot.png", Type: "image/png", Bytes: 212_400, Width: 1280, Height: 720}}},
		store.InquiryRequest{ID: "c9.open.1", Source: store.Source{Source: "assistant"}, Target: store.TargetUser, Question: forms.Question{ID: "open", Text: "Which?", AnswerType: forms.AnswerType{Kind: forms.Text}}},
	)
}

func exported(t testing.TB, format string, s Source, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := writers()[format](&b, s, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// golden compares with a file; UPDATE=1 rewrites it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not as in the file; UPDATE=1 rewrites it\n%s", name, got)
	}
}

func TestGoldens(t *testing.T) {
	for format := range writers() {
		golden(t, "story."+format, exported(t, format, story(t), Options{Now: now()}))
		golden(t, "reviewed."+format, exported(t, format, reviewed(t), Options{Now: now()}))
	}
	golden(t, "decisions.md", exported(t, "md", reviewed(t), Options{DecisionsOnly: true, Title: "Only these"}))
	golden(t, "since.md", exported(t, "md", reviewed(t), Options{From: "e26"}))
}

func TestSince(t *testing.T) {
	s := story(t)
	for _, c := range []struct {
		o    Options
		from string // the first event that is told
		err  string
	}{
		{Options{}, "1h3p0c2ka7qd-e1", ""},
		{Options{From: "42"}, "1h3p0c2ka7qd-e42", ""},
		{Options{From: "1h3p0c2ka7qd-e42"}, "1h3p0c2ka7qd-e42", ""},
		{Options{From: "e42"}, "", "there is no event \"e42\" in the conversation; `parley show <id> --format ndjson` lists them"},
		{Options{Since: time.Date(2026, 1, 2, 15, 4, 46, 0, time.UTC)}, "1h3p0c2ka7qd-e41", ""},
		{Options{Since: now()}, "", ""},
	} {
		r, err := newContents(s, c.o)
		if got := fmt.Sprint(err); err != nil && got != c.err || err == nil && c.err != "" {
			t.Errorf("%+v: error %q, want %q", c.o, got, c.err)
		}
		got := ""
		if len(r.items) > 0 {
			got = r.items[0].entry.ID
		}
		if got != c.from {
			t.Errorf("%+v begins with %q, want %q", c.o, got, c.from)
		}
	}
}

func TestKeysAreHidden(t *testing.T) {
	const key = `sk-<very>"secret"-123`
	s := logOf(t, store.TurnStart{}, store.ChatRequest{Text: "my key is " + key}, store.TurnEnd{Reason: "done"},
		store.InquiryRequest{ID: "a.b.1", Source: store.Source{Source: "assistant"}, Question: forms.Question{ID: "b", Text: key, AnswerType: forms.AnswerType{Kind: forms.Text}}})
	for format := range writers() {
		got := exported(t, format, s, Options{Hide: []string{key, "my"}})
		if strings.Contains(got, "very") || strings.Contains(got, "secret") || strings.Count(got, "hidden: a configured key") < 3 || !strings.Contains(got, "my key is") {
			t.Errorf("%s:\n%s", format, got)
		}
	}
}

// TestKeysAreHiddenHoweverTheyAreWritten, as programs and files quote them, also without the blanks at their ends.
func TestKeysAreHiddenHoweverTheyAreWritten(t *testing.T) {
	const key = `sk/live/4+7"x y`
	for _, said := range []string{
		`{"key":"sk\/live/4+7\"x y"}`, `{"key":"\u0073k/live/4\u002b7\"x y"}`, `https://h/?k=sk%2Flive%2f4%2B7%22x%20y`, `sk/live/4+7\"x\ y`, `sk/live/4+7&quot;x y`,
	} {
		s := logOf(t, store.TurnStart{}, store.ChatRequest{Text: "it is " + said + " here"}, store.TurnEnd{Reason: "done"})
		for format := range writers() {
			got := exported(t, format, s, Options{Hide: []string{" " + key + "\n"}})
			if strings.Contains(got, "live") || !strings.Contains(got, "hidden: a configured key") || !strings.Contains(got, "it is") {
				t.Errorf("%s in %s:\n%s", said, format, got)
			}
		}
	}
}

// TestAKeyOfDigitsHidesNoNumbers: a document with texts in the place of numbers is another one.
func TestAKeyOfDigitsHidesNoNumbers(t *testing.T) {
	s := logOf(t, store.TurnStart{}, store.ChatRequest{Text: "it is 12345678 here"}, store.ResponseEnd{Response: "1.1", Usage: store.Usage{Input: 12345678}}, store.TurnEnd{Reason: "done"})
	for format := range writers() {
		got := exported(t, format, s, Options{Hide: []string{"12345678"}})
		if strings.Contains(got, "is 12345678") || strings.Count(got, "hidden: a configured key") == 0 {
			t.Errorf("%s:\n%s", format, got)
		}
	}
}

// unforked is a log without its forks, so that all of it is the conversation's own.
func unforked(l store.Log) store.Log {
	var out store.Log
	for _, e := range l.All() {
		if _, fork := e.Body.(store.ForkedFrom); !fork {
			out = out.Append(e)
		}
	}
	return out
}

// Every decision of a log is told, by its id or its question, in every format.
func TestEveryDecisionIsTold(t *testing.T) {
	for _, s := range []Source{story(t), reviewed(t)} {
		audit := record.NewAudit(unforked(s.Log))
		if len(audit.Decisions) < 6 {
			t.Fatalf("only %d decisions", len(audit.Decisions))
		}
		for format := range writers() {
			got := exported(t, format, s, Options{DecisionsOnly: true})
			for _, d := range audit.Decisions {
				if d.Kind != record.KindRefused && !strings.Contains(got, d.ID) {
					t.Errorf("%s does not tell %s", format, d.ID)
				}
			}
		}
	}
}

func TestJSONIsOneObject(t *testing.T) {
	for _, s := range []Source{story(t), reviewed(t), {ID: "empty"}} {
		var got struct {
			Schema    int `json:"parley_export"`
			Decisions []struct{ Number int }
			Turns     []struct{ Number int }
			Entries   []struct{ Type string }
		}
		if err := json.Unmarshal([]byte(exported(t, "json", s, Options{})), &got); err != nil {
			t.Fatal(err)
		}
		if got.Schema != Schema || got.Decisions == nil || got.Turns == nil || got.Entries == nil {
			t.Errorf("%s: %+v", s.ID, got)
		}
	}
}

func TestWriteErrorsAreTold(t *testing.T) {
	for format, write := range writers() {
		if err := write(full{}, story(t), Options{}); err == nil || err.Error() != "no space left" {
			t.Errorf("%s into a full disk: %v", format, err)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, fmt.Errorf("no space left") }

// TestWhatWasToldBesideAPermissionIsTold, in each format: why it was asked anew, and what its server
// changed, of which nothing is Markdown.
func TestWhatWasToldBesideAPermissionIsTold(t *testing.T) {
	s := logOf(t, store.TurnStart{}, store.ToolCallRequest{Response: "r", ID: "c", Name: "deploy", Arguments: raw("{}")},
		store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "deploy", Text: "Go?", Was: "one", Changed: "- *a*\n+ <b>"})
	const why = "This was asked before, and since then what stands behind the name deploy has changed: its command, its server, its parameters, its options or its description. " +
		"What was said then was for the other, so you are asked again."
	for format, want := range map[string]string{
		"md":   "\n> " + why + "\n\n> \\- \\*a\\*\\\n> \\+ \\<b>\n\n",
		"html": "</dl>\n<p class=\"plain\" dir=\"auto\">" + why + "</p>\n<p class=\"plain\" dir=\"auto\">- *a*\n+ &lt;b&gt;</p>\n",
		"json": `"told":["` + why + `","- *a*\n+ <b>"]`,
	} {
		if got := exported(t, format, s, Options{}); strings.Count(got, want) != 1 {
			t.Errorf("%s: not as it should be:\n%s", format, got)
		}
	}
}
