package mcp

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parley/teatest/mcpserver/gate"
)

// TestConformanceOfLogins has the scenarios for clients of the protocol's own conformance
// suite that are about logins, under their names; docs/mcp.md tells of the others.
func TestConformanceOfLogins(t *testing.T) {
	without := func(what string, keys ...string) func(string, map[string]any) {
		return func(is string, doc map[string]any) {
			for _, key := range keys {
				if is == what {
					delete(doc, key)
				}
			}
		}
	}
	client := func(method, secret string) func(string, map[string]any) {
		return func(is string, doc map[string]any) {
			if is == "client" {
				doc["token_endpoint_auth_method"], doc["client_secret"] = method, secret
			}
		}
	}
	for name, c := range map[string]struct {
		gate   *gate.Gate
		scopes string // that are asked for
		who    string // how the client says who it is; "" for its name alone
		fails  string
	}{
		"auth/metadata-default":                     {&gate.Gate{}, "offline_access read", "", ""},
		"auth/metadata-var1":                        {&gate.Gate{IssuerAt: "/.well-known/openid-configuration", Silent: true}, "offline_access read", "", ""},
		"auth/metadata-var2":                        {&gate.Gate{ResourceAt: "/.well-known/oauth-protected-resource", IssuerPath: "/tenant1", Silent: true}, "offline_access read", "", ""},
		"auth/metadata-var3":                        {&gate.Gate{ResourceAt: "/custom/metadata", IssuerPath: "/tenant1", IssuerAt: "/tenant1/.well-known/openid-configuration"}, "offline_access read", "", ""},
		"auth/2025-03-26-oauth-metadata-backcompat": {&gate.Gate{ResourceAt: "none", Silent: true}, "offline_access", "", ""},
		"auth/2025-03-26-oauth-endpoint-fallback":   {&gate.Gate{ResourceAt: "none", IssuerAt: "none", Silent: true}, "", "", "BASE, where one would log in, does not say how"},
		"auth/scope-from-www-authenticate":          {&gate.Gate{Scope: "write extra", Bend: without("issuer", "scopes_supported")}, "extra write", "", ""},
		"auth/scope-from-scopes-supported":          {&gate.Gate{Bend: without("issuer", "scopes_supported")}, "read", "", ""},
		"auth/scope-omitted-when-undefined": {&gate.Gate{Bend: func(is string, doc map[string]any) {
			without("issuer", "scopes_supported")(is, doc)
			without("resource", "scopes_supported")(is, doc)
		}}, "", "", ""},
		"auth/token-endpoint-auth-basic": {&gate.Gate{Bend: client("client_secret_basic", "hush")}, "offline_access read", "basic", ""},
		"auth/token-endpoint-auth-post":  {&gate.Gate{Bend: client("client_secret_post", "hush")}, "offline_access read", "post", ""},
		"auth/token-endpoint-auth-none":  {&gate.Gate{Bend: client("none", "")}, "offline_access read", "", ""},
		"auth/resource-mismatch": {&gate.Gate{Bend: func(is string, doc map[string]any) {
			if is == "resource" {
				doc["resource"] = "https://evil.example/mcp"
			}
		}}, "", "", "BASE/.well-known/oauth-protected-resource/mcp speaks for https://evil.example/mcp, which is another server, so no login is begun"},
	} {
		t.Run(name, func(t *testing.T) {
			w := behind(t, c.gate)
			s := newSet(t, w)
			var page Page
			err := s.o.LogIn(t.Context(), w, visits(t, &page))
			if c.fails != "" {
				if want := strings.ReplaceAll(c.fails, "BASE", strings.TrimSuffix(w.URL, gate.Path)); err == nil || err.Error() != want {
					t.Errorf("%v, want %s", err, want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			same(t, "the rights", strings.Join(page.Scopes, " "), c.scopes)
			at, err := url.Parse(page.Address)
			if err != nil {
				t.Fatal(err)
			}
			if query := at.Query(); query.Has("scope") != (c.scopes != "") || query.Get("resource") != w.URL || query.Get("code_challenge_method") != "S256" {
				t.Errorf("asked was %s", at.RawQuery)
			}
			form := c.gate.Asked()[0]
			id, secret, _ := strings.Cut(form.Get("basic"), ":")
			who := ""
			if secret != "" {
				who = "basic"
			} else if form.Has("client_secret") {
				who = "post"
			}
			same(t, "how the client says who it is", who, c.who)
			if c.who == "basic" && (form.Has("client_id") || id == "") || c.who != "basic" && !form.Has("client_id") {
				t.Errorf("the form is %v", form)
			}
			s.Connect(t.Context(), false)
			same(t, "a call", run(t, s, "w__echo", `{"zeta":"z"}`), echoed)
		})
	}
}

// TestALoginStepsUp: auth/scope-step-up. A server that lets everybody say hello is asked
// more, so that the first login has the rights that it names; a call that lacks one ends,
// and the next login asks for that one besides.
func TestALoginStepsUp(t *testing.T) {
	g := &gate.Gate{Greets: true, Scope: "basic", Bend: func(is string, doc map[string]any) { delete(doc, "scopes_supported") }}
	w := behind(t, g)
	s := newSet(t, w)
	same(t, "the rights at first", strings.Join(logIn(t, s.o, w).Scopes, " "), "basic")
	s.Connect(t.Context(), false)
	g.Wants = "write"
	same(t, "a call", run(t, s, "w__echo", `{"zeta":"z"}`), "failure: "+wantsRightsText("w"))
	for range 2 {
		same(t, "the rights then", strings.Join(logIn(t, s.o, w).Scopes, " "), "basic write")
	}
	again := New(s.o, w)
	t.Cleanup(func() { again.Close(time.Second) })
	again.Connect(t.Context(), false)
	same(t, "a call with them", run(t, again, "w__echo", `{"zeta":"z"}`), echoed)

	g.Wants = "admin"
	late := New(s.o, w)
	t.Cleanup(func() { late.Close(time.Second) })
	late.Connect(t.Context(), false)
	state := late.States()[0]
	same(t, "one that tells nothing without", state.standing(), "not there, its login does not have the rights that it asks for: parley mcp login w")
	if !state.WantsLogin {
		t.Error("it is not marked as one that wants a login")
	}
	same(t, "a call of it", run(t, late, "w__echo", `{"zeta":"z"}`), "failure: "+wantsRightsText("w"))
}

// TestAnIssuerMoves: auth/authorization-server-migration. A call ends when tokens of
// another issuer are wanted; the next login makes the program known there, and nothing of
// the login before goes there.
func TestAnIssuerMoves(t *testing.T) {
	g, w := newGate(t)
	s := newSet(t, w)
	logIn(t, s.o, w)
	before, err := s.o.readLogin(w)
	if err != nil {
		t.Fatal(err)
	}
	s.Connect(t.Context(), false)
	other := &gate.Gate{}
	web := httptest.NewServer(other)
	t.Cleanup(web.Close)
	g.Bend = func(is string, doc map[string]any) {
		if is == "resource" {
			doc["authorization_servers"] = []string{web.URL}
		}
	}
	g.Trusts = other
	same(t, "a call", run(t, s, "w__echo", `{"zeta":"z"}`), "failure: "+wantsLoginText("w"))
	same(t, "how it is", s.States()[0].standing(), "not there, it wants you to log in: parley mcp login w")
	page := logIn(t, s.o, w)
	same(t, "who gives the tokens", page.Issuer, web.URL)
	for _, form := range other.Asked() {
		if all := form.Encode(); strings.Contains(all, before.Client) || strings.Contains(all, before.Access) || strings.Contains(all, before.Refresh) {
			t.Errorf("the other issuer was told %s", all)
		}
	}
	if strings.Contains(page.Address, before.Client) {
		t.Errorf("the other issuer was told %s", page.Address)
	}
	s.Connect(t.Context(), false)
	same(t, "a call after it", run(t, s, "w__echo", `{"zeta":"z"}`), echoed)
}

// TestWhatIsDeniedIsTold: a server that refuses the token and does not know the hello of
// earlier revisions wants a login, and is not one that answers badly.
func TestWhatIsDeniedIsTold(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.Header.Get("Mcp-Method"), "discover") {
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		http.Error(w, "what?", http.StatusBadRequest)
	}))
	t.Cleanup(web.Close)
	s := newSet(t, Server{Name: "w", URL: web.URL, Identity: Identity("test", "", web.URL, nil)})
	s.Connect(t.Context(), false)
	same(t, "how it is", s.States()[0].standing(), "not there, it wants you to log in: parley mcp login w")
}

