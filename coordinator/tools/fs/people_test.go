package fs

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/store"
	"parley/store/record"
)

// TestFaultsAreForPeopleToo: the row of a call says what is wrong without a name of a
// parameter; the model keeps its own words.
func TestFaultsAreForPeopleToo(t *testing.T) {
	y := newYard(t, map[string]string{"a": "one\ntwo\n  two  three\n", "bin": "a\x00b"})
	for _, c := range []struct {
		tool string
		in   any
		want string
	}{
		{"fs_modify_file", change("a"), "the call names no change"},
		{"fs_modify_file", change("bin", "a", "b"), "is a binary file"},
		{"fs_modify_file", change("a", "one", "1", "1", "one"), "it would change nothing"},
		{"fs_modify_file", change("a", "x", "x"), "was not changed: the new text is the old one"},
		{"fs_modify_file", change("a", "two", "2"), "was not changed: the text to replace is there 2 times"},
		{"fs_modify_file", change("a", "", "z"), "was not changed: it does not say which text to replace"},
		{"fs_modify_file", change("a", "two three", "3"), "was not changed: the text to replace is not in it"},
		{"fs_modify_file", change("a", "\uFFFD", "4"), "was not changed: the text to replace is not in it"},
		{"fs_modify_file", change("a", "nowhere", "5"), "was not changed: the text to replace is not in it"},
		{"fs_modify_file", change("a", "one", "1", "nowhere", "5"), "was not changed: in a later place, the text to replace is not in it"},
		{"fs_modify_file", change(""), "the call names no file"},
		{"fs_modify_file", change("a\x00", "a", "b"), "the name of the file holds a null character"},
		{"fs_grep_files", map[string]string{"pattern": ""}, "the call names nothing to look for"},
	} {
		args, err := json.Marshal(c.in)
		y.must(err)
		said, failed := strings.CutPrefix(told(y.run(c.tool, c.in, nil)), "error: ")
		call := record.ToolCall{Name: c.tool, Arguments: args, Result: &store.ToolCallResponse{Content: said, IsError: failed}}
		if got := call.Row().Fault; got != c.want {
			t.Errorf("%s %s: %q, want %q", c.tool, args, got, c.want)
		}
	}
}
