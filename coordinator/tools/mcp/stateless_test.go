package mcp

import (
	"net/http"
	"net/http/httptest"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"parley/teatest/mcpserver/server"
)

// TestOverHTTPInTheNewestRevision: without a session, as that revision has it; a question
// is a result there too, and the answers can go to another process of the server.
func TestOverHTTPInTheNewestRevision(t *testing.T) {
	web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server.New() }, &sdk.StreamableHTTPOptions{Stateless: true}))
	t.Cleanup(web.Close)
	s := newSet(t, Server{Name: "w", URL: web.URL, Identity: Identity("test", "", web.URL, nil)})
	s.Connect(t.Context(), false)
	same(t, "the revision", s.States()[0].Revision, "2026-07-28")
	same(t, "a call", run(t, s, "w__echo", `{"zeta":"z"}`), echoed)
	same(t, "progress", run(t, s, "w__count", `{"to":2}`), "success: counted to 2")
	_, end := play(t, s, "w__book", `{}`, answerer{{"when": `"2026-12-24"`, "people": "4", "outside": "false", "kitchen": `"fr"`}})
	same(t, "a form", end, `success: table: accept {"kitchen":"fr","outside":false,"people":4,"when":"2026-12-24"}`)
}
