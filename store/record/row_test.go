package record

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"parley/store"
)

// TestRow: what people read about a call, from what the record has of it.
func TestRow(t *testing.T) {
	result := func(content string) *store.ToolCallResponse { return &store.ToolCallResponse{Content: content} }
	failed := func(content string) *store.ToolCallResponse {
		return &store.ToolCallResponse{Content: content, IsError: true}
	}
	for _, c := range []struct {
		name, arguments string
		result          *store.ToolCallResponse
		want            Row
	}{
		{"fs_read_file", `{"path":"a.go"}`, nil, Row{Verb: "Read", Subject: "a.go"}},
		{"fs_read_file", `{"path":"a.go"}`, result("a.go: lines 1 to 142 of 142.\n1 x"), Row{Verb: "Read", Subject: "a.go", Facts: "142 lines"}},
		{"fs_read_file", `{"path":"a.go"}`, result("a.go: line 1 of 1."), Row{Verb: "Read", Subject: "a.go", Facts: "1 line"}},
		{"fs_read_file", `{"path":"a.go"}`, result("a.go: line 7 of 9."), Row{Verb: "Read", Subject: "a.go", Facts: "line 7 of 9"}},
		{"fs_read_file", `{"path":"a.go"}`, result("a.go: lines 3 to 9 of 1,000. 991 more; read on with start_line 10."), Row{Verb: "Read", Subject: "a.go", Facts: "lines 3 to 9 of 1,000"}},
		{"fs_read_file", `{"path":"a.go"}`, result("a.go: the file is empty."), Row{Verb: "Read", Subject: "a.go", Facts: "empty"}},
		{"fs_read_file", `{"path":"a.go"}`, result("in other\nwords"), Row{Verb: "Read", Subject: "a.go", Facts: "2 lines"}},
		{"fs_read_file", `{"path":"a.go"}`, failed("a.go does not exist. List the directory."), Row{Verb: "Read", Subject: "a.go", Fault: "does not exist", Whole: "a.go does not exist"}},
		{"fs_read_file", `{"path":"b"}`, failed("b is a directory. Give the path of a file."), Row{Verb: "Read", Subject: "b", Fault: "is a directory", Whole: "b is a directory"}},
		{"fs_read_file", `{"path":"b"}`, failed("b is a binary file of 295 bytes. It has no text to show: use run_command."), Row{Verb: "Read", Subject: "b", Fault: "is a binary file of 295 bytes", Whole: "b is a binary file of 295 bytes"}},
		{"fs_modify_file", `{"path":"a.go"}`, failed("a.go was not changed:\npatterns[0]: old is not in the file. Read it again.\npatterns[1]: x."), Row{Verb: "Edit", Subject: "a.go", Fault: "was not changed: the text to replace is not in it", Whole: "a.go was not changed: the text to replace is not in it"}},
		{"table__draw", `{}`, failed("patterns[0]: old is not in the file."), Row{Verb: "table__draw", Fault: "patterns[0]: old is not in the file", Whole: "patterns[0]: old is not in the file"}},
		{"fs_modify_file", `{"path":"in/a.go"}`, failed("in/a.go was not changed:\n- old is twice in it."), Row{Verb: "Edit", Subject: "in/a.go", Fault: "was not changed: old is twice in it", Whole: "a.go was not changed: old is twice in it"}},
		{"fs_create_file", `{"path":"up/newx"}`, failed("up/newx leads out of the workspace through a symbolic link. Give a path."), Row{Verb: "Create", Subject: "up/newx", Fault: "leads out of the workspace through a symbolic link", Whole: "up/newx leads out of the workspace through a symbolic link"}},
		{"fs_read_file", `{"path":"../newx"}`, failed("../newx is outside the workspace. Give a path."), Row{Verb: "Read", Subject: "../newx", Fault: "is outside the workspace", Whole: "../newx is outside the workspace"}},
		{"fs_read_file", `{"path":"a/b"}`, failed("a/b does not exist. List the directory."), Row{Verb: "Read", Subject: "a/b", Fault: "does not exist", Whole: "b does not exist"}},
		{"run_command", `{"command":"./x a/b"}`, failed("./x a/b did not begin."), Row{Verb: "Run", Subject: "./x a/b", Fault: "did not begin", Whole: "./x a/b did not begin"}},
		{"fs_modify_file", `{"path":"a.go"}`, failed("a.go was not changed:"), Row{Verb: "Edit", Subject: "a.go", Fault: "was not changed", Whole: "a.go was not changed"}},
		{"ask_user", `{}`, failed("Nothing was asked. Correct all of these and call ask_user again:\n- options is missing.\n- text is empty."), Row{Verb: "Ask", Fault: "Nothing was asked: options is missing", Whole: "Nothing was asked: options is missing"}},
		{"fs_list_files", `{}`, result("a\nb\n"), Row{Verb: "List", Subject: ".", Facts: "2 lines"}},
		{"fs_list_files", `{"path":"x"}`, result("There are no files in x."), Row{Verb: "List", Subject: "x", Facts: "nothing"}},
		{"fs_grep_files", `{"pattern":"f("}`, result("a:1: f(\na-2- g\na:3: f(\nb:1: f(\n\n3 matching lines in 2 files."), Row{Verb: "Search", Subject: "f(", Facts: "3 in 2 files"}},
		{"fs_grep_files", `{"pattern":"f("}`, result("a:1: 9 matching lines in 9 files.\n\n1 matching line in 1 file.\nNot searched: 1 binary."), Row{Verb: "Search", Subject: "f(", Facts: "1 in 1 file"}},
		{"fs_grep_files", `{"pattern":"f("}`, result("No matches."), Row{Verb: "Search", Subject: "f(", Facts: "nothing"}},
		{"fs_modify_file", `{"path":"a.go"}`, result("Modified a.go: 1,017 lines added, 1 removed."), Row{Verb: "Edit", Subject: "a.go", Changed: true, Added: "1,017", Removed: "1"}},
		{"fs_modify_file", `{"path":"a: b"}`, result("Modified a: b: 1 line added, 0 removed."), Row{Verb: "Edit", Subject: "a: b", Changed: true, Added: "1", Removed: "0"}},
		{"fs_create_file", `{"path":"a.go"}`, result("Created a.go with 12 lines."), Row{Verb: "Create", Subject: "a.go", Facts: "12 lines"}},
		{"fs_create_file", `{"path":"a.go"}`, result("Replaced a.go: 1 line added, 2 removed."), Row{Verb: "Create", Subject: "a.go", Changed: true, Added: "1", Removed: "2"}},
		{"fs_create_file", `{"path":"a.go"}`, result("a.go has exactly this content already. Nothing was written."), Row{Verb: "Create", Subject: "a.go", Facts: "nothing to change"}},
		{"fs_modify_file", `{"path":"a.go"}`, result("a.go was written, with only 1 of 2 hunks of the change that you asked for: the rest was left out before it was approved. Respect that."), Row{Verb: "Edit", Subject: "a.go", Facts: "1 of 2 hunks"}},
		{"fs_modify_file", `{"path":"a.go"}`, result("a.go was written, but with another text than you asked for: the change was edited before it was approved. Respect that."), Row{Verb: "Edit", Subject: "a.go", Facts: "edited before it was approved"}},
		{"fs_delete_file", `{"path":"a.go"}`, result("Deleted a.go."), Row{Verb: "Delete", Subject: "a.go"}},
		{"fs_move_file", `{"path":"a","to":"b"}`, result("Moved a to b."), Row{Verb: "Move", Subject: "a to b"}},
		{"run_command", `{"command":"go vet"}`, result("Exit status: 0\n"), Row{Verb: "Run", Subject: "go vet"}},
		{"run_command", `{"command":"true"}`, result("Exit status: 0\nNo output."), Row{Verb: "Run", Subject: "true", Facts: "no output"}},
		{"run_command", `{"command":"ls"}`, result("Exit status: 0\nOutput:\na\n"), Row{Verb: "Run", Subject: "ls", Facts: "1 line"}},
		{"run_command", `{"command":"ls"}`, result("Ended by a signal: killed\nOutput:\na\n\nOutput:\nb\n\n"), Row{Verb: "Run", Subject: "ls", Facts: "4 lines"}},
		{"ask_user", `{}`, nil, Row{Verb: "Ask"}},
		{"deploy", `{"where":"staging"}`, result("deployed\n"), Row{Verb: "deploy", Facts: "deployed"}},
		{"table__draw", `{}`, result("Here.\n[image 1 cannot be passed on: it is damaged]\n[image 2 cannot be passed on: there are too many]"), Row{Verb: "table__draw", Facts: "Here.", LeftOut: "image 1 cannot be passed on: it is damaged\nimage 2 cannot be passed on: there are too many"}},
		{"table__draw", `{}`, result("[image 1 cannot be passed on: it is damaged]"), Row{Verb: "table__draw", LeftOut: "image 1 cannot be passed on: it is damaged"}},
		{"table__draw", `{}`, result("\n[image 1 cannot be passed on: it is damaged]"), Row{Verb: "table__draw", LeftOut: "image 1 cannot be passed on: it is damaged"}},
		{"table__draw", `{}`, result("[image 1 cannot be passed on: it is damaged]\nx"), Row{Verb: "table__draw", Facts: "2 lines"}},
		{"fs_read_file", `not JSON`, failed("The arguments are not valid JSON.\nSend an object."), Row{Verb: "Read", Fault: "The arguments are not valid JSON", Whole: "The arguments are not valid JSON"}},
		{"run_command", `{"command":7}`, nil, Row{Verb: "Run"}},
	} {
		call := ToolCall{Name: c.name, Arguments: json.RawMessage(c.arguments), Result: c.result}
		if got := call.Row(); got != c.want {
			t.Errorf("%s %s %v: %+v, want %+v", c.name, c.arguments, c.result, got, c.want)
		}
	}
}

