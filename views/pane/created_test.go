package pane

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/forms"
	"parley/store"
	"parley/store/record"
)

// TestACreatedFileShowsItsLines: the first of them as additions, unless what was written
// may differ from what the call says.
func TestACreatedFileShowsItsLines(t *testing.T) {
	create := func(content, result string, exchanges ...record.Exchange) *record.ToolCall {
		args, err := json.Marshal(map[string]string{"path": "a.go", "content": content})
		if err != nil {
			t.Fatal(err)
		}
		return &record.ToolCall{Name: "fs_create_file", Runs: 1, Arguments: args, Exchanges: exchanges, Result: &store.ToolCallResponse{Content: result}}
	}
	edited := record.Exchange{Permission: &store.PermissionRequest{Text: "a.go (1 line)"}, Permitted: &store.PermissionResponse{
		Outcome: store.PermitEdited, By: store.ByUser, Arguments: json.RawMessage(`{"path":"a.go","content":"package b\n"}`)}}
	kept := "other text"
	content := record.Exchange{Permission: &store.PermissionRequest{Kind: store.PermitDeliver, Text: "x"}, Permitted: &store.PermissionResponse{
		Outcome: store.PermitEdited, By: store.ByUser, Content: &kept}}
	const row = " ✓ Create a.go                                                          "
	for name, c := range map[string]struct {
		call *record.ToolCall
		want string
	}{
		"two lines":        {create("package a\n\tx\n", "Created a.go with 2 lines."), row + "2 lines\n           1 + package a\n           2 +     x"},
		"no end of line":   {create("package a", "Created a.go with 1 line."), row + " 1 line\n           1 + package a\n     \\ No newline at end of file"},
		"many":             {create(strings.Repeat("x\n", 1200), "Created a.go with 1,200 lines."), ""},
		"nothing":          {create("", "Created a.go with 0 lines."), row + "0 lines"},
		"another number":   {create("a\n", "Created a.go with 2 lines."), row + "2 lines"},
		"the user's text":  {create("package a\n", "Created a.go with 1 line.", edited), row + " 1 line\n           1 + package b"},
		"the user's words": {create("package a\n", "Created a.go with 1 line.", content), row + " 1 line"},
	} {
		got := drawnCall(c.call, 80)
		if name == "many" {
			if lines := strings.Split(got, "\n"); len(lines) != 10 || strings.TrimSpace(lines[9]) != "▸ 1192 more lines" {
				t.Errorf("many: %d lines, the last %q", len(lines), lines[len(lines)-1])
			}
			continue
		}
		if got != strings.TrimRight(c.want, "\n") {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// TestAnEditedChangeShowsWhatWasWritten: and not what was proposed, nor anything where the
// record does not fit together.
func TestAnEditedChangeShowsWhatWasWritten(t *testing.T) {
	const (
		proposed = "```diff\n--- a/a.go\n+++ b/a.go\n@@ -1,3 +1,3 @@\n-one\n+eins\n two\n-three\n+drei\n```\n"
		told     = "a.go was written, but with another text than you asked for: the change was edited before it was approved. Respect that.\n\n" +
			"```diff\n--- a/a.go\n+++ b/a.go\n@@ -1,3 +1,3 @@\n-eins\n+uno\n two\n-drei\n+three\n```"
	)
	for name, c := range map[string]struct {
		written, want string
		part          store.Part
	}{
		"a hunk left out": {"eins\ntwo\nthree\n", " ✓ Edit   a.go                               ◆ you: yes, 1 of 2 hunks after 3 s", store.Part{Taken: 1, Hunks: 2}},
		"edited, and a hunk left out": {"uno\ntwo\nthree\n", " ✓ Edit   a.go  +1 −1                         ◆ you: edited, then yes after 3 s\n" +
			"       1     - one\n           1 + uno\n       2   2   two\n       3   3   three", store.Part{}},
		"another text": {"uno\n", " ✓ Edit   a.go                                ◆ you: edited, then yes after 3 s", store.Part{}},
	} {
		call := &record.ToolCall{Name: "fs_modify_file", Runs: 2, Arguments: json.RawMessage(`{"path":"a.go"}`), Result: &store.ToolCallResponse{Content: told}, Exchanges: []record.Exchange{{Asked: at(0), Closed: at(3),
			Inquiry: &store.InquiryRequest{Target: store.TargetUser, Question: forms.Question{ID: "apply_changes", Context: proposed, AnswerType: forms.AnswerType{Kind: forms.Boolean}}},
			Answer:  &store.InquiryResponse{Outcome: store.Answered, Answer: json.RawMessage("true"), Edited: &store.Edited{Content: c.written, Part: c.part}, AnsweredBy: &store.AnsweredBy{By: store.ByUser}},
		}}}
		if got := drawnCall(call, 80); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// TestTheLatestEditIsWhatWasWritten: where the file changed after the first, and was asked about again.
func TestTheLatestEditIsWhatWasWritten(t *testing.T) {
	edited := func(sec int, context, content string, part store.Part) record.Exchange {
		return record.Exchange{Asked: at(sec), Closed: at(sec + 1),
			Inquiry: &store.InquiryRequest{Target: store.TargetUser, Question: forms.Question{ID: "apply_changes", Context: context, AnswerType: forms.AnswerType{Kind: forms.Boolean}}},
			Answer:  &store.InquiryResponse{Outcome: store.Answered, Answer: json.RawMessage("true"), Edited: &store.Edited{Content: content, Part: part}, AnsweredBy: &store.AnsweredBy{By: store.ByUser}}}
	}
	const (
		head  = "--- a/a.go\n+++ b/a.go\n"
		first = "```diff\n" + head + "@@ -1,3 +1,3 @@\n-one\n+eins\n two\n-three\n+drei\n```\n"
		again = "```diff\n" + head + "@@ -1,4 +1,4 @@\n-one\n+eins\n two\n-three\n+drei\n mine\n```\n"
		told  = "a.go was written, with only 1 of 2 hunks.\n\n```diff\n" + head + "@@ -1,4 +1,4 @@\n-eins\n+one\n two\n drei\n mine\n```"
	)
	call := &record.ToolCall{Name: "fs_modify_file", Runs: 3, Arguments: json.RawMessage(`{"path":"a.go"}`), Result: &store.ToolCallResponse{Content: told}, Exchanges: []record.Exchange{
		edited(0, first, "uno\ntwo\ndrei\n", store.Part{}), edited(2, again, "one\ntwo\ndrei\nmine\n", store.Part{Taken: 1, Hunks: 2})}}
	if got := drawnCall(call, 80); !strings.Contains(got, "a.go  +1 −1 ") || !strings.Contains(got, "3 + drei") {
		t.Errorf("the row does not show what was written:\n%s", got)
	}
}

// TestACallWithoutWordsOfItsOwn shows its arguments by name, never as JSON.
func TestACallWithoutWordsOfItsOwn(t *testing.T) {
	raw := func(_ string, args json.RawMessage) string { return string(args) }
	call := &record.ToolCall{Name: "deploy", Runs: 1, Arguments: json.RawMessage(`{"env":"staging","note":"say \"hi\"","tables":["a","b"]}`)}
	for name, teller := range map[string]Teller{"of the past": {}, "whose tool says the arguments": {Describe: raw}} {
		entry, _ := teller.Entry(record.Entry{ID: "e1", Item: call})
		if got, want := entry.(Call).Summary, `env: staging, note: "say \"hi\"", tables: a, b`; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	entry, _ := Teller{Describe: func(string, json.RawMessage) string { return "{staging} now" }}.Entry(record.Entry{ID: "e1", Item: call})
	if got := entry.(Call).Summary; got != "{staging} now" {
		t.Errorf("the tool's own words became %q", got)
	}
}
