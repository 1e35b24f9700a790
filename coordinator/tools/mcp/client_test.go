package mcp

import (
	"errors"
	"net"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"parley/teatest/mcpserver/gate"
)

// registered is a server whose login knows the client me, and how that is configured.
func registered(t *testing.T, bend func(doc map[string]any)) (*gate.Gate, Server) {
	t.Helper()
	g := &gate.Gate{Client: "me", Secret: "hush-hush-hush"}
	g.Bend = func(is string, doc map[string]any) {
		if is == "issuer" {
			delete(doc, "registration_endpoint")
			if bend != nil {
				bend(doc)
			}
		}
	}
	w := behind(t, g)
	w.Client = Client{ID: g.Client, Secret: g.Secret, Issuer: strings.TrimSuffix(w.URL, gate.Path)}
	return g, w
}

// TestAClientThatIsRegistered: auth/pre-registration. It says who it is as its issuer wants
// it, when a login is made, renewed and taken back; its secret is in no file of ours.
func TestAClientThatIsRegistered(t *testing.T) {
	ways := func(all ...string) func(map[string]any) {
		return func(doc map[string]any) { doc["token_endpoint_auth_methods_supported"] = all }
	}
	for what, c := range map[string]struct {
		bend  func(map[string]any)
		basic bool
	}{
		"nothing said": {nil, true},
		"both":         {ways("client_secret_post", "client_secret_basic"), true},
		"a form":       {ways("private_key_jwt", "client_secret_post"), false},
	} {
		t.Run(what, func(t *testing.T) {
			g, w := registered(t, c.bend)
			s := newSet(t, w)
			page := logIn(t, s.o, w)
			if u, err := url.Parse(page.Back); err != nil || u.Path != "/callback" {
				t.Errorf("the browser comes back to %s", page.Back)
			}
			data, err := os.ReadFile(s.o.loginFile(w))
			if err != nil || strings.Contains(string(data), g.Secret) {
				t.Errorf("the file of the login: %s, %v", data, err)
			}
			s.Connect(t.Context(), false)
			g.Forget(false)
			same(t, "a call after it was renewed", run(t, s, "w__echo", `{"zeta":"z"}`), echoed)
			same(t, "a server that knows the secret", run(t, s, "w__echo", `{"zeta":"`+g.Secret+`"}`), `success: {"zeta":"[token]"}`)
			if was, left, err := s.o.LogOut(t.Context(), w); !was || left != nil || err != nil {
				t.Errorf("the logout: %v %v %v", was, left, err)
			}
			all := g.Asked()
			for _, form := range all {
				if (form.Get("basic") == "me:"+g.Secret) != c.basic && !form.Has("token") || (form.Get("client_secret") == g.Secret) == c.basic {
					t.Errorf("it said who it is in this way: %v", form)
				}
			}
			if len(all) != 4 {
				t.Errorf("%d forms were sent, want 4: a login, a renewal, and two that take back", len(all))
			}
		})
	}
}

// TestAClientWithoutASecret is one that anybody may say to be; PKCE protects it.
func TestAClientWithoutASecret(t *testing.T) {
	g, w := registered(t, nil)
	g.Secret, w.Client.Secret = "", ""
	s := newSet(t, w)
	logIn(t, s.o, w)
	s.Connect(t.Context(), false)
	same(t, "a call", run(t, s, "w__echo", `{"zeta":"z"}`), echoed)
	form := g.Asked()[0]
	same(t, "who it is", form.Get("client_id")+form.Get("client_secret")+form.Get("basic"), "me")
}

// TestClientsThatAreNotUsed: a server does not choose who gets what was registered by hand.
func TestClientsThatAreNotUsed(t *testing.T) {
	taken, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { taken.Close() })
	port := taken.Addr().(*net.TCPAddr).Port
	for _, c := range []struct {
		what string
		set  func(*gate.Gate, *Client)
		want string // BASE is the address of both servers
	}{
		{"no issuer", func(_ *gate.Gate, c *Client) { c.Issuer = "" },
			"the server sends you to BASE to log in; if that is where the client was registered, set oauth.issuer = \"BASE\" beside its client_id"},
		{"another issuer", func(_ *gate.Gate, c *Client) { c.Issuer = "https://login.example" },
			"the server sends you to BASE to log in, and the configuration names https://login.example, so no login is begun"},
		{"another issuer, without a client", func(_ *gate.Gate, c *Client) { *c = Client{Issuer: "https://login.example"} },
			"the server sends you to BASE to log in, and the configuration names https://login.example, so no login is begun"},
		{"a secret that is not there", func(_ *gate.Gate, c *Client) { c.Secret, c.NoSecret = "", "set the variable S" }, "set the variable S"},
		{"no way for a secret", func(g *gate.Gate, _ *Client) {
			g.Bend = func(is string, doc map[string]any) {
				doc["token_endpoint_auth_methods_supported"] = []string{"private_key_jwt"}
			}
		}, "BASE does not take a client's secret, neither in a header nor in a form, and there is no other way here"},
		{"a wrong secret", func(_ *gate.Gate, c *Client) { c.Secret = "wrong" }, "the login came back, and gave no token: it was refused: invalid_client, not this time"},
		{"a port that is taken", func(_ *gate.Gate, c *Client) { c.Port = port }, takenPortText(port) + ": address already in use"},
	} {
		t.Run(c.what, func(t *testing.T) {
			g, w := registered(t, nil)
			c.set(g, &w.Client)
			s := newSet(t, w)
			err := s.o.LogIn(t.Context(), w, visits(t, nil))
			if want := strings.ReplaceAll(c.want, "BASE", strings.TrimSuffix(w.URL, gate.Path)); err == nil || err.Error() != want {
				t.Errorf("%v\nwant:\n%s", err, want)
			}
			if _, err := s.o.readLogin(w); !errors.Is(err, errNoLogin) {
				t.Errorf("something was kept: %v", err)
			}
			for _, form := range g.Asked() {
				if c.what != "a wrong secret" {
					t.Errorf("the issuer was told %v", form)
				}
			}
		})
	}
}