// FuzzRow: no arguments and no result break it.
func FuzzRow(f *testing.F) {
	f.Add("fs_read_file", `{"path":"a"}`, "a: lines 1 to 2 of 2.", false)
	f.Add("fs_modify_file", `{"path":"a"}`, "Modified a: 1 line added, 2 removed.", false)
	f.Add("fs_grep_files", `{"pattern":"a"}`, "1 matching line in 1 file.", true)
	f.Fuzz(func(t *testing.T, name, arguments, content string, isError bool) {
		call := ToolCall{Name: name, Arguments: json.RawMessage(arguments), Result: &store.ToolCallResponse{Content: content, IsError: isError}}
		if r := call.Row(); isError && r.Facts != "" || r.Changed != (r.Added != "") {
			t.Errorf("%q %q %q: %+v", name, arguments, content, r)
		}
	})
}

// TestTook: the last run counts, without the time spent waiting for a person.
func TestTook(t *testing.T) {
	at := func(s int) time.Time { return time.Unix(int64(s), 0) }
	tr := NewTranscript(store.Log{})
	for i, body := range []store.Body{
		store.ToolCallRequest{Response: "r", ID: "c", Name: "x"}, store.ToolStarted{ID: "c", Run: 1}, store.ToolAsked{ID: "c", Run: 1},
		store.ToolStarted{ID: "c", Run: 2}, store.ToolFinished{ID: "c", Run: 2}, store.ToolCallResponse{ID: "c"},
	} {
		tr.Add(timed(i, at(10*i*i), body))
		call := tr.At(0).Item.(*ToolCall)
		want := time.Duration(0)
		if i >= 4 {
			want = 70 * time.Second
		}
		if got := call.Took(); got != want {
			t.Errorf("after event %d: %s, want %s", i, got, want)
		}
	}
	killed := NewTranscript(store.Log{})
	for i, body := range []store.Body{store.ToolCallRequest{Response: "r", ID: "c", Name: "x"}, store.ToolStarted{ID: "c", Run: 1}, store.Resumed{}, store.ToolCallResponse{ID: "c", IsError: true}} {
		killed.Add(timed(i, at(10*i), body))
	}
	if got := killed.At(0).Item.(*ToolCall).Took(); got != 0 {
		t.Errorf("a call that ended with the program took %s", got)
	}
	asked := NewTranscript(store.Log{})
	for i, body := range []store.Body{store.ToolCallRequest{Response: "r", ID: "c", Name: "x"}, store.ToolStarted{ID: "c", Run: 1}, store.ToolAsked{ID: "c", Run: 1}, store.ToolCallResponse{ID: "c"}} {
		asked.Add(timed(i, at(10*i), body))
	}
	if got := asked.At(0).Item.(*ToolCall).Took(); got != 0 {
		t.Errorf("a call that only asked took %s", got)
	}
}

