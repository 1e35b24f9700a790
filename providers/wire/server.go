// Package wire is what the protocols of model servers share over HTTP: it sends the
// exact bytes of a request, reads the response once, limits silence and size, tells a
// cut from an end, retries a failed attempt, and turns faults of any shape into
// words. The protocol (Dialect, Decoder) knows what the bytes mean.
//
// A stream is a state machine that moves only inside Next, so it needs no goroutine
// of its own.
package wire

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"parley/providers"
)

// Config says which server to ask and how. Only Name is needed for a known
// server, Name and BaseURL for another; nil functions are the real ones.
type Config struct {
	Name     string // the provider's name: "openai", "ollama", or any other
	BaseURL  string // up to and including "/v1"; empty: the known server's
	APIKey   string
	Protocol string                    // "chat" or "responses" if a server speaks both; empty: as server and model want it
	KeyEnv   string                    // the variable for the key; empty: the known server's
	Headers  map[string]string         // sent with every request; they override all others
	Secret   func(name string) bool    // reports whether a header, or a parameter of BaseURL, holds a key; nil: none does
	Profile  *providers.Profile        // nil: the known server's, or providers.Custom's
	Like     string                    // the known server whose models it has, as the table of models names it; empty: Name
	Models   map[string]providers.Told // by model: what is configured for it

	HTTP      *http.Client                                   // for tests; redirects are never followed
	Sleep     func(context.Context, time.Duration) error     // waits before a retry
	AfterFunc func(time.Duration, func()) (stop func() bool) // the idle timer
	Jitter    func() float64                                 // in [0,1): spreads retries
	Now       func() time.Time                               // to read a Retry-After date
	NewID     func() string                                  // names a call that the server left unnamed
}

// Server is a server of any protocol. It is safe for concurrent use.
type Server struct {
	Known   providers.Known
	Profile providers.Profile

	cfg    Config
	client *http.Client
	keys   keys // never shown to a person
}

// NewServer makes the server. It does no I/O and cannot fail: the first request
// reports what is wrong with the configuration.
func NewServer(cfg Config) *Server {
	known, ok := providers.Lookup(cfg.Name)
	if !ok {
		known = providers.Custom(cfg.Name, "")
	}
	if base := strings.TrimRight(cfg.BaseURL, "/"); base != "" && base != known.BaseURL {
		known.BaseURL, known.Local = base, isLoopback(base)
		known.NeedsKey = false // a proxy in front of a known server may hold the key
	}
	if cfg.KeyEnv != "" {
		known.KeyEnv = cfg.KeyEnv
	}
	s := &Server{cfg: cfg.withDefaults(), Known: known, Profile: known.Profile, client: httpClient(cfg.HTTP)}
	if cfg.Profile != nil {
		s.Profile = *cfg.Profile
	}
	s.keys = keysOf(s.cfg, known.BaseURL)
	return s
}

// Name is the server's name as a provider.
func (p *Server) Name() string { return p.cfg.Name }

// Protocol is the configured protocol; empty: what server and model want.
func (p *Server) Protocol() string { return p.cfg.Protocol }

// Knows fills in from the table of models what the server does not say about a model,
// and overrides it with what is configured.
func (p *Server) Knows(model string, said providers.Capabilities) providers.Capabilities {
	return said.Known(providers.WellKnown(cmp.Or(p.cfg.Like, p.cfg.Name), model), p.cfg.Models[model])
}

// NewID names a call that the server left unnamed.
func (p *Server) NewID() string { return p.cfg.NewID() }

// Foresee reports that there is no key, or no address.
func (p *Server) Foresee(string) error {
	if f := p.Unkeyed(); f != nil {
		return f
	}
	if badAddress(p.base()) {
		return p.unreachable(nil)
	}
	return nil
}

// CloseIdleConnections closes unused connections.
func (p *Server) CloseIdleConnections() { p.client.CloseIdleConnections() }

// Unkeyed is non-nil if a key is needed and there is none.
func (p *Server) Unkeyed() *Failure {
	if !p.Known.NeedsKey || p.cfg.APIKey != "" {
		return nil
	}
	return p.Fail(0, false, fmt.Sprintf(textNoKey, p.Title()), "", fmt.Sprintf(helpSetKey, p.Known.KeyEnv))
}

// address is where a request goes: the path below the base address, whose query is
// kept.
func (p *Server) address(path string) string {
	base, query, asks := strings.Cut(p.Known.BaseURL, "?")
	base = strings.TrimRight(base, "/") + path
	switch {
	case asks && strings.Contains(path, "?"):
		base += "&" + query
	case asks:
		base += "?" + query
	}
	return base
}

// base is the address without its query.
func (p *Server) base() string {
	base, _, _ := strings.Cut(p.Known.BaseURL, "?")
	return base
}

// told is the address as shown to people: without the query and user info, since both
// may hold a key.
func (p *Server) told() string {
	scheme, rest, found := strings.Cut(p.base(), "://")
	host, path, deeper := strings.Cut(rest, "/")
	at := strings.LastIndexByte(host, '@')
	if !found || at < 0 {
		return p.base()
	}
	if host = host[at+1:]; deeper {
		host += "/" + path
	}
	return scheme + "://" + host
}

func (c Config) withDefaults() Config {
	if c.Secret == nil {
		c.Secret = func(string) bool { return false }
	}
	if c.Sleep == nil {
		c.Sleep = sleep
	}
	if c.AfterFunc == nil {
		c.AfterFunc = func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }
	}
	if c.Jitter == nil {
		c.Jitter = mathrand.Float64
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.NewID == nil {
		c.NewID = func() string { return "call_" + rand.Text() }
	}
	return c
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// httpClient never follows a redirect: a header with a key must not reach a host that
// nobody configured.
func httpClient(given *http.Client) *http.Client {
	var c http.Client
	if given != nil {
		c = *given
	} else {
		c.Transport = &http.Transport{
			Proxy:               http.ProxyFromEnvironment,
			DialContext:         (&net.Dialer{Timeout: 15 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
			ForceAttemptHTTP2:   true,
			TLSHandshakeTimeout: 15 * time.Second,
			IdleConnTimeout:     90 * time.Second,
			MaxIdleConnsPerHost: 4,
			ReadBufferSize:      32 << 10, // everything that has arrived is read at once, however small the events
		}
	}
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &c
}

func isLoopback(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	host := u.Hostname()
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