// TestARetryThatAServerAsksFor: sse-retry of the suite. The stream of a call ends before
// its result; it is taken up again where it ended, with what identifies that place.
func TestARetryThatAServerAsksFor(t *testing.T) {
	again := make(chan string, 4)
	var called atomic.Pointer[string]
	const stream = "text/event-stream"
	answer := func(w http.ResponseWriter, id, result string) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result)
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && r.Header.Get("Last-Event-ID") == "" || r.Method == http.MethodDelete {
			http.Error(w, "", http.StatusMethodNotAllowed)
			return
		}
		if r.Method == http.MethodGet {
			again <- r.Header.Get("Last-Event-ID")
			w.Header().Set("Content-Type", stream)
			fmt.Fprint(w, "id: e-2\ndata: {\"jsonrpc\":\"2.0\",\"id\":"+*called.Load()+",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"late\"}]}}\n\n")
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		var message struct {
			Method string          `json:"method"`
			ID     json.RawMessage `json:"id"`
		}
		if err := json.Unmarshal(body, &message); err != nil {
			t.Error(err)
		}
		id := string(message.ID)
		switch message.Method {
		case "initialize":
			answer(w, id, `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}`)
		case "tools/list":
			answer(w, id, `{"tools":[{"name":"slow","inputSchema":{"type":"object"}}]}`)
		case "tools/call":
			called.Store(&id)
			w.Header().Set("Content-Type", stream)
			fmt.Fprint(w, "id: e-1\nretry: 10\ndata: \n\n")
		case "server/discover":
			http.Error(w, "", http.StatusBadRequest)
		default:
			w.WriteHeader(http.StatusAccepted)
		}
	}))
	t.Cleanup(web.Close)
	s := newSet(t, Server{Name: "w", URL: web.URL, Identity: Identity("test", "", web.URL, nil)})
	s.Connect(t.Context(), false)
	same(t, "the call", run(t, s, "w__slow", `{}`), "success: late")
	same(t, "where it went on", <-again, "e-1")
}
