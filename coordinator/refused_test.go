package coordinator

import (
	"encoding/json"
	"testing"

	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// refuser refuses every call that names a path, and knows the workspace.
type refuser struct{ fakeTool }

func (refuser) Refused(dir string, arguments json.RawMessage) string {
	if string(arguments) == `{}` {
		return ""
	}
	return "not in " + dir
}

// TestWhatIsNeverCarriedOutIsNotAsked: nobody is asked to permit what is refused anyway.
func TestWhatIsNeverCarriedOutIsNotAsked(t *testing.T) {
	for _, mode := range []tool.Mode{tool.Ask, tool.Edit, tool.Unattended} {
		for arguments, refused := range map[string]bool{`{"path":"../x"}`: true, `{}`: false} {
			s := newStory(t, 1)
			one := refuser{fakeTool{tool.Spec{Name: "writer", Run: mode, Result: tool.Unattended,
				Parameters: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}},"additionalProperties":false}`)}}}
			registry, err := tool.NewRegistry(tool.Entry{Tool: one, Spec: one.spec})
			if err != nil {
				t.Fatal(err)
			}
			s.state.Env.Tools, s.state.Env.Workspace = registry, "/work"
			s.send(Opened{})
			s.send(Submitted{ID: "m", Text: "go"})
			s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: "c", Name: "writer", Arguments: arguments}}}})
			r, ended := s.told()
			if ended != refused || refused && (r.Content != "not in /work" || !r.IsError) {
				t.Errorf("%s %s: ended %v with %+v", mode, arguments, ended, r)
			}
			for _, ev := range s.disk {
				switch ev.Body.(type) {
				case store.PermissionRequest, store.ToolStarted:
					if refused {
						t.Errorf("%s %s: recorded %s", mode, arguments, ev.Line())
					}
				}
			}
		}
	}
}
