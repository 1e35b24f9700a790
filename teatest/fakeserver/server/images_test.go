package server_test

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"reflect"
	"strings"
	"testing"

	"parley/providers"
	"parley/providers/anthropic"
	"parley/teatest/fakeserver/server"
)

// TestImagesArriveByEveryProtocol, and what is not an image is refused.
func TestImagesArriveByEveryProtocol(t *testing.T) {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ model, kind, path string }{
		{"chat-model", "openai", "/v1/chat/completions"}, {"gpt-6-sol", "openai", "/v1/responses"}, {"claude-opus-4-8", "anthropic", "/v1/messages"},
	} {
		s := server.Start(t, parse(t, "test.toml", "model = '"+c.model+"'\nserver = '"+c.kind+"'\n[[answer]]\ntext = 'one'\n[[answer]]\ntext = 'two'"))
		p := overHTTP(s)
		if c.kind == "anthropic" {
			p = anthropic.New(anthropic.Config{Name: "fake", BaseURL: s.URL, AfterFunc: immediately, Jitter: func() float64 { return 0 }})
		}
		ask := func(i providers.Image) error {
			_, err := last(p.Stream(context.Background(), providers.Request{
				Model: c.model, Messages: []providers.Message{{Role: providers.User, Text: "look", Images: []providers.Image{i}}},
			}))
			return err
		}
		if err := ask(providers.Image{Type: "image/png", Data: b.Bytes()}); err != nil {
			t.Errorf("%s: %v", c.model, err)
		}
		seen := s.Settled()[0]
		if seen.Path != c.path || !reflect.DeepEqual(seen.Images, []int{b.Len()}) {
			t.Errorf("%s: %s got images of %v bytes, want %d", c.model, seen.Path, seen.Images, b.Len())
		}
		if err := ask(providers.Image{Type: "image/png", Data: []byte("<html>")}); err == nil || !strings.Contains(err.Error(), "the image is no image/png") {
			t.Errorf("%s: %v", c.model, err)
		}
	}
}
