package coordinator

import (
	"fmt"
	"strings"
	"testing"

	"parley/coordinator/guards"
	"parley/coordinator/tool"
	"parley/store"
)

// shellTool is a tool whose results can report a failure.
type shellTool struct{ fakeTool }

func (shellTool) Fault(result string) string {
	fault, failed := strings.CutPrefix(result, "Exit status: 1\n")
	if !failed {
		return ""
	}
	return "exit status 1: " + fault
}

func withShell(t *testing.T, l guards.Limits) *story {
	t.Helper()
	s := limited(t, l)
	shell := shellTool{fakeTool{tool.Spec{Name: "shell", Description: "runs", Parameters: []byte(`{"type":"object"}`), Run: tool.Unattended, Result: tool.Unattended}}}
	r, err := tool.NewRegistry(tool.Entry{Tool: shell, Spec: shell.Spec()})
	if err != nil {
		t.Fatal(err)
	}
	s.state.Env.Tools = r
	return s
}

// Commands that end with an exit status other than 0 are results for the model, and errors
// for the guard; a success in between ends the series.
func TestFailingCommandsAreErrorsInARow(t *testing.T) {
	s := withShell(t, guards.Limits{Errors: 3})
	for i, status := range []int{1, 1, 0, 1, 1, 1} {
		if p, asked := s.state.Prompt(); asked {
			t.Fatalf("%s asks before command %d", p.Guard, i)
		}
		s.iterate("", "shell", fmt.Sprintf(`{"command":"make %d"}`, i), tool.Success{Content: fmt.Sprintf("Exit status: %d\nno rule %d", status, i)})
	}
	r, _ := s.inquiry()
	same(t, "asked", []string{r.Question.Header, r.Question.Text, r.Question.Context}, []string{
		"Error Threshold", `3 consecutive errors occurred. Last error: "exit status 1: no rule 5". How to proceed?`,
		"iteration 6 · 0 min · 6 calls, 5 failed\n\n```facts\ntask     make the tests pass\nlast     no rule 5\n" +
			"errors   exit status 1: no rule 3\n         exit status 1: no rule 4\n         exit status 1: no rule 5\n```",
	})
	for _, ev := range s.disk {
		if b, ok := ev.Body.(store.ToolCallResponse); ok && b.IsError {
			t.Errorf("the model reads of an error of the tool: %q", b.Content)
		}
	}
	n := len(s.disk)
	s.choose(guards.ChoiceSkip)
	got := s.since(n)
	if want := "chat_request guard.max_consecutive_errors: Treat this as a known issue and proceed with the rest of the task: \"exit status 1: no rule 5\""; got[len(got)-1] != want {
		t.Errorf("the model is told %q", got[len(got)-1])
	}
}

// Errors that differ only in a time are the same.
func TestErrorsAreJoinedWhateverTheTime(t *testing.T) {
	s := withShell(t, guards.Limits{Errors: 2})
	for i := range 2 {
		s.iterate("", "shell", fmt.Sprintf(`{"command":"make %d"}`, i), tool.Success{Content: fmt.Sprintf("Exit status: 1\nfailed at 10:20:3%d", i)})
	}
	r, _ := s.inquiry()
	if want := "\nerrors   exit status 1: failed at 10:20:30  ×2\n"; !strings.Contains(r.Question.Context, want) {
		t.Errorf("%q is not in\n%s", want, r.Question.Context)
	}
}