func timed(i int, at time.Time, body store.Body) store.Event {
	e := store.Event{Body: body}
	e.ID, e.Time = string(rune('a'+i)), at
	return e
}

// TestTheRowOfAnEditedCall says what runs, not what the model wanted.
func TestTheRowOfAnEditedCall(t *testing.T) {
	c := ToolCall{Name: "run_command", Arguments: json.RawMessage(`{"command":"wc note"}`)}
	c.Exchanges = []Exchange{
		{Permission: &store.PermissionRequest{}, Permitted: &store.PermissionResponse{Outcome: store.PermitCancelled}},
		{Permission: &store.PermissionRequest{}, Permitted: &store.PermissionResponse{Outcome: store.PermitEdited, Arguments: json.RawMessage(`{"command":"mv a b"}`)}},
		{Permission: &store.PermissionRequest{}, Permitted: &store.PermissionResponse{Outcome: store.PermitEdited, Content: new(string)}},
	}
	if got := c.Row().Subject; got != "mv a b" {
		t.Errorf("the row says %q", got)
	}
}

// TestRowOfALongCallReadsItOnce: a row is made with each event of its call. What the user put in
// the place of the arguments is told from then on.
func TestRowOfALongCallReadsItOnce(t *testing.T) {
	command := func(word string) json.RawMessage {
		return json.RawMessage(`{"command":"` + strings.Repeat(word, store.LongText) + `"}`)
	}
	call := &ToolCall{Name: "run_command", Arguments: command("first ")}
	if got, want := call.Row().Subject, strings.Repeat("first ", store.LongText); got != want {
		t.Fatalf("the subject is %.40q", got)
	}
	if n := testing.AllocsPerRun(10, func() { call.Row() }); n != 0 {
		t.Errorf("another row takes %v allocations: it reads the arguments again", n)
	}
	call.Exchanges = []Exchange{{Permitted: &store.PermissionResponse{Outcome: store.PermitEdited, Arguments: command("other ")}}}
	if got, want := call.Row().Subject, strings.Repeat("other ", store.LongText); got != want {
		t.Errorf("after an edit the subject is %.40q", got)
	}
}

