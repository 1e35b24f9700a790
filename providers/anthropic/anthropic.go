// Package anthropic answers requests through servers that speak Anthropic's Messages
// API: it writes their requests and reads their events. The transport is
// parley/providers/wire.
//
// It knows no conversation, no screen and no configuration file.
package anthropic

import (
	"context"
	"encoding/json"
	"maps"
	"strconv"
	"strings"
	"sync"

	"parley/providers"
	"parley/providers/wire"
)

// Config says which server to ask and how.
type Config = wire.Config

// version is the protocol's version, not a model's.
const version = "2023-06-01"

// Provider is a server. It is safe for concurrent use.
type Provider struct {
	*wire.Server

	mu      sync.Mutex
	learned map[string]quirks                 // by model: what the server turned out to require
	listed  map[string]providers.Capabilities // by model: what the server's list says
}

// New makes the provider. It does no I/O and cannot fail: the first request reports
// what is wrong with the configuration.
func New(cfg Config) providers.Provider {
	s := wire.NewServer(cfg)
	s.Profile.KeyHeader, s.Profile.OnlyKeyHeader = "x-api-key", true
	headers := maps.Clone(s.Profile.Headers)
	if headers == nil {
		headers = map[string]string{}
	}
	headers["anthropic-version"] = version
	s.Profile.Headers = headers
	return &Provider{Server: s, learned: map[string]quirks{}, listed: map[string]providers.Capabilities{}}
}

// Stream starts a response. Nothing is sent before the first Next.
func (p *Provider) Stream(ctx context.Context, req providers.Request) providers.Stream {
	p.mu.Lock()
	q := p.learned[req.Model]
	p.mu.Unlock()
	return p.Server.Stream(ctx, req, &dialect{p: p, req: req, quirks: q})
}

// dialect is one request in the protocol, in the form of the latest attempt.
type dialect struct {
	p      *Provider
	req    providers.Request
	quirks quirks
	plan   plan
}

// Attempt implements wire.Dialect.
func (d *dialect) Attempt(context.Context) (wire.Attempt, *wire.Failure) {
	d.plan = d.p.plan(d.req, d.quirks)
	body, f := d.p.body(d.req, d.plan)
	if f != nil {
		return wire.Attempt{}, f
	}
	return wire.Attempt{Path: "/messages", Body: body, Decoder: &decoder{p: d.p, req: d.req, forced: d.plan.forced(d.req)}}, nil
}

// Mend implements wire.Dialect.
func (d *dialect) Mend(f *wire.Failure) bool {
	q, ok := d.quirks.mend(d.plan, d.req, f)
	if ok {
		d.quirks = q
		return true
	}
	f.NameSetting(d.req)
	return false
}

// Learned implements wire.Dialect.
func (d *dialect) Learned() {
	d.p.mu.Lock()
	defer d.p.mu.Unlock()
	q := d.quirks
	q.silent = false // it concerns this conversation, not the model
	d.p.learned[d.req.Model] = q
}

// Models lists the server's models by id.
func (p *Provider) Models(ctx context.Context) ([]providers.Model, error) {
	raw, err := p.Document(ctx, "/models?limit=1000")
	if err != nil {
		return nil, err
	}
	var list struct {
		Data []json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(raw, &list); err != nil || list.Data == nil {
		return nil, p.NoList(raw, err).Err
	}
	models := []providers.Model{}
	for _, entry := range list.Data {
		var m struct {
			ID       string          `json:"id"`
			MaxInput json.RawMessage `json:"max_input_tokens"`
		}
		if json.Unmarshal(entry, &m) != nil || m.ID == "" {
			continue // one bad entry must not lose the others
		}
		window, err := strconv.Atoi(string(m.MaxInput))
		if err != nil || window < 0 {
			window = 0
		}
		p.mu.Lock()
		p.listed[m.ID] = providers.Capabilities{ContextWindow: window}
		p.mu.Unlock()
		models = append(models, providers.Model{ID: m.ID, Capabilities: p.Capabilities(m.ID)})
	}
	return models, nil
}

// Capabilities returns what is known about a model: from the server's list, if it was
// read, and from earlier responses.
func (p *Provider) Capabilities(model string) providers.Capabilities {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.listed[model]
	c.Output = weaken(p.learned[model].weaker)
	c.Images, c.Reasoning = isClaude(model), isClaude(model) && thinks(model)
	return p.Knows(model, c)
}

// isClaude reports whether a model is one of Anthropic's own, about which more is
// known than their list says.
func isClaude(model string) bool { return strings.HasPrefix(model, "claude-") }

// thinks reports whether one of Anthropic's models can think: from 3.7 on.
func thinks(model string) bool {
	for _, older := range []string{"claude-2", "claude-3-5", "claude-3-opus", "claude-3-sonnet", "claude-3-haiku"} {
		if strings.HasPrefix(model, older) {
			return false
		}
	}
	return true
}
