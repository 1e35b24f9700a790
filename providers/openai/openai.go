// Package openai answers requests through any server that speaks the OpenAI protocol,
// chat completions or the Responses API: it writes their requests and reads their
// events. The transport is parley/providers/wire. From go-openai it uses the types,
// and that library's knowledge of OpenAI's models.
//
// The package knows no conversation, no screen and no configuration file.
package openai

import (
	"context"
	"sync"

	"parley/providers"
	"parley/providers/wire"
)

// Config says which server to ask and how.
type Config = wire.Config

// Provider is a server. It is safe for concurrent use.
type Provider struct {
	*wire.Server

	mu      sync.Mutex
	learned map[string]quirks                 // by model: what the server turned out to require
	listed  map[string]providers.Capabilities // by model: what the server's list says
	windows map[string]int                    // by model, if the server reports it
}

// New makes the provider. It does no I/O and cannot fail: the first request reports
// what is wrong with the configuration.
func New(cfg Config) providers.Provider {
	return &Provider{Server: wire.NewServer(cfg), learned: map[string]quirks{}, listed: map[string]providers.Capabilities{}, windows: map[string]int{}}
}

// Stream starts a response. Nothing is sent before the first Next.
func (p *Provider) Stream(ctx context.Context, req providers.Request) providers.Stream {
	return p.Server.Stream(ctx, req, &dialect{p: p, req: req, quirks: p.quirksOf(req.Model)})
}

// dialect is one request in the protocol, in the form of the latest attempt.
type dialect struct {
	p      *Provider
	req    providers.Request
	quirks quirks
	plan   plan
}

// Attempt implements wire.Dialect.
func (d *dialect) Attempt(ctx context.Context) (wire.Attempt, *wire.Failure) {
	p := d.p
	window := p.window(ctx, d.req.Model)
	if f := p.unfit(d.req, window); f != nil {
		return wire.Attempt{}, f
	}
	d.plan = p.plan(d.req, d.quirks)
	if !d.plan.responses {
		if err := validate(d.req); err != nil {
			return wire.Attempt{}, p.unsendable(d.req, err)
		}
	}
	body, f := p.body(d.req, d.plan)
	if f != nil {
		return wire.Attempt{}, f
	}
	if d.plan.responses {
		return wire.Attempt{Path: "/responses", Body: body, Decoder: &responsesDecoder{responding: p.responding(d.req, d.plan)}}, nil
	}
	return wire.Attempt{Path: "/chat/completions", Body: body, Decoder: &chatDecoder{responding: p.responding(d.req, d.plan), window: window}}, nil
}

// Mend implements wire.Dialect.
func (d *dialect) Mend(f *wire.Failure) bool {
	q, ok := d.quirks.mend(d.p, d.plan, d.req, f)
	if ok {
		d.quirks = q
		return true
	}
	f.NameSetting(d.req)
	return false
}

// Learned implements wire.Dialect.
func (d *dialect) Learned() { d.p.learn(d.req.Model, d.quirks) }
