package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
)

// talk is what a client says to a server over HTTP: a message, or where that is no POST, nothing.
type talk struct {
	*http.Request
	Said   string // the method of the message
	ID     json.RawMessage
	Result json.RawMessage // of an answer to what the server asked
}

// answers gives a result to what was said.
func (m talk) answers(w http.ResponseWriter, result string) {
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result)
}

// talking connects with a server over HTTP that can do these things, written as JSON. What it
// answers in its own way, it does; of all else it knows what every server must.
func talking(t *testing.T, capabilities string, own func(w http.ResponseWriter, m talk) bool) *Set {
	t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct {
			Method string          `json:"method"`
			ID     json.RawMessage `json:"id"`
			Result json.RawMessage `json:"result"`
		}
		if r.Method == http.MethodPost && json.NewDecoder(r.Body).Decode(&m) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		said := talk{r, m.Method, m.ID, m.Result}
		switch {
		case own(w, said):
		case r.Method != http.MethodPost:
			w.WriteHeader(http.StatusMethodNotAllowed)
		case m.Method == "initialize":
			w.Header().Set("Mcp-Session-Id", "one")
			said.answers(w, `{"protocolVersion":"2025-11-25","capabilities":`+capabilities+`,"serverInfo":{"name":"s","version":"1"}}`)
		case m.Method == "server/discover":
			w.WriteHeader(http.StatusBadRequest)
		case m.Method == "tools/list":
			said.answers(w, `{"tools":[]}`)
		default:
			w.WriteHeader(http.StatusAccepted)
		}
	}))
	t.Cleanup(web.Close)
	s := newSet(t, Server{Name: "w", URL: web.URL, Identity: Identity("test", "", web.URL, nil)})
	s.Connect(t.Context(), false)
	return s
}
