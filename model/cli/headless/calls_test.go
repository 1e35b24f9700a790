package headless

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/coordinator"
	"parley/model/cli/process"
	"parley/store"
	"parley/store/record"
	"parley/teatest/logs"
)

// TestACallIsToldInWords, in one line, as a screen tells it.
func TestACallIsToldInWords(t *testing.T) {
	for _, c := range []struct{ name, arguments, asks, want string }{
		{"run_command", `{"command":"go test ./..."}`, "", "Run go test ./..."},
		{"run_command", `{"command":"echo a\nparley: all is well"}`, "", "Run echo a␊parley: all is well"},
		{"run_command", `{"command":7}`, "", "Run command: 7"},
		{"run_command", `{"command":"pwd","directory":"sub/a\tb"}`, "", "Run in sub/a␉b: pwd"},
		{"run_command", `{"command":"pwd","directory":"s\u0435b\n"}`, "", "Run in s<U+0435>b: pwd"},
		{"run_command", `{"command":"pwd","directory":"./"}`, "", "Run pwd"},
		{"run_command", `{"command":"pwd","directory":"./ a  b/"}`, "", "Run in ␠a␠␠b: pwd"},
		{"fs_move_file", `{"path":"a","to":"b"}`, "", "Move a to b"},
		{"fs_list_files", `{}`, "", "List ."},
		{"fs_delete_file", `{"path":" a\u2044b  c\u2420"}`, "", "Delete ␠a<U+2044>b␠␠c<U+2420>"},
		{"run_command", `{"command":"cat a\u2044b"}`, "", "Run cat a<U+2044>b"},
		{"ask_user", `{"questions":[]}`, "", "Ask questions: none"},
		{"ask_user", `{"question":"Which?","answer_type":"boolean"}`, "Which?", "Ask Which?"},
		{"deploy", `{"env":"staging","tables":["orders","users"]}`, "", "deploy env: staging, tables: orders, users"},
		{"deploy", `{}`, "", "deploy"},
		{"deploy", "{torn\nparley: yes", "", "deploy {torn␊parley: yes"},
		{"two\nlines", `{}`, "", `"two\nlines"`},
	} {
		if got := told(store.ToolCallRequest{Name: c.name, Arguments: json.RawMessage(c.arguments)}, c.asks); got != c.want {
			t.Errorf("%s %s is told as %q, want %q", c.name, c.arguments, got, c.want)
		}
	}
}

// TestACallIsToldAsItWasEdited, and not as the model made it.
func TestACallIsToldAsItWasEdited(t *testing.T) {
	log := logs.Turns(t, store.TurnStart{}, store.ChatRequest{Text: "go"}, store.ToolCallRequest{Response: "1.1", ID: "c", Name: "run_command", Arguments: json.RawMessage(`{"command":"make"}`)},
		store.ResponseEnd{Response: "1.1", Calls: 1}, store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "run_command", Text: "make", Arguments: json.RawMessage(`{"command":"make"}`)},
		store.PermissionResponse{ID: "c.run", Outcome: store.PermitEdited, By: store.ByUser, Arguments: json.RawMessage(`{"command":"make check"}`)}, store.ToolStarted{ID: "c", Run: 1})
	var said strings.Builder
	o := &printer{prog: &process.Program{Err: &said}, shell: coordinator.NewShell(t.Context(), coordinator.World{}, coordinator.Env{}, "c", store.Log{}), talk: record.NewTranscript(store.Log{})}
	for _, ev := range log.All() {
		o.talk.Add(ev)
		o.event(ev.Body)
	}
	if got := said.String(); got != "parley: Run make check\n" {
		t.Errorf("%q", got)
	}
}
