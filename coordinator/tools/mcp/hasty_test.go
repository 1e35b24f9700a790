package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
)

// hasty is a server that opens its stream with these messages, and answers what must come before
// all else, the end of the handshake, only once they were read. It has another tool each time
// that it is asked for them.
func hasty(t *testing.T, messages ...string) *Set {
	t.Helper()
	var lists atomic.Int32
	read, gone := make(chan struct{}), make(chan struct{})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			w.Header().Set("Content-Type", "text/event-stream")
			for _, said := range append(messages, `{"jsonrpc":"2.0","id":"sign","method":"ping"}`) {
				fmt.Fprint(w, "data: "+said+"\n\n")
			}
			w.(http.Flusher).Flush()
			select {
			case <-gone:
			case <-r.Context().Done():
			}
			return
		}
		var m struct {
			Method string          `json:"method"`
			ID     json.RawMessage `json:"id"`
		}
		if r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&m) != nil {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		switch {
		case m.Method == "initialize":
			w.Header().Set("Mcp-Session-Id", "one")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"s","version":"1"}}}`, m.ID)
		case m.Method == "notifications/initialized":
			<-read
			w.WriteHeader(http.StatusAccepted)
		case m.Method == "" && string(m.ID) == `"sign"`:
			close(read)
			w.WriteHeader(http.StatusAccepted)
		case m.Method == "tools/list":
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"go%d","inputSchema":{"type":"object"}}]}}`, m.ID, lists.Add(1))
		default:
			w.WriteHeader(http.StatusBadRequest)
		}
	}))
	t.Cleanup(web.Close)
	t.Cleanup(func() { close(gone) })
	s := newSet(t, Server{Name: "w", URL: web.URL, Identity: Identity("test", "", web.URL, nil)})
	s.Connect(t.Context(), false)
	return s
}

// TestAChangeThatIsToldAtOnce, before the server has been greeted, is neither the end of the
// program nor lost.
func TestAChangeThatIsToldAtOnce(t *testing.T) {
	for _, what := range []string{"tools", "prompts", "resources"} {
		t.Log(what) // where it stops here, that change was lost
		s := hasty(t, `{"jsonrpc":"2.0","method":"notifications/`+what+`/list_changed"}`)
		for all := s.Tools(); len(all) != 1 || all[0].Spec().Name != "w__go2"; all = s.Tools() {
			<-s.Changed()
		}
	}
}
