package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"

	"parley/coordinator/tool"
)

// TestWhatWasLeftOutIsNotSent, whatever default it has, and a number goes to its last digit.
func TestWhatWasLeftOutIsNotSent(t *testing.T) {
	const form = `{"type":"object","properties":{"all":{"type":"boolean","default":true},"n":{"type":"integer"},
"tags":{"type":"array","items":{"type":"string","enum":["a"]},"default":["b"]}}}`
	sent := make(chan string, 1)
	s := talking(t, `{"tools":{}}`, func(w http.ResponseWriter, m talk) bool {
		switch {
		case m.Said == "tools/list":
			m.answers(w, `{"tools":[{"name":"go","inputSchema":{"type":"object"}}]}`)
		case m.Said == "tools/call":
			w.Header().Set("Content-Type", "text/event-stream")
			question, _ := json.Marshal(json.RawMessage(form)) // on one line
			fmt.Fprintf(w, "data: "+`{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"message":"?","requestedSchema":%s}}`+"\n\n", question)
			w.(http.Flusher).Flush()
			select {
			case got := <-sent:
				fmt.Fprintf(w, "data: "+`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%q}]}}`+"\n\n", m.ID, got)
			case <-m.Context().Done():
			}
		case m.Said == "" && m.Result != nil:
			sent <- string(m.Result)
			w.WriteHeader(http.StatusAccepted)
		default:
			return false
		}
		return true
	})
	call := tool.Call{ID: "c", Name: "w__go", Arguments: json.RawMessage(`{}`), Attempt: 1, Live: io.Discard}
	call.Ask = func(_ context.Context, m tool.Meanwhile) (tool.Told, error) {
		f := m.Form
		told := tool.Told{Answers: map[string]tool.Answer{}}
		values(f, map[string]string{"n": "12345678901234567891"}, told.Answers)
		return told, nil
	}
	same(t, "what was sent", ended(find(t, s, "w__go").Run(t.Context(), call)), `success: {"action":"accept","content":{"n":12345678901234567891}}`)
}
