package openai

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"parley/providers"
)

// canned returns responses without a network.
type canned string

func (c canned) RoundTrip(r *http.Request) (*http.Response, error) {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: io.NopCloser(strings.NewReader(string(c))), Request: r,
	}, nil
}

func cannedProvider(stream string) providers.Provider {
	return New(Config{Name: "openai", APIKey: "k", HTTP: &http.Client{Transport: canned(stream)}})
}

// BenchmarkDelta is the cost of one token of a stream, from bytes to delta.
func BenchmarkDelta(b *testing.B) {
	const tokens = 2000
	var text strings.Builder
	for i := range tokens {
		fmt.Fprintf(&text, "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word%d \"},\"finish_reason\":null}]}\n\n", i)
	}
	text.WriteString("data: " + stop + "\n\ndata: [DONE]\n\n")
	p := cannedProvider(text.String())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := drain(b, p.Stream(b.Context(), hello())); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/tokens, "ns/delta")
}

// BenchmarkFirstDelta is all our own time around a small request: creating the provider,
// the body, the headers, and reading a short response.
func BenchmarkFirstDelta(b *testing.B) {
	stream := "data: " + hi + "\n\ndata: " + stop + "\n\ndata: [DONE]\n\n"
	b.ReportAllocs()
	for b.Loop() {
		if _, err := drain(b, cannedProvider(stream).Stream(b.Context(), hello())); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBody writes the request of a conversation of 5,000 messages.
func BenchmarkBody(b *testing.B) {
	r := hello()
	for i := range 2500 {
		id := fmt.Sprint("c", i)
		r.Messages = append(r.Messages,
			providers.Message{Role: providers.Assistant, Text: "I will look.", Calls: []providers.Call{{ID: id, Name: "fs_read_file", Arguments: `{"path":"a/b/c.go"}`}}},
			providers.Message{Role: providers.Tool, CallID: id, Text: strings.Repeat("func main() {\n\treturn\n}\n", 20)})
	}
	p := cannedProvider("").(*Provider)
	b.ReportAllocs()
	for b.Loop() {
		if _, f := p.body(r, plan{}); f != nil {
			b.Fatal(f)
		}
	}
}
