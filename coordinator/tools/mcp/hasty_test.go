package mcp

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
)

// hasty is a server that opens its stream with these messages, and answers what must come before
// all else, the end of the handshake, only once they were read. It has another tool each time
// that it is asked for them.
func hasty(t *testing.T, messages ...string) *Set {
	t.Helper()
	var lists atomic.Int32
	read := make(chan struct{})
	return talking(t, `{"tools":{"listChanged":true}}`, func(w http.ResponseWriter, m talk) bool {
		switch {
		case m.Method == http.MethodGet:
			w.Header().Set("Content-Type", "text/event-stream")
			for _, said := range append(messages, `{"jsonrpc":"2.0","id":"sign","method":"ping"}`) {
				fmt.Fprint(w, "data: "+said+"\n\n")
			}
			w.(http.Flusher).Flush()
			<-m.Context().Done()
		case m.Said == "notifications/initialized":
			<-read
			w.WriteHeader(http.StatusAccepted)
		case m.Said == "" && string(m.ID) == `"sign"`:
			close(read)
			w.WriteHeader(http.StatusAccepted)
		case m.Said == "tools/list":
			m.answers(w, fmt.Sprintf(`{"tools":[{"name":"go%d","inputSchema":{"type":"object"}}]}`, lists.Add(1)))
		default:
			return false
		}
		return true
	})
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
