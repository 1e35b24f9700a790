package openai

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"parley/providers"
	"parley/providers/wire"
)

// Ollama silently cuts the beginning of a conversation that does not fit its window.
// So Parley asks for the window, does not send a request that cannot fit, and marks a
// response whose input fills the whole window as cut.

// windowLimit is how long Ollama may take to tell its window: it runs on this
// machine, and a request can go without.
const windowLimit = 2 * time.Second

// window is how many tokens of input and output a running Ollama model has, 0 if
// unknown.
func (p *Provider) window(ctx context.Context, model string) int {
	if !p.Profile.TellsWindow {
		return 0
	}
	p.mu.Lock()
	known := p.windows[model]
	p.mu.Unlock()
	if known > 0 {
		return known
	}
	ctx, stop := context.WithTimeout(ctx, windowLimit)
	defer stop()
	window := p.running(ctx, model)
	if window == 0 {
		window = p.show(ctx, model).window()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.windows[model] = window
	return window
}

// running is the window of a model that is loaded.
func (p *Provider) running(ctx context.Context, model string) int {
	return windowIn(p.loaded(ctx), model)
}

// loadedModel is a model that Ollama has in memory.
type loadedModel struct {
	Name    string `json:"name"`
	Model   string `json:"model"`
	Context int    `json:"context_length"`
}

func (p *Provider) loaded(ctx context.Context) []loadedModel {
	raw, err := p.Beside(ctx, "GET", "/api/ps", nil)
	if err != nil {
		return nil
	}
	var list struct {
		Models []loadedModel `json:"models"`
	}
	if json.Unmarshal(raw, &list) != nil {
		return nil
	}
	return list.Models
}

func windowIn(loaded []loadedModel, model string) int {
	for _, m := range loaded {
		if sameModel(m.Name, model) || sameModel(m.Model, model) {
			return m.Context
		}
	}
	return 0
}

// sameModel compares the names of Ollama models: a missing tag means latest.
func sameModel(a, b string) bool {
	return a != "" && strings.TrimSuffix(a, ":latest") == strings.TrimSuffix(b, ":latest")
}

// window is the window set in the model's file, before the model is loaded.
func (m shown) window() int {
	for line := range strings.Lines(m.Parameters) {
		if f := strings.Fields(line); len(f) == 2 && f[0] == "num_ctx" {
			if n, err := strconv.Atoi(f[1]); err == nil && n > 0 {
				return n
			}
		}
	}
	return 0
}

// sparse is how many bytes of a request make at least one token. Exceptions are rare,
// so a request that is reported not to fit does not fit.
const sparse = 6

// unfit is non-nil if a request cannot fit into a window.
func (p *Provider) unfit(req providers.Request, window int) *wire.Failure {
	least := readBytes(req) / sparse
	if window == 0 || least < window {
		return nil
	}
	wanted := 4096
	for wanted < least*2 {
		wanted *= 2
	}
	f := p.Fail(0, false, fmt.Sprintf(textUnfit, p.Title(), req.Model, window, least), "", fmt.Sprintf(helpUnfit, wanted))
	f.Err.TooLong = true
	return f
}

// readBytes is how many bytes of a request a model reads.
func readBytes(req providers.Request) int {
	n := len(req.System)
	for _, m := range req.Messages {
		n += len(m.Text)
		for _, c := range m.Calls {
			n += len(c.Name) + len(c.Arguments)
		}
	}
	for _, t := range req.Tools {
		n += len(t.Name) + len(t.Description) + len(t.Parameters)
	}
	return n
}
