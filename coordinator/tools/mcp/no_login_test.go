package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/teatest/mcpserver/gate"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestLoginsThatAreNotMade: any fault in what strangers send ends a login.
func TestLoginsThatAreNotMade(t *testing.T) {
	bend := func(what, key string, value any) func(*gate.Gate) {
		return func(g *gate.Gate) {
			g.Bend = func(is string, doc map[string]any) {
				if is == what {
					doc[key] = value
				}
			}
		}
	}
	back := func(change func(url.Values)) func(*gate.Gate) { return func(g *gate.Gate) { g.Back = change } }
	for _, c := range []struct {
		what string
		set  func(*gate.Gate)
		want string // BASE is the address of both servers
	}{
		{"another resource", bend("resource", "resource", "https://bank.example/mcp"), "BASE/.well-known/oauth-protected-resource/mcp speaks for https://bank.example/mcp, which is another server, so no login is begun"},
		{"no issuer", bend("resource", "authorization_servers", []string{}), "BASE/.well-known/oauth-protected-resource/mcp does not say where to log in"},
		{"an issuer in the network", bend("resource", "authorization_servers", []string{"https://169.254.169.254"}), "https://169.254.169.254, where one would log in, does not say how"},
		{"an issuer with blanks", bend("resource", "authorization_servers", []string{"https://evil.example/ If you trust it"}),
			"https://evil.example/ If you trust it, where one would log in, does not say how: its address is not that of a web page"},
		{"another issuer", bend("issuer", "issuer", "https://evil.example"), "BASE, where one would log in, does not say how"},
		{"no PKCE", bend("issuer", "code_challenge_methods_supported", []string{}), "BASE, where one would log in, does not say how"},
		{"weak PKCE", bend("issuer", "code_challenge_methods_supported", []string{"plain"}), "BASE does not protect a login against being taken over on the way (PKCE with S256), so none is begun"},
		{"no metadata", bend("issuer", "status", 404), "BASE, where one would log in, does not say how"},
		{"a script as page", bend("issuer", "authorization_endpoint", "javascript:alert(1)"), "BASE, where one would log in, does not say how"},
		{"a page with a user", bend("issuer", "authorization_endpoint", "https://github.com@evil.example/"), "the page to log in at is none that is used: its address holds a user, which hides where it leads"},
		{"no registration", bend("issuer", "registration_endpoint", ""), "BASE takes only programs that it knows already; register one there for yourself and set mcp.w.oauth.client_id (docs/mcp.md), or get a token there and set headers.Authorization = \"Bearer ${NAME}\""},
		{"a registration that is refused", bend("client", "error", "invalid_client_metadata"), "BASE did not take this program"},
		{"a registration in the network", bend("issuer", "registration_endpoint", "https://10.0.0.1/register"), "BASE, where one would log in, does not say how"},
		{"a mix-up", back(func(v url.Values) { v.Set("iss", "https://evil.example") }), "the answer does not come from where the login was asked for, so it was not used"},
		{"no issuer in the answer", back(func(v url.Values) { v.Del("iss") }), "the answer does not come from where the login was asked for, so it was not used"},
		{"a no", back(func(v url.Values) {
			v.Del("code")
			v.Set("error", "access_denied")
			v.Set("error_description", "not\x1b[2J you")
		}), "it was refused: access_denied, not␛[2J you"},
		{"no code", back(func(v url.Values) { v.Del("code") }), "the login came back without a code; log in again"},
		{"another code", back(func(v url.Values) { v.Set("code", "stolen") }), "the login came back, and gave no token: it was refused: invalid_grant, not this time"},
		{"no token", bend("token", "access_token", ""), "the login came back, and gave no token: the answer holds no token that can be used"},
		{"a token of another kind", bend("token", "token_type", "mac"), "the login came back, and gave no token: the answer holds no token that can be used"},
		{"a token that is a header", bend("token", "access_token", "a\r\nX: y"), "the login came back, and gave no token: the answer holds no token that can be used"},
		{"tokens in the network", bend("issuer", "token_endpoint", "https://192.168.0.1/token"), "BASE, where one would log in, does not say how"},
		{"a redirect", func(g *gate.Gate) {
			g.Bend = func(is string, doc map[string]any) {
				if is == "token" {
					doc["status"], doc["redirect"] = 307, "https://evil.example/token"
				}
			}
		}, "the login came back, and gave no token"},
	} {
		t.Run(c.what, func(t *testing.T) {
			g, w := newGate(t)
			s := newSet(t, w)
			c.set(g)
			err := s.o.LogIn(t.Context(), w, visits(t, nil))
			want := strings.ReplaceAll(c.want, "BASE", strings.TrimSuffix(w.URL, gate.Path))
			if err == nil || err.Error() != want && !strings.HasPrefix(err.Error(), want+": ") {
				t.Errorf("%v\nwant:\n%s", err, want)
			}
			if _, err := s.o.readLogin(w); !errors.Is(err, errNoLogin) {
				t.Errorf("something was kept: %v", err)
			}
		})
	}
}

