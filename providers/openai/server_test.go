package openai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/providers"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// reply is one response of a test server, byte for byte.
type reply struct {
	status int // 0 is 200
	kind   string
	header map[string]string
	chunks []string
	cut    bool          // the connection is cut after the chunks
	hold   chan struct{} // the response stays open until this closes or the client leaves
	mute   bool          // not even headers are sent before hold
	seen   chan struct{} // closed when the request has arrived
}

// sse is a stream of exactly these bytes.
func streamed(body string) reply { return reply{kind: "text/event-stream", chunks: []string{body}} }

// stream is a well-formed stream of these events, with its end.
func chat(events ...string) reply {
	return streamed("data: " + strings.Join(events, "\n\ndata: ") + "\n\ndata: [DONE]\n\n")
}

// seen is a request as the server saw it.
type seen struct {
	method, path, body string
	header             http.Header
}

// server plays replies in order and fails the test if asked for more.
type server struct {
	*httptest.Server
	mu       sync.Mutex
	replies  []reply
	requests []seen
}

func serve(t testing.TB, replies ...reply) *server {
	t.Helper()
	s := &server{replies: replies}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Errorf("request body: %v", err)
		}
		s.mu.Lock()
		s.requests = append(s.requests, seen{r.Method, r.URL.Path, string(body), r.Header})
		if len(s.replies) == 0 {
			s.mu.Unlock()
			t.Errorf("an unexpected request: %s %s", r.Method, r.URL.Path)
			return
		}
		next := s.replies[0]
		s.replies = s.replies[1:]
		s.mu.Unlock()
		next.write(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (p reply) write(w http.ResponseWriter, r *http.Request) {
	if p.seen != nil {
		close(p.seen)
	}
	if p.mute {
		p.wait(r)
		return
	}
	w.Header()["Content-Type"] = nil // nothing is guessed
	if p.kind != "" {
		w.Header().Set("Content-Type", p.kind)
	}
	for k, v := range p.header {
		w.Header().Set(k, v)
	}
	w.WriteHeader(max(p.status, 200))
	for _, c := range p.chunks {
		io.WriteString(w, c)
		http.NewResponseController(w).Flush()
	}
	if p.hold != nil {
		http.NewResponseController(w).Flush()
		p.wait(r)
	}
	if p.cut {
		panic(http.ErrAbortHandler)
	}
}

func (p reply) wait(r *http.Request) {
	select {
	case <-p.hold:
	case <-r.Context().Done():
	}
}

func (s *server) seen() []seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests
}

// provider is a provider for the test server; nothing in it takes time.
func (s *server) provider(t testing.TB, change ...func(*Config)) *Provider {
	t.Helper()
	n := 0
	cfg := Config{
		Name: "testing", BaseURL: s.URL + "/v1", APIKey: "sk-test-0123456789", KeyEnv: "TESTING_API_KEY",
		Sleep:  func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Jitter: func() float64 { return 0 },
		Now:    func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) },
		NewID:  func() string { n++; return fmt.Sprintf("made_%d", n) },
	}
	for _, c := range change {
		c(&cfg)
	}
	p := New(cfg).(*Provider)
	t.Cleanup(p.CloseIdleConnections)
	return p
}

func profile(p providers.Profile) func(*Config) { return func(c *Config) { c.Profile = &p } }

// hello is a small request.
func hello(change ...func(*providers.Request)) providers.Request {
	r := providers.Request{Model: "m", Messages: []providers.Message{{Role: providers.User, Text: "hi"}}}
	for _, c := range change {
		c(&r)
	}
	return r
}

func retries(n int) func(*providers.Request) {
	return func(r *providers.Request) { r.Limits.Retries = n }
}

// drain reads a stream to its end; a clean end is a nil error.
func drain(t testing.TB, s providers.Stream) ([]providers.Delta, error) {
	t.Helper()
	defer func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}()
	var all []providers.Delta
	for range 100_000 {
		d, err := s.Next(t.Context())
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all = merged(all, d)
	}
	t.Fatal("the stream never ends")
	return nil, nil
}

// merged adds a delta to those before. Consecutive pieces of a text or call become one, as
// they do when they arrive together; whether they do is up to the network.
func merged(all []providers.Delta, d providers.Delta) []providers.Delta {
	if len(all) == 0 {
		return append(all, d)
	}
	last := &all[len(all)-1]
	switch d := d.(type) {
	case providers.TextDelta:
		if before, ok := (*last).(providers.TextDelta); ok {
			*last = providers.TextDelta{Text: before.Text + d.Text}
			return all
		}
	case providers.ReasoningDelta:
		if before, ok := (*last).(providers.ReasoningDelta); ok {
			*last = providers.ReasoningDelta{Text: before.Text + d.Text}
			return all
		}
	case providers.CallDelta:
		if before, ok := (*last).(providers.CallDelta); ok && before.Index == d.Index {
			*last = d
			return all
		}
	}
	return append(all, d)
}

// ask streams a request and returns everything that came.
func ask(t testing.TB, p *Provider, r providers.Request) ([]providers.Delta, error) {
	t.Helper()
	return drain(t, p.Stream(t.Context(), r))
}

// answered is the response to a request that must succeed.
func answered(t testing.TB, p *Provider, r providers.Request) providers.Response {
	t.Helper()
	deltas, err := ask(t, p, r)
	if err != nil {
		t.Fatalf("the request failed: %v", err)
	}
	return deltas[len(deltas)-1].(providers.Finished).Response
}

func equal(t testing.TB, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n\t%+v\nwant\n\t%+v", got, want)
	}
}
