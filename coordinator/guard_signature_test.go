package coordinator

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/coordinator/guards"
	"parley/coordinator/tool"
	"parley/store"
)

// signer says itself which results are the same.
type signer struct{ fakeTool }

func (signer) Signature(_ json.RawMessage, result string) string {
	first, _, _ := strings.Cut(result, " ")
	return first
}

func TestATooLsOwnSignature(t *testing.T) {
	s := limited(t, guards.Limits{Loop: 3})
	r, err := tool.NewRegistry(tool.Entry{Tool: signer{fakeTool{tool.Spec{Name: "tests", Run: tool.Unattended, Result: tool.Unattended}}},
		Spec: tool.Spec{Name: "tests", Run: tool.Unattended, Result: tool.Unattended}})
	if err != nil {
		t.Fatal(err)
	}
	s.state.Env.Tools = r
	for _, took := range []string{"1", "2", "3"} {
		s.iterate("", "tests", `{}`, tool.Success{Content: "test-fail:2-auth,logout " + took})
	}
	got := ""
	for _, ev := range s.disk {
		if b, ok := ev.Body.(store.ToolCallResponse); ok {
			got += b.Signature + " "
		}
	}
	p, _ := s.state.Prompt()
	if got != strings.Repeat("test-fail:2-auth,logout ", 3) || p.Guard != guards.LoopThreshold ||
		p.Inquiry.Question.Text != `Loop detected - same output pattern repeated 3 times: "test-fail:2-auth,logout". How to proceed?` {
		t.Errorf("recorded %q, asked %+v", got, p.Inquiry)
	}
}
