package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestMoreThanIsTaken: of what a server offers only so much is looked at, whatever of it can be
// used, and it is said that there is more.
func TestMoreThanIsTaken(t *testing.T) {
	items := func(n int, form string) string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprintf(form, i)
		}
		return strings.Join(all, ",")
	}
	pages := map[string]int{}
	lists := map[string]string{ // none of these has an end
		"tools":     `"tools":[` + items(600, `{"name":"t%d-PAGE","inputSchema":{"type":"object"}}`) + `]`,
		"prompts":   `"prompts":[` + items(600, `{"name":"two words %d"}`) + `]`,
		"resources": `"resources":[` + items(600, `{"uri":"test://%d","name":"r"}`) + `]`,
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct {
			Method string          `json:"method"`
			ID     json.RawMessage `json:"id"`
		}
		if r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&m) != nil {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		what, is := strings.CutSuffix(m.Method, "/list")
		switch {
		case m.Method == "initialize":
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"prompts":{},"resources":{}},"serverInfo":{"name":"s","version":"1"}}}`, m.ID)
		case is && lists[what] != "":
			pages[what]++
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"nextCursor":"more",%s}}`, m.ID, strings.ReplaceAll(lists[what], "PAGE", fmt.Sprint(pages[what])))
		case m.Method == "server/discover":
			w.WriteHeader(http.StatusBadRequest)
		default:
			w.WriteHeader(http.StatusAccepted)
		}
	}))
	t.Cleanup(web.Close)
	s := newSet(t, Server{Name: "w", URL: web.URL, Identity: Identity("test", "", web.URL, nil)})
	s.Connect(t.Context(), false)
	st := s.States()[0]
	same(t, "what is taken", fmt.Sprint(st.Connected, len(st.Offers), len(st.Prompts), len(st.Resources), pages), "true 1000 0 1000 map[prompts:2 resources:2 tools:2]")
	var said []string
	for _, fault := range st.Faults {
		if !strings.Contains(fault, "cannot be typed") {
			said = append(said, fault)
		}
	}
	same(t, "what is said", strings.Join(said, "\n"), "it has more tools than are taken: those after the first 1000 are left out\n"+
		"it has more prompts than are taken: those after the first 1000 are left out\n"+
		"it has more resources than are taken: those after the first 1000 are left out")
	same(t, "how many names are told", fmt.Sprint(len(st.Faults)), "1003")
}
