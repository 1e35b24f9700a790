package openai

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/providers"
)

func list(body string) reply { return reply{kind: "application/json", chunks: []string{body}} }

func TestModelsAreListed(t *testing.T) {
	c := func(window int) providers.Capabilities {
		return providers.Capabilities{ContextWindow: window, Output: providers.OutputTool}
	}
	for _, k := range []struct {
		name, body string
		want       []providers.Model
	}{
		{"plain", `{"object":"list","data":[{"id":"b","created":1.5},{"id":"a","created":"x"},{"id":"a"},{"id":""}]}`,
			[]providers.Model{{ID: "a", Capabilities: c(0)}, {ID: "b", Capabilities: c(0)}}},
		{"bad entries", `{"data":[7,null,{"id":3},{"id":"b","meta":"x","context_length":9},"a",{"id":null,"name":"c"},[]]}`,
			[]providers.Model{{ID: "a", Capabilities: c(0)}, {ID: "b", Capabilities: c(0)}, {ID: "c", Capabilities: c(0)}}},
		{"none", `{"data":[]}`, []providers.Model{}},
		{"bare list", `[{"id":"a"}]`, []providers.Model{{ID: "a", Capabilities: c(0)}}},
		{"Google", `{"data":[{"id":"models/g"}]}`, []providers.Model{{ID: "g", Capabilities: c(0)}}},
		{"Groq", `{"data":[{"id":"a","context_window":8192}]}`, []providers.Model{{ID: "a", Capabilities: c(8192)}}},
		{"vLLM", `{"data":[{"id":"a","max_model_len":4096}]}`, []providers.Model{{ID: "a", Capabilities: c(4096)}}},
		{"llama.cpp", `{"models":[{"name":"a"}],"data":[{"id":"a","meta":{"n_ctx_train":131072,"n_ctx":4096}}]}`,
			[]providers.Model{{ID: "a", Capabilities: c(4096)}}},
		{"OpenRouter", `{"data":[{"id":"v/a","context_length":1000,"pricing":{"prompt":"0.0000025","completion":"0.00001","input_cache_read":"0.00000025"},"supported_parameters":["structured_outputs","reasoning"],"architecture":{"input_modalities":["text","image"]}}]}`,
			[]providers.Model{{ID: "v/a", Capabilities: providers.Capabilities{ContextWindow: 1000, Output: providers.OutputSchema, InputPrice: 2.5, CachedPrice: 0.25, OutputPrice: 10, Reasoning: true, Images: true}}}},
		{"Mistral", `{"data":[{"id":"a","max_context_length":32000,"capabilities":{"completion_chat":true,"vision":true}},{"id":"b","capabilities":["completion"]}]}`,
			[]providers.Model{{ID: "a", Capabilities: providers.Capabilities{ContextWindow: 32000, Output: providers.OutputTool, Images: true}}, {ID: "b", Capabilities: c(0)}}},
		{"nonsense numbers", `{"data":[{"id":"a","context_length":-1,"max_model_len":"many","pricing":{"prompt":"-1"}}]}`,
			[]providers.Model{{ID: "a", Capabilities: c(0)}}},
	} {
		t.Run(k.name, func(t *testing.T) {
			s := serve(t, list(k.body))
			p := s.provider(t, profile(providers.Profile{Output: providers.OutputTool}))
			got, err := p.Models(t.Context())
			equal(t, err, nil)
			equal(t, got, k.want)
			for _, m := range k.want {
				equal(t, p.Capabilities(m.ID), m.Capabilities)
			}
			equal(t, s.seen()[0].method+" "+s.seen()[0].path, "GET /v1/models")
			equal(t, s.seen()[0].header.Get("Authorization"), "Bearer sk-test-0123456789")
		})
	}
}

func TestListsThatCannotBeRead(t *testing.T) {
	for body, want := range map[string]string{
		"<html><title>Sign in</title>": "testing sent a list of models that cannot be read: Sign in. Check providers.llm.testing.base_url; it often ends in /v1.",
		`{"error":{"message":"no"}}`:   "testing sent a list of models that cannot be read: no. Check providers.llm.testing.base_url; it often ends in /v1.",
		``:                             "testing sent a list of models that cannot be read. Check providers.llm.testing.base_url; it often ends in /v1.",
	} {
		_, err := serve(t, list(body)).provider(t).Models(t.Context())
		equal(t, err.Error(), want)
	}
	_, err := serve(t, refused(401, ``)).provider(t).Models(t.Context())
	equal(t, err.Error(), "testing refused the key. Set TESTING_API_KEY to a valid key.")
}

// A list is waited for a shorter time than a response, even if part of it arrives.
// A list is read up to a limit, which is told.
func TestListsHaveALargestSize(t *testing.T) {
	long := strings.Repeat(`{"id":"a model with a name"},`, 300_000)
	for _, kind := range []string{`{"data":[` + long + `{}]}`, `[` + long} {
		_, err := serve(t, list(kind)).provider(t).Models(t.Context())
		equal(t, err.Error(), "The list of models of testing is larger than 8 MiB and was not read. Check providers.llm.testing.base_url; it often ends in /v1.")
	}
}

func TestAListThatDoesNotComeIsNotWaitedFor(t *testing.T) {
	for name, hung := range map[string]reply{"nothing of it": {mute: true}, "its beginning": {kind: "application/json", chunks: []string{`{"data":[`}}} {
		t.Run(name, func(t *testing.T) {
			hung.hold, hung.seen = make(chan struct{}), make(chan struct{})
			defer close(hung.hold)
			var waits []time.Duration
			var mu sync.Mutex
			p := serve(t, hung).provider(t, func(c *Config) {
				c.AfterFunc = func(d time.Duration, f func()) func() bool {
					mu.Lock()
					defer mu.Unlock()
					if waits = append(waits, d); len(waits) == 1 { // that of the whole list
						go func() { <-hung.seen; f() }()
					}
					return func() bool { return true }
				}
			})
			_, err := p.Models(t.Context())
			equal(t, err.Error(), "testing did not send its list of models within 15 s. Check the network, and providers.llm.testing.base_url.")
			mu.Lock()
			defer mu.Unlock()
			equal(t, slices.Max(waits), 15*time.Second)
		})
	}
	squeezed := list("x")
	squeezed.header = map[string]string{"Content-Encoding": "br"}
	_, err := serve(t, squeezed).provider(t).Models(t.Context())
	equal(t, err.Error(), "testing sent its response compressed (br), and was not asked to. Check what stands between Parley and providers.llm.testing.base_url.")
}

func TestListingIsCancelled(t *testing.T) {
	hold, arrived := make(chan struct{}), make(chan struct{})
	defer close(hold)
	p := serve(t, reply{mute: true, hold: hold, seen: arrived}).provider(t)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-arrived; cancel() }()
	_, err := p.Models(ctx)
	equal(t, err, context.Canceled)
}
