package mcp

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"parley/teatest/mcpserver/server"
)

// web is a server of tools over HTTP, and the headers that it saw.
type web struct {
	*httptest.Server
	mu   sync.Mutex
	seen []http.Header
}

func newWeb(t *testing.T, words ...string) *web {
	t.Helper()
	w := &web{}
	handler := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server.New(words...) }, nil)
	w.Server = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.mu.Lock()
		w.seen = append(w.seen, r.Header.Clone())
		w.mu.Unlock()
		if r.Header.Get("Authorization") != "Bearer t0ken" {
			http.Error(rw, "who are you?", http.StatusUnauthorized)
			return
		}
		handler.ServeHTTP(rw, r)
	}))
	t.Cleanup(w.Close)
	return w
}

func (w *web) server(headers map[string]string) Server {
	return Server{Name: "w", URL: w.URL, Headers: headers, Identity: Identity("test", "", w.URL, nil)}
}

func TestOverHTTP(t *testing.T) {
	for _, words := range []string{"", "legacy"} {
		t.Run(words, func(t *testing.T) {
			w := newWeb(t, strings.Fields(words)...)
			s := newSet(t, w.server(map[string]string{"Authorization": "Bearer t0ken", "X-Team": "blue"}))
			s.Connect(t.Context(), false)
			same(t, "a call", run(t, s, "w__echo", `{"zeta":"z"}`), `success: {"zeta":"z"}`)
			same(t, "the order", string(find(t, s, "w__echo").Spec().Parameters),
				`{"type":"object","properties":{"zeta":{"type":"string"},"alpha":{"type":"string"}},"required":["zeta"]}`)
			shown, end := play(t, s, "w__book", `{}`, answerer{{"when": `"2026-12-24"`, "people": "4", "outside": "false", "kitchen": `"fr"`}})
			same(t, "a form", end, `success: table: accept {"kitchen":"fr","outside":false,"people":4,"when":"2026-12-24"}`)
			if !strings.HasPrefix(shown[0], "when | ") {
				t.Errorf("the form begins with %s", shown[0])
			}
			for _, h := range w.seen {
				if h.Get("X-Team") != "blue" {
					t.Errorf("a request has the headers %v", h)
				}
			}
		})
	}
}

func TestWithoutAToken(t *testing.T) {
	w := newWeb(t)
	s := newSet(t, w.server(nil))
	s.Connect(t.Context(), false)
	same(t, "how it is", s.States()[0].standing(), "not there, it wants you to log in: parley mcp login w")
}

func TestWithAnotherToken(t *testing.T) {
	w := newWeb(t)
	s := newSet(t, w.server(map[string]string{"authorization": "Bearer other"}))
	s.Connect(t.Context(), false)
	same(t, "how it is", s.States()[0].standing(), "not there, it does not take the Authorization header that is configured")
}

// TestRedirectsStayAtHome: what goes with a request is for one origin.
func TestRedirectsStayAtHome(t *testing.T) {
	thief := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the request went elsewhere") }))
	defer thief.Close()
	door := httptest.NewServer(http.RedirectHandler(thief.URL, http.StatusTemporaryRedirect))
	defer door.Close()
	s := newSet(t, Server{Name: "w", URL: door.URL, Headers: map[string]string{"X-Api-Key": "k"}, Identity: Identity("x", "", door.URL, nil)})
	s.Connect(t.Context(), false)
	same(t, "how it is", s.States()[0].standing(), "not there, it leads to another address, which is not followed; if that is right, set it as the url")
}

func TestOnlyAddressesOfTheWeb(t *testing.T) {
	for address, want := range map[string]string{
		"http://example.com/mcp": "not there, its url is none that is used: its address is neither https nor of this machine",
		"file:///etc/passwd":     "not there, its url is none that is used: its address is not that of a web page",
		"https://a:b@c.example/": "not there, its url is none that is used: its address holds a user, which hides where it leads",
	} {
		s := newSet(t, Server{Name: "w", URL: address, Identity: Identity("x", "", address, nil)})
		s.Connect(t.Context(), false)
		same(t, address, s.States()[0].standing(), want)
	}
}

// TestAServerThatIsGoneOverHTTP: what broke is told as that, and the next call tries again.
func TestAServerThatIsGoneOverHTTP(t *testing.T) {
	w := newWeb(t)
	s := newSet(t, w.server(map[string]string{"Authorization": "Bearer t0ken"}))
	s.Connect(t.Context(), false)
	w.CloseClientConnections()
	w.Close()
	got := run(t, s, "w__echo", `{"zeta":"z"}`)
	if !strings.HasPrefix(got, "failure: The connection with the server w broke while the call ran") {
		t.Errorf("a call: %s", got)
	}
	same(t, "the next one", run(t, s, "w__echo", `{"zeta":"z"}`), "failure: The server w could not be reached, so the tool did not run: its address does not answer: connection refused. Do not retry; the user can look at /mcp.")
}
