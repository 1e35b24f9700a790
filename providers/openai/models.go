package openai

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"parley/providers"
)

// listedModel is a model as servers list it. Apart from the id, each server has its
// own words for what the model can do.
type listedModel struct {
	ID            string          `json:"id"`
	Name          string          `json:"name"`
	ContextLength json.RawMessage `json:"context_length"`     // OpenRouter
	ContextWindow json.RawMessage `json:"context_window"`     // Groq
	MaxContext    json.RawMessage `json:"max_context_length"` // Mistral, LM Studio
	MaxModelLen   json.RawMessage `json:"max_model_len"`      // vLLM
	MaxInput      json.RawMessage `json:"max_input_tokens"`   // Anthropic
	Meta          struct {
		Trained json.RawMessage `json:"n_ctx_train"`
		Context json.RawMessage `json:"n_ctx"`
	} `json:"meta"` // llama.cpp
	Pricing struct {
		Prompt     json.RawMessage `json:"prompt"`
		Completion json.RawMessage `json:"completion"`
		Kept       json.RawMessage `json:"input_cache_read"`
	} `json:"pricing"` // OpenRouter, dollars per token
	Parameters   []string `json:"supported_parameters"` // OpenRouter
	Architecture struct {
		Inputs []string `json:"input_modalities"`
	} `json:"architecture"` // OpenRouter
	Capabilities json.RawMessage `json:"capabilities"` // Mistral: an object; others: a list
}

// Models lists the server's models by id. It asks once, without retries; what the
// list says about capabilities is remembered for Capabilities.
func (p *Provider) Models(ctx context.Context) ([]providers.Model, error) {
	raw, err := p.Document(ctx, "/models")
	if err != nil {
		return nil, err
	}
	listed, err := readList(raw)
	if err != nil {
		return nil, p.NoList(raw, err).Err
	}
	p.moreOf(ctx, listed)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p.mu.Lock()
	maps.Copy(p.listed, listed)
	p.mu.Unlock()
	models := []providers.Model{}
	for _, id := range slices.Sorted(maps.Keys(listed)) {
		models = append(models, providers.Model{ID: id, Capabilities: p.Capabilities(id)})
	}
	return models, nil
}

// readList reads {"data":[…]}, {"models":[…]} or the bare list.
func readList(raw []byte) (map[string]providers.Capabilities, error) {
	var entries []json.RawMessage
	if err := json.Unmarshal(raw, &entries); err != nil {
		var wrapped struct {
			Data   []json.RawMessage `json:"data"`
			Models []json.RawMessage `json:"models"`
		}
		if err := json.Unmarshal(raw, &wrapped); err != nil {
			return nil, err
		}
		if entries = wrapped.Data; entries == nil {
			entries = wrapped.Models // llama.cpp has both, and says more under data
		}
		if entries == nil {
			return nil, errors.New("neither data nor models")
		}
	}
	out := map[string]providers.Capabilities{}
	for _, entry := range entries {
		m := readModel(entry)
		if id := m.id(); id != "" {
			out[id] = m.capabilities()
		}
	}
	return out, nil
}

// readModel reads an entry of a list. Of a malformed entry the name still counts, if
// it has one; it must not lose the others.
func readModel(entry json.RawMessage) listedModel {
	var m listedModel
	if json.Unmarshal(entry, &m) == nil {
		return m
	}
	var named struct{ ID, Name json.RawMessage }
	if json.Unmarshal(entry, &named) != nil {
		return listedModel{ID: nameIn(entry)}
	}
	return listedModel{ID: nameIn(named.ID), Name: nameIn(named.Name)}
}

// nameIn is a name, "" if it is something else.
func nameIn(raw json.RawMessage) (name string) {
	if json.Unmarshal(raw, &name) != nil {
		return ""
	}
	return name
}

func (m listedModel) id() string {
	id := m.ID
	if id == "" {
		id = m.Name
	}
	return strings.TrimPrefix(id, "models/") // Google
}

func (m listedModel) capabilities() providers.Capabilities {
	var c providers.Capabilities
	for _, raw := range []json.RawMessage{
		m.ContextLength, m.ContextWindow, m.MaxContext, m.MaxModelLen, m.MaxInput, m.Meta.Context, m.Meta.Trained,
	} {
		if n := number(raw); n >= 1 && n < 1e12 {
			c.ContextWindow = int(n)
			break
		}
	}
	c.InputPrice = number(m.Pricing.Prompt) * 1e6
	c.OutputPrice = number(m.Pricing.Completion) * 1e6
	c.CachedPrice = number(m.Pricing.Kept) * 1e6
	can := abilities(m.Capabilities)
	c.Reasoning = can.Reasoning || slices.Contains(m.Parameters, "reasoning")
	c.Images = can.Images || slices.Contains(m.Architecture.Inputs, "image")
	if slices.Contains(m.Parameters, "structured_outputs") {
		c.Output = providers.OutputSchema
	} else if slices.Contains(m.Parameters, "tool_choice") {
		c.Output = providers.OutputTool
	}
	return c
}

// number reads a positive number, written as one or as a string.
func number(raw json.RawMessage) float64 {
	n, err := strconv.ParseFloat(strings.Trim(string(raw), `"`), 64)
	if err != nil || !(n > 0) || n > 1e15 {
		return 0
	}
	return n
}

// Capabilities returns what is known about a model: from the server's list, if it was
// read, from earlier responses, and otherwise from the server's profile.
func (p *Provider) Capabilities(model string) providers.Capabilities {
	p.mu.Lock()
	c, weaker := p.listed[model], p.learned[model].weaker
	if w := p.windows[model]; w > 0 {
		c.ContextWindow = w // the window that it has, not the one that it could have
	}
	p.mu.Unlock()
	c.Output = weaken(p.declared(model), weaker)
	return p.Knows(model, c)
}

// declared is the strongest form of structured output to try.
func (p *Provider) declared(model string) providers.OutputSupport {
	p.mu.Lock()
	defer p.mu.Unlock()
	return max(p.Profile.Output, p.listed[model].Output)
}
