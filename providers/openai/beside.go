package openai

import (
	"context"
	"encoding/json"
	"maps"
	"strings"
	"sync"

	"parley/providers"
	"parley/providers/wire"
)

// Some servers say more about their models outside the protocol: Ollama about each
// model, LM Studio in lists of its own. What cannot be asked or read stays unknown.

// askedAtOnce is how many models are asked about at the same time, and askedMost how
// many in total: each is a request to a server on this machine.
const (
	askedAtOnce = 4
	askedMost   = 100
)

// moreOf adds to a list of models what the server says outside the protocol.
func (p *Provider) moreOf(ctx context.Context, listed map[string]providers.Capabilities) {
	switch {
	case p.Profile.TellsWindow:
		p.shownOf(ctx, listed)
	case p.Profile.ListsBeside:
		for id, more := range p.besides(ctx) {
			if c, ok := listed[id]; ok {
				c.ContextWindow, c.Reasoning, c.Images = more.ContextWindow, c.Reasoning || more.Reasoning, c.Images || more.Images
				listed[id] = c
			}
		}
	}
}

// shownOf asks Ollama about each model.
func (p *Provider) shownOf(ctx context.Context, listed map[string]providers.Capabilities) {
	loaded := p.loaded(ctx)
	var mu sync.Mutex
	var wait sync.WaitGroup
	free := make(chan struct{}, askedAtOnce)
	asked := 0
	for id, c := range maps.Clone(listed) {
		if asked++; asked > askedMost {
			break
		}
		free <- struct{}{}
		wait.Go(func() {
			defer func() { <-free }()
			m := p.show(ctx, id)
			c.ContextWindow, c.Reasoning, c.Images = m.window(), m.can("thinking"), m.can("vision")
			if w := windowIn(loaded, id); w > 0 {
				c.ContextWindow = w
			}
			mu.Lock()
			defer mu.Unlock()
			listed[id] = c
		})
	}
	wait.Wait()
}

// shown is what Ollama says about a model.
type shown struct {
	Parameters   string   `json:"parameters"`
	Capabilities []string `json:"capabilities"`
}

func (p *Provider) show(ctx context.Context, model string) shown {
	e := wire.NewEncoder(64)
	e.Open('{')
	e.Text("model", model)
	e.End('}')
	var m shown
	raw, err := p.Beside(ctx, "POST", "/api/show", e.Bytes())
	if err != nil || json.Unmarshal(raw, &m) != nil {
		return shown{}
	}
	return m
}

func (m shown) can(what string) bool {
	for _, c := range m.Capabilities {
		if strings.EqualFold(c, what) {
			return true
		}
	}
	return false
}

// besides are the models as LM Studio lists them, in its present list or the older
// one. A loaded model has the window that it was loaded with.
func (p *Provider) besides(ctx context.Context) map[string]providers.Capabilities {
	var list struct {
		Models []struct {
			Key    string `json:"key"`
			Loaded []struct {
				Config struct {
					Context int `json:"context_length"`
				} `json:"config"`
			} `json:"loaded_instances"`
			Most         int             `json:"max_context_length"`
			Capabilities json.RawMessage `json:"capabilities"`
		} `json:"models"`
		Data []struct {
			ID     string `json:"id"`
			Type   string `json:"type"`
			Loaded int    `json:"loaded_context_length"`
			Most   int    `json:"max_context_length"`
		} `json:"data"`
	}
	for _, path := range []string{"/api/v1/models", "/api/v0/models"} {
		raw, err := p.Beside(ctx, "GET", path, nil)
		if err == nil && json.Unmarshal(raw, &list) == nil && len(list.Models)+len(list.Data) > 0 {
			break
		}
	}
	out := map[string]providers.Capabilities{}
	for _, m := range list.Models {
		c := abilities(m.Capabilities)
		c.ContextWindow = max(0, m.Most)
		if len(m.Loaded) > 0 && m.Loaded[0].Config.Context > 0 {
			c.ContextWindow = m.Loaded[0].Config.Context
		}
		out[m.Key] = c
	}
	for _, m := range list.Data {
		c := providers.Capabilities{ContextWindow: max(0, m.Most), Images: m.Type == "vlm"}
		if m.Loaded > 0 {
			c.ContextWindow = m.Loaded
		}
		out[m.ID] = c
	}
	return out
}

// abilities reads what a model can do if that is an object; other servers send a
// list, or nothing.
func abilities(raw json.RawMessage) providers.Capabilities {
	var can struct {
		Vision    bool            `json:"vision"`
		Reasoning json.RawMessage `json:"reasoning"` // a bool, or an object of what may be asked for
		Thinking  bool            `json:"thinking"`
	}
	if json.Unmarshal(raw, &can) != nil {
		return providers.Capabilities{}
	}
	reasons := can.Thinking || string(can.Reasoning) == "true" || strings.HasPrefix(string(can.Reasoning), "{")
	return providers.Capabilities{Images: can.Vision, Reasoning: reasons}
}