// TestALoginOfAnotherClient is no login: nothing of it is sent, and nothing of the client
// goes to its issuer.
func TestALoginOfAnotherClient(t *testing.T) {
	for what, set := range map[string]func(*Client){
		"another client": func(c *Client) { c.ID = "you" },
		"another issuer": func(c *Client) { c.Issuer = "https://login.example" },
		"no client":      func(c *Client) { *c = Client{} },
	} {
		t.Run(what, func(t *testing.T) {
			g, w := registered(t, nil)
			o := newSet(t, w).o
			logIn(t, o, w)
			g.Forget(false)
			set(&w.Client)
			s := New(o, w)
			t.Cleanup(func() { s.Close(time.Second) })
			s.Connect(t.Context(), false)
			state := s.States()[0]
			same(t, "how it is", state.standing()+" "+state.Login, "not there, it wants you to log in: parley mcp login w ")
			was, left, err := o.LogOut(t.Context(), w)
			if !was || err != nil || left == nil || left.Error() != notRevokedText+": "+otherClientText {
				t.Errorf("the logout: %v %v %v", was, left, err)
			}
			if all := g.Asked(); len(all) != 1 {
				t.Errorf("the issuer was told %v", all[1:])
			}
		})
	}
}

// TestARenewalWithoutItsSecret is none, and the login stays.
func TestARenewalWithoutItsSecret(t *testing.T) {
	g, w := registered(t, nil)
	o := newSet(t, w).o
	logIn(t, o, w)
	g.Forget(false)
	w.Client.Secret, w.Client.NoSecret = "", "set the variable S"
	s := New(o, w)
	t.Cleanup(func() { s.Close(time.Second) })
	s.Connect(t.Context(), false)
	if got := s.States()[0].standing(); !strings.Contains(got, "its login could not be renewed: set the variable S") {
		t.Errorf("how it is: %s", got)
	}
	if l, err := o.readLogin(w); err != nil || l.Refresh == "" {
		t.Errorf("the login is lost: %v", err)
	}
}

// TestAClientThatAPageDescribes: auth/basic-cimd. Its address is its name where such is
// taken; elsewhere the program makes itself known.
func TestAClientThatAPageDescribes(t *testing.T) {
	const page = "https://me.example/parley.json"
	for what, takes := range map[string]bool{"taken": true, "not taken": false} {
		t.Run(what, func(t *testing.T) {
			g := &gate.Gate{Client: page, Bend: func(is string, doc map[string]any) {
				if is == "issuer" {
					doc["client_id_metadata_document_supported"] = takes
				}
			}}
			w := behind(t, g)
			w.Client.Document = page
			s := newSet(t, w)
			at, err := url.Parse(logIn(t, s.o, w).Address)
			if err != nil {
				t.Fatal(err)
			}
			if id := at.Query().Get("client_id"); (id == page) != takes || g.Asked()[0].Get("client_id") != id || g.Asked()[0].Has("client_secret") {
				t.Errorf("it is %s, and said %v", id, g.Asked()[0])
			}
			s.Connect(t.Context(), false)
			same(t, "a call", run(t, s, "w__echo", `{"zeta":"z"}`), echoed)
		})
	}
}

// TestAServerMovesToAnotherIssuer: it is not told of a client that was registered elsewhere.
func TestAServerMovesToAnotherIssuer(t *testing.T) {
	g, w := registered(t, nil)
	s := newSet(t, w)
	logIn(t, s.o, w)
	other := &gate.Gate{Client: g.Client, Secret: g.Secret}
	web := httptest.NewServer(other)
	t.Cleanup(web.Close)
	g.Bend = func(is string, doc map[string]any) {
		if is == "resource" {
			doc["authorization_servers"] = []string{web.URL}
		}
	}
	err := s.o.LogIn(t.Context(), w, visits(t, nil))
	if want := anotherIssuerText(web.URL, w.Client.Issuer); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if all := other.Asked(); len(all) != 0 {
		t.Errorf("the other issuer was told %v", all)
	}
}
