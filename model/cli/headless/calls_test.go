package headless

import (
	"encoding/json"
	"testing"

	"parley/store"
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
		{"fs_move_file", `{"path":"a","to":"b"}`, "", "Move a to b"},
		{"fs_list_files", `{}`, "", "List ."},
		{"fs_delete_file", `{"path":" a\u2044b  c\u2420"}`, "", "Delete ␠a<U+2044>b␠␠c<U+2420>"},
		{"run_command", `{"command":"cat a\u2044b"}`, "", "Run cat a<U+2044>b"},
		{"ask_user", `{"questions":[]}`, "", "Ask questions: none"},
		{"ask_user", `{"question":"Which?","answer_type":"boolean"}`, "Which?", "Ask Which?"},
		{"deploy", `{"env":"staging","tables":["orders","users"]}`, "", "deploy env: staging, tables: orders, users"},
		{"deploy", `{}`, "", "deploy"},
		{"deploy", "{torn\nparley: yes", "", "deploy {torn␊parley: yes"},
		{"two\nlines", `{}`, "", "two lines"},
	} {
		if got := told(store.ToolCallRequest{Name: c.name, Arguments: json.RawMessage(c.arguments)}, c.asks); got != c.want {
			t.Errorf("%s %s is told as %q, want %q", c.name, c.arguments, got, c.want)
		}
	}
}
