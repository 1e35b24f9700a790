package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"parley/providers"
)

const (
	defaultIdle     = 120 * time.Second
	defaultFirst    = 10 * time.Minute
	defaultResponse = 64 << 20
	maxErrorBody    = 64 << 10
	finishGrace     = 5 * time.Second // for what follows a finish reason: usage, an end
)

var (
	errIdle     = errors.New("silence")
	errTooLarge = errors.New("the response is larger than the limit")
)

// exchange is one request and its response.
type exchange struct {
	p      *Server
	model  string
	first  time.Duration // the longest silence before the first delta
	idle   time.Duration // the longest silence after it
	begun  bool          // the first delta came
	limit  int64         // size limit of the response in bytes
	list   bool          // a document is read
	object bool          // one object was asked for
	cancel context.CancelCauseFunc
	grace  func() bool   // stops the timer of closing
	pause  time.Duration // the longest silence before closing

	settings providers.Limits // where they are set
}

// exchangeFor makes the exchange of one attempt.
func (p *Server) exchangeFor(req providers.Request, cancel context.CancelCauseFunc) *exchange {
	x := &exchange{
		p: p, model: req.Model, cancel: cancel, object: req.Output != nil,
		first: req.Limits.FirstByteTimeout, idle: req.Limits.IdleTimeout, limit: req.Limits.MaxResponseBytes, settings: req.Limits,
	}
	if x.first <= 0 {
		x.first = defaultFirst
	}
	if x.idle <= 0 {
		x.idle = defaultIdle
	}
	if x.limit <= 0 {
		x.limit = defaultResponse
	}
	return x
}

// get reads a document from the server.
func (x *exchange) get(ctx context.Context, path string) ([]byte, error) {
	return x.fetch(ctx, http.MethodGet, x.p.address(path), nil)
}

// fetch reads a document from an address.
func (x *exchange) fetch(ctx context.Context, method, address string, body []byte) (raw []byte, err error) {
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return nil, x.p.unreachable(err)
	}
	req.Header.Set("Accept", "application/json")
	res, err := x.send(req)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, res.Body.Close()) }()
	if f := x.p.compressed(res); f != nil {
		return nil, f
	}
	if raw, err = io.ReadAll(res.Body); err != nil {
		return nil, err
	}
	if f := x.p.crowded(raw); f != nil {
		return nil, f
	}
	return raw, nil
}

// post sends a request whose response should be a stream. Every failure that it
// returns is a *Failure.
func (x *exchange) post(ctx context.Context, a Attempt) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, x.p.address(a.Path), bytes.NewReader(a.Body))
	if err != nil {
		return nil, x.p.unreachable(err)
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Content-Type", "application/json")
	return x.send(req)
}

// send sends a request and rejects any status but success.
func (x *exchange) send(req *http.Request) (*http.Response, error) {
	x.dress(req)
	var heard atomic.Bool
	req = req.WithContext(httptrace.WithClientTrace(req.Context(), &httptrace.ClientTrace{GotFirstResponseByte: func() { heard.Store(true) }}))
	stop := x.watch()
	res, err := x.p.client.Do(req)
	stop()
	if err != nil && heard.Load() {
		return nil, x.p.garbled(err)
	}
	if err != nil {
		return nil, x.p.unreachable(err)
	}
	res.Body = &guarded{x: x, body: res.Body, left: x.limit}
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return nil, x.refused(res)
	}
	return res, nil
}

// dress sets the headers.
func (x *exchange) dress(req *http.Request) {
	p := x.p
	req.Header.Set("User-Agent", "parley")
	if p.cfg.APIKey != "" {
		if h := p.Profile.KeyHeader; h != "" {
			req.Header.Set(h, p.cfg.APIKey)
		}
		if p.Profile.KeyHeader == "" || !p.Profile.OnlyKeyHeader {
			req.Header.Set("Authorization", "Bearer "+p.cfg.APIKey)
		}
	}
	for k, v := range p.Profile.Headers {
		req.Header.Set(k, v)
	}
	for k, v := range p.cfg.Headers {
		req.Header.Set(k, v)
	}
}

// watch ends the exchange after too long a silence, until it is stopped.
func (x *exchange) watch() func() bool {
	return x.p.cfg.AfterFunc(x.patience(), func() { x.cancel(errIdle) })
}

// patience is how long a silence may last now. A server that reads a long
// conversation is silent meanwhile.
func (x *exchange) patience() time.Duration {
	if x.begun {
		return x.idle
	}
	return x.first
}

