package tools_test

import (
	"slices"
	"testing"

	"parley/forms"
)

// A small model has a window of 4,096 tokens, and the tools go with every request: they
// are to take less than 2,200 of them. No tokenizer is available here, so bytes are
// counted: when the tools took 12,156 bytes, a tokenizer found 2,841 tokens in them, one
// per 4.28 bytes, and the texts are still of the same kind.
const (
	measuredBytes, measuredTokens = 12_156, 2_841

	most  = 2_200 // tokens of all tools
	added = 80    // tokens of a tool, or of a kind of answer, added since then
)

// tokens is the number of tokens in so many bytes, rounded up.
func tokens(bytes int) int { return (bytes*measuredTokens + measuredBytes - 1) / measuredBytes }

// thenThere are the tools that were measured.
func thenThere() []string {
	return []string{"ask_user", "describe_tools", "fs_create_file", "fs_delete_file", "fs_grep_files", "fs_list_files", "fs_modify_file",
		"fs_move_file", "fs_read_file", "run_command"}
}

// TestTheToolsAreSmall counts the names, descriptions and parameters that every request
// tells a model; those that it is told only while it debugs are not among them.
func TestTheToolsAreSmall(t *testing.T) {
	sum := 0
	for _, built := range builtIn() {
		s := built.Spec()
		n := len(s.Name) + len(s.Description) + len(s.Parameters)
		switch {
		case s.Name == "report_findings":
			if n > 700 {
				t.Errorf("%s takes %d bytes", s.Name, n)
			}
			continue
		case !slices.Contains(thenThere(), s.Name) && tokens(n) > added:
			t.Errorf("%s takes %d tokens of every request; a tool that is added may take %d", s.Name, tokens(n), added)
		case s.Name == "ask_user" && tokens(n) > askUser():
			t.Errorf("%s takes %d tokens of every request, more than %d; a kind of answer that is added may take %d", s.Name, tokens(n), askUser(), added)
		}
		sum += n
	}
	if tokens(sum) >= most {
		t.Errorf("the tools take %d tokens (%d bytes) of every request; below %d are theirs", tokens(sum), sum, most)
	}
	t.Logf("%d tokens, %d bytes", tokens(sum), sum)
}

// askUser is what the asking tool may take with the kinds of answer that exist.
func askUser() int {
	const then, kindsThen = 830, 7
	return then + added*(len(forms.Kinds())-kindsThen)
}