func TestWhoCanLogIn(t *testing.T) {
	_, w := newGate(t)
	s := newSet(t, w)
	header := w
	header.Headers = map[string]string{"authorization": "Bearer x"}
	open := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(open.Close)
	for want, server := range map[string]Server{
		noURLText:        {Name: "w", Command: []string{"x"}},
		ownHeaderText:    header,
		noLoginText:      {Name: "w", URL: open.URL},
		keyInAddressText: {Name: "w", URL: open.URL + "/key12345", Keys: []string{"key12345"}},
		schemeText:       {Name: "w", URL: "http://example.com"},
		"no":             {Name: "w", URL: w.URL, Fault: "no"},
	} {
		if err := s.o.LogIn(t.Context(), server, nil); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestNothingRepeatsAToken: neither a failed connection, nor what a server says about itself.
func TestNothingRepeatsAToken(t *testing.T) {
	g, w := newGate(t)
	s := newSet(t, w)
	logIn(t, s.o, w)
	s.Connect(t.Context(), false)
	l, err := s.o.readLogin(w)
	if err != nil {
		t.Fatal(err)
	}
	anew := func(behind *sdk.Server) *Set {
		if behind != nil {
			g.Behind = sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return behind }, nil)
		}
		one := New(s.o, w)
		t.Cleanup(func() { one.Close(time.Second) })
		one.Connect(t.Context(), false)
		return one
	}
	boast := sdk.NewServer(&sdk.Implementation{Name: "boast", Version: "1"}, nil)
	boast.AddTool(&sdk.Tool{
		Name: "echo", Description: "Echo with " + l.Access, InputSchema: json.RawMessage(`{"type":"object","description":"` + l.Access + `"}`),
	}, nil)
	boast.AddPrompt(&sdk.Prompt{Name: "p", Title: l.Access, Description: l.Access, Arguments: []*sdk.PromptArgument{{Name: "a", Description: l.Access}}}, nil)
	boast.AddResource(&sdk.Resource{URI: "x://y", Name: l.Access, Description: l.Access}, nil)
	state := anew(boast).States()[0]
	said, err := json.Marshal(append([]any{state.Prompts, state.Resources}, state.Offers[0].Description, state.Offers[0].Parameters))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "what it offers", string(said), `[[{"name":"p","title":"[token]","description":"[token]","arguments":[{"name":"a","description":"[token]"}]}],`+
		`[{"uri":"x://y","name":"[token]","description":"[token]"}],"Echo with [token]",{"type":"object","description":"[token]"}]`)

	g.Forget(false)
	g.Bend = func(is string, doc map[string]any) {
		if is == "token" {
			doc["error"], doc["error_description"] = "slow_down", "wait with "+l.Refresh
		}
	}
	why := "its login could not be renewed: it was refused: slow_down, wait with [token]"
	same(t, "a call", run(t, s, "w__echo", `{"zeta":"z"}`), "failure: The server w could not be reached, so the tool did not run: "+why+". Do not retry; the user can look at /mcp.")
	late := anew(nil)
	for what, text := range map[string]string{"a call of another process": run(t, late, "w__echo", `{"zeta":"z"}`), "how it is": late.States()[0].standing()} {
		if !strings.Contains(text, why) || strings.Contains(text, l.Refresh) {
			t.Errorf("%s: %s", what, text)
		}
	}
}

// TestRightsAreNotedBesideARenewal: what a server wants is noted in the login that stands
// there now, and as much of it as a person reads.
func TestRightsAreNotedBesideARenewal(t *testing.T) {
	_, w := newGate(t)
	s := newSet(t, w)
	logIn(t, s.o, w)
	k := &keeper{o: s.o, server: w, writes: &s.logins}
	unlock, err := s.o.lockLogin(t.Context(), w) // another process renews
	if err != nil {
		t.Fatal(err)
	}
	l, err := s.o.readLogin(w)
	if err != nil {
		t.Fatal(err)
	}
	noted := make(chan struct{})
	go func() {
		k.wants(append(slices.Repeat([]string{"read"}, mostWants), strings.Repeat("x", mostLogin)))
		close(noted)
	}()
	select {
	case <-noted:
		t.Error("it is noted while another process writes")
	case <-time.After(100 * time.Millisecond):
	}
	l.Access, l.Refresh = "new-access", "new-refresh"
	if err := errors.Join(s.o.writeLogin(w, l), unlock()); err != nil {
		t.Fatal(err)
	}
	<-noted
	got, err := s.o.readLogin(w)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "the login", got.Access+" "+got.Refresh+" "+strings.Join(got.Wants, " "), "new-access new-refresh read")

	l.Access = strings.Repeat("x", mostLogin)
	same(t, "a login that could not be read", fmt.Sprint(s.o.writeLogin(w, l)), "the result of the login is too large to be kept")
	if got, err := s.o.readLogin(w); err != nil || got.Access != "new-access" {
		t.Errorf("the login before is lost: %v", err)
	}
}

// TestALoginThatIsForgottenElsewhere is used no more by a program that runs, though its tokens stay good,
// and the next one is.
func TestALoginThatIsForgottenElsewhere(t *testing.T) {
	g, w := newGate(t)
	g.Bend = func(what string, doc map[string]any) {
		if what == "issuer" {
			delete(doc, "revocation_endpoint")
		}
	}
	s := newSet(t, w)
	logIn(t, s.o, w)
	s.Connect(t.Context(), false)
	same(t, "a call with it", run(t, s, "w__echo", `{"zeta":"z"}`), echoed)
	if was, left, err := s.o.LogOut(t.Context(), w); !was || left == nil || err != nil {
		t.Errorf("%v %v %v", was, left, err)
	}
	same(t, "a call without", run(t, s, "w__echo", `{"zeta":"z"}`),
		"failure: The server w wants the user to log in, so the tool did not run. Do not retry; tell the user to run `parley mcp login w` in a terminal, and that the next call uses it.")
	logIn(t, s.o, w)
	same(t, "a call with the next", run(t, s, "w__echo", `{"zeta":"z"}`), echoed)
}
