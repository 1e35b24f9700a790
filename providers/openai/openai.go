// Package openai answers requests through any server that speaks the OpenAI
// protocol, chat completions or the Responses API.
//
// go-openai carries the requests and reads the stream; everything it lacks is
// done by an HTTPDoer of ours, one for each try (exchange): it puts the exact
// bytes of the request in place, reads event streams by their standard, tells a
// cut from an end, bounds silence and size, and turns faults of any shape into
// words. A stream is a state machine that moves only inside Next, so that it
// needs no goroutine of its own.
//
// The package knows no conversation, no screen and no configuration file.
package openai

import (
	"context"
	"crypto/rand"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"parley/providers"
)

// Config says which server to ask and how. Only Name is needed for a known
// server, Name and BaseURL for another; nil functions are the real ones.
type Config struct {
	Name    string // the provider's name: "openai", "ollama", or any other
	BaseURL string // up to and with "/v1"; empty is the known server's
	APIKey  string
	KeyEnv  string             // the variable a person sets the key with; empty is the known server's
	Headers map[string]string  // sent with every request, over all others
	Profile *providers.Profile // nil is the known server's, or that of providers.Custom

	HTTP      *http.Client                                   // for tests; redirects are never followed
	Sleep     func(context.Context, time.Duration) error     // waits before a retry
	AfterFunc func(time.Duration, func()) (stop func() bool) // the idle timer
	Jitter    func() float64                                 // in [0,1): spreads retries
	Now       func() time.Time                               // to read a Retry-After date
	NewID     func() string                                  // names a call that the server left unnamed
}

// Provider is a server. It is safe for concurrent use.
type Provider struct {
	cfg     Config
	known   providers.Known
	profile providers.Profile
	client  *http.Client

	mu      sync.Mutex
	learned map[string]quirks                 // by model: what the server turned out to want
	listed  map[string]providers.Capabilities // by model: what the server's list says
}

// New makes the provider. It does no I/O and cannot fail: what is wrong with
// the configuration is said by the first request.
func New(cfg Config) providers.Provider {
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
	p := &Provider{
		cfg: cfg.withDefaults(), known: known, profile: known.Profile, client: httpClient(cfg.HTTP),
		learned: map[string]quirks{}, listed: map[string]providers.Capabilities{},
	}
	if cfg.Profile != nil {
		p.profile = *cfg.Profile
	}
	return p
}

// Stream starts an answer. Nothing is sent before the first Next. When ctx or
// the context of a Next ends, the stream ends with that context's error.
func (p *Provider) Stream(ctx context.Context, req providers.Request) providers.Stream {
	ctx, cancel := context.WithCancelCause(ctx)
	return &stream{p: p, req: req, ctx: ctx, cancel: cancel, quirks: p.quirksOf(req.Model)}
}

// CloseIdleConnections closes connections that no answer uses.
func (p *Provider) CloseIdleConnections() { p.client.CloseIdleConnections() }

func (c Config) withDefaults() Config {
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

// httpClient never follows a redirect: a header that carries a key must not
// reach a host that nobody configured.
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
