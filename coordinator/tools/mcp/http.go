package mcp

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// reach is the transport to a server that is reached over HTTP.
func (l *link) reach(c *connection) (mcp.Transport, error) {
	if _, _, err := safeAddress(l.URL); err != nil {
		return nil, fmt.Errorf("%s: %w", badServerText, err)
	}
	u, err := url.Parse(l.URL)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", badServerText, err)
	}
	l.began()
	base := http.DefaultTransport
	if given := l.set.o.Client; given != nil && given.Transport != nil {
		base = given.Transport
	}
	c.login = &keeper{o: l.set.o, server: l.Server, writes: &l.set.logins}
	carrier := &carrier{base: base, server: l.Server, origin: origin(u), orders: c.orders, calls: c.calls.runs, asks: &c.patience, login: c.login}
	var once sync.Once
	c.hangUp = func() {
		once.Do(func() {
			if c.session == nil {
				close(c.gone)
				return
			}
			go func() {
				_ = c.session.Close() // the server is told where it can be
				close(c.gone)
			}()
		})
	}
	return &mcp.StreamableClientTransport{
		Endpoint: l.URL, HTTPClient: &http.Client{Transport: carrier, CheckRedirect: carrier.follows}, MaxEventSize: largestMessage, MaxRetries: 3,
	}, nil
}

// origin is the scheme, host and port of an address.
func origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[u.Scheme]
	}
	return u.Scheme + "://" + strings.ToLower(u.Hostname()) + ":" + port
}

// carrier gives requests their headers and their token, keeps them to the server's
// origin, and looks at what comes back.
type carrier struct {
	base   http.RoundTripper
	server Server
	origin string
	orders *orders
	asks   *patience
	calls  func(token string) bool // reports whether a call with this token runs
	login  *keeper
}

var (
	errElsewhere = errors.New("it leads to another address, which is not followed; if that is right, set it as the url")
	errRights    = errors.New(rightsText)
)

// unsent is why a request was not sent.
type unsent struct{ error }

func (u *unsent) Unwrap() error { return u.error }

// follows refuses redirects to another origin: what goes with a request is for this one.
func (c *carrier) follows(r *http.Request, via []*http.Request) error {
	if origin(r.URL) != c.origin {
		return errElsewhere
	}
	return circle(via)
}

// RoundTrip sends a request to the server, and to nobody else. A token that it refuses is
// renewed once.
func (c *carrier) RoundTrip(r *http.Request) (*http.Response, error) {
	if origin(r.URL) != c.origin {
		return nil, errElsewhere
	}
	if c.server.authorized() {
		return c.send(r, "")
	}
	token, err := c.login.token(r.Context(), "")
	if err != nil {
		return nil, &unsent{err}
	}
	response, err := c.send(r, token)
	if err == nil && response.StatusCode == http.StatusUnauthorized && token != "" {
		response.Body.Close()
		if token, err = c.login.token(r.Context(), token); errors.Is(err, errLogIn) && listens(r) {
			return response, nil
		} else if err != nil {
			c.login.denies(err)
			return nil, &unsent{err}
		}
		if r, err = afresh(r); err != nil {
			return nil, err
		}
		response, err = c.send(r, token)
	}
	if err != nil {
		return nil, err
	}
	if listens(r) {
		return response, nil
	}
	if response, err = c.admitted(response); err != nil {
		c.login.denies(err)
	}
	return response, err
}

// listens reports whether a request is for what a server says unasked. A server that does
// not grant that is one without it, and takes calls as before.
func listens(r *http.Request) bool {
	return r.Method == http.MethodGet && r.Header.Get("Last-Event-Id") == ""
}

// afresh is a request that can be sent again.
func afresh(r *http.Request) (*http.Request, error) {
	if r.Body == nil || r.Body == http.NoBody {
		return r, nil
	}
	if r.GetBody == nil {
		return nil, errLogIn // what was sent cannot be sent again
	}
	body, err := r.GetBody()
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.Body = body
	return r, nil
}

// admitted looks at whether the server took who the user is.
func (c *carrier) admitted(response *http.Response) (*http.Response, error) {
	switch response.StatusCode {
	case http.StatusUnauthorized:
		response.Body.Close()
		return nil, errLogIn
	case http.StatusForbidden:
		all, err := oauthex.ParseWWWAuthenticate(response.Header.Values("WWW-Authenticate"))
		if err != nil {
			return response, nil // it says nothing that is known
		}
		for _, one := range all {
			if one.Scheme == "bearer" && one.Params["error"] == "insufficient_scope" {
				response.Body.Close()
				c.login.wants(strings.Fields(one.Params["scope"]))
				return nil, errRights
			}
		}
	}
	return response, nil
}

func (c *carrier) send(r *http.Request, token string) (*http.Response, error) {
	r = r.Clone(r.Context())
	for name, value := range c.server.Headers {
		r.Header.Set(name, value)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := c.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	response.Body = &sieve{body: answered(r, response), see: c.orders.see, calls: c.calls, asks: c.asks, of: streamed(r)}
	return response, nil
}
