package coordinator

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/coordinator/guards"
	"parley/coordinator/tool"
	"parley/providers"
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
	got := signatures(s)
	p, _ := s.state.Prompt()
	if got+" " != strings.Repeat("test-fail:2-auth,logout ", 3) || p.Guard != guards.LoopThreshold ||
		p.Inquiry.Question.Text != `Loop detected - same output pattern repeated 3 times: "test-fail:2-auth,logout". How to proceed?` {
		t.Errorf("recorded %q, asked %+v", got, p.Inquiry)
	}
}

// TestAResultIsSignedWhereItsRunEnds: what is recorded as it came was signed by then, anything else is signed
// as it is recorded.
func TestAResultIsSignedWhereItsRunEnds(t *testing.T) {
	for name, c := range map[string]struct {
		mode   tool.Mode
		steps  string // what was signed in steps
		record string
	}{
		"as it came":       {tool.Unattended, "", "first"},
		"skipped":          {tool.Skip, resultSkippedText, "The"},
		"seen by the user": {tool.Ask, "first second", "first"},
	} {
		t.Run(name, func(t *testing.T) {
			s := limited(t, guards.Limits{})
			asked := ""
			spec := tool.Spec{Name: "tests", Run: tool.Unattended, Result: c.mode}
			own := counting{signer{fakeTool{spec}}, &asked}
			r, err := tool.NewRegistry(tool.Entry{Tool: own, Spec: spec})
			if err != nil {
				t.Fatal(err)
			}
			s.state.Env.Tools = r
			s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{{Name: "tests", Arguments: `{}`}}}})
			done, _ := signing(own, json.RawMessage(`{}`), result(ToolDone{Key: s.effect("tool"), Outcome: tool.Success{Content: "first second"}}))(t.Context())
			if asked != "first second" {
				t.Fatalf("%q was signed where the run ended", asked)
			}
			asked = ""
			s.send(done)
			if p, asks := s.state.Prompt(); asks {
				s.send(Permitted{Key: p.Key, Outcome: store.PermitAllowed, Scope: store.ScopeOnce})
			}
			if asked != c.steps || signatures(s) != c.record {
				t.Errorf("in steps %q was signed, recorded is %q", asked, signatures(s))
			}
		})
	}
}

// counting is a signer that notes what it signs.
type counting struct {
	signer
	asked *string
}

func (c counting) Signature(arguments json.RawMessage, result string) string {
	*c.asked += result
	return c.signer.Signature(arguments, result)
}

func signatures(s *story) string {
	var all []string
	for _, ev := range s.disk {
		if b, ok := ev.Body.(store.ToolCallResponse); ok {
			all = append(all, b.Signature)
		}
	}
	return strings.Join(all, " ")
}
