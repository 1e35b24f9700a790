package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"parley/teatest/mcpserver/gate"
)

// bending is a way to a server on which its answers are changed.
type bending func(r *http.Request, response *http.Response)

func (b bending) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(r)
	if err == nil {
		b(r, response)
	}
	return response, err
}

// TestALoginRepeatsNoKey: what a server was given stands in nothing that a login shows, keeps or sends on.
func TestALoginRepeatsNoKey(t *testing.T) {
	const key = "lokey/ABCDEF-998877"
	bend := func(what, name string, value any) func(*gate.Gate, *Options) {
		return func(g *gate.Gate, _ *Options) {
			g.Bend = func(is string, doc map[string]any) {
				if is == what {
					doc[name] = value
				}
			}
		}
	}
	answers := func(change bending) func(*gate.Gate, *Options) {
		return func(_ *gate.Gate, o *Options) { o.Client = &http.Client{Transport: change} }
	}
	for name, set := range map[string]func(*gate.Gate, *Options){
		"rights":              bend("resource", "scopes_supported", []string{"a", key}),
		"who issues it":       bend("resource", "authorization_servers", []string{"https://issuer.example/" + key}),
		"a name in its words": bend("issuer", key, true),
		"a page":              bend("issuer", "authorization_endpoint", "https://issuer.example/in?x="+url.QueryEscape(key)),
		"a registration":      bend("client", "client_id", key),
		"a refusal":           bend("client", "error_description", "no "+key),
		"a token":             bend("token", "scope", "a "+key),
		"what the browser brings": func(g *gate.Gate, _ *Options) {
			g.Back = func(v url.Values) {
				v.Del("code")
				v.Set("error", "no")
				v.Set("error_description", key)
			}
		},
		"a challenge": answers(func(_ *http.Request, response *http.Response) {
			response.Header.Set("WWW-Authenticate", `Bearer scope="`+strings.ReplaceAll(key, "A", `\A`)+`"`)
		}),
		"a status": answers(func(_ *http.Request, response *http.Response) { response.Status = "401 " + key }),
		"escapes of JSON": answers(func(r *http.Request, response *http.Response) {
			if strings.Contains(r.URL.Path, "oauth-protected-resource") {
				response.Body = io.NopCloser(strings.NewReader(`{"scopes_supported":["` + strings.ReplaceAll(strings.ReplaceAll(key, "A", `\u0041`), "/", `\/`) + `"]}`))
			}
		}),
	} {
		t.Run(name, func(t *testing.T) {
			g, w := newGate(t)
			w.Keys = []string{key}
			o := newSet(t, w).o
			set(g, &o)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			err := o.LogIn(ctx, w, func(p Page) <-chan string {
				if strings.Contains(fmt.Sprint(p), key) || strings.Contains(p.Address, url.QueryEscape(key)) {
					t.Errorf("shown is %v", p)
					stop()
					return nil
				}
				return visits(t, nil)(p)
			})
			if err == nil || strings.Contains(err.Error(), key) || strings.Contains(err.Error(), "998877") {
				t.Errorf("the login ended with %v", err)
			}
			if _, err := o.readLogin(w); !errors.Is(err, errNoLogin) {
				t.Errorf("something was kept: %v", err)
			}
		})
	}
}

// TestNoRightIsNotedThatIsAKey, for the next login to ask for.
func TestNoRightIsNotedThatIsAKey(t *testing.T) {
	_, w := newGate(t)
	w.Keys = []string{"lokey-998877"}
	s := newSet(t, w)
	logIn(t, s.o, w)
	(&keeper{o: s.o, server: w, writes: &s.logins}).wants([]string{"more", "lokey-998877"})
	l, err := s.o.readLogin(w)
	if err != nil || strings.Join(l.Wants, " ") != "more" {
		t.Errorf("noted are %q, %v", l.Wants, err)
	}
}

// TestLogOutRepeatsNoToken, and no key, whatever the answer is.
func TestLogOutRepeatsNoToken(t *testing.T) {
	_, w := newGate(t)
	w.Keys = []string{"lokey-998877"}
	o := newSet(t, w).o
	logIn(t, o, w)
	o.Client = &http.Client{Transport: bending(func(r *http.Request, response *http.Response) {
		body, err := r.GetBody()
		if err != nil {
			t.Error(err)
			return
		}
		sent, err := io.ReadAll(body)
		form, formErr := url.ParseQuery(string(sent))
		if err := errors.Join(err, formErr); err != nil {
			t.Error(err)
		}
		response.StatusCode, response.Status = 400, "400 no "+form.Get("token")
	})}
	_, left, err := o.LogOut(t.Context(), w)
	const want = "its tokens could not be taken back, and stay good until they run out: the answer cannot be read (400 no [token])"
	if err != nil || left == nil || left.Error() != want {
		t.Errorf("left %v, %v", left, err)
	}
}