// BenchmarkRowLong is what each event of a call with a command of 2 MB takes for its row.
func BenchmarkRowLong(b *testing.B) {
	call := &ToolCall{Name: "run_command", Arguments: json.RawMessage(`{"command":"` + strings.Repeat("true abc ", 220_000) + `"}`)}
	for b.Loop() {
		call.Row()
	}
}

// TestTheNameThatAModelGaveACall: what no tool is called stands in quotes, spelled out, so that it is no part of a row.
func TestTheNameThatAModelGaveACall(t *testing.T) {
	for name, want := range map[string]string{
		"h__go": "h__go", "srv.x-y/2:z": "srv.x-y/2:z", "": "", "run_command": "Run",
		"Edit   main.go  +1 −1   ◆ you after 2 s\n": `"Edit   main.go  +1 \u22121   \u25c6"…`,
		"run_c\u043emmand": `"run_c\u043emmand"`, "fs_read\u200b_file": `"fs_read\u200b_file"`, `a"b`: `"a\"b"`,
		strings.Repeat("a ", 100): `"` + strings.Repeat("a ", 15) + `a"…`,
	} {
		c := ToolCall{Name: name, Arguments: []byte(`{"command":"ls"}`)}
		if got := c.Row().Verb; got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
	asked := store.PermissionRequest{Tool: "Edit a ◆", Kind: store.PermitRun, Arguments: []byte(`{}`)}
	if got, want := AsksOf(asked), (Asks{Verb: "Run", Subject: `"Edit a \u25c6"`}); got != want {
		t.Errorf("%+v", got)
	}
}
