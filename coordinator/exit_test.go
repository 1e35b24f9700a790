package coordinator

import (
	"testing"

	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/store"
)

// TestTheRecordHasHowARunEnded: a command's exit status, and that a tool followed a no,
// are on record, even if the user looks at the result first.
func TestTheRecordHasHowARunEnded(t *testing.T) {
	for name, c := range map[string]struct {
		result tool.Mode
		said   string // the answer to the call's question
		out    tool.Outcome
		want   string // the fields of the response after its content
	}{
		"well":                      {"", "true", tool.Success{Content: "x", Exit: tool.Exited(0)}, `"is_error":false,"exit":0}`},
		"badly":                     {"", "true", tool.Success{Content: "x", Exit: tool.Exited(3)}, `"is_error":false,"exit":3}`},
		"as an error":               {"", "true", tool.Failure{Message: "x", Exit: tool.Exited(3)}, `"is_error":true,"exit":3}`},
		"no command":                {"", "true", tool.Success{Content: "x"}, `"is_error":false}`},
		"looked at first":           {tool.Ask, "true", tool.Success{Content: "x", Exit: tool.Exited(3)}, `"is_error":false,"exit":3}`},
		"not shown":                 {tool.Skip, "true", tool.Success{Content: "x", Exit: tool.Exited(3)}, `"is_error":false,"exit":3}`},
		"a no was followed":         {"", "false", tool.Success{Content: "x", Refused: true}, `"is_error":false,"refused":true}`},
		"by an error":               {"", "false", tool.Failure{Message: "x", Refused: true}, `"is_error":true,"refused":true}`},
		"and looked at":             {tool.Ask, "false", tool.Failure{Message: "x", Refused: true}, `"is_error":true,"refused":true}`},
		"a no of which nobody said": {"", "true", tool.Failure{Message: "x", Refused: true}, `"is_error":true}`},
	} {
		s := questioned(t, "patcher", boolean(false, ""), with(QuestionRules{}, route.PolicyDeny), true)
		s.state.Env.Tools = retooled(t, s.state.Env.Tools, "patcher", func(e *tool.Entry) { e.Spec.Result = c.result })
		p, _ := s.state.Prompt()
		s.send(Answered{Key: p.Key, Value: []byte(c.said)})
		s.send(ToolDone{Key: s.effect("tool"), Outcome: c.out})
		if c.result == tool.Ask {
			p, _ := s.state.Prompt()
			s.send(Permitted{Key: p.Key, Outcome: store.PermitAllowed})
		}
		line := ""
		for _, ev := range s.disk {
			if _, ok := ev.Body.(store.ToolCallResponse); ok {
				line = string(ev.Line())
			}
		}
		if got := line[max(len(line)-len(c.want), 0):]; got != c.want {
			t.Errorf("%s: %s", name, line)
		}
	}
}