// refused reads why a request was refused.
func (x *exchange) refused(res *http.Response) error {
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxErrorBody))
	if closeErr := res.Body.Close(); err == nil {
		err = closeErr
	}
	if x.p.compressed(res) != nil { // the status says all that can be known
		raw = nil
	}
	f := x.p.refusal(x.model, res, ParseFault(raw, true))
	if err != nil && len(raw) == 0 {
		f.Err.Err = err
	}
	return f
}

// compressed is non-nil if a body has an encoding that was not requested, so that
// nobody can read it. A requested encoding is unpacked and its header removed.
func (p *Server) compressed(res *http.Response) *Failure {
	forms := []string{"br", "deflate", "gzip", "zstd", "compress", "x-gzip"}
	if res == nil || !slices.Contains(forms, strings.ToLower(res.Header.Get("Content-Encoding"))) {
		return nil
	}
	f := p.Fail(0, false, fmt.Sprintf(textCompressed, p.Title(), res.Header.Get("Content-Encoding")), "", fmt.Sprintf(helpCompressed, p.cfg.Name))
	f.Err.Status = res.StatusCode
	return f
}

// NameSetting says where the setting stands that a refusal is about, if the request
// used it.
func (f *Failure) NameSetting(req providers.Request) {
	if f.Err.Status != 400 && f.Err.Status != 422 || f.Err.Help != "" {
		return
	}
	for _, s := range []struct {
		key   string
		asked bool
		words []string
	}{
		{"temperature", req.Parameters.Temperature != nil, []string{"temperature"}},
		{"top_p", req.Parameters.TopP != nil, []string{"top_p"}},
		{"max_tokens", req.Parameters.MaxTokens > 0, []string{"max_tokens", "max_completion_tokens", "max_output_tokens"}},
		{"reasoning", req.Parameters.Reasoning != "", []string{"reasoningeffort", "reasoning_effort", "reasoning effort", "reasoning.effort", "thinking", "effort"}},
	} {
		if s.asked && f.Fault.Says(s.words...) {
			f.Err.Help = fmt.Sprintf(helpSetting, req.Limits.Key("model.parameters."+s.key))
			return
		}
	}
}

// shape is what the body of a response turned out to be.
type shape int

const (
	anEventStream shape = iota
	aWholeReply         // one JSON document
	somethingElse
)

// shapeOf looks at the beginning of a body, since servers and proxies often get its
// type wrong; the body that it leaves is complete.
func shapeOf(res *http.Response) (shape, error) {
	var first []byte
	at := 0
	for at == len(first) || begun(first[at:]) {
		more := make([]byte, 4<<10)
		n, err := res.Body.Read(more)
		first = append(first, more[:n]...)
		if at == 0 {
			at = len(first) - len(bytes.TrimPrefix(first, []byte("\xef\xbb\xbf")))
		}
		at = len(first) - len(bytes.TrimLeft(first[at:], " \t\r\n"))
		if err == io.EOF {
			break
		}
		if err != nil {
			return 0, err
		}
		if len(first) > maxErrorBody {
			break
		}
	}
	res.Body = &rest{Reader: io.MultiReader(bytes.NewReader(first), res.Body), Closer: res.Body}
	kind, _, err := mime.ParseMediaType(res.Header.Get("Content-Type"))
	switch begin := first[at:]; {
	case len(begin) > 0 && (begin[0] == '{' || begin[0] == '['):
		return aWholeReply, nil
	case res.Header.Get("Content-Type") == "" || err == nil && kind == "text/event-stream" || streams(begin):
		return anEventStream, nil
	}
	return somethingElse, nil
}

// rest is a body whose beginning has been read.
type rest struct {
	io.Reader
	io.Closer
}

// streamMarks is the possible beginnings of an event stream's lines.
func streamMarks() []string { return []string{"data:", "event:", "id:", "retry:", ":"} }

// streams reports whether a text begins like an event stream.
func streams(begin []byte) bool {
	return slices.ContainsFunc(streamMarks(), func(mark string) bool { return bytes.HasPrefix(begin, []byte(mark)) })
}

// begun reports whether a text may still become an event stream, or a byte order
// mark.
func begun(text []byte) bool {
	return slices.ContainsFunc(append(streamMarks(), "\xef\xbb\xbf"), func(mark string) bool {
		return len(text) < len(mark) && strings.HasPrefix(mark, string(text))
	})
}

// guarded is a response body with limits on silence and size.
type guarded struct {
	x    *exchange
	body io.ReadCloser
	left int64
}

// Read implements io.Reader.
func (g *guarded) Read(p []byte) (int, error) {
	stop := g.x.watch()
	n, err := g.body.Read(p)
	stop()
	if g.left -= int64(n); g.left < 0 {
		return 0, fmt.Errorf("%w of %d bytes", errTooLarge, g.x.limit)
	}
	return n, err
}

// Close implements io.Closer.
func (g *guarded) Close() error { return g.body.Close() }
