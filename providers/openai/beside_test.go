package openai

import (
	"slices"
	"testing"

	"parley/providers"
)

// Ollama's list has names only: it says the rest about each model separately.
func TestOllamaTellsOfItsModels(t *testing.T) {
	s := serve(t,
		document(`{"data":[{"id":"sees:latest"}]}`),
		document(`{"models":[{"name":"sees:latest","context_length":8192}]}`),
		document(`{"parameters":"num_ctx 2048","capabilities":["completion","vision","thinking"]}`))
	got, err := s.provider(t, ollama()).Models(t.Context())
	equal(t, err, nil)
	equal(t, got, []providers.Model{{ID: "sees:latest", Capabilities: providers.Capabilities{ContextWindow: 8192, Reasoning: true, Images: true}}})
	equal(t, s.seen()[2].path, "/api/show")
	// A model that is not loaded has the window in its file; one that cannot be read has none.
	for body, window := range map[string]int{`{"parameters":"num_ctx 2048"}`: 2048, `{"parameters":"num_ctx x"}`: 0, `nonsense`: 0} {
		s = serve(t, document(`{"data":[{"id":"m"}]}`), document(`{}`), document(body))
		got, err = s.provider(t, ollama()).Models(t.Context())
		equal(t, err, nil)
		equal(t, got, []providers.Model{{ID: "m", Capabilities: providers.Capabilities{ContextWindow: window}}})
	}
}

// Beyond the number that are asked about at once, all models are asked about, once.
func TestOllamaIsAskedAboutEveryModel(t *testing.T) {
	shown := document(`{"capabilities":["vision"]}`)
	s := serve(t, append([]reply{document(`{"data":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"},{"id":"e"},{"id":"f"}]}`), document(`{}`)}, shown, shown, shown, shown, shown, shown)...)
	got, err := s.provider(t, ollama()).Models(t.Context())
	equal(t, err, nil)
	equal(t, len(got), 6)
	var bodies []string
	for _, m := range got {
		equal(t, m.Capabilities.Images, true)
		bodies = append(bodies, `{"model":"`+m.ID+`"}`)
	}
	var asked []string
	for _, r := range s.seen()[2:] {
		asked = append(asked, r.body)
	}
	slices.Sort(asked)
	equal(t, asked, bodies)
}

func TestLMStudioTellsOfItsModels(t *testing.T) {
	c := func(window int, reasons, sees bool) providers.Capabilities {
		return providers.Capabilities{ContextWindow: window, Reasoning: reasons, Images: sees}
	}
	const ids = `{"data":[{"id":"a"},{"id":"b"}]}`
	for name, k := range map[string]struct {
		replies []reply
		a, b    providers.Capabilities
	}{
		"its present list": {[]reply{document(ids), document(`{"models":[
			{"key":"a","max_context_length":131072,"loaded_instances":[{"id":"a","config":{"context_length":4096}}],"capabilities":{"vision":true,"reasoning":{"default":"on"}}},
			{"key":"b","max_context_length":32768,"loaded_instances":[],"capabilities":{"vision":false,"reasoning":false}},
			{"key":"c","max_context_length":1}]}`)}, c(4096, true, true), c(32768, false, false)},
		"the list before": {[]reply{document(ids), refused(404, `{"error":"Unexpected endpoint"}`), document(`{"data":[
			{"id":"a","type":"vlm","max_context_length":131072,"loaded_context_length":8192},{"id":"b","type":"llm","max_context_length":4096}]}`)}, c(8192, false, true), c(4096, false, false)},
		"neither": {[]reply{document(ids), refused(404, ``), document(`[`)}, c(0, false, false), c(0, false, false)},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, k.replies...)
			got, err := s.provider(t, profile(providers.Profile{ListsBeside: true})).Models(t.Context())
			equal(t, err, nil)
			equal(t, got, []providers.Model{{ID: "a", Capabilities: k.a}, {ID: "b", Capabilities: k.b}})
		})
	}
}

// What a server does not say, the table of models does, and the configuration outranks
// both.
func TestModelsThatAreWellKnown(t *testing.T) {
	s := serve(t, document(`{"data":[{"id":"gpt-4.1-2025-04-14"},{"id":"gpt-5"},{"id":"own","context_window":10}]}`))
	no := false
	p := s.provider(t, profile(providers.Profile{}), func(c *Config) {
		c.Like = "openai"
		c.Models = map[string]providers.Told{"gpt-5": {ContextWindow: 1000, Images: &no}, "own": {ContextWindow: 20}}
	})
	got, err := p.Models(t.Context())
	equal(t, err, nil)
	equal(t, got, []providers.Model{
		{ID: "gpt-4.1-2025-04-14", Capabilities: providers.Capabilities{ContextWindow: 1_047_576, InputPrice: 2, CachedPrice: 0.5, OutputPrice: 8, Images: true}},
		{ID: "gpt-5", Capabilities: providers.Capabilities{ContextWindow: 1000, InputPrice: 1.25, CachedPrice: 0.125, OutputPrice: 10, Reasoning: true}},
		{ID: "own", Capabilities: providers.Capabilities{ContextWindow: 20}},
	})
}
